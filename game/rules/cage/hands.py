"""Weapons in hands and on the floor: ``TC-11``, ``TC-12``, ``TC-19``."""

from __future__ import annotations

from game.content.roster_units import hands
from game.play.game import Game, GameView
from game.rules.cage.floor import Bearing
from game.rules.classic.melee_attacks import BARE_HANDS
from game.rules.kit.core_api import trait
from game.table.cage_floor import held_weapons
from game.table.events import WeaponTaken
from game.table.records import Model, ModelId, Weapon
from game.table.state import Table

FRONT_ONLY = frozenset({Bearing.FRONT})
_REACH = {
    ("left",): frozenset({Bearing.FRONT, Bearing.LEFT}),
    ("right",): frozenset({Bearing.FRONT, Bearing.RIGHT}),
    ("left", "right"): frozenset({Bearing.FRONT, Bearing.LEFT, Bearing.RIGHT}),
}


def held(table: Table, model: Model) -> tuple[Weapon, ...]:
    """``TC-19``  The weapons that a champion has in its hands."""
    return held_weapons(table.dropped, model)


def arms(table: Table, model: Model) -> tuple[Weapon, ...]:
    """``TC-11``, ``TC-19``  What a champion can attack with: without any weapon its hands."""
    return held(table, model) or (BARE_HANDS,)


def reach(weapon: Weapon) -> frozenset[Bearing]:
    """``TC-11``  Where a weapon can attack: forward, and on the side of its hand."""
    return _REACH.get(hands(weapon), FRONT_ONLY)


def attacks(look: GameView, model: Model) -> int:
    """``TC-12``  A, and 1 more with two close combat weapons in hand."""
    return trait(look, model, "a").now + (len(held(look.table, model)) >= 2)


def pick_up(game: Game, who: ModelId) -> None:
    """``TC-19``  Who enters a cell picks up the weapons of its own that lie there."""
    table = game.table
    if not table.dropped:
        return
    cell = table.models[who].cell
    for lying in table.dropped:
        if lying.model == who and lying.cell == cell:
            game.do(WeaponTaken("TC-19", who, lying.weapon))

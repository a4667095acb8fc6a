"""One combat: the blows of each Initiative step, then its result."""

from __future__ import annotations

from collections.abc import Sequence

from game.play.game import Game
from game.rules.classic.melee_attacks import Blow, Fighters, all_blows, arms, blows_by
from game.rules.classic.needs import to_strike
from game.rules.classic.outcome import OUTCOME, Fought
from game.rules.classic.traits import unit_trait
from game.rules.classic.unit_state import combat_of
from game.rules.classic.wounds import Hit, Tally, strike_unit
from game.rules.kit.core_api import trait
from game.rules.kit.dice import Roll, roll
from game.rules.kit.distances import contacts, in_turn
from game.table.events import Act, Acted, Handled, Reason
from game.table.records import How, Side, UnitId, Where

UNARMOURED = ("power weapon", "power fist")
"""``CC-28``  Weapons that allow no armour saves."""


async def fight(game: Game, who: UnitId) -> None:
    """``CC-24`` to ``CC-30``  Blows by Initiative, break tests, pile in, consolidation."""
    game.do(Handled("CC-31"))
    acting = game.table.clock.side
    assert acting
    if who not in {u.id for u in game.table.fielded()} or not contacts(game.table, who):
        return
    combat = combat_of(game.table, who)
    for unit in combat:
        game.do(Acted("CC-24", unit, Act.FIGHTS, contacts(game.table, unit)[0]))
    inflicted = await exchange(game, combat, acting)
    await OUTCOME.happens(game, Fought(combat, acting, inflicted))


async def exchange(game: Game, combat: Sequence[UnitId], acting: Side) -> dict[Side, int]:
    """``CC-24`` to ``CC-26``  One round; return the wounds that each side inflicted."""
    return await strike_all(game, await all_blows(game, combat, acting), acting)


async def skirmish(game: Game, one: UnitId, other: UnitId, acting: Side) -> dict[Side, int]:
    """One round between all models of two units, wherever they stand."""
    table, blows = game.table, list[Blow]()
    for side in in_turn(table, acting):
        unit, foe = (one, other) if side == table.units[one].side else (other, one)
        alike: Fighters = {}
        for m in table.of(unit):
            alike.setdefault((m.profile.name, arms(m), (foe,)), []).append(m)
        blows += await blows_by(game, alike)
    return await strike_all(game, blows, acting)


async def strike_all(game: Game, blows: Sequence[Blow], acting: Side) -> dict[Side, int]:
    """``CC-26``  From Initiative 10 down to 1; return the wounds that each side inflicted.

    Models of equal Initiative strike together: who stands when a step begins strikes in it.
    """
    inflicted = dict.fromkeys(game.table.sides, 0)
    for step in range(10, 0, -1):
        now = [b for b in blows if b.initiative == step and _stands(game, b)]
        for side in in_turn(game.table, acting):
            for group in _grouped(game, [b for b in now if b.side == side]):
                inflicted[side] += await _strike(game, group)
    return inflicted


def _stands(game: Game, blow: Blow) -> bool:
    return game.table.models[blow.model].where is Where.TABLE


def _grouped(game: Game, blows: Sequence[Blow]) -> list[list[Blow]]:
    """``CC-36``  Models of a unit that strike alike form a group."""
    groups = dict[object, list[Blow]]()
    for b in blows:
        ws = trait(game, game.table.models[b.model], "ws").now
        key = b.unit, b.weapon, b.target, b.strength, ws, b.sure
        groups.setdefault(key, []).append(b)
    return list(groups.values())


async def _strike(game: Game, group: Sequence[Blow]) -> int:
    """``CC-27``, ``CC-12`` to ``CC-17``  To hit, to wound, to save; return wounds inflicted."""
    lead = group[0]
    if not game.table.of(lead.target):
        return 0
    dice = sum([b.attacks for b in group])
    ws = trait(game, game.table.models[lead.model], "ws").now
    their_ws = unit_trait(game, lead.target, "ws")
    need = 1 if lead.sure else to_strike(ws, their_ws)
    hits = dice
    if need > 1:
        reasons = (Reason(0, f"WS {ws} against WS {their_ws}", "CC-27"),)
        cast = Roll(
            "CC-27",
            lead.side,
            "to hit",
            need,
            lead.unit,
            lead.target,
            lead.weapon.name,
            reasons,
        )
        hits = len((await roll(game, dice, cast)).successes)
    tally = Tally()
    await strike_unit(game, [hit_of(lead)] * hits, lead.target, tally)
    return tally.wounds


def hit_of(blow: Blow) -> Hit:
    """Return what a hit of this blow is."""
    return Hit(
        blow.side,
        blow.strength,
        blow.weapon.ap,
        rules=blow.weapon.rules,
        how=How.FOUGHT,
        no_armour=any(rule in UNARMOURED for rule in blow.weapon.rules),
        weapon=blow.weapon.name,
        who=blow.unit,
    )

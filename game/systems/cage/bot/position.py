"""A bout as a small, hashable position: champions, weapons, facings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from game.cores.classic.rules.melee_attacks import BARE_HANDS
from game.cores.kit.game_rules import GameRules
from game.cores.kit.modules import Module
from game.cores.kit.traits import TRAIT, trait
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game, GameView
from game.systems.cage.rules import bout_of
from game.systems.cage.rules.floor import Bearing, in_cage, reach
from game.systems.cage.rules.odds import blow_at
from game.systems.cage.table import Rings
from game.systems.cage.table.floor_state import FLOOR, rings_now
from game.table.records import Cell, Model, ModelId, Profile, Side, UnitId, Weapon, Where
from game.table.state import Table

NOBODY = -1
OUT = -1
"""``TC-23``  Wounds of a champion pushed out of the cage: it has none and cannot strike."""


class DroppedWeapon(NamedTuple):
    """A weapon on the floor."""

    weapon: str
    cell: Cell


class Fighter(NamedTuple):
    """One champion."""

    cell: Cell
    edge: int
    wounds: int
    """Wounds left; 0 if it has fallen."""
    lying: tuple[DroppedWeapon, ...] = ()
    """Its weapons that lie on the floor."""

    @property
    def lost(self) -> tuple[str, ...]:
        return tuple([one.weapon for one in self.lying]) if self.lying else ()


class Position(NamedTuple):
    """The state of a bout; pairs are indexed by seat, the first side's first."""

    fighters: tuple[Fighter, Fighter]
    rings: Rings
    acts: int
    """Seat that acts next."""
    left: tuple[int, int]
    made: tuple[int, int]
    parries: int
    """Seat that parries the next action; -1 if none does."""
    surged: tuple[bool, bool]
    fought: bool
    quiet: int
    turn: int

    @property
    def over(self) -> bool:
        return self.fighters[0].wounds <= 0 or self.fighters[1].wounds <= 0

    def with_(self, seat: int, fighter: Fighter) -> Position:
        one, other = self.fighters
        return Position((fighter, other) if seat == 0 else (one, fighter), *self[1:])


def position_of(table: Table) -> Position:
    """Return the position on the table; both champions must be in the cage."""
    bout, sides = bout_of(table), table.sides
    one, other = (_fighter(table, side) for side in sides)
    acts = bout.acts or table.first or sides[0]
    return Position(
        (one, other),
        rings=rings_now(table),
        acts=sides.index(Side(acts)),
        left=bout.left,
        made=bout.made,
        parries=sides.index(Side(bout.parries)) if bout.parries else NOBODY,
        surged=bout.surged,
        fought=bout.fought,
        quiet=bout.quiet,
        turn=table.clock.round,
    )


def champion_of(table: Table, side: Side) -> Model:
    """``TC-28``  Return a side's champion, even if fallen: a blow may still be in progress."""
    return next(
        m for m in table.models.values() if m.side == side and m.where is not Where.RESERVE
    )


def _fighter(table: Table, side: Side) -> Fighter:
    model = champion_of(table, side)
    wounds = model.wounds if model.where is Where.TABLE else 0
    return Fighter(*in_cage(table, model.id), wounds, _lying(table, model))


def _lying(table: Table, model: Model) -> tuple[DroppedWeapon, ...]:
    return tuple(
        [
            DroppedWeapon(d.weapon, d.cell)
            for d in FLOOR.of(table).dropped
            if d.model == model.id
        ]
    )


def spent(
    at: Position,
    seat: int,
    *,
    surges: bool = False,
    parries: bool = False,
    attack: bool = False,
    fought: bool = False,
) -> Position:
    """``TC-06``  Return the position after an action has been used."""
    other = 1 - seat
    left, made, surged = list(at.left), list(at.made), list(at.surged)
    left[seat] -= 1
    made[seat] += attack
    surged[seat] = surges
    return at._replace(
        acts=other if left[other] else seat,
        left=(left[0], left[1]),
        made=(made[0], made[1]),
        parries=seat if parries else NOBODY if at.parries == other else at.parries,
        surged=(surged[0], surged[1]),
        fought=at.fought or fought,
    )


def next_turn(at: Position, first: int, actions: tuple[int, int]) -> Position:
    """``TC-06``  Return the position at the beginning of the next game turn."""
    return at._replace(
        acts=first,
        left=actions,
        made=(0, 0),
        parries=NOBODY,
        fought=False,
        quiet=at.quiet + (not at.fought),
        turn=at.turn + 1,
    )


def turned_by(at: Position, ring: int, by: int) -> Position:
    """``TC-07``  Return the position with a ring turned by some degrees."""
    rings = list(at.rings)
    rings[ring] = (rings[ring] + by) % 360
    return at._replace(rings=tuple(rings))


MANY = 9
"""Wounds of a model that only an outright kill can fell (``CC-16``)."""


@dataclass(frozen=True, slots=True)
class HitEffect:
    """``TC-22``  The effect of one hit with a weapon."""

    wounds: float
    """Chance that the hit takes a wound."""
    outright: bool
    """True if the wound kills regardless of the wounds left."""


@dataclass(frozen=True, eq=False, slots=True)
class HeldWeapon:
    """A weapon, or bare hands; equal only to itself, so that it can be a cache key."""

    weapon: Weapon
    sides: frozenset[Bearing]
    """Bearings in which it reaches."""
    foe: HitEffect
    own: HitEffect
    """Effect on its own bearer (``TC-16``)."""

    @property
    def name(self) -> str:
        return self.weapon.name


@dataclass(frozen=True, eq=False, slots=True)
class ChampionStats:
    """The features of a champion that do not change in a bout."""

    ws: int
    attacks: int
    actions: int
    _: KW_ONLY
    arms: tuple[HeldWeapon, ...]
    hands: HeldWeapon
    fleet: bool
    aside: bool
    """``TC-26``  Whether it may advance sideways."""
    heavy: bool
    tactics: bool
    stubborn: bool
    counters: bool
    thirst: bool

    def held(self, lying: Sequence[str]) -> tuple[HeldWeapon, ...]:
        """``TC-19``  Return the weapons in hand when the named ones lie on the floor."""
        if not lying:
            return self.arms
        return tuple([arm for arm in self.arms if arm.name not in lying])

    def reach(self, lying: Sequence[str]) -> frozenset[Bearing]:
        """``TC-11``  Return the bearings in which any of its weapons reaches."""
        sides = frozenset[Bearing]()
        for arm in self.held(lying) or (self.hands,):
            sides |= arm.sides
        return sides


def kind_of(view: GameView, me: Model, foe: Model) -> ChampionStats:
    """Return a champion's features against an opponent; neither need stand in the cage."""
    if TRAIT in view.rules.hooks:
        return _kind(view, me, foe)
    return _as_profiles_say(me.profile, foe.profile)


@lru_cache(maxsize=128)
def _as_profiles_say(me: Profile, foe: Profile) -> ChampionStats:
    """Return a champion's features against an opponent if nothing modifies either."""
    one, other = (
        Model(ModelId(name), unit=UnitId(name), side=Side(name), profile=profile, base=0.0)
        for name, profile in (("me", me), ("foe", foe))
    )
    table = Table(models={one.id: one, other.id: other})
    return _kind(Game(GameRules(Module("cage")), table, ScriptedDice(())), one, other)


def _kind(view: GameView, me: Model, foe: Model) -> ChampionStats:
    game = Game(view.rules, view.table.fork(), ScriptedDice(()))
    for model in (me, foe):
        game.table.models[model.id] = replace(model, wounds=MANY)

    def arm(weapon: Weapon) -> HeldWeapon:
        found = [blow_at(game, me.id, weapon, at.id) for at in (foe, me)]
        cuts = [HitEffect(h.wounded, h.falls > 0.0) for h in found]
        return HeldWeapon(weapon, reach(weapon), *cuts)

    has = me.profile.has
    return ChampionStats(
        trait(view, me, "ws").now,
        attacks=trait(view, me, "a").now,
        actions=trait(view, me, "i").now,
        arms=tuple(arm(w) for w in me.profile.weapons),
        hands=arm(BARE_HANDS),
        fleet=has("fleet"),
        aside=has("hit and run"),
        heavy=has("heavy armour"),
        tactics=has("combat tactics"),
        stubborn=has("stubborn"),
        counters=has("counter-attack"),
        thirst=has("red thirst"),
    )

"""A bout as a small hashable position."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from game.systems.cage.rules import BoutState, bout_of, champion
from game.systems.cage.rules.floor import FloorStance
from game.systems.cage.table import Floor, Rings, rings_turned
from game.systems.cage.table.floor_state import FLOOR, FloorState
from game.table.records import Cell, Model, Side, Where
from game.table.state import Table

V = TypeVar("V", int, bool)

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

    def stance(self, floor: Floor, seat: int) -> FloorStance:
        """Return the stance of one champion, on the floor as it is turned."""
        me = self.fighters[seat]
        return FloorStance(floor, self.rings, me.cell, me.edge)

    def with_(self, seat: int, fighter: Fighter) -> Position:
        one, other = self.fighters
        return Position((fighter, other) if seat == 0 else (one, fighter), *self[1:])


def position_of(table: Table) -> Position:
    """Return the position on the table; both champions must be in the cage."""
    bout, sides, floor = bout_of(table), table.sides, FLOOR.of(table)
    one, other = (_fighter(floor, champion_of(table, side)) for side in sides)
    acts = bout.acts or table.first or sides[0]
    return Position(
        (one, other),
        rings=floor.rings,
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
    return champion(table, side) or next(
        m for m in table.models.values() if m.side == side and m.where is not Where.RESERVE
    )


def _fighter(floor: FloorState, model: Model) -> Fighter:
    wounds = model.wounds if model.where is Where.TABLE else 0
    lying = [DroppedWeapon(d.weapon, d.cell) for d in floor.dropped if d.model == model.id]
    return Fighter(*floor.stances[model.id], wounds, tuple(lying))


def with_value(pair: tuple[V, V], seat: int, value: V) -> tuple[V, V]:
    """Return a pair with another value for one seat."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def spent(
    at: Position,
    seat: int,
    *,
    surges: bool = False,
    parries: bool = False,
    attack: bool = False,
    fought: bool = False,
) -> Position:
    """``TC-06``  Return the position after an action: the other acts next, if it can.

    A parry of the other seat lapses (``TC-13``). *surges*: the action was an Advance
    (``TC-29``); *attack*: it was an attack (``TC-12``), and *fought*: one with a die.
    """
    other = 1 - seat
    return Position(
        at.fighters,
        rings=at.rings,
        acts=other if at.left[other] else seat,
        left=with_value(at.left, seat, at.left[seat] - 1),
        made=with_value(at.made, seat, at.made[seat] + attack),
        parries=seat if parries else NOBODY if at.parries == other else at.parries,
        surged=with_value(at.surged, seat, surges),
        fought=at.fought or fought,
        quiet=at.quiet,
        turn=at.turn,
    )


def countered(at: Position, seat: int) -> Position:
    """``TC-28``  Return the position after a seat has countered: an action and an attack."""
    left = with_value(at.left, seat, at.left[seat] - 1)
    return at._replace(
        # The counter-attack may have been the last action of the seat with the next one.
        acts=at.acts if left[at.acts] else 1 - seat,
        left=left,
        made=with_value(at.made, seat, at.made[seat] + 1),
        surged=with_value(at.surged, seat, value=False),
        fought=True,
    )


def bout_in(table: Table, at: Position) -> BoutState:
    """Return the state of the bout on the table when its actions stand as in a position."""
    bout, sides = bout_of(table), table.sides
    return BoutState(
        bout.number,
        turn=bout.turn,
        acts=sides[at.acts],
        left=at.left,
        made=at.made,
        parries="" if at.parries == NOBODY else sides[at.parries],
        surged=at.surged,
        fought=at.fought,
        quiet=bout.quiet,
        reckoned=bout.reckoned,
        floor=bout.floor,
    )


def next_turn(at: Position, first: int, actions: tuple[int, int]) -> Position:
    """``TC-06``  Return the position at the beginning of the next game turn."""
    return at._replace(
        acts=first,
        left=actions,
        made=(0, 0),
        parries=NOBODY,
        fought=False,
        quiet=quiet_turns(at.quiet, fought=at.fought),
        turn=at.turn + 1,
    )


def quiet_turns(before: int, *, fought: bool) -> int:
    """``TC-31``  Return the number of game turns without an attack after one more."""
    return before if fought else before + 1


def turned_by(at: Position, ring: int, by: int) -> Position:
    """``TC-07``  Return the position with a ring turned by some degrees."""
    return at._replace(rings=rings_turned(at.rings, ring, by))

"""How a bout stands: all that it goes on by, small enough to be looked at by the thousand."""

from __future__ import annotations

from typing import NamedTuple

from game.rules.cage.floor import cell_of
from game.rules.cage.state import bout_of
from game.table.cage_floor import Rings
from game.table.records import Cell, Model, Side, Where
from game.table.state import Table

NOBODY = -1
OUT = -1
"""``TC-23``  The wounds of whoever was pushed out of the cage: none, and it strikes no more."""


class Lying(NamedTuple):
    """A weapon on the floor."""

    weapon: str
    cell: Cell


class Fighter(NamedTuple):
    """One champion."""

    cell: Cell
    edge: int
    wounds: int
    """0 for one that has fallen."""
    lying: tuple[Lying, ...] = ()
    """Its weapons that are not in hand."""

    @property
    def lost(self) -> tuple[str, ...]:
        return tuple([one.weapon for one in self.lying]) if self.lying else ()


class Position(NamedTuple):
    """A bout, seats instead of sides: pairs are the first side's first."""

    fighters: tuple[Fighter, Fighter]
    rings: Rings
    acts: int
    """Whose action is next."""
    left: tuple[int, int]
    made: tuple[int, int]
    parries: int
    """The seat that parries the next action, or nobody."""
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
    """Return how a bout stands on the table; both champions must be in the cage."""
    bout, sides = bout_of(table), table.sides
    one, other = (_fighter(table, side) for side in sides)
    acts = bout.acts or table.first or sides[0]
    return Position(
        (one, other),
        table.rings,
        sides.index(Side(acts)),
        bout.left,
        bout.made,
        sides.index(Side(bout.parries)) if bout.parries else NOBODY,
        bout.surged,
        bout.fought,
        bout.quiet,
        table.clock.round,
    )


def duellist(table: Table, side: Side) -> Model:
    """``TC-28``  Return who fights for a side, even fallen: a blow may be under way."""
    return next(
        m for m in table.models.values() if m.side == side and m.where is not Where.RESERVE
    )


def _fighter(table: Table, side: Side) -> Fighter:
    model = duellist(table, side)
    wounds = model.wounds if model.where is Where.TABLE else 0
    return Fighter(cell_of(model), model.edge, wounds, _lying(table, model))


def _lying(table: Table, model: Model) -> tuple[Lying, ...]:
    return tuple([Lying(d.weapon, d.cell) for d in table.dropped if d.model == model.id])


def spent(
    at: Position,
    seat: int,
    *,
    surges: bool = False,
    parries: bool = False,
    attack: bool = False,
    fought: bool = False,
) -> Position:
    """``TC-06``  Return the position when an action has been used."""
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
    """``TC-06``  Return the position as the next game turn begins."""
    return at._replace(
        acts=first,
        left=actions,
        made=(0, 0),
        parries=NOBODY,
        fought=False,
        quiet=at.quiet + (not at.fought),
        turn=at.turn + 1,
    )

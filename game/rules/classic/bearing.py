"""How units stand to one another: locks, losses, what they are called on to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from game.geometry.points import Disc
from game.geometry.points import gap as between
from game.play.game import Game, Step
from game.rules.classic.moments import FALLING_BACK, LOCKED, marked
from game.rules.kit.dice import TIE
from game.table.events import Unmarked
from game.table.records import Model, Side, Unit, UnitId
from game.table.state import Table

CONTACT = 0.01
"""Base contact: so many inches between two bases, or less."""


Thing = TypeVar("Thing")


def touch(a: Disc, b: Disc) -> bool:
    return between(a, b) <= CONTACT + 1e-9


def contacts(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """Return the enemy units that a unit is in base contact with, in the order of rosters."""
    mine = table.of(unit)
    side = table.units[unit].side
    found = [
        foe.unit
        for foe in table.standing(table.enemy(side))
        if any([touch(m.disc, foe.disc) for m in mine])
    ]
    return tuple(dict.fromkeys(found))


def combat_of(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """Return all units that hang together by base contact with *unit*, it first."""
    found, look = [unit], [unit]
    while look:
        for other in contacts(table, look.pop(0)):
            if other not in found:
                found.append(other)
                look.append(other)
    return tuple(found)


def is_locked(unit: Unit) -> bool:
    return unit.mark(LOCKED) is not None


def is_falling_back(unit: Unit) -> bool:
    return unit.mark(FALLING_BACK) is not None


def note_locks(game: Game, clause: str = "CC-31") -> None:
    """``CC-31``  Base contact with an enemy locks both units; without it nobody is locked.

    *clause*: what brought them into contact.
    """
    for unit in list(game.table.units.values()):
        touching = bool(contacts(game.table, unit.id))
        if touching and not is_locked(unit):
            game.do(marked(clause, unit.id, LOCKED))
        elif not touching and is_locked(unit):
            game.do(Unmarked(clause, unit.id, LOCKED))


def broken_contact(table: Table) -> Step | None:
    """``CC-31``  A step that frees units whose contact was broken outside of combat."""
    for unit in table.units.values():
        if is_locked(unit) and not contacts(table, unit.id):
            return _free
    return None


async def _free(game: Game) -> None:
    note_locks(game)


def gap_between(table: Table, unit: UnitId, other: UnitId) -> float:
    """Return how far apart two units are, from nearest base edge to nearest base edge."""
    theirs = [m.disc for m in table.of(other)]
    return min(
        [between(m.disc, d) for m in table.of(unit) for d in theirs], default=float("inf")
    )


def enemy_within(table: Table, unit: UnitId, inches: float) -> bool:
    side = table.units[unit].side
    mine = [m.disc for m in table.of(unit)]
    return any(
        between(foe.disc, disc) <= inches + 1e-9
        for foe in table.standing(table.enemy(side))
        for disc in mine
    )


def by_nearness(things: Sequence[Thing], off: Callable[[Thing], float]) -> list[Thing]:
    """Return things by how far off they are; what ties within 0.01 inch keeps its order."""
    left, ordered = [(off(thing), thing) for thing in things], list[Thing]()
    while left:
        tied = min([far for far, _ in left]) + TIE + 1e-9
        first = next(n for n, (far, _) in enumerate(left) if far <= tied)
        ordered.append(left.pop(first)[1])
    return ordered


def in_turn(table: Table, first: Side) -> tuple[Side, Side]:
    """Return both sides, the acting one first (``CC-36``)."""
    return first, table.enemy(first)


def in_reach(base: Model, other: Model, inches: float) -> bool:
    return between(base.disc, other.disc) <= inches + 1e-9

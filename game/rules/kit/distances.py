"""Distances between models and units, edge to edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from game.geometry.points import CONTACT, EPSILON, LOOSE_EPSILON, Disc
from game.geometry.points import gap as between
from game.table.records import Model, Side, UnitId
from game.table.state import Table

Thing = TypeVar("Thing")


def touch(a: Disc, b: Disc) -> bool:
    """Return whether two bases are in contact."""
    return between(a, b) <= CONTACT + EPSILON


def contacts(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """Return the enemy units in base contact with a unit, in the order of rosters."""
    mine = table.of(unit)
    side = table.units[unit].side
    found = [
        foe.unit
        for foe in table.standing(table.enemy(side))
        if any([touch(m.disc, foe.disc) for m in mine])
    ]
    return tuple(dict.fromkeys(found))


def gap_between(table: Table, unit: UnitId, other: UnitId) -> float:
    """Return the distance of two units in inches, between their nearest base edges."""
    theirs = [m.disc for m in table.of(other)]
    return min(
        [between(m.disc, d) for m in table.of(unit) for d in theirs], default=float("inf")
    )


def holders(table: Table, model: Model, inches: float) -> tuple[UnitId, ...]:
    """Return the enemy units within *inches* of a model, in the order of rosters."""
    foes = table.standing(table.enemy(model.side))
    near = pairs_within([model], foes, inches)
    return tuple(dict.fromkeys([foe.unit for _, foe in near]))


def enemy_within(table: Table, unit: UnitId, inches: float) -> bool:
    """Return whether an enemy is within *inches* of any model of a unit."""
    foes = table.standing(table.enemy(table.units[unit].side))
    return any(True for _ in pairs_within(table.of(unit), foes, inches))


def pairs_within(
    ones: Sequence[Model], others: Sequence[Model], inches: float
) -> Iterator[tuple[Model, Model]]:
    """Yield the pairs of one model of each group that are within *inches* of each other."""
    for one in ones:
        (x, y), reach = one.at, one.base + inches + LOOSE_EPSILON
        for other in others:
            distance, at = reach + other.base, other.at
            # Most pairs are far apart; comparing coordinates rejects them cheaply.
            if (
                -distance < at[0] - x < distance
                and -distance < at[1] - y < distance
                and in_reach(one, other, inches)
            ):
                yield one, other


def sorted_by_distance(things: Sequence[Thing], off: Callable[[Thing], float]) -> list[Thing]:
    """Return things sorted by distance; those that tie within 0.01" keep their order."""
    left, ordered = [(off(thing), thing) for thing in things], list[Thing]()
    while left:
        tied = min([distance for distance, _ in left]) + CONTACT + EPSILON
        first = next(n for n, (distance, _) in enumerate(left) if distance <= tied)
        ordered.append(left.pop(first)[1])
    return ordered


def in_turn(table: Table, first: Side) -> tuple[Side, Side]:
    """Return both sides, the acting one first (``CC-36``)."""
    return first, table.enemy(first)


def in_reach(base: Model, other: Model, inches: float) -> bool:
    """Return whether two models are within *inches* of each other."""
    return between(base.disc, other.disc) <= inches + EPSILON

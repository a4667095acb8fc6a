"""Distances of units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from game.geometry.limits import is_within, last_within
from game.geometry.points import CONTACT, LOOSE_EPSILON, Disc, nearest_gap
from game.geometry.points import gap as between
from game.geometry.polygons import box, widened
from game.table.records import Model, Side, UnitId
from game.table.state import Table

Thing = TypeVar("Thing")


def touch(a: Disc, b: Disc) -> bool:
    """Return whether two bases are in contact."""
    return is_within(between(a, b), CONTACT)


def contacts(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """Return the enemy units in base contact with a unit, in the order of rosters."""
    mine = table.of(unit)
    side = table.units[unit].side
    touching = pairs_within(table.standing(table.enemy(side)), mine, CONTACT)
    return tuple(dict.fromkeys([foe.unit for foe, _ in touching]))


def discs(models: Iterable[Model]) -> list[Disc]:
    """Return the bases of models."""
    return [m.disc for m in models]


def gap_between(table: Table, unit: UnitId, other: UnitId) -> float:
    """Return the distance of two units in inches, between their nearest base edges."""
    return nearest_gap(discs(table.of(unit)), discs(table.of(other)))


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
    if not ones or not others:
        return
    # Most pairs are far apart; comparing coordinates rejects them cheaply.
    widest = max([m.base for m in ones]) + inches + LOOSE_EPSILON
    left, top, right, low = widened(box([m.at for m in ones]), widest)
    near = [
        (at, base, m)
        for m in others
        for at, base in (m.disc,)
        if left - base <= at[0] <= right + base and top - base <= at[1] <= low + base
    ]
    for one in ones if near else ():
        (x, y), reach = one.at, one.base + inches + LOOSE_EPSILON
        for at, base, other in near:
            distance = reach + base
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
        tied = last_within(min([distance for distance, _ in left]) + CONTACT)
        first = next(n for n, (distance, _) in enumerate(left) if distance <= tied)
        ordered.append(left.pop(first)[1])
    return ordered


def in_turn(table: Table, first: Side) -> tuple[Side, Side]:
    """Return both sides, the acting one first (``CC-36``)."""
    return first, table.enemy(first)


def in_reach(base: Model, other: Model, inches: float) -> bool:
    """Return whether two models are within *inches* of each other."""
    return is_within(between(base.disc, other.disc), inches)

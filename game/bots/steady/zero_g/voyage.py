"""How many turns it takes to come somewhere (``ZG-05`` to ``ZG-11``): rough numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.bots.steady.walking_distance import Field
from game.geometry.points import Point, distance, unit_vector, vector_of_heading
from game.rules.zero_g.drift import FLING

DIE = 3.7
"""Inches that the die of an arrow brings, about: a 1 none, a 6 eight."""
FLUNG = 8.0
"""Inches of an acceleration, about."""
PUSH = 6.0
ALONG, ASIDE = 0.94, 0.5
"""Cosines: so nearly headed somewhere, one comes there; or after a turn."""
LOOK = 3.0
"""So many inches ahead it is looked which way leads on."""
NEAR_BY = 0.1
LATER = 0.9
"""What a point counts that comes a turn later."""


class Voyage(NamedTuple):
    """Somebody on his way."""

    at: Point
    along: Point
    """Where he is headed; of no meaning without arrows."""
    arrows: int
    jets: bool = False

    @staticmethod
    def of(at: Point, degrees: float, arrows: int, *, jets: bool) -> Voyage:
        return Voyage(at, vector_of_heading(degrees), arrows, jets)


def turns_of(field: Field, voyage: Voyage, near: float) -> float:
    """Return in how many turns somebody comes along a field to within *near* inches."""
    left = max(0.0, field.left(voyage.at) - near)
    if left <= 0.0 or not voyage.arrows:
        return _from_rest(left)
    to = leads(field, field.ground.square(voyage.at))
    if to is None:
        return _from_rest(left)
    cosine = to.x * voyage.along.x + to.y * voyage.along.y
    arrows = voyage.arrows
    if cosine >= ALONG:
        return left / FLUNG
    stopped = arrows + _from_rest(left - cosine * DIE * arrows * (arrows - 1) / 2)
    if voyage.jets:
        return min(stopped, 1.0 + max(0.0, left - DIE * arrows) / FLUNG)
    if cosine >= ASIDE:
        return min(stopped, 1.0 + max(0.0, left - cosine * DIE * arrows) / FLUNG)
    return stopped


@lru_cache(1 << 14)
def leads(field: Field, square: int) -> Point | None:
    """Return which way leads on from a square; None at the goal, or where none does."""
    here = field.ground.places[square]
    way = field.way(here, LOOK) if here else []
    if here is None or not way or distance(here, way[-1]) < NEAR_BY:
        return None
    return unit_vector(here, way[-1])


def _from_rest(left: float) -> float:
    if left <= PUSH:
        return max(0.0, left / PUSH)
    return 1.0 + (left - PUSH) / FLUNG


def in_time(turns: float, left: int) -> float:
    """Return what of a point counts that takes so many turns, of so many that are left."""
    if not left:
        return 0.0
    slack = left - turns
    chance = min(1.0, max(0.02, 0.4 + 0.2 * slack)) if slack > -2.0 else 0.0
    later: float = LATER**turns
    return chance * later


@lru_cache(4096)
def beyond(dice: int, inches: int) -> float:
    """``ZG-07``  Return the chance that some dice of a drift go further than so many inches."""
    totals = {0: 1.0}
    for _ in range(dice):
        before, totals = totals, {}
        for total, chance in before.items():
            ways = [(n, 1 / 6) for n in (0, 2, 3, 4, 5)]
            ways += [(FLING + n, 1 / 18) for n in (1, 2, 3)]
            for n, share in ways:
                totals[total + n] = totals.get(total + n, 0.0) + chance * share
    return sum([chance for total, chance in totals.items() if total > inches])

"""Rough estimates of the flood's risk to a model.

The way out of it is found here, too.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import ceil

from game.bots.steady.walking_distance import DistanceField, ground_of
from game.cores.classic.rules import unit_state as classic
from game.cores.kit.dice_chances import FACES, chance_of_face
from game.cores.kit.traits import strength_need
from game.cores.modern.rules import wounds as modern
from game.geometry.points import CONTACT, Disc, Point
from game.play.game import GameView
from game.systems.flood.rules import PAGE, water_of
from game.systems.flood.rules.carry import DASHED, room, strength_after
from game.systems.flood.rules.odds import next_trigger
from game.systems.flood.table.water import Water
from game.table.records import Model, Profile

SWEPT = 0.25
"""Cost of being swept away and surviving, as a share of a model's value."""
SEARCHED_INCHES = 6.0
"""Inches of a model's course that are searched for something it may be dashed against."""
GRAIN = 2
"""Grid points per inch: positions are rounded to half an inch, for caching."""
BY_WATER = Counter([strength_after(face) for face in FACES])
"""``FF-09``, ``FF-16``  Number of faces of the first die for each Strength of the hit."""


def chance(view: GameView) -> float:
    """``FF-06``  Return the chance that the flood comes before this side moves again."""
    trigger = next_trigger(view) if PAGE.name in view.rules.pages else None
    return trigger.chance if trigger and trigger.round <= view.table.clock.round + 1 else 0.0


def loss(view: GameView, model: Model, at: Point) -> float:
    """Return the share of its value that a model is expected to lose if the flood comes."""
    face = _dashing_face(water_of(view.table), model.base, *_rounded(at))
    return 0.0 if face is None else _price(model.profile, face)


@lru_cache(1024)
def _price(profile: Profile, face: int) -> float:
    """``FF-08``, ``FF-16``, ``FF-17``  Return the expected loss as a share of a model's value.

    *face*: the lowest of a die that carries the model as far as Impassable terrain.
    """
    swept = 1.0 - strength_need(profile.s) / 6
    to_wound = modern.to_wound if profile.is_modern else classic.to_wound
    hurt = sum([n / 6 * chance_of_face(to_wound(s, profile.t)) for s, n in BY_WATER.items()])
    hurt += chance_of_face(face) * chance_of_face(to_wound(DASHED, profile.t))
    return swept * min(1.0, SWEPT + hurt / profile.w)


@lru_cache(1 << 15)
def _dashing_face(water: Water, radius: float, x: int, y: int) -> int | None:
    """Return the lowest face of a die that gets a base dashed; None if it stays dry."""
    inches = room(water, Disc(Point(x / GRAIN, y / GRAIN), radius), SEARCHED_INCHES)
    return None if inches is None else ceil(inches - CONTACT)


def refuge(view: GameView, radius: float) -> DistanceField | None:
    """Return the distances to the nearest ground that the flood misses; None if none is."""
    table = view.table
    goals = _dry(water_of(table), radius)
    return ground_of(table.board, radius).field(goals) if goals else None


@lru_cache(16)
def _dry(water: Water, radius: float) -> tuple[int, ...]:
    places = enumerate(ground_of(water.board, radius).places)
    return tuple(n for n, at in places if at is not None and _stays_dry(water, radius, at))


def _stays_dry(water: Water, radius: float, at: Point) -> bool:
    x, y = _rounded(at)
    return water.course(Disc(Point(x / GRAIN, y / GRAIN), radius)) is None


def _rounded(at: Point) -> tuple[int, int]:
    return round(at.x * GRAIN), round(at.y * GRAIN)

"""Rough estimates of the flood's risk, and the way out of it."""

from __future__ import annotations

from functools import lru_cache

from game.bots.steady.walking_distance import DistanceField, ground_of
from game.cores.classic.rules import unit_state as classic
from game.cores.kit.dice_chances import chance_of_face
from game.cores.modern.rules import wounds as modern
from game.geometry.points import Disc, Point, segments_of
from game.geometry.sweeps import sweep
from game.play.game import GameView
from game.systems.flood.rules import PAGE, water_of
from game.systems.flood.rules.flood_phase import AT_LAST, COMES_ON
from game.systems.flood.table.water import Water
from game.table.records import Model, Profile

SWEPT = 0.25
"""Cost of being swept away and surviving, as a share of a model's value."""
SEARCHED_INCHES = 6.0
"""Inches of a model's course that are searched for something it may be dashed against."""
GRAIN = 2
"""Grid points per inch: positions are rounded to half an inch, for caching."""
BY_WATER = ((1, 2 / 6), (2, 3 / 6), (3, 1 / 6))
"""``FF-09``, ``FF-16``  Strength of the hit and its chance, by the first die."""
DASH = 3


def chance(view: GameView) -> float:
    """``FF-06``  Return the chance that the flood comes before this side moves again."""
    table = view.table
    if PAGE.name not in view.rules.pages or PAGE.of(table).came or not table.clock.round:
        return 0.0
    turn = table.clock.round + 1
    return chance_of_face(COMES_ON[turn]) if turn in COMES_ON else float(turn == AT_LAST)


def loss(view: GameView, model: Model, at: Point) -> float:
    """Return the share of its value that a model is expected to lose if the flood comes."""
    room = _room(water_of(view.table), model.base, *_rounded(at))
    return 0.0 if room is None else _price(model.profile, room)


@lru_cache(1024)
def _price(profile: Profile, room: int) -> float:
    """``FF-08``, ``FF-16``, ``FF-17``  Return the expected loss as a share of a model's value.

    *room* is the distance in whole inches to Impassable terrain ahead.
    """
    swept = 1.0 - min(5, profile.s) / 6
    to_wound = modern.to_wound if profile.is_modern else classic.to_wound
    hurt = sum([chance * chance_of_face(to_wound(s, profile.t)) for s, chance in BY_WATER])
    hurt += min(1.0, (7 - max(1, room)) / 6) * chance_of_face(to_wound(DASH, profile.t))
    return swept * min(1.0, SWEPT + hurt / profile.w)


@lru_cache(1 << 15)
def _room(water: Water, radius: float, x: int, y: int) -> int | None:
    """Return the inches that a base can drift before it is dashed; None if it stays dry.

    At most ``FURTHEST`` inches are searched.
    """
    base = Disc(Point(x / GRAIN, y / GRAIN), radius)
    if (course := water.course(base)) is None:
        return None
    walls = water.walls(water.stood_in(base), water.doors_before_lane(base, course))
    walked = 0.0
    for start, toward, distance in segments_of(course.path):
        touch = sweep(start, toward, min(distance, SEARCHED_INCHES - walked), radius, walls, {})
        if touch:
            return int(walked + touch.distance)
        walked += distance
        if walked >= SEARCHED_INCHES:
            return int(SEARCHED_INCHES)
    return (
        int(walked)
        if not water.onward(course) and water.is_wall(course)
        else int(SEARCHED_INCHES)
    )


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

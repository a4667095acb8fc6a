"""One model's way in a direction, among others that stand about."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from game.geometry.points import (
    EPSILON,
    Disc,
    Path,
    Point,
    distance,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.geometry.sweeps import Touch, sweep
from game.play.base_placement import upon
from game.play.marchers import Marchers
from game.play.paths import PULL_BACK
from game.table.records import ModelId

SHORTEST = 0.05
"""A shorter move is not worth a sample."""
ROUNDING = 0.001
HEAD_ON = 0.2
"""What meets something more squarely than this does not go on along it."""
LANDINGS = (1.0, 0.85, 0.7, 0.5, 0.3)
"""What flies tries to come down after these shares of its way."""


def stride(
    marchers: Marchers,
    near: Mapping[ModelId, Disc],
    who: ModelId,
    toward: Point,
    far: float,
) -> Path | None:
    """Return a model's legal way in a direction; along what stops it, or less far."""
    going, (start, radius) = marchers.goings[who], near[who]
    far = _on_table(marchers, near[who], toward, min(far, going.far) - ROUNDING)
    if far < SHORTEST:
        return None
    if going.over:
        flights = [(start, thousandths(point_ahead(start, toward, far * s))) for s in LANDINGS]
        return next((way for way in flights if marchers.fits(near, who, way)), None)
    way: Path = start, thousandths(point_ahead(start, toward, far))
    touch = _touch(marchers, near, who, *way)
    if touch is not None:
        way = _stopped_way(marchers, near, who, way, touch)
    if len(way) == 1 or upon(near, Disc(way[-1], radius), (who,)):
        return None
    must_fit = marchers.shut or marchers.strewn
    return way if not must_fit or marchers.fits(near, who, way) else None


def _touch(
    marchers: Marchers, near: Mapping[ModelId, Disc], who: ModelId, a: Point, b: Point
) -> Touch | None:
    """Return what a model meets on a leg before its end."""
    far, walls = distance(a, b), marchers.board.walls
    touch = sweep(a, unit_vector(a, b), far, near[who].radius, walls, near, (who,))
    return touch if touch and touch.far < far - EPSILON else None


def _stopped_way(
    marchers: Marchers, near: Mapping[ModelId, Disc], who: ModelId, way: Path, touch: Touch
) -> Path:
    """Return what is left of a way that something stops: up to it, and on along it."""
    start, end = way
    toward, went = unit_vector(start, end), touch.far - PULL_BACK
    stop, short = start, way[:1]
    if went >= SHORTEST:
        stop = thousandths(point_ahead(start, toward, went))
        short = start, stop
        if _touch(marchers, near, who, start, stop):
            return way[:1]
    squarely = toward.x * touch.normal.x + toward.y * touch.normal.y
    x, y = toward.x - squarely * touch.normal.x, toward.y - squarely * touch.normal.y
    slope = sqrt(x * x + y * y)
    if slope < HEAD_ON:
        return short
    aside = Point(x / slope, y / slope)
    left = (distance(start, end) - max(0.0, went)) * slope - ROUNDING
    left = _on_table(marchers, Disc(stop, near[who].radius), aside, left)
    return (*short, *_glided(marchers, near, who, stop, aside, left))


def _glided(
    marchers: Marchers,
    near: Mapping[ModelId, Disc],
    who: ModelId,
    stop: Point,
    aside: Point,
    far: float,
) -> Path:
    """Return where a model comes that goes on along what stopped it, if it comes anywhere."""
    if far < SHORTEST:
        return ()
    end = thousandths(point_ahead(stop, aside, far))
    touch = _touch(marchers, near, who, stop, end)
    if touch is None:
        return (end,)
    if touch.far - PULL_BACK < SHORTEST:
        return ()
    end = thousandths(point_ahead(stop, unit_vector(stop, end), touch.far - PULL_BACK))
    return () if _touch(marchers, near, who, stop, end) else (end,)


def _on_table(marchers: Marchers, base: Disc, toward: Point, far: float) -> float:
    """Return how far a base can go before it would leave the table."""
    (x, y), r = base
    for at, way, end in (
        (x, toward.x, marchers.board.width),
        (y, toward.y, marchers.board.height),
    ):
        if way > EPSILON:
            far = min(far, (end - r - at) / way - ROUNDING)
        elif way < -EPSILON:
            far = min(far, (r - at) / way - ROUNDING)
    return far

"""Paths of single bases: obstruction, cutting to length, passing others, nearest legal path."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import TypeAlias

from game.geometry.points import (
    EPSILON,
    Disc,
    Path,
    Point,
    distance,
    gap,
    length,
    point_ahead,
    segments_of,
    thousandths,
    unit_vector,
)
from game.geometry.polygons import box
from game.geometry.sweeps import Touch, Walls, sweep
from game.play.base_placement import base_under, nearest_place
from game.play.coherency import out_of_chain
from game.table.board import Board, Terrain
from game.table.records import ModelId

Moves: TypeAlias = tuple[tuple[ModelId, Path], ...]
"""Who goes along which way, in this order."""

PULL_BACK = 0.002
"""A model that is stopped by something stays so far off it, so that rounding cannot overlap."""
STRETCHES = 12


@dataclass(frozen=True, slots=True)
class MoveLimits:
    """How one model may go."""

    far: float
    """The most inches of path."""
    over: bool = False
    """Moves over models and Impassable terrain, and may not end on them."""


def nearby(
    stands: Mapping[ModelId, Disc], who: ModelId, path: Path, radius: float
) -> dict[ModelId, Disc]:
    """Return the other bases that come into the box around a way."""
    left, top, right, low = box(path)
    left, top, right, low = left - radius, top - radius, right + radius, low + radius
    return {
        other: disc
        for other, disc in stands.items()
        for (x, y), r in (disc,)
        if left - r < x < right + r and top - r < y < low + r and other != who
    }


def reach(
    near: Mapping[ModelId, Disc], walls: Walls, radius: float, path: Path
) -> tuple[float, str | None]:
    """Return how far along its way a base comes, and what stops it: an id, "" for a wall."""
    walked = 0.0
    for start, toward, far in segments_of(path):
        touch = sweep(start, toward, far, radius, walls, near)
        if touch and touch.far < far - EPSILON:
            return walked + touch.far, touch.disc or ""
        walked += far
    return walked, None


def cut(path: Path, far: float) -> Path:
    """Return the first *far* inches of a path, its end in thousandths, never longer."""
    left, walked = max(0.0, far), [path[0]]
    for start, toward, leg in segments_of(path):
        if leg >= left:
            end = thousandths(point_ahead(start, toward, left))
            if distance(start, end) > left + EPSILON:
                end = thousandths(point_ahead(start, toward, max(0.0, left - 0.001)))
            walked.append(end)
            break
        walked.append(thousandths(point_ahead(start, toward, leg)))
        left -= leg
    return tuple(walked)


def onto_table(board: Board, radius: float, path: Path) -> Path:
    """Return a path each point of which is moved to where the whole base is on the table."""
    right, low = board.width - radius, board.height - radius
    return (
        path[0],
        *(
            thousandths(Point(min(max(x, radius), right), min(max(y, radius), low)))
            for x, y in path[1:]
        ),
    )


def furthest(path: Path, fits: Callable[[Path], bool]) -> Path:
    """Return the longest beginning of a path that *fits*, to about a thousandth; or its start.

    It looks at a dozen lengths, and then between the longest that fits and the next.
    """
    far = length(path)
    for n in range(STRETCHES - 1, -1, -1):
        low = cut(path, far * n / STRETCHES)
        if n == 0 or fits(low):
            return _between(path, far * n / STRETCHES, far * (n + 1) / STRETCHES, fits)
    raise AssertionError


def _between(path: Path, low: float, high: float, fits: Callable[[Path], bool]) -> Path:
    best = cut(path, low)
    while high - low > 0.001:
        middle = (low + high) / 2
        if fits(shorter := cut(path, middle)):
            low, best = middle, shorter
        else:
            high = middle
    return best if length(best) > EPSILON else path[:1]


SHARES = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)


def cut_short(
    board: Board,
    stands: Mapping[ModelId, Disc],
    who: ModelId,
    going: MoveLimits,
    wish: Path,
    fits: Callable[[Path], bool],
) -> Path | None:
    """Return the beginning of a way, up to where something stops it, if that *fits*."""
    radius = stands[who].radius
    path = onto_table(board, radius, wish)
    if length(path) - going.far > EPSILON:
        path = cut(path, going.far)
    if fits(path):
        return path
    if not going.over:
        free, by = reach(nearby(stands, who, path, radius), board.walls, radius, path)
        if by is not None:
            path = cut(path, free - PULL_BACK)
            if length(path) > EPSILON and fits(path):
                return path
    back = furthest(path, fits)
    return back if len(back) > 1 else None


def nearest_way(
    board: Board, radius: float, going: MoveLimits, wish: Path, fits: Callable[[Path], bool]
) -> Path:
    """Return a way that *fits* and ends near to where a wished one does; its start, at worst.

    Too long a way is cut; what is left of it stops short of what is in the way, or ends beside
    it, whichever is nearer to where it would have ended.
    """
    path = onto_table(board, radius, wish)
    if length(path) - going.far > EPSILON:
        path = cut(path, going.far)
    if fits(path):
        return path
    back = furthest(path, fits)
    left = distance(back[-1], path[-1])

    def ends_well(at: Point) -> bool:
        return fits((*path[:-1], at))

    beside = nearest_place(path[-1], ends_well, left)
    return back if beside is None else (*path[:-1], beside)


def shortened_into_coherency(
    unit: Mapping[ModelId, Disc],
    moves: Moves,
    chain: float,
    fits: Callable[[ModelId, Path], bool],
) -> Iterator[Moves]:
    """Yield moves that are shorter, so that the unit hangs together; nearest to *moves* first.

    First only those are cut who would be left out, each way as it *fits*; then all alike.
    """
    yield _strays_cut(unit, moves, chain, fits)
    for share in SHARES:
        yield tuple((who, cut(path, length(path) * share)) for who, path in moves)


def _strays_cut(
    unit: Mapping[ModelId, Disc],
    moves: Moves,
    chain: float,
    fits: Callable[[ModelId, Path], bool],
) -> Moves:
    ways, ends = dict(moves), dict(unit)
    for who, path in moves:
        ends[who] = ends[who]._replace(at=path[-1])
    left = out_of_chain(ends, chain)
    for who in left:
        if who in ways:
            rest = [disc for other, disc in ends.items() if other not in left]
            joins = partial(_joins, rest, unit[who].radius, chain, partial(fits, who))
            ways[who] = furthest(ways[who], joins)
    return tuple((who, path) for who, path in ways.items() if length(path) > EPSILON)


def _joins(
    rest: list[Disc],
    radius: float,
    chain: float,
    fits: Callable[[Path], bool],
    path: Path,
) -> bool:
    base = Disc(path[-1], radius)
    return any([gap(base, disc) <= chain + EPSILON for disc in rest]) and fits(path)


Stands: TypeAlias = Mapping[ModelId, Disc]


@dataclass(frozen=True, slots=True)
class UnitMove:
    board: Board
    stands: Stands
    """Everybody, the unit too; enemies as wide as they must be kept off."""
    unit: tuple[ModelId, ...]
    goings: Mapping[ModelId, MoveLimits]
    shut: tuple[Terrain, ...]
    """Areas to keep out of."""
    strewn: bool
    """Whether pieces lie about on which nobody may end."""
    chain: float
    fits: Callable[[Stands, ModelId, Path], bool]
    """Whether a model may go along a way, given where everybody is by now."""

    def holds(self, stands: Stands) -> bool:
        """Return whether the unit hangs together."""
        return not out_of_chain({who: stands[who] for who in self.unit}, self.chain)


SHORTEST = 0.05
"""A shorter move is not worth a sample."""
ROUNDING = 0.001
HEAD_ON = 0.2
"""What meets something more squarely than this does not go on along it."""
LANDINGS = (1.0, 0.85, 0.7, 0.5, 0.3)
"""What flies tries to come down after these shares of its way."""


def legal_step(
    marchers: UnitMove,
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
    if len(way) == 1 or base_under(near, Disc(way[-1], radius), (who,)):
        return None
    must_fit = marchers.shut or marchers.strewn
    return way if not must_fit or marchers.fits(near, who, way) else None


def _touch(
    marchers: UnitMove, near: Mapping[ModelId, Disc], who: ModelId, a: Point, b: Point
) -> Touch | None:
    """Return what a model meets on a leg before its end."""
    far, walls = distance(a, b), marchers.board.walls
    touch = sweep(a, unit_vector(a, b), far, near[who].radius, walls, near, (who,))
    return touch if touch and touch.far < far - EPSILON else None


def _stopped_way(
    marchers: UnitMove, near: Mapping[ModelId, Disc], who: ModelId, way: Path, touch: Touch
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
    marchers: UnitMove,
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


def _on_table(marchers: UnitMove, base: Disc, toward: Point, far: float) -> float:
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

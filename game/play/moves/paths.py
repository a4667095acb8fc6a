"""Legal paths of single bases past obstacles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import partial
from math import sqrt
from typing import NamedTuple, TypeAlias

from game.geometry.limits import is_within
from game.geometry.points import (
    EPSILON,
    ROUNDING,
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
from game.geometry.sweeps import Touch, Walls, first_stop, sweep
from game.play.moves.base_placement import base_under, nearest_place, out_of_chain
from game.table.board import Board, Terrain
from game.table.records import ModelId

Moves: TypeAlias = tuple[tuple[ModelId, Path], ...]
"""Paths of models, in the order in which they are walked."""

PULL_BACK = 0.002
"""Inches kept from an obstacle that stops a model, so that rounding cannot overlap."""
STRETCHES = 12
SHARES = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
Stands: TypeAlias = Mapping[ModelId, Disc]
MIN_SAMPLE_INCHES = 0.05
"""Minimum inches of a move that is worth a sample."""
WORTH = 0.1
"""Inches above which a model that is pulled back still moves at all."""
HEAD_ON = 0.2
"""Minimum sideways share of a heading with which a model goes on along an obstacle."""
LANDINGS = (1.0, 0.85, 0.7, 0.5, 0.3)
"""Shares of its distance after which a flying model tries to land."""


class MoveLimits(NamedTuple):
    """The limits of one model's move."""

    distance: float
    """Maximum inches of path."""
    over: bool = False
    """True if it moves over models and Impassable terrain, and may not end on them."""


def bases_after(
    bases: Mapping[ModelId, Disc], moves: Iterable[tuple[ModelId, Path]]
) -> dict[ModelId, Disc]:
    """Return some bases as if models stood at the ends of their paths."""
    return {**bases, **{m: bases[m]._replace(at=path[-1]) for m, path in moves}}


def nearby(
    bases: Mapping[ModelId, Disc], model_id: ModelId, path: Path, radius: float
) -> dict[ModelId, Disc]:
    """Return the other bases that enter the box around a path."""
    left, top, right, low = box(path)
    left, top, right, low = left - radius, top - radius, right + radius, low + radius
    return {
        other: disc
        for other, disc in bases.items()
        for (x, y), r in (disc,)
        if left - r < x < right + r and top - r < y < low + r and other != model_id
    }


def reach(
    near: Mapping[ModelId, Disc], walls: Walls, radius: float, path: Path
) -> tuple[float, str | None]:
    """Return the inches that a base can follow a path, and the obstacle's id; "" for a wall."""
    walked = 0.0
    for start, toward, inches in segments_of(path):
        free, other, _ = first_stop(start, toward, inches, radius, walls, near)
        if free < inches - EPSILON:
            return walked + free, other or ""
        walked += inches
    return walked, None


def cut(path: Path, inches: float) -> Path:
    """Return the first *inches* of a path, never more, with its end in thousandths."""
    left, walked = max(0.0, inches), [path[0]]
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
    """Return a path with each later point moved so that the whole base is on the table."""
    right, low = board.width - radius, board.height - radius
    return (
        path[0],
        *(
            thousandths(Point(min(max(x, radius), right), min(max(y, radius), low)))
            for x, y in path[1:]
        ),
    )


def furthest(path: Path, fits: Callable[[Path], bool]) -> Path:
    """Return the longest beginning of a path that *fits*, to about 0.001 inch; or its start.

    It tries twelve lengths, then searches between the longest that fits and the next.
    """
    inches = length(path)
    for n in range(STRETCHES - 1, -1, -1):
        low = cut(path, inches * n / STRETCHES)
        if n == 0 or fits(low):
            return _between(path, inches * n / STRETCHES, inches * (n + 1) / STRETCHES, fits)
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


def cut_short(
    board: Board,
    bases: Mapping[ModelId, Disc],
    model_id: ModelId,
    going: MoveLimits,
    wish: Path,
    fits: Callable[[Path], bool],
) -> Path | None:
    """Return the beginning of a path, up to an obstacle, if that *fits*, or None."""
    radius = bases[model_id].radius
    path = onto_table(board, radius, wish)
    if length(path) - going.distance > EPSILON:
        path = cut(path, going.distance)
    if fits(path):
        return path
    if not going.over:
        free, by = reach(nearby(bases, model_id, path, radius), board.walls, radius, path)
        if by is not None:
            path = cut(path, free - PULL_BACK)
            if length(path) > EPSILON and fits(path):
                return path
    back = furthest(path, fits)
    return back if len(back) > 1 else None


def nearest_way(
    board: Board, radius: float, going: MoveLimits, wish: Path, fits: Callable[[Path], bool]
) -> Path:
    """Return a path that *fits* and ends near the end of *wish*; at worst only its start.

    A path that is too long is cut. It then stops short of an obstacle or ends beside it,
    whichever is nearer to the wished end.
    """
    path = onto_table(board, radius, wish)
    if length(path) - going.distance > EPSILON:
        path = cut(path, going.distance)
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
    """Yield shortened moves that may restore coherency, the nearest to *moves* first.

    First cut only the paths of models that would be out of coherency, then all alike.
    """
    yield strays_cut(unit, moves, chain, fits)
    yield from cut_alike(moves)


def cut_alike(moves: Moves) -> Iterator[Moves]:
    """Yield moves that are all shortened by the same share, the longest first."""
    for share in SHARES:
        yield tuple((model_id, cut(path, length(path) * share)) for model_id, path in moves)


def strays_cut(
    unit: Mapping[ModelId, Disc],
    moves: Moves,
    chain: float,
    fits: Callable[[ModelId, Path], bool],
) -> Moves:
    """Return moves in which only models out of coherency go less far."""
    ways, ends = dict(moves), bases_after(unit, moves)
    left = out_of_chain(ends, chain)
    for model_id in left:
        if model_id in ways:
            rest = [disc for other, disc in ends.items() if other not in left]
            joins = partial(_joins, rest, unit[model_id].radius, chain, partial(fits, model_id))
            ways[model_id] = furthest(ways[model_id], joins)
    return tuple((model_id, path) for model_id, path in ways.items() if length(path) > EPSILON)


def pulled_back(
    unit: Mapping[ModelId, Disc],
    moves: Moves,
    chain: float,
    fits: Callable[[ModelId, Path], bool],
) -> Moves | None:
    """Return moves in which the larger part of a unit goes no further than the rest allows.

    One model after the other is pulled back, those nearest to the rest first, and only until it
    is in coherency with those before it. None if that is not enough.
    """
    ways, ends = dict(moves), bases_after(unit, moves)
    placed = {m: ends[m] for m in out_of_chain(ends, chain)}
    left = [m for m in unit if m not in placed]
    while left and placed:
        rest = [*placed.values()]
        model_id = min(left, key=lambda m: min([gap(ends[m], disc) for disc in rest]))
        left.remove(model_id)
        joins = partial(_joins, rest, unit[model_id].radius, chain, partial(fits, model_id))
        way = ways.get(model_id, (unit[model_id].at,))
        if not joins(way):
            way = furthest(way, joins)
            if not joins(way):
                return None
        ways[model_id] = way if length(way) > WORTH else way[:1]
        placed[model_id] = unit[model_id]._replace(at=ways[model_id][-1])
    return tuple((model_id, path) for model_id, path in ways.items() if length(path) > EPSILON)


def _joins(
    rest: list[Disc],
    radius: float,
    chain: float,
    fits: Callable[[Path], bool],
    path: Path,
) -> bool:
    base = Disc(path[-1], radius)
    return any([is_within(gap(base, disc), chain) for disc in rest]) and fits(path)


@dataclass(frozen=True, slots=True)
class UnitMove:
    """A unit about to move: its models, their limits and the obstacles."""

    board: Board
    bases: Stands
    """All bases, including the unit's.

    Those of enemies are enlarged by the distance to keep.
    """
    unit: tuple[ModelId, ...]
    _: KW_ONLY
    model_limits: Mapping[ModelId, MoveLimits]
    off_limits: tuple[Terrain, ...]
    """Areas to keep out of."""
    strewn: bool
    """True if there are pieces on the table on which no model may end."""
    chain: float
    fits: Callable[[Stands, ModelId, Path], bool]
    """Returns whether a model may follow a path, given the current bases."""

    def holds(self, bases: Stands) -> bool:
        """Return whether the unit is in coherency."""
        return not out_of_chain(
            {model_id: bases[model_id] for model_id in self.unit}, self.chain
        )


def legal_step(
    marchers: UnitMove,
    near: Mapping[ModelId, Disc],
    model_id: ModelId,
    toward: Point,
    inches: float,
) -> Path | None:
    """Return a model's legal path in a direction: along an obstacle if needed, or shorter.

    Return None if there is none.
    """
    going, (start, radius) = marchers.model_limits[model_id], near[model_id]
    inches = _on_table(marchers, near[model_id], toward, min(inches, going.distance) - ROUNDING)
    if inches < MIN_SAMPLE_INCHES:
        return None
    if going.over:
        flights = [
            (start, thousandths(point_ahead(start, toward, inches * s))) for s in LANDINGS
        ]
        return next((path for path in flights if marchers.fits(near, model_id, path)), None)
    path: Path = start, thousandths(point_ahead(start, toward, inches))
    touch = _touch(marchers, near, model_id, *path)
    if touch is not None:
        path = _stopped_way(marchers, near, model_id, path, touch)
    if len(path) == 1 or base_under(near, Disc(path[-1], radius), (model_id,)):
        return None
    must_fit = marchers.off_limits or marchers.strewn
    return path if not must_fit or marchers.fits(near, model_id, path) else None


def _touch(
    marchers: UnitMove, near: Mapping[ModelId, Disc], model_id: ModelId, a: Point, b: Point
) -> Touch | None:
    """Return the contact that a model makes before the end of a segment, or None."""
    inches, walls = distance(a, b), marchers.board.walls
    touch = sweep(a, unit_vector(a, b), inches, near[model_id].radius, walls, near, (model_id,))
    return touch if touch and touch.distance < inches - EPSILON else None


def _stopped_way(
    marchers: UnitMove,
    near: Mapping[ModelId, Disc],
    model_id: ModelId,
    path: Path,
    touch: Touch,
) -> Path:
    """Return the remainder of a path that is blocked: up to the obstacle, then along it."""
    start, end = path
    toward, went = unit_vector(start, end), touch.distance - PULL_BACK
    stop, short = start, path[:1]
    if went >= MIN_SAMPLE_INCHES:
        stop = thousandths(point_ahead(start, toward, went))
        short = start, stop
        if _touch(marchers, near, model_id, start, stop):
            return path[:1]
    squarely = toward.x * touch.normal.x + toward.y * touch.normal.y
    x, y = toward.x - squarely * touch.normal.x, toward.y - squarely * touch.normal.y
    slope = sqrt(x * x + y * y)
    if slope < HEAD_ON:
        return short
    aside = Point(x / slope, y / slope)
    left = (distance(start, end) - max(0.0, went)) * slope - ROUNDING
    left = _on_table(marchers, Disc(stop, near[model_id].radius), aside, left)
    return (*short, *_glided(marchers, near, model_id, stop, aside, left))


def _glided(
    marchers: UnitMove,
    near: Mapping[ModelId, Disc],
    model_id: ModelId,
    stop: Point,
    aside: Point,
    inches: float,
) -> Path:
    """Return the end of a model's move along an obstacle, if it can move at all."""
    if inches < MIN_SAMPLE_INCHES:
        return ()
    end = thousandths(point_ahead(stop, aside, inches))
    touch = _touch(marchers, near, model_id, stop, end)
    if touch is None:
        return (end,)
    if touch.distance - PULL_BACK < MIN_SAMPLE_INCHES:
        return ()
    end = thousandths(point_ahead(stop, unit_vector(stop, end), touch.distance - PULL_BACK))
    return () if _touch(marchers, near, model_id, stop, end) else (end,)


def _on_table(marchers: UnitMove, base: Disc, toward: Point, inches: float) -> float:
    """Return the distance that a base can go before it would leave the table."""
    (x, y), r = base
    for at, direction, end in (
        (x, toward.x, marchers.board.width),
        (y, toward.y, marchers.board.height),
    ):
        if direction > EPSILON:
            inches = min(inches, (end - r - at) / direction - ROUNDING)
        elif direction < -EPSILON:
            inches = min(inches, (r - at) / direction - ROUNDING)
    return inches

"""Ways of single bases over the table: what stops them, and cutting them to length."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from game.geometry.points import (
    EPSILON,
    Disc,
    Path,
    Point,
    distance,
    length,
    point_ahead,
    segments_of,
    thousandths,
)
from game.geometry.polygons import box
from game.geometry.sweeps import Walls, sweep
from game.table.board import Board
from game.table.records import ModelId

Moves: TypeAlias = tuple[tuple[ModelId, Path], ...]
"""Who goes along which way, in this order."""

PULL_BACK = 0.002
"""A model that is stopped by something stays so far off it, so that rounding cannot overlap."""
STRETCHES = 12


@dataclass(frozen=True, slots=True)
class Going:
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

"""Where lanes take a base: the nearest stretch, the way to it, the way down it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import sqrt
from typing import NamedTuple, TypeAlias

from game.geometry.points import Disc, Path, Point, degrees, distance, length, unit_vector
from game.geometry.polygons import Box, nearest_on
from game.geometry.sweeps import Walls, sweep
from game.table.board import Board
from game.table.lanes import Node, Stretch, point_along

ON_LANE = 0.001
"""A base whose centre is so near to a lane is on it."""
NOWHERE: Node = -1


class Course(NamedTuple):
    """Where water takes a base, as far as no die has to say more."""

    path: Path
    """Downstream, from where the base stands."""
    off: float
    """``FF-07``  How far the water has run to where it takes the base."""
    end: Node = NOWHERE
    """Where lanes meet or end; without lanes the edge of the table."""
    came: Point | None = None
    """``FF-11``  The way that it goes when it arrives there."""


class Banks(NamedTuple):
    """What a base is not carried through to a lane."""

    walls: Walls
    rails: Walls = Walls()
    """``FF-02``  Outlines of gantries that it overlaps: its centre does not cross them."""


Foot: TypeAlias = tuple[float, tuple[bool, bool], float, int]
"""How far off a stretch is; for ties; where along it the nearest point lies; its number."""


def nearest_feet(at: Point, runs: Sequence[tuple[Box, Path]], wet: int) -> Iterator[Foot]:
    """Yield the nearest point of each stretch, the nearest stretch first.

    Where lanes meet, who arrives comes before who leaves, and what is dry comes last.
    """
    boxes = sorted([(_off_box(at, around), n) for n, (around, _) in enumerate(runs)])
    found, looked = list[tuple[float, tuple[bool, bool], int, float, float]](), 0
    while looked < len(boxes) or found:
        while looked < len(boxes) and (not found or boxes[looked][0] <= found[0][4] + ON_LANE):
            n = boxes[looked][1]
            off, along = _foot(runs[n][1], at)
            heappush(found, (round(off, 3), (n >= wet, _begins(along)), n, along, off))
            looked += 1
        _, ties, n, along, off = heappop(found)
        yield off, ties, along, n


def _off_box(at: Point, around: Box) -> float:
    (x, y), (left, top, right, low) = at, around
    dx = left - x if x < left else x - right if x > right else 0.0
    dy = top - y if y < top else y - low if y > low else 0.0
    return sqrt(dx * dx + dy * dy)


def _foot(path: Path, at: Point) -> tuple[float, float]:
    """Return how far a point is off a path, and where along it the nearest point lies."""
    best, walked = (float("inf"), 0.0), 0.0
    for a, b in pairwise(path):
        foot = nearest_on(at, (a, b))
        off = distance(at, foot)
        if off < best[0] - 1e-9:
            best = off, walked + distance(a, foot)
        walked += distance(a, b)
    return best


def joining(
    stretch: Stretch, base: Disc, off: float, along: float, banks: Banks
) -> Course | None:
    """``FF-10``  The way to a stretch: twice its offset downstream, or straight to it."""
    for join in (min(along + 2 * off, length(stretch.path)), along):
        at = point_along(stretch.path, join)
        if off <= ON_LANE or is_clear(base, at, banks):
            path = (base.at, *downstream(stretch.path, join))
            came = last_heading(path) or last_heading(stretch.path)
            return Course(path, stretch.off + join, stretch.end, came)
    return None


def _begins(along: float) -> bool:
    return along <= ON_LANE


def downstream(path: Path, along: float, at: Point | None = None) -> Path:
    """Return what of a path lies further along, from the point there, or from *at*."""
    walked, rest = 0.0, [at or point_along(path, along)]
    for a, b in pairwise(path):
        walked += distance(a, b)
        if walked > along + ON_LANE:
            rest.append(b)
    return tuple(rest)


def is_clear(base: Disc, at: Point, banks: Banks) -> bool:
    far = distance(base.at, at)
    if far <= ON_LANE:
        return True
    toward = unit_vector(base.at, at)
    return not (
        sweep(base.at, toward, far, base.radius, banks.walls, {})
        or sweep(base.at, toward, far, 0.0, banks.rails, {})
    )


def to_edge(board: Board, base: Disc, toward: Point) -> float:
    """Return after how many inches a base touches the edge of the table."""
    (x, y), r = base
    far = list[float]()
    for at, way, end in ((x, toward.x, board.width), (y, toward.y, board.height)):
        if way > 0.0:
            far.append((end - r - at) / way)
        elif way < 0.0:
            far.append((at - r) / -way)
    return max(0.0, min(far))


def last_heading(path: Path) -> Point | None:
    for a, b in reversed(list(pairwise(path))):
        if distance(a, b) > ON_LANE:
            return unit_vector(a, b)
    return None


def turn(came: Point, goes: Point) -> int:
    """Return by how many degrees a way turns to the right; to the left less than 0."""
    turn = (degrees(goes) - degrees(came)) % 360
    return turn - 360 if turn > 180 else turn

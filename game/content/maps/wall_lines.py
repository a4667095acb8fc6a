"""Lines of walls from other programs, made fit for a map.

They are cut at the edge of the map, and joined to paths.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import pairwise

from game.geometry.points import Path as Line
from game.geometry.points import Point

STRAIGHT = 0.002
"""Distance in inches from the straight line below which a corner is dropped."""


class JoinedLines:
    """Lines joined to long paths, in the order of the file, and counts of unusable segments.

    ``without_length`` counts segments of length 0, ``doubled`` those drawn twice.
    """

    def __init__(self, lines: Iterable[Line], longest: int) -> None:
        """*longest* is the maximum number of corners of a path."""
        self.without_length = self.doubled = 0
        self._legs: dict[tuple[Point, Point], None] = {}
        for line in lines:
            self._take(line)
        self._at: dict[Point, deque[Point]] = {}
        for a, b in self._legs:
            self._at.setdefault(a, deque()).append(b)
            self._at.setdefault(b, deque()).append(a)
        self._meet = {at: len(others) for at, others in self._at.items()}
        self.paths = [part for path in self._walk() for part in _cut(_straight(path), longest)]

    def _take(self, line: Line) -> None:
        for a, b in pairwise(line):
            if a == b:
                self.without_length += 1
            elif (a, b) in self._legs or (b, a) in self._legs:
                self.doubled += 1
            else:
                self._legs[a, b] = None

    def _walk(self) -> Iterator[Line]:
        """Yield open paths from their ends or junctions, then closed ones."""
        left = dict(self._legs)
        ends = [at for at, many in self._meet.items() if many != 2]
        for start in (*ends, *self._at):
            while after := self._next(start, left):
                path = [start]
                while after:
                    left.pop((path[-1], after), None)
                    left.pop((after, path[-1]), None)
                    path.append(after)
                    on = self._meet[after] == 2
                    after = self._next(after, left) if on else None
                yield tuple(path)

    def _next(self, at: Point, left: dict[tuple[Point, Point], None]) -> Point | None:
        others = self._at[at]
        while others:
            if (at, others[0]) in left or (others[0], at) in left:
                return others[0]
            others.popleft()
        return None


def _straight(path: Line) -> Line:
    """Return a path without the corners at which it goes straight on."""
    found = [path[0]]
    for here, after in pairwise(path[1:]):
        before = found[-1]
        dx, dy = after.x - before.x, after.y - before.y
        distance = (dx * dx + dy * dy) ** 0.5
        off = (here.x - before.x) * dy - (here.y - before.y) * dx
        ahead = (here.x - before.x) * dx + (here.y - before.y) * dy
        if abs(off) > STRAIGHT * distance or not 0.0 < ahead < distance * distance:
            found.append(here)
    return (*found, path[-1])


def _cut(path: Line, longest: int) -> Iterator[Line]:
    """Yield a path in parts, each starting at the corner where the previous one ends."""
    for start in range(0, len(path) - 1, longest - 1):
        yield path[start : start + longest]


def inside_parts(line: Line, width: float, height: float) -> Iterator[Line]:
    """Yield the parts of a line that lie on a map of a size, its edges included.

    A part that only touches the map in a point is none.
    """
    part = list[Point]()
    for a, b in pairwise(line):
        found = _inside(a, b, width, height)
        if found is None or (part and part[-1] != found[0]):
            if len(part) > 1:
                yield tuple(part)
            part = []
        if found:
            part = part or [found[0]]
            part.append(found[1])
    if len(part) > 1:
        yield tuple(part)


def _inside(a: Point, b: Point, width: float, height: float) -> tuple[Point, Point] | None:
    """Return the part of a leg that lies on the map; None if there is none with a length.

    The line is a + t × (b − a); each edge of the map raises the first t or lowers the last.
    """
    first, last = 0.0, 1.0
    for at, step, most in ((a.x, b.x - a.x, width), (a.y, b.y - a.y, height)):
        if not step:
            if not 0.0 <= at <= most:
                return None
            continue
        low, high = sorted((-at / step, (most - at) / step))
        first, last = max(first, low), min(last, high)
    if a != b and first >= last:
        return None

    def ahead(share: float) -> Point:
        return Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))

    return ahead(first) if first else a, ahead(last) if last < 1.0 else b

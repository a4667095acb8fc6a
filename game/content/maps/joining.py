"""Loose pieces of lines, joined into lines as long as they go on."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import pairwise

from game.geometry.points import Path as Line, Point

STRAIGHT = 0.002
"""Inches off the way on at which a corner is none."""


class Joined:
    """What became of lines: *paths* in the order of the file, and how much was of no use."""

    def __init__(self, lines: Iterable[Line], longest: int) -> None:
        """*longest*: so many corners has a path at the most."""
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
        """Yield lines from where they end or meet others; then those that are closed."""
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
    """Return a path without corners at which it goes straight on."""
    found = [path[0]]
    for here, after in pairwise(path[1:]):
        before = found[-1]
        dx, dy = after.x - before.x, after.y - before.y
        far = (dx * dx + dy * dy) ** 0.5
        off = (here.x - before.x) * dy - (here.y - before.y) * dx
        ahead = (here.x - before.x) * dx + (here.y - before.y) * dy
        if abs(off) > STRAIGHT * far or not 0.0 < ahead < far * far:
            found.append(here)
    return (*found, path[-1])


def _cut(path: Line, longest: int) -> Iterator[Line]:
    """Yield a path in parts, each from the corner where the one before ends."""
    for start in range(0, len(path) - 1, longest - 1):
        yield path[start : start + longest]

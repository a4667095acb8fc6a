"""A model's way through a crowd: to a free place near by, round whoever stands about.

The squares of ``ground`` are searched from where the model stands, as far as it may go; a
square is taken while its place is under somebody's base.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush

from game.bots.steady.walking_distance import Field, Ground
from game.geometry.points import (
    LOOSE_EPSILON,
    Disc,
    Path,
    Point,
    distance,
    point_ahead,
    unit_vector,
)
from game.geometry.polygons import off_segment
from game.play.paths import cut
from game.table.records import ModelId

TOUCHED = 0.02
"""So near is as good as in contact."""
OUT = (0.5, 1.0)
"""So far a model that is wedged in goes straight out, in inches."""
TIGHT = 0.8
"""A step between squares that are free by less than this may still graze somebody."""


def is_near(at: Point, radius: float, groups: Sequence[Sequence[Disc]], chain: float) -> bool:
    """Return whether a base at a point hangs together with somebody of each group."""
    return all(
        [
            not group or any(distance(at, m.at) <= chain + radius + m.radius for m in group)
            for group in groups
        ]
    )


@dataclass(frozen=True, slots=True)
class Shadow:
    """What one base leaves to others."""

    taken: frozenset[int]
    """The squares in which nobody more can stand."""
    grazing: frozenset[tuple[int, int]]
    """The steps from one square to another that it is in the way of."""


@lru_cache(256)
def shadow_of(ground: Ground, around: Disc) -> Shadow:
    """Return what is left beside a disc that the middle of a base may not enter."""
    (x, y), near = around
    reach, columns, rows = near + TIGHT, ground.columns, ground.rows
    taken, tight = list[int](), list[int]()
    for row in range(max(0, int(y - reach)), min(rows, int(y + reach) + 1)):
        for column in range(max(0, int(x - reach)), min(columns, int(x + reach) + 1)):
            n = row * columns + column
            if (place := ground.places[n]) is not None:
                off = distance(place, around.at)
                if off < reach:
                    (taken if off < near else tight).append(n)
    grazing = [
        (n, to)
        for n in tight
        for to, _ in ground.strides[n]
        if (a := ground.places[n])
        and (b := ground.places[to])
        and off_segment(around.at, (a, b)) < near
    ]
    return Shadow(frozenset(taken), frozenset(grazing))


class Crowd:
    """Everybody who may be in one model's way."""

    def __init__(
        self, field: Field, stands: Mapping[ModelId, Disc], who: ModelId, far: float
    ) -> None:
        self.field, self.ground, self.base = field, field.ground, stands[who]
        self.far = far
        (x, y), radius = self.base
        self.others = [
            Disc(
                disc.at,
                min(disc.radius + radius - LOOSE_EPSILON, distance(disc.at, self.base.at)),
            )
            for other, disc in stands.items()
            if other != who
            and abs(disc.at.x - x) < far + 2 * radius + disc.radius
            and abs(disc.at.y - y) < far + 2 * radius + disc.radius
        ]
        """How near the middle of the base may come to whom: as near as it is."""
        self.outs = dict[int, Point]()
        """By which point the model comes out to a square, where it is wedged in."""
        self.taken, self.grazing = set[int](), set[tuple[int, int]]()
        for disc in self.others:
            shadow = shadow_of(self.ground, disc)
            self.taken |= shadow.taken
            self.grazing |= shadow.grazing

    def ways(self, groups: Sequence[Sequence[Disc]], chain: float) -> Iterator[Path]:
        """Yield ways to free places within reach, first to those nearest to the field's goal.

        *groups*: of each that has anybody somebody must be within the *chain* of the place.
        """
        came, inches = self._spread(), self.field.inches
        here = self.field.left(self.base.at)
        nearer = [n for n in came if inches[n] < here]
        for n in sorted(nearer, key=lambda n: (inches[n], n)):
            place = self.ground.places[n]
            assert place
            if is_near(place, self.base.radius, groups, chain - LOOSE_EPSILON):
                yield cut(self._straightened(self._back(came, n)), self.far)

    def _spread(self) -> Mapping[int, int]:
        """Return every square within reach with the one that the model comes from."""
        ground, at = self.ground, self.base.at
        came, known = dict[int, int](), dict[int, float]()
        waiting = list[tuple[float, int, int]]()
        self._set_out(waiting, at, 0.0)
        if not waiting:
            for out in self._out():
                self._set_out(waiting, out, distance(at, out))
        taken, grazing, furthest = self.taken, self.grazing, self.far
        while waiting:
            far, n, before = heappop(waiting)
            if n in came or far > furthest:
                continue
            came[n] = before
            for to, stride in ground.strides[n]:
                there = far + stride
                if to in came or to in taken or there > known.get(to, furthest):
                    continue
                if (n, to) not in grazing:
                    known[to] = there
                    heappush(waiting, (there, to, n))
        return came

    def _set_out(self, waiting: list[tuple[float, int, int]], at: Point, walked: float) -> None:
        """Add the free squares around a point, *walked* inches from where the model stands."""
        ground = self.ground
        for n in ground.around(ground.square(at)):
            place = ground.places[n]
            if place is not None and n not in self.taken and self._open(at, place):
                if at != self.base.at:
                    self.outs.setdefault(n, at)
                heappush(waiting, (walked + distance(at, place), n, -1))

    def _out(self) -> Iterator[Point]:
        """Yield points beside and behind those whom the model touches: it is wedged in."""
        at, behind = self.base.at, [0.0, 0.0]
        ways = list[Point]()
        for disc in self.others:
            if 0.0 < distance(at, disc.at) < disc.radius + TOUCHED:
                toward = unit_vector(at, disc.at)
                ways += [Point(-toward.y, toward.x), Point(toward.y, -toward.x)]
                behind = [behind[0] - toward.x, behind[1] - toward.y]
        if abs(behind[0]) + abs(behind[1]) > TOUCHED:
            ways.append(unit_vector(at, Point(at.x + behind[0], at.y + behind[1])))
        for way in ways:
            for far in OUT:
                out = point_ahead(at, way, far)
                if far <= self.far and self._open(at, out):
                    yield out

    def _open(self, a: Point, b: Point) -> bool:
        """Return whether nobody and nothing is on a straight way."""
        (ax, ay), (bx, by) = a, b
        left, right = (ax, bx) if ax < bx else (bx, ax)
        top, low = (ay, by) if ay < by else (by, ay)
        for at, r in self.others:
            x, y = at
            if (
                left - r < x < right + r
                and top - r < y < low + r
                and off_segment(at, (a, b)) < r
            ):
                return False
        return self.ground.free(a, b)

    def _back(self, came: Mapping[int, int], n: int) -> list[Point]:
        way = list[Point]()
        while n >= 0:
            place = self.ground.places[n]
            assert place
            way.append(place)
            if came[n] < 0 and n in self.outs:
                way.append(self.outs[n])
            n = came[n]
        return [*reversed(way)]

    def _straightened(self, nodes: list[Point]) -> Path:
        """Return a way without needless bends."""
        path = [self.base.at]
        while nodes:
            n = len(nodes) - 1
            while n and not self._open(path[-1], nodes[n]):
                n -= 1
            path.append(nodes[n])
            nodes = nodes[n + 1 :]
        return tuple(path)

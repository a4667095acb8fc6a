"""A model's way through a crowd: to a free place near by, round whoever stands about.

The squares of ``ground`` are searched from where the model stands, as far as it may go; a
square is taken while its place is under somebody's base.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from heapq import heappop, heappush

from game.bots.steady.ground import Field
from game.geometry.points import Disc, Path, Point, distance
from game.geometry.shapes import off_segment
from game.play.paths import cut
from game.table.records import ModelId

CLEAR = 1e-6
"""Inches by which bases that just touch are not in one another's way."""
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


class Crowd:
    """Everybody who may be in one model's way."""

    def __init__(
        self, field: Field, stands: Mapping[ModelId, Disc], who: ModelId, far: float
    ) -> None:
        self.field, self.ground, self.base = field, field.ground, stands[who]
        self.far = far
        (x, y), radius = self.base
        self.others = [
            Disc(disc.at, min(disc.radius + radius - CLEAR, distance(disc.at, self.base.at)))
            for other, disc in stands.items()
            if other != who
            and abs(disc.at.x - x) < far + 2 * radius + disc.radius
            and abs(disc.at.y - y) < far + 2 * radius + disc.radius
        ]
        """How near the middle of the base may come to whom: as near as it is."""
        self.taken, self.tight = self._around_others()

    def _around_others(self) -> tuple[Collection[int], Mapping[int, list[Disc]]]:
        """Return the squares in which nobody more can stand, and who is close to the others."""
        ground, taken = self.ground, set[int]()
        tight = dict[int, list[Disc]]()
        for disc in self.others:
            (x, y), near = disc
            reach = near + TIGHT
            for row in range(max(0, int(y - reach)), min(ground.rows, int(y + reach) + 1)):
                for column in range(
                    max(0, int(x - reach)), min(ground.columns, int(x + reach) + 1)
                ):
                    n = row * ground.columns + column
                    place = ground.places[n]
                    if place is None:
                        continue
                    off = distance(place, disc.at)
                    if off < near:
                        taken.add(n)
                    elif off < reach:
                        tight.setdefault(n, []).append(disc)
        return taken, tight

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
            if is_near(place, self.base.radius, groups, chain - CLEAR):
                yield cut(self._straightened(self._back(came, n)), self.far)

    def _spread(self) -> Mapping[int, int]:
        """Return every square within reach with the one that the model comes from."""
        ground, at = self.ground, self.base.at
        came, walked = dict[int, int](), dict[int, float]()
        waiting = list[tuple[float, int, int]]()
        for n in ground.around(ground.square(at)):
            place = ground.places[n]
            if place is not None and n not in self.taken and self._open(at, place, self.others):
                heappush(waiting, (distance(at, place), n, -1))
        while waiting:
            far, n, before = heappop(waiting)
            if n in came or far > self.far:
                continue
            came[n], walked[n] = before, far
            here = ground.places[n]
            assert here
            for to, _ in ground.steps[n]:
                there = ground.places[to]
                if to in came or to in self.taken or there is None:
                    continue
                if n in self.tight and not self._passes(here, there, self.tight[n]):
                    continue
                heappush(waiting, (far + distance(here, there), to, n))
        return came

    def _passes(self, a: Point, b: Point, discs: Collection[Disc]) -> bool:
        return all([off_segment(disc.at, (a, b)) >= disc.radius for disc in discs])

    def _open(self, a: Point, b: Point, discs: Collection[Disc]) -> bool:
        return self.ground.free(a, b) and self._passes(a, b, discs)

    def _back(self, came: Mapping[int, int], n: int) -> list[Point]:
        way = list[Point]()
        while n >= 0:
            place = self.ground.places[n]
            assert place
            way.append(place)
            n = came[n]
        return [*reversed(way)]

    def _straightened(self, nodes: list[Point]) -> Path:
        """Return a way without needless bends."""
        path = [self.base.at]
        while nodes:
            n = len(nodes) - 1
            while n and not self._open(path[-1], nodes[n], self.others):
                n -= 1
            path.append(nodes[n])
            nodes = nodes[n + 1 :]
        return tuple(path)

"""A pymunk Space over one immutable set of walls, brought up to date by what differs.

Building 300 walls takes milliseconds, so that a Space is kept as long as its walls are. Games,
forks and take-backs share it and cannot see each other, because every call says who stands
where and nothing that a Space remembers is ever asked: neither callbacks, which depend on what
touched before, nor positions that were not just laid. It never chooses a distance: it carries,
and it says who is near enough for the exact word of geometry. Where it carries a base must be
where geometry says that it ends: two reckonings that differ are a fault of the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import local
from typing import NamedTuple
from weakref import WeakKeyDictionary

import pymunk

from game.geometry.points import EPSILON, Disc, Point, distance
from game.geometry.sweeps import Walls

AGREED = 1e-6
"""Inches between where the Space carried a base and where geometry ends its leg, at most."""

_ALL = pymunk.ShapeFilter()


class _Kept(local):
    """The Spaces of one thread: what is foretold beside a game must not lay its bodies anew."""

    def __init__(self) -> None:
        self.worlds: WeakKeyDictionary[Walls, dict[float, World]] = WeakKeyDictionary()


_KEPT = _Kept()


def world_of(walls: Walls, wider: float = 0.0) -> World:
    """Return the Space over *walls*; *wider*: by how many inches all radii in it are larger."""
    worlds = _KEPT.worlds.setdefault(walls, {})
    if wider not in worlds:
        worlds[wider] = World(walls, wider)
    return worlds[wider]


class Found(NamedTuple):
    """What a Space found, in order; it may name some that are only near."""

    discs: list[str]
    walls: list[int]


class World:
    """Walls as still segments, in their order; bases as kinematic circles."""

    def __init__(self, walls: Walls, wider: float = 0.0) -> None:
        # It may not hold the walls themselves, or it would never be let go.
        self.space = pymunk.Space()
        self.space.collision_slop = 0.0
        self.wider = wider
        self._bodies: dict[str, tuple[pymunk.Body, pymunk.Circle]] = {}
        self._stands: dict[str, Disc] = {}
        self._names: dict[pymunk.Shape, str] = {}
        self._walls: dict[pymunk.Shape, int] = {}
        self._probe = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self._probe_circle = pymunk.Circle(self._probe, 1.0)
        for n, (a, b) in enumerate(walls.segments):
            segment = pymunk.Segment(self.space.static_body, a, b, wider)
            self._walls[segment] = n
            self.space.add(segment)

    def lay(self, discs: Mapping[str, Disc]) -> None:
        """Put every body where the caller says, touching only those that differ."""
        if self._stands.keys() != discs.keys():
            for name in [name for name in self._stands if name not in discs]:
                self._take_away(name)
            for name in sorted([name for name in discs if name not in self._stands]):
                self._add(name, discs[name])
        stands = self._stands
        for name, disc in discs.items():
            if (was := stands[name]) == disc:
                continue
            if was.radius != disc.radius:
                self._take_away(name)
                self._add(name, disc)
            else:
                self._put(name, disc)

    def carry(self, name: str, toward: Point, far: float, end: Point) -> None:
        """Carry a body straight on in one step, and write down where exactly it stands.

        Raise RuntimeError if the Space carried it elsewhere than to *end*.
        """
        body, _ = self._bodies[name]
        if far > 0.0:
            body.velocity = toward
            self.space.step(far)
            body.velocity = (0.0, 0.0)
        came = Point(*body.position)
        self._put(name, Disc(end, self._stands[name].radius))
        if distance(came, end) > AGREED:
            raise RuntimeError(f"{name} was carried to {came}, but its leg ends at {end}")

    def touched_by(self, base: Disc) -> Found:
        """Return what a base touches or overlaps, whether it stands in the Space or not."""
        self._probe.position = base.at
        self._probe_circle.unsafe_set_radius(base.radius + EPSILON)
        return self._found([info.shape for info in self.space.shape_query(self._probe_circle)])

    def on_line(self, p: Point, q: Point) -> Found:
        """Return what a line passes over, as wide as everything here is wider."""
        # With a radius of its own a segment query misses hits; wider shapes do not. And what
        # the line starts in is not found by it.
        crossed = [info.shape for info in self.space.segment_query(p, q, 0.0, _ALL)]
        at_start = [info.shape for info in self.space.point_query(p, 0.0, _ALL)]
        return self._found([*crossed, *at_start])

    def _found(self, shapes: Iterable[pymunk.Shape | None]) -> Found:
        once = dict.fromkeys(shape for shape in shapes if shape)
        return Found(
            sorted([self._names[shape] for shape in once if shape in self._names]),
            sorted([self._walls[shape] for shape in once if shape in self._walls]),
        )

    def _add(self, name: str, disc: Disc) -> None:
        body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        body.position = disc.at
        circle = pymunk.Circle(body, disc.radius + self.wider)
        self.space.add(body, circle)
        self._bodies[name] = body, circle
        self._names[circle] = name
        self._stands[name] = disc

    def _take_away(self, name: str) -> None:
        body, circle = self._bodies.pop(name)
        self.space.remove(body, circle)
        del self._names[circle], self._stands[name]

    def _put(self, name: str, disc: Disc) -> None:
        body, _ = self._bodies[name]
        body.position = disc.at
        # Queries find a body where it was until then.
        self.space.reindex_shapes_for_body(body)
        self._stands[name] = disc

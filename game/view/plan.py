"""What a board is drawn from, in inches: its solids joined, its stones and trees scattered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple
from zlib import crc32

from shapely import LinearRing, LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient
from shapely.ops import unary_union

from game.geometry.points import Path, Point, distance
from game.geometry.shapes import Segment, box, edges, inside, off_segment
from game.table.board import Board
from game.table.terrain import Kind, Terrain
from game.view.brush import Shape
from game.view.materials import Materials, materials

CAP: Final = 0.42
"""How much of a wall's edge is laid with stone, in inches; what lies deeper is rock."""
SLIT: Final = 0.2
"""Half the width of rock between two caps that is not."""
STONE: Final = 0.85
"""How long a stone of a cap is."""
PARAPET: Final = 0.28
THIN: Final = 0.3
"""How thick a wall that the map draws as a line looks."""


class Scrap(NamedTuple):
    """A stone, a bush, a tree: something small and round."""

    at: Point
    radius: float
    shade: float
    """0 dark to 1 light."""
    corners: tuple[Point, ...] = ()
    """Its outline around *at*, in radii."""


@dataclass(frozen=True, eq=False)
class Plan:
    board: Board

    @cached_property
    def materials(self) -> Materials:
        return materials(self.board.look)

    @cached_property
    def walls(self) -> tuple[Shape, ...]:
        return shapes(self._joined(Kind.WALL))

    @cached_property
    def rock(self) -> tuple[Shape, ...]:
        """Return what of the walls lies deeper than their caps, where that is worth showing."""
        deep = self._joined(Kind.WALL).buffer(-CAP - SLIT, join_style="mitre")
        return shapes(deep.buffer(SLIT, join_style="mitre"))

    @cached_property
    def blocks(self) -> tuple[Shape, ...]:
        return shapes(self._joined(Kind.BLOCK))

    @cached_property
    def roofs(self) -> tuple[Shape, ...]:
        """Return what of the blocks lies inside their parapets."""
        return shapes(self._joined(Kind.BLOCK).buffer(-PARAPET, join_style="mitre"))

    def vents(self, number: int) -> list[tuple[Point, float]]:
        """Return where on a block's roof air comes out, and how wide, in inches from there."""
        outline = self.blocks[number].outline
        left, top, right, bottom = box(outline)
        random = self._random(f"roof {number}")
        wide = min(right - left, bottom - top) / 2
        tries = [
            Point(random.uniform(left, right), random.uniform(top, bottom))
            for _ in range(int((right - left) * (bottom - top) / 14))
        ]
        return [
            (at, size)
            for at in tries
            if (size := random.uniform(0.3, 0.55)) < wide / 3
            and inside(at, outline)
            and all(off_segment(at, edge) > PARAPET + 2 * size for edge in edges(outline))
        ]

    @cached_property
    def joints(self) -> tuple[Segment, ...]:
        """Return where the caps of walls are cut into stones, from their edge inward."""
        return tuple(
            joint
            for wall in self.walls
            for ring in (wall.outline, *wall.holes)
            for joint in _joints(ring)
        )

    @cached_property
    def water(self) -> tuple[Shape, ...]:
        return shapes(self._joined(Kind.DEEP_WATER))

    @cached_property
    def kerbs(self) -> tuple[Shape, ...]:
        """Return the water and the stones around it."""
        return shapes(self._joined(Kind.DEEP_WATER).buffer(0.22, quad_segs=4))

    @cached_property
    def grit(self) -> tuple[Scrap, ...]:
        """Return what lies about on the floor."""
        random = self._random("grit")
        width, height = self.board.width, self.board.height
        count = round(width * height * 0.35)
        return tuple(
            _stone(
                random, Point(random.uniform(0, width), random.uniform(0, height)), 0.02, 0.08
            )
            for _ in range(count)
        )

    def stones(self, piece: Terrain, each: float, least: float, most: float) -> list[Scrap]:
        """Return stones on a piece, so many on a square inch, from *least* to *most* thick."""
        random = self._random(piece.id)
        return [_stone(random, at, least, most) for at in _scattered(random, piece, each)]

    def crowns(self, piece: Terrain) -> list[Scrap]:
        """Return the crowns of the trees of a wood, largest last."""
        random = self._random(piece.id)
        crowns = [
            Scrap(at, random.uniform(0.45, 0.95), random.random())
            for at in _scattered(random, piece, 0.62)
        ]
        return sorted(crowns, key=lambda crown: crown.radius)

    def bushes(self, piece: Terrain) -> list[Scrap]:
        """Return the bushes of a hedge, along its line."""
        random = self._random(piece.id)
        return [
            Scrap(
                Point(x + random.uniform(-0.08, 0.08), y + random.uniform(-0.08, 0.08)),
                random.uniform(0.20, 0.30),
                random.random(),
            )
            for x, y in along(piece.outline, 0.24)
        ]

    def _random(self, about: str) -> Random:
        # For the eye only, and the same for the same map: scattered by names, never by chance.
        return Random(crc32(f"{self.board.name}/{about}".encode()))  # noqa: S311

    def _joined(self, kind: Kind) -> BaseGeometry:
        pieces = [t for t in self.board.terrain if t.kind is kind]
        lines = [LineString(t.outline) for t in pieces if not t.closed]
        return unary_union(
            [Polygon(t.outline) for t in pieces if t.closed]
            + [line.buffer(THIN / 2, cap_style="square", join_style="mitre") for line in lines]
        )


def shapes(geometry: BaseGeometry) -> tuple[Shape, ...]:
    """Return the areas of a geometry, without the slivers that joining leaves."""
    parts = geometry.geoms if isinstance(geometry, MultiPolygon) else [geometry]
    solid = [orient(p) for p in parts if isinstance(p, Polygon) and p.area > 0.01]
    return tuple(Shape(_path(p.exterior), tuple(_path(i) for i in p.interiors)) for p in solid)


def along(path: Path, pitch: float) -> Iterator[Point]:
    """Yield points along a line, about a pitch apart, its ends among them."""
    for a, b in pairwise(path):
        far = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5
        count = max(1, round(far / pitch))
        for n in range(count):
            share = n / count
            yield Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
    yield path[-1]


def _joints(ring: Path) -> Iterator[Segment]:
    # Rings run clockwise on the screen, holes the other way: the solid is on the right hand.
    for a, b in pairwise((*ring, ring[0])):
        far = distance(a, b)
        if far < STONE / 2:
            continue
        inward = Point((a.y - b.y) / far * CAP, (b.x - a.x) / far * CAP)
        for at in list(along((a, b), STONE))[1:-1]:
            yield at, Point(at.x + inward.x, at.y + inward.y)


def _path(ring: LinearRing) -> Path:
    return tuple(Point(x, y) for x, y in ring.coords[:-1])


def _scattered(random: Random, piece: Terrain, each: float) -> Iterator[Point]:
    left, top, right, bottom = piece.box
    for _ in range(round((right - left) * (bottom - top) * each)):
        at = Point(random.uniform(left, right), random.uniform(top, bottom))
        if inside(at, piece.outline):
            yield at


def _stone(random: Random, at: Point, least: float, most: float) -> Scrap:
    # Small ones are more frequent than large ones.
    radius = least + (most - least) * random.random() ** 2
    corners = tuple(
        Point(x * random.uniform(0.65, 1.15), y * random.uniform(0.65, 1.15)) for x, y in _RIM
    )
    return Scrap(at, radius, random.random(), corners)


_RIM = (
    Point(1.0, 0.0),
    Point(0.5, 0.87),
    Point(-0.5, 0.87),
    Point(-1.0, 0.0),
    Point(-0.5, -0.87),
    Point(0.5, -0.87),
)

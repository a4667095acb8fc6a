"""The geometry of a board for painting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple
from zlib import crc32

from shapely import LinearRing, LineString, MultiPolygon, Polygon, get_parts
from shapely import box as rectangle
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient
from shapely.ops import unary_union

from game.geometry.points import Path, Point, distance
from game.geometry.polygons import Box, Segment, box, edges, inside, off_segment
from game.table.board import Board, Terrain, TerrainKind
from game.table.records import ORIGIN
from game.view.board.canvas import AreaShape
from game.view.board.textures import Materials, materials
from game.view.memory import spare

CAP: Final = 0.42
"""Width of the stone cap along a wall's edge, in inches; deeper parts are rock."""
SLIT: Final = 0.2
"""Half the width, in inches, of the narrowest strip of rock shown between two caps."""
BEYOND: Final = 2.0
"""Inches that walls are extended beyond the table's edge; no cap shows there."""
STONE: Final = 0.85
"""Length of a stone of a cap, in inches."""
PARAPET: Final = 0.28
THIN: Final = 0.3
"""Drawn thickness of a wall that the map defines as a line, in inches."""
NEAR: Final = 0.65
UNEVEN: Final = 1.15 - NEAR
"""Least distance of a stone's corner from its middle, and its variation, in radii."""
_RIM = ((1.0, 0.0), (0.5, 0.87), (-0.5, 0.87), (-1.0, 0.0), (-0.5, -0.87), (0.5, -0.87))


class ScatteredObject(NamedTuple):
    """A small round object, such as a stone, a bush or a tree."""

    at: Point
    radius: float
    shade: float
    """Brightness from 0, dark, to 1, light."""
    corners: tuple[tuple[float, float], ...] = ()
    """Outline around *at*, in units of the radius."""

    @property
    def outline(self) -> Path:
        """Return its outline on the board, in inches."""
        (x, y), radius = self.at, self.radius
        return tuple([Point(x + cx * radius, y + cy * radius) for cx, cy in self.corners])


@dataclass(frozen=True, eq=False)
class BoardLayout:
    """The geometry of a board for painting; computed on first use and cached."""

    board: Board
    repeats: Point = ORIGIN
    """Direction in which the ground repeats, as a unit vector; the origin if it does not."""

    @cached_property
    def materials(self) -> Materials:
        return materials(self.board.look)

    @cached_property
    def walls(self) -> tuple[AreaShape, ...]:
        """Return the joined areas of all walls."""
        return shapes(self._masonry)

    @cached_property
    def rock(self) -> tuple[AreaShape, ...]:
        """Return the parts of the walls deeper than their caps, without narrow strips."""
        deep = self._masonry.buffer(-CAP - SLIT, join_style="mitre")
        return shapes(deep.buffer(SLIT, join_style="mitre"))

    @cached_property
    def _masonry(self) -> BaseGeometry:
        """Return the walls; those at the table's edge continue beyond it, without a cap."""
        walls = self._joined(TerrainKind.WALL)
        beyond = [
            self._beyond(touching.bounds)
            for edge in self.board.rim
            for touching in get_parts(walls.intersection(LineString(edge)))
        ]
        return unary_union([walls, *beyond])

    def _beyond(self, touching: Box) -> Polygon:
        """Return the rectangle off the table beside a part of its edge, around corners too."""
        (left, top, right, low), inches = touching, BEYOND
        return rectangle(
            left - inches * (left <= 0),
            top - inches * (top <= 0),
            right + inches * (right >= self.board.width),
            low + inches * (low >= self.board.height),
        )

    @cached_property
    def rims(self) -> tuple[Path, ...]:
        """Return the walls along the table's edge."""
        return tuple(t.outline for t in self.board.terrain if self._is_rim(t))

    def _is_rim(self, piece: Terrain) -> bool:
        if piece.kind is not TerrainKind.WALL or piece.closed:
            return False
        return any(
            all(off_segment(at, rim) == 0 for at in piece.outline) for rim in self.board.rim
        )

    @cached_property
    def blocks(self) -> tuple[AreaShape, ...]:
        return shapes(self._joined(TerrainKind.BLOCK))

    @cached_property
    def roofs(self) -> tuple[AreaShape, ...]:
        """Return the parts of the blocks inside their parapets."""
        return shapes(self._joined(TerrainKind.BLOCK).buffer(-PARAPET, join_style="mitre"))

    def vents(self, number: int) -> list[tuple[Point, float]]:
        """Return the air vents on a block's roof: their centre, and a size in inches."""
        outline = self.blocks[number].outline
        left, top, right, bottom = box(outline)
        random = self._random(f"roof {number}")
        wide = min(right - left, bottom - top) / 2
        many = int((right - left) * (bottom - top) / 14)
        tries = [spot_in(random, box(outline)) for _ in range(many)]
        return [
            (at, size)
            for at in tries
            if (size := random.uniform(0.3, 0.55)) < wide / 3
            and is_clear(at, outline, PARAPET + 2 * size)
        ]

    @cached_property
    def joints(self) -> tuple[Segment, ...]:
        """Return the lines that divide the caps of walls into stones, from the edge inward."""
        return cuts(self.walls, CAP)

    @cached_property
    def water(self) -> tuple[AreaShape, ...]:
        """Return the joined areas of deep water."""
        return shapes(self._joined(TerrainKind.DEEP_WATER))

    @cached_property
    def kerbs(self) -> tuple[AreaShape, ...]:
        """Return the water with the stones around it."""
        return shapes(self._joined(TerrainKind.DEEP_WATER).buffer(0.22, quad_segs=4))

    def grit(self, each: float) -> tuple[ScatteredObject, ...]:
        """Return grit scattered over the floor, *each* pieces per square inch."""
        return self._strewn("grit", each, 0.02, 0.08)

    def leaves(self, each: float) -> tuple[ScatteredObject, ...]:
        """Return leaves scattered over the floor, *each* per square inch."""
        return self._strewn("leaves", each, 0.05, 0.13)

    @property
    def stars(self) -> tuple[ScatteredObject, ...]:
        return self._strewn("stars", 1.5, 0.008, 0.075)

    @cached_property
    def stains(self) -> tuple[AreaShape, ...]:
        """Return the damp or oily areas of the floor."""
        return self._blots("stains", 0.030, 0.3, 1.4)

    @cached_property
    def patches(self) -> tuple[AreaShape, ...]:
        """Return the overgrown areas of the floor."""
        return self._blots("patches", 0.035, 1.2, 4.0)

    @cached_property
    def cracks(self) -> tuple[Path, ...]:
        random = self._random("cracks")
        cracks = list[Path]()
        for at in _anywhere(random, self._size, 0.02):
            crack, (right, down) = [at], (random.uniform(-1, 1), random.uniform(-1, 1))
            for _ in range(random.randint(3, 6)):
                x = crack[-1].x + right * 0.3 + random.uniform(-0.16, 0.16)
                y = crack[-1].y + down * 0.3 + random.uniform(-0.16, 0.16)
                crack.append(Point(x, y))
            cracks.append(tuple(crack))
        return tuple(cracks)

    def _blots(
        self, about: str, each: float, least: float, most: float
    ) -> tuple[AreaShape, ...]:
        return tuple(AreaShape(one.outline) for one in self._strewn(about, each, least, most))

    def _strewn(
        self, about: str, each: float, least: float, most: float
    ) -> tuple[ScatteredObject, ...]:
        return _strewn((self.board.name, about), self._size, each, least, most)

    @property
    def _size(self) -> tuple[float, float]:
        return self.board.width, self.board.height

    def stones(
        self, piece: Terrain, each: float, least: float, most: float
    ) -> list[ScatteredObject]:
        """Return stones on a piece.

        There are *each* per square inch, of radius *least* to *most* inches.
        """
        random = self._random(piece.id)
        return [scrap(random, at, least, most) for at in _scattered(random, piece, each)]

    def crowns(self, piece: Terrain) -> list[ScatteredObject]:
        """Return the crowns of the trees of a wood, the largest last."""
        random = self._random(piece.id)
        crowns = [
            ScatteredObject(at, random.uniform(0.45, 0.95), random.random())
            for at in _scattered(random, piece, 0.62)
        ]
        return sorted(crowns, key=lambda crown: crown.radius)

    def bushes(self, piece: Terrain) -> list[ScatteredObject]:
        """Return the bushes of a hedge, along its line."""
        random = self._random(piece.id)
        return [
            ScatteredObject(
                Point(x + random.uniform(-0.08, 0.08), y + random.uniform(-0.08, 0.08)),
                random.uniform(0.20, 0.30),
                random.random(),
            )
            for x, y in along(piece.outline, 0.24)
        ]

    def _random(self, about: str) -> Random:
        return _random((self.board.name, about))

    def _joined(self, kind: TerrainKind) -> BaseGeometry:
        pieces = [t for t in self.board.terrain if t.kind is kind and not self._is_rim(t)]
        lines = [LineString(t.outline) for t in pieces if not t.closed]
        return unary_union(
            [Polygon(t.outline) for t in pieces if t.closed]
            + [line.buffer(THIN / 2, cap_style="square", join_style="mitre") for line in lines]
        )


def _random(about: tuple[str, str]) -> Random:
    # Decoration only; seeded by names, so that a map always looks the same.
    return Random(crc32("/".join(about).encode()))  # noqa: S311


@spare
@lru_cache(maxsize=4)
def _strewn(
    about: tuple[str, str], size: tuple[float, float], each: float, least: float, most: float
) -> tuple[ScatteredObject, ...]:
    """Return objects scattered over a board of *size* inches, *each* per square inch."""
    random = _random(about)
    return tuple([scrap(random, at, least, most) for at in _anywhere(random, size, each)])


def _anywhere(random: Random, size: tuple[float, float], each: float) -> Iterator[Point]:
    width, height = size
    for _ in range(round(width * height * each)):
        yield spot_in(random, (0, 0, width, height))


def spot_in(random: Random, area: Box) -> Point:
    """Return a random point of a box."""
    left, top, right, low = area
    return Point(random.uniform(left, right), random.uniform(top, low))


def is_clear(at: Point, outline: Path, off: float) -> bool:
    """Return whether a point is inside an outline, more than *off* inches from its sides."""
    return inside(at, outline) and all(off_segment(at, edge) > off for edge in edges(outline))


def shapes(geometry: BaseGeometry) -> tuple[AreaShape, ...]:
    """Return the areas of a geometry, without the slivers that joining leaves."""
    parts = geometry.geoms if isinstance(geometry, MultiPolygon) else [geometry]
    solid = [orient(p) for p in parts if isinstance(p, Polygon) and p.area > 0.01]
    return tuple(
        AreaShape(_path(p.exterior), tuple(_path(i) for i in p.interiors)) for p in solid
    )


def along(path: Path, pitch: float) -> Iterator[Point]:
    """Yield points along a line, about *pitch* inches apart, including its ends."""
    for a, b in pairwise(path):
        inches = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5
        count = max(1, round(inches / pitch))
        for n in range(count):
            share = n / count
            yield Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
    yield path[-1]


def cuts(areas: tuple[AreaShape, ...], deep: float) -> tuple[Segment, ...]:
    """Return the lines that divide the edges of areas into stones, *deep* inches inward."""
    return tuple(
        cut
        for area in areas
        for ring in (area.outline, *area.holes)
        for cut in _joints(ring, deep)
    )


def _joints(ring: Path, deep: float) -> Iterator[Segment]:
    # Rings run clockwise on the screen and holes the other way; the solid is on the right.
    for a, b in pairwise((*ring, ring[0])):
        inches = distance(a, b)
        if inches < STONE / 2:
            continue
        inward = Point((a.y - b.y) / inches * deep, (b.x - a.x) / inches * deep)
        for at in list(along((a, b), STONE))[1:-1]:
            yield at, Point(at.x + inward.x, at.y + inward.y)


def _path(ring: LinearRing) -> Path:
    return tuple(Point(x, y) for x, y in ring.coords[:-1])


def _scattered(random: Random, piece: Terrain, each: float) -> Iterator[Point]:
    left, top, right, bottom = piece.box
    for _ in range(round((right - left) * (bottom - top) * each)):
        if inside(at := spot_in(random, piece.box), piece.outline):
            yield at


def scrap(random: Random, at: Point, least: float, most: float) -> ScatteredObject:
    """Return a stone of radius *least* to *most* inches."""
    chance = random.random
    # Small stones are more frequent than large ones.
    radius = least + (most - least) * chance() ** 2
    corners = tuple(
        [(x * (NEAR + UNEVEN * chance()), y * (NEAR + UNEVEN * chance())) for x, y in _RIM]
    )
    return ScatteredObject(at, radius, chance(), corners)

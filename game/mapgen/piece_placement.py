"""Placement of pieces in pairs with 180° symmetry; balance checks of a battlefield."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any, TypeAlias

import numpy as np
import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.faults import Fault
from game.content.maps.flood_requirements import free, shape
from game.geometry.points import vector_of_heading
from game.mapgen.parameters import NoRoomError
from game.mapgen.piece_shapes import Corner, Feature, Outline, round_to_eighth
from game.table.board import Board

RawObject: TypeAlias = dict[str, Any]
"""An object in the form that ``drawn_map`` takes."""
CENTRED = 0.12
"""Distance from a middle line, as a share of the table, that counts as the middle."""


@dataclass(frozen=True, slots=True)
class MirroredTable:
    """A table on which each object gets a copy, rotated by 180° about the centre."""

    width: float
    height: float

    @property
    def centre(self) -> Corner:
        return self.width / 2, self.height / 2

    def other(self, at: Corner) -> Corner:
        return self.width - at[0], self.height - at[1]

    def others(self, outline: Iterable[Corner]) -> Outline:
        return [self.other(at) for at in outline]

    def where(self, at: Corner) -> str:
        """Return the part of the table in which a point lies: ``north-west``, ``middle``."""
        words = (
            _part(at[1] / self.height, "north", "south"),
            _part(at[0] / self.width, "west", "east"),
        )
        return "-".join(word for word in words if word) or "middle"

    def both(
        self, kind: str, name: str, outline: Sequence[Corner], **said: Any
    ) -> list[RawObject]:
        """Return an area and its copy, named by their positions."""
        return self._both("polygon", kind, name, outline, said)

    def both_lines(
        self, kind: str, name: str, path: Sequence[Corner], **said: Any
    ) -> list[RawObject]:
        return self._both("polyline", kind, name, path, said)

    def both_points(self, kind: str, name: str, at: Corner, **said: Any) -> list[RawObject]:
        return self._both("point", kind, name, [at], said)

    def _laid(self, outline: Outline) -> list[Outline]:
        return [outline, self.others(outline)]

    def _both(
        self, shape: str, kind: str, name: str, outline: Sequence[Corner], said: RawObject
    ) -> list[RawObject]:
        found = list[RawObject]()
        for corners in self._laid(list(outline)):
            called = f"{self.where(middle_of(corners))} {name}" if name else ""
            found.append(raw_object(kind, called, shape, corners) | said)
        return found


class PlainTable(MirroredTable):
    """A table without symmetry: objects are placed once, as drawn."""

    def _laid(self, outline: Outline) -> list[Outline]:
        return [outline]


def raw_object(kind: str, name: str, shape: str, corners: Sequence[Corner]) -> RawObject:
    placed = [[round_to_eighth(x), round_to_eighth(y)] for x, y in corners]
    return {"class": kind, "name": name, shape: placed[0] if shape == "point" else placed}


def middle_of(outline: Sequence[Corner]) -> Corner:
    """Return the centre of the bounding box of an outline."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def chamfered_rectangle(
    left: float, top: float, right: float, low: float, cut: float = 0.0
) -> Outline:
    """Return a rectangle with *cut* inches cut off its corners, clockwise on the table."""
    if not cut:
        return [(left, top), (right, top), (right, low), (left, low)]
    return [
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, low - cut),
        (right - cut, low),
        (left + cut, low),
        (left, low - cut),
        (left, top + cut),
    ]


def _part(share: float, low: str, high: str) -> str:
    if abs(share - 0.5) < CENTRED:
        return ""
    return low if share < 0.5 else high


LARGEST_BASE = 1.2
"""Radius in inches of the largest base, which must be able to go everywhere."""
STRIDE = 9.0
"""Maximum distance in inches from any point to the nearest cover."""
FROM_RIM = 3.0
"""Width in inches of the border of the table in which cover is not required."""
CLEAR = 0.65
"""Maximum share of the lines of fire that may be clear."""
GRID, RANGE = 6.0, 36.0
"""Lines of fire: grid spacing of their end points, and their maximum length, in inches."""


def balance_faults(board: Board) -> list[Fault]:
    """Return the faults of a battlefield: pockets, bare ground, open lines of fire."""
    return [*_pockets(board), *_bare(board), *_open(board)]


def _pockets(board: Board) -> Iterator[Fault]:
    parts = shapely.get_parts(free(board, LARGEST_BASE))
    if len(parts) != 1:
        text = f'falls into {len(parts)} parts for a base {2 * LARGEST_BASE:g}" across'
        yield Fault("board", text)


def _bare(board: Board) -> Iterator[Fault]:
    cover = [shape(t) for t in board.terrain if t.cover]
    bare = without_cover(board.width, board.height, cover)
    if not bare.is_empty:
        at = bare.representative_point()
        yield Fault("board", f'is bare round ({at.x:.0f}, {at.y:.0f}): no cover in {STRIDE:g}"')


def without_cover(width: float, height: float, cover: list[BaseGeometry]) -> BaseGeometry:
    """Return the area of a table that has no cover nearby."""
    table = shapely.box(FROM_RIM, FROM_RIM, width - FROM_RIM, height - FROM_RIM)
    return table.difference(shapely.union_all(shapely.buffer(cover, STRIDE)))


def _open(board: Board) -> Iterator[Fault]:
    if (share := clear_share(board)) > CLEAR:
        most = round(100 * CLEAR)
        text = f"{round(100 * share)} in 100 lines of fire are clear, more than {most}"
        yield Fault("board", text)


def clear_share(board: Board) -> float:
    """Return the share of clear lines of fire, from 0 to 1.

    The lines have at most ``RANGE`` inches. A piece does not block lines with an end in it.
    """
    solid = shapely.union_all([shape(t) for t in board.terrain if t.impassable])
    spots = [
        (x, y)
        for x in _steps(board.width)
        for y in _steps(board.height)
        if not shapely.intersects_xy(solid, x, y)
    ]
    pairs = [(a, b) for a, b in combinations(spots, 2) if _square(a, b) <= RANGE * RANGE]
    if not pairs:
        return 1.0
    ends = np.array(pairs)
    lines = shapely.linestrings(ends)
    hidden = np.zeros(len(pairs), bool)
    for piece in [shape(t) for t in board.terrain if t.blocks_sight]:
        shapely.prepare(piece)
        within = shapely.intersects_xy(piece, ends[..., 0], ends[..., 1]).any(axis=1)
        hidden |= shapely.intersects(piece, lines) & ~within
    return 1.0 - float(hidden.mean())


def _square(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the square of the distance between two points."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _steps(side: float) -> list[float]:
    many = max(1, round(side / GRID))
    return [side * (n + 0.5) / many for n in range(many)]


Bounds: TypeAlias = tuple[float, float, float, float]
LANE = 2.75
"""Minimum distance in inches of solid pieces, so that the largest base can pass."""
APART = 1.25
"""Minimum distance in inches between any two pieces."""
EDGE = 0.75
"""Minimum distance in inches from a piece to the edge of the table."""
SEATS = 2.0
"""Minimum distance in inches of solid pieces from places where missions put markers."""
CHOICES, TRIES = 10, 160
"""For each pair of pieces: places scored, and places tried to find them."""
AROUND = 4.0
"""Inches around a bare area within which a filler may be placed."""
AMPLE = 4.0
"""Distance in inches to the next piece beyond which more does not score higher.

Otherwise all pieces would be driven to the edges.
"""
SKEWED = (0, 0, 0, 90, 90, 10, -10, 80, 100)
"""Rotations in degrees of pieces that stand square to the table; repeated ones are likelier."""


@dataclass(frozen=True, slots=True)
class PlacedShape:
    feature: Feature
    outline: Outline
    """Corners on the table, in inches."""

    @property
    def shape(self) -> BaseGeometry:
        return LineString(self.outline) if self.feature.line else Polygon(self.outline)


@dataclass(slots=True)
class PlacementTable:
    """A table that is being filled with pieces."""

    width: int
    height: int
    road: Outline | None = None
    """Road that no solid piece may lie on."""
    seats: Sequence[Corner] = ()
    """Places where missions put markers; solid pieces keep off them."""
    rim: float = LANE
    """Minimum distance in inches of solid pieces from the edges."""
    barred: Sequence[BaseGeometry] = ()
    """Ground on which nothing is placed."""
    pieces: list[PlacedShape] = field(default_factory=list)
    _shapes: list[BaseGeometry] = field(default_factory=list)
    _solid: list[BaseGeometry] = field(default_factory=list)

    def turned(self, outline: Outline) -> Outline:
        return [(self.width - x, self.height - y) for x, y in outline]

    def add(self, piece: PlacedShape) -> None:
        self.pieces.append(piece)
        self._shapes.append(piece.shape)
        if piece.feature.solid:
            self._solid.append(piece.shape)

    def block(self, shape: BaseGeometry, *, solid: bool = True) -> None:
        """Add an obstacle that is not a placed piece."""
        self._shapes.append(shape)
        if solid:
            self._solid.append(shape)

    def bare(self) -> Bounds | None:
        """Return the bounds of the largest area without cover nearby; None if there is none."""
        cover = [p.shape for p in self.pieces if not p.feature.solid]
        rest = without_cover(self.width, self.height, cover)
        if rest.is_empty:
            return None
        largest = max(shapely.get_parts(rest), key=lambda part: part.area)
        left, top, right, low = largest.bounds
        return left - AROUND, top - AROUND, right + AROUND, low + AROUND

    def room(self, piece: PlacedShape) -> float:
        """Return the distance of a piece to the nearest other; 0 if it must not stand there."""
        solid = piece.feature.solid
        xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
        edge = min(*xs, *ys, self.width - max(xs), self.height - max(ys))
        if edge < (self.rim if solid else EDGE):
            return 0.0
        shape = piece.shape
        near = _least(shape, self._shapes)
        if any(shape.intersects(ground) for ground in self.barred):
            return 0.0
        return 0.0 if near < APART or (solid and self._in_the_way(shape)) else near

    def off(self, piece: PlacedShape) -> float:
        """Return the same for a piece and its copy, which must not be too near each other."""
        near = self.room(piece)
        solid = piece.feature.solid
        turned = PlacedShape(piece.feature, self.turned(piece.outline))
        to_turned = piece.shape.distance(turned.shape) if near else 0.0
        return 0.0 if to_turned < (LANE if solid else APART) else min(near, to_turned)

    def _in_the_way(self, shape: BaseGeometry) -> bool:
        """Return whether a solid piece would block a lane, the road or a marker's place."""
        seats = [shapely.Point(at) for at in self.seats]
        if _least(shape, self._solid) < LANE or _least(shape, seats) < SEATS:
            return True
        return self.road is not None and bool(shape.intersects(Polygon(self.road)))


def quarters(width: float, height: float) -> list[Corner]:
    """``MP-36``  Return the centre, and the points halfway from it to each corner."""
    around = [(x, y) for x in (width / 4, 3 * width / 4) for y in (height / 4, 3 * height / 4)]
    return [(width / 2, height / 2), *around]


def _least(shape: BaseGeometry, others: Sequence[BaseGeometry]) -> float:
    return float(min(shapely.distance(shape, others))) if others else 99.0


def middle(ground: PlacementTable, rng: Random, feature: Feature) -> None:
    """Place a piece in the centre that equals its own rotated copy."""
    outline = _centred(feature.drawn(rng))
    half = [*outline[: len(outline) // 2]]
    x, y = ground.width / 2, ground.height / 2
    placed = [(round_to_eighth(x + cx), round_to_eighth(y + cy)) for cx, cy in half]
    ground.add(PlacedShape(feature, [*placed, *ground.turned(placed)]))


def pair(
    ground: PlacementTable, rng: Random, feature: Feature, within: Bounds | None = None
) -> None:
    """Place a piece and its copy; raise NoRoomError if there is no room.

    *within* bounds the centre of the piece.
    """
    box = within or (0.0, 0.0, ground.width, ground.height)
    found: list[tuple[float, PlacedShape]] = []
    for _ in range(TRIES):
        piece = PlacedShape(feature, random_spot(box, rng, feature))
        if (off := ground.off(piece)) > 0.0:
            found.append((off, piece))
        if len(found) == CHOICES:
            break
    if not found:
        raise NoRoomError(f"a {feature.kind} does not fit")
    _, best = max(found, key=lambda one: min(one[0], AMPLE))
    ground.add(best)
    ground.add(PlacedShape(feature, ground.turned(best.outline)))


def random_spot(box: Bounds, rng: Random, feature: Feature) -> Outline:
    """Return the outline of a piece, rotated at random, with its centre at random in *box*."""
    degrees = rng.choice(SKEWED) if feature.square else rng.randrange(0, 360, 15)
    degrees = 0 if feature.level else degrees
    across = vector_of_heading(90.0 + degrees)
    x, y = rng.uniform(box[0], box[2]), rng.uniform(box[1], box[3])
    return [
        (
            round_to_eighth(x + cx * across.x - cy * across.y),
            round_to_eighth(y + cx * across.y + cy * across.x),
        )
        for cx, cy in _centred(feature.drawn(rng))
    ]


def _centred(outline: Outline) -> Outline:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return [(cx - x, cy - y) for cx, cy in outline]


def road(width: int, height: int, rng: Random) -> Outline:
    """Return a road from one short edge through the centre to the other."""
    wide, lean, curl = rng.uniform(4.5, 6.0), rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)
    upper = list(_side(width, height, wide, lean * height / 2, curl * height / 2))
    return [*upper, *((width - x, height - y) for x, y in upper)]


def _side(
    width: int, height: int, wide: float, lean: float, curl: float
) -> Iterator[tuple[float, float]]:
    steps = max(4, width // 6)
    for n in range(steps + 1):
        t = 2.0 * n / steps - 1.0
        y = height / 2 + lean * t + curl * (t * t * t - t) - wide / 2
        yield round_to_eighth(width * n / steps), round_to_eighth(min(max(y, 0.0), height))

"""Placement of pieces on a table, singly or in pairs with 180° symmetry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from game.geometry.points import vector_of_heading
from game.mapgen.generator import NoRoomError
from game.mapgen.piece_shapes import Corner, Feature, Outline, round_to_eighth

RawObject: TypeAlias = dict[str, Any]
"""An object in the form that ``drawn_map`` takes."""
CENTRED = 0.12
"""Distance from a middle line, as a share of the table, that counts as the middle."""


@dataclass(slots=True)
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

    def raw(self, name: str) -> RawObject:
        """Return the piece as an object of a map."""
        drawn = "polyline" if self.feature.line else "polygon"
        one = raw_object(self.feature.kind, name, drawn, self.outline)
        return one | dict(self.feature.said)


@dataclass(slots=True)
class PlacementTable(MirroredTable):
    """A table that is being filled with pieces."""

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
        turned = PlacedShape(piece.feature, self.others(piece.outline))
        to_turned = piece.shape.distance(turned.shape) if near else 0.0
        return 0.0 if to_turned < (LANE if solid else APART) else min(near, to_turned)

    def _in_the_way(self, shape: BaseGeometry) -> bool:
        """Return whether a solid piece would block a lane, the road or a marker's place."""
        seats = [shapely.Point(at) for at in self.seats]
        if _least(shape, self._solid) < LANE or _least(shape, seats) < SEATS:
            return True
        return self.road is not None and bool(shape.intersects(Polygon(self.road)))


def _least(shape: BaseGeometry, others: Sequence[BaseGeometry]) -> float:
    return float(min(shapely.distance(shape, others))) if others else 99.0


def pair(
    ground: PlacementTable, rng: Random, feature: Feature, within: Bounds | None = None
) -> None:
    """Place a piece and its copy; raise NoRoomError if there is no room.

    *within* bounds the centre of the piece.
    """
    box = within or (0.0, 0.0, ground.width, ground.height)
    best = best_spot(feature, box, rng, ground.off)
    if best is None:
        raise NoRoomError(f"a {feature.kind} does not fit")
    ground.add(best)
    ground.add(PlacedShape(feature, ground.others(best.outline)))


def best_spot(
    feature: Feature, box: Bounds, rng: Random, room: Callable[[PlacedShape], float]
) -> PlacedShape | None:
    """Return a piece at the place with the most room of some random ones; None if none fits.

    *room* returns the inches to the nearest other piece; 0 if it must not stand there.
    """
    found = list[tuple[float, PlacedShape]]()
    for _ in range(TRIES):
        piece = PlacedShape(feature, random_spot(box, rng, feature))
        if off := room(piece):
            found.append((off, piece))
        if len(found) == CHOICES:
            break
    return max(found, key=lambda one: min(one[0], AMPLE))[1] if found else None


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
        for cx, cy in centred(feature.drawn(rng))
    ]


def centred(outline: Outline) -> Outline:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return [(cx - x, cy - y) for cx, cy in outline]


def unused_name(feature: Feature, used: set[str], rng: Random) -> str:
    """Return a name for a piece that is not *used* yet, and add it; empty if none is left."""
    words = [name.replace("-", " ") for name in feature.names.split()]
    left = [name for name in words if name not in used]
    name = rng.choice(left) if left else ""
    used.add(name)
    return name


def rounded_number(many: float, rng: Random) -> int:
    """Return a number rounded at random, so that it is right on average."""
    return int(many) + (rng.random() < many - int(many))

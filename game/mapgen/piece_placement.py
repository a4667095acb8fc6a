"""Random placement of pieces on a table.

Pieces fill a bare table in symmetrical pairs, or an area of a map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from random import Random
from typing import NamedTuple

import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.maps.battle_checks import WIDEST, shape
from game.content.maps.classes import Lamp
from game.content.maps.inline_objects import RawObjects
from game.content.maps.made_board import to_board
from game.content.maps.map_class import POINT, MapClass
from game.content.maps.map_file import MapFile, MapLayer, MapObject
from game.content.maps.map_library import drawn_map
from game.content.maps.validation import faults_of
from game.geometry.points import vector_of_heading
from game.geometry.polygons import Box, box, boxes_meet, widened
from game.mapgen.generator import NoRoomError
from game.mapgen.piece_shapes import (
    Corner,
    Feature,
    MirroredTable,
    Outline,
    RawObject,
    in_eighths,
    middle_of,
    raw_object,
)
from game.table.state import PieceKind

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
SPARE = 0.01
"""Tolerance in inches by which objects within an area may extend beyond it."""
MIN_AREA = 36.0
"""Minimum size of an area in square inches."""
FILL_ATTEMPTS = 6
"""Maximum number of attempts to find room for all pieces."""
MOVABLE = {*PieceKind}
HALF = 72.0 * 48.0 / 2
"""Area in square inches that the features of themes are counted for: half a usual table."""


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
        return raw_object(self.feature.kind, name, drawn, self.outline, **self.feature.said)


@dataclass(slots=True)
class PlacementTable(MirroredTable):
    """A table that is being filled with pieces."""

    road: Outline | None = None
    """Road that no solid piece may lie on."""
    _: KW_ONLY
    seats: Sequence[Corner] = ()
    """Places where missions put markers; solid pieces keep off them."""
    rim: float = LANE
    """Minimum distance in inches of solid pieces from the edges."""
    barred: Sequence[BaseGeometry] = ()
    """Ground on which nothing is placed."""
    pieces: list[PlacedShape] = field(default_factory=list)
    _others: list[_Obstacle] = field(default_factory=list)

    def add(self, piece: PlacedShape) -> None:
        self.pieces.append(piece)
        self.block(piece.shape, solid=piece.feature.solid)

    def block(self, shape: BaseGeometry, *, solid: bool = True) -> None:
        """Add an obstacle that is not a placed piece."""
        self._others.append(_Obstacle(shape, shape.bounds, solid))

    def room(self, piece: PlacedShape) -> float:
        """Return the distance of a piece to the nearest other, or AMPLE if that is more.

        Return 0 if it must not stand there.
        """
        solid = piece.feature.solid
        left, top, right, low = around = box(piece.outline)
        edge = min(left, top, self.width - right, self.height - low)
        if edge < (self.rim if solid else EDGE):
            return 0.0
        shape, reach = piece.shape, widened(around, AMPLE)
        near = [other for other in self._others if boxes_meet(reach, other.around)]
        off = _least(shape, [other.shape for other in near])
        if off < APART or any(shape.intersects(ground) for ground in self.barred):
            return 0.0
        stops = solid and self._in_the_way(shape, [one.shape for one in near if one.solid])
        return 0.0 if stops else off

    def off(self, piece: PlacedShape) -> float:
        """Return the same for a piece and its copy, which must not be too near each other."""
        if not (near := self.room(piece)):
            return 0.0
        turned = PlacedShape(piece.feature, self.others(piece.outline))
        to_turned = piece.shape.distance(turned.shape)
        least = LANE if piece.feature.solid else APART
        return 0.0 if to_turned < least else min(near, to_turned)

    def _in_the_way(self, shape: BaseGeometry, solid: Sequence[BaseGeometry]) -> bool:
        """Return whether a solid piece would block a lane, the road or a marker's place.

        *solid*: the solid pieces near it.
        """
        seats = [shapely.Point(at) for at in self.seats]
        if _least(shape, solid) < LANE or _least(shape, seats) < SEATS:
            return True
        return self.road is not None and bool(shape.intersects(Polygon(self.road)))


class _Obstacle(NamedTuple):
    shape: BaseGeometry
    around: Box
    solid: bool


def _least(shape: BaseGeometry, others: Sequence[BaseGeometry]) -> float:
    """Return the distance to the nearest of some shapes, or AMPLE if that is more."""
    return min(AMPLE, *shapely.distance(shape, others).tolist()) if others else AMPLE


def pair(
    ground: PlacementTable, rng: Random, feature: Feature, within: Box | None = None
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
    feature: Feature, box: Box, rng: Random, room: Callable[[PlacedShape], float]
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


def random_spot(box: Box, rng: Random, feature: Feature) -> Outline:
    """Return the outline of a piece, rotated at random, with its centre at random in *box*."""
    degrees = rng.choice(SKEWED) if feature.square else rng.randrange(0, 360, 15)
    degrees = 0 if feature.level else degrees
    across = vector_of_heading(90.0 + degrees)
    x, y = rng.uniform(box[0], box[2]), rng.uniform(box[1], box[3])
    return in_eighths(
        (x + cx * across.x - cy * across.y, y + cx * across.y + cy * across.x)
        for cx, cy in centred(feature.drawn(rng))
    )


def centred(outline: Outline) -> Outline:
    x, y = middle_of(outline)
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


def area_of(outline: Sequence[Corner], mapfile: MapFile) -> Polygon:
    """Return the part of an area on the table; raise NoRoomError if it is unusable.

    An area is unusable if it crosses itself, falls into parts or is too small.
    """
    drawn = Polygon(outline)
    table = Polygon(
        [(0, 0), (mapfile.width, 0), (mapfile.width, mapfile.height), (0, mapfile.height)]
    )
    found = drawn.intersection(table) if drawn.is_valid else Polygon()
    if not isinstance(found, Polygon) or found.area < MIN_AREA:
        raise NoRoomError(f"the area is too small: it needs {MIN_AREA:g} square inches")
    return found


def shape_of(one: MapObject) -> BaseGeometry:
    outline = one.outline
    if one.shape == "point":
        return Point(outline[0])
    return LineString(outline) if one.shape == "polyline" else Polygon(outline)


def cleared_of(mapfile: MapFile, area: Polygon, kinds: tuple[type[MapClass], ...]) -> MapFile:
    """Return the map without objects of some classes in an area, except those at an edge."""
    gone = [one for one in lying_in(mapfile, area, kinds) if not one.what.on_edge]
    return mapfile.removed({one.id for one in gone})


def lying_in(
    mapfile: MapFile, area: Polygon, kinds: tuple[type[MapClass], ...]
) -> Iterator[MapObject]:
    """Yield the objects of some classes that are wholly in an area and in no locked layer."""
    whole = area.buffer(SPARE)
    for layer, one in mapfile.objects():
        if not layer.locked and isinstance(one.what, kinds) and whole.covers(shape_of(one)):
            yield one


def merge_into_map(mapfile: MapFile, made: Mapping[str, RawObjects]) -> MapFile:
    """Return a map with more objects, which get new ids, in layers of the given names.

    Raise NoRoomError if the map would be invalid.
    """
    drawn = drawn_map(mapfile.width, mapfile.height, made, title="made", look="city")
    next_id = mapfile.next_id
    for new in drawn.layers:
        fresh = [one.model_copy(update={"id": next_id - 1 + one.id}) for one in new.objects]
        homes = [one for one in mapfile.layers if one.name == new.name and not one.locked]
        if not homes:
            homes = [MapLayer(id=mapfile.next_layer_id, name=new.name, draworder="index")]
            mapfile = mapfile.with_layers((*mapfile.layers, *homes))
        mapfile = mapfile.added(homes[0].id, fresh)
    if faults := faults_of(mapfile):
        raise NoRoomError(str(faults[0]))
    return mapfile


def number_in(area: Polygon, half: float, rng: Random) -> int:
    """Return the number of pieces in an area, rounded at random; *half* is that of HALF."""
    return rounded_number(half * area.area / HALF, rng)


def scattered(
    mapfile: MapFile,
    area: Polygon,
    gone: tuple[type[MapClass], ...],
    numbers: Iterable[tuple[Feature, int]],
    layer: str,
    rng: Random,
    *,
    rim: float = LANE,
) -> MapFile:
    """Return the map with up to *numbers* pieces of each feature placed in the area.

    Objects in the area of the classes *gone* are removed first. Raise NoRoomError if no
    piece found room.
    """
    rest = cleared_of(mapfile, area, gone)
    wanted = [feature for feature, many in numbers for _ in range(many)]
    best = list[PlacedShape]()
    for _ in range(FILL_ATTEMPTS):
        ground = _ground(rest, area, rim)
        for feature in wanted:
            if piece := best_spot(feature, area.bounds, rng, ground.room):
                ground.add(piece)
        best = max(best, ground.pieces, key=len)
        if len(best) == len(wanted):
            break
    if not best:
        raise NoRoomError("nothing fits there: choose a larger area")
    names = {one.name for _, one in rest.objects()}
    return merge_into_map(
        rest, {layer: [one.raw(unused_name(one.feature, names, rng)) for one in best]}
    )


def _ground(mapfile: MapFile, area: Polygon, rim: float) -> PlacementTable:
    """Return the table with its objects, and with the ground that must stay free."""
    objects = [one for _, one in mapfile.objects()]
    seats: list[Corner] = [
        one.outline[0]
        for one in objects
        if type(one.what).shapes == POINT and not isinstance(one.what, Lamp)
    ]
    kept = [shape_of(one).buffer(WIDEST) for one in objects if one.what.stays_clear]
    outside = shapely.box(0, 0, mapfile.width, mapfile.height).difference(area)
    wide, high = mapfile.width, mapfile.height
    ground = PlacementTable(wide, high, seats=seats, rim=rim, barred=[outside, *kept])
    for piece in to_board(mapfile).terrain:
        ground.block(shape(piece), solid=piece.impassable)
    for one in objects:
        if one.shape != "point" and one.what.spot_kind() in MOVABLE:
            ground.block(shape_of(one))
    return ground

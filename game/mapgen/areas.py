"""Clear an area of an existing map, and fill it with scenery, houses or wreckage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.maps import MapFile, RawObjects, drawn_map, to_board
from game.content.maps.battle_checks import WIDEST, shape
from game.content.maps.class_base import POINT, MapClass
from game.content.maps.classes import Lamp
from game.content.maps.map_file import MapLayer, MapObject
from game.content.maps.validation import faults_of
from game.mapgen.generator import NoRoomError
from game.mapgen.piece_placement import (
    LANE,
    PlacedShape,
    PlacementTable,
    best_spot,
    rounded_number,
    unused_name,
)
from game.mapgen.piece_shapes import Corner, Feature
from game.table.pieces import PieceKind

SPARE = 0.01
"""Tolerance in inches by which objects within an area may extend beyond it."""
MIN_AREA = 36.0
"""Minimum size of an area in square inches."""


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
    laid = {name: found for name, found in made.items() if found}
    drawn = drawn_map(mapfile.width, mapfile.height, laid, title="made", look="city")
    next_id = mapfile.next_id
    for new in drawn.layers:
        fresh = [one.model_copy(update={"id": next_id - 1 + one.id}) for one in new.objects]
        homes = [one for one in mapfile.layers if one.name == new.name and not one.locked]
        if not homes:
            id_ = 1 + max((layer.id for layer in mapfile.layers), default=0)
            homes = [MapLayer(id=id_, name=new.name, draworder="index")]
            mapfile = mapfile.with_layers((*mapfile.layers, *homes))
        mapfile = mapfile.added(homes[0].id, fresh)
    if faults := faults_of(mapfile):
        raise NoRoomError(str(faults[0]))
    return mapfile


FILL_ATTEMPTS = 6
"""Maximum number of attempts to find room for all pieces."""
MOVABLE = {*PieceKind}
HALF = 72.0 * 48.0 / 2
"""Area in square inches that the features of themes are counted for: half a usual table."""


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

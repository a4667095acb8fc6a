"""An area of a map is cleared for what is made there; all else stays, ids too.

What is in a locked layer stays as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.maps import MapFile, drawn_map
from game.content.maps.board_builder import RawObjects
from game.content.maps.class_base import MapClass
from game.content.maps.map_file import MapLayer, MapObject
from game.content.maps.validation import faults_of
from game.mapgen.errors import NoRoomError
from game.mapgen.outlines import Corner

SPARE = 0.01
"""Inches by which what lies in an area may reach beyond it."""
LEAST = 36.0
"""Square inches that an area has at the least."""


def area_of(outline: Sequence[Corner], mapfile: MapFile) -> Polygon:
    """Return an area, as far as it lies on the table; raise NoRoomError if it is no use."""
    drawn = Polygon(outline)
    table = Polygon(
        [(0, 0), (mapfile.width, 0), (mapfile.width, mapfile.height), (0, mapfile.height)]
    )
    found = drawn.intersection(table) if drawn.is_valid else Polygon()
    if not isinstance(found, Polygon) or found.area < LEAST:
        raise NoRoomError(f"the area is too small: it needs {LEAST:g} square inches")
    return found


def shape_of(one: MapObject) -> BaseGeometry:
    outline = one.outline
    if one.shape == "point":
        return Point(outline[0])
    return LineString(outline) if one.shape == "polyline" else Polygon(outline)


def lying_in(
    mapfile: MapFile, area: Polygon, kinds: tuple[type[MapClass], ...]
) -> Iterator[MapObject]:
    """Yield the objects of such classes that lie wholly in an area, in no locked layer."""
    whole = area.buffer(SPARE)
    for layer, one in mapfile.objects():
        if not layer.locked and isinstance(one.what, kinds) and whole.covers(shape_of(one)):
            yield one


def without(mapfile: MapFile, gone: list[MapObject]) -> MapFile:
    ids = {one.id for one in gone}
    layers = [
        layer.model_copy(update={"objects": tuple(o for o in layer.objects if o.id not in ids)})
        for layer in mapfile.layers
    ]
    return mapfile.model_copy(update={"layers": tuple(layers)})


def joined(mapfile: MapFile, made: Mapping[str, RawObjects]) -> MapFile:
    """Return a map with more objects, under ids of their own, in layers of such names.

    Raise NoRoomError if that would be no sound map.
    """
    laid = {name: told for name, told in made.items() if told}
    drawn = drawn_map(mapfile.width, mapfile.height, laid, title="made", look="city")
    first = max((one.id for _, one in mapfile.objects()), default=0)
    layers = list(mapfile.layers)
    for new in drawn.layers:
        fresh = [one.model_copy(update={"id": first + one.id}) for one in new.objects]
        _put(layers, new.name, fresh)
    whole = mapfile.model_copy(update={"layers": tuple(layers)})
    if faults := faults_of(whole):
        raise NoRoomError(str(faults[0]))
    return whole


def _put(layers: list[MapLayer], name: str, fresh: list[MapObject]) -> None:
    for n, layer in enumerate(layers):
        if layer.name == name and not layer.locked:
            layers[n] = layer.model_copy(update={"objects": (*layer.objects, *fresh)})
            return
    id_ = 1 + max((layer.id for layer in layers), default=0)
    layers.append(MapLayer(id=id_, name=name, objects=tuple(fresh), draworder="index"))

"""Clipping of what is drawn at the edge of an area."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

import shapely
from shapely import Polygon

from game.content.maps.classes import Wall
from game.content.maps.map_file import PX, MapFile, MapObject
from game.content.maps.map_file import Corner as Drawn
from game.mapgen.piece_placement import shape_of
from game.mapgen.piece_shapes import Outline
from game.systems.flood.content.map_classes import Lane
from game.systems.flood.mapgen.masonry import whole


def cut_at(mapfile: MapFile, area: Polygon) -> MapFile:
    """Return the map with walls and lanes cut off at the edge of the area."""
    ids = count(mapfile.next_id)
    return mapfile.with_layers(
        layer
        if layer.locked
        else layer.with_objects(
            p for one in layer.objects for p in _remaining_parts(one, area, ids)
        )
        for layer in mapfile.layers
    )


def _remaining_parts(one: MapObject, area: Polygon, ids: Iterator[int]) -> Iterator[MapObject]:
    """Yield the remaining parts of an object; the first keeps its id, others get new ids."""
    drawn = shape_of(one)
    if not isinstance(one.what, Wall | Lane) or not drawn.intersects(area):
        yield one
        return
    rest = drawn.difference(area)
    if rest.equals(drawn):
        yield one
        return
    if isinstance(drawn, Polygon):
        areas = [p for part in shapely.get_parts(rest) for p in whole(part) if p.area > 0.05]
        outlines = [_corners(part.exterior.coords[:-1]) for part in areas]
    else:
        lines = [p for p in shapely.get_parts(shapely.line_merge(rest)) if p.length > 0.5]
        outlines = [_corners(part.coords) for part in lines]
    form = "polygon" if isinstance(drawn, Polygon) else "polyline"
    for n, outline in enumerate(outlines):
        yield _redrawn(one, form, outline, one.id if n == 0 else next(ids))


def _corners(coords: Iterable[Sequence[float]]) -> Outline:
    return [(at[0], at[1]) for at in coords]


def _redrawn(one: MapObject, form: str, outline: Outline, id_: int) -> MapObject:
    """Return an object with corners relative to the first of them, as Tiled writes it."""
    x, y = outline[0]
    corners = tuple(Drawn(x=(cx - x) * PX, y=(cy - y) * PX) for cx, cy in outline)
    kept = one.model_dump(exclude={"what", "polygon", "polyline", "ellipse", "rotation"})
    size = {"id": id_, "x": x * PX, "y": y * PX, "width": 0.0, "height": 0.0}
    return MapObject(**kept | size | {"what": one.what, form: corners})

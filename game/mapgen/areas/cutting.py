"""Walls and lanes that reach into an area end at its edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import shapely
from shapely import Polygon

from game.content.maps import MapFile
from game.content.maps.map_file import PX, MapObject
from game.content.maps.map_file import Corner as Drawn
from game.content.maps.spot_classes import Lane
from game.content.maps.terrain_classes import Wall
from game.mapgen.areas.exchange import shape_of
from game.mapgen.outlines import Outline
from game.mapgen.sewer.digging import whole


def cut_at(mapfile: MapFile, area: Polygon) -> MapFile:
    """Return a map of which walls and lanes end at the edge of the area."""
    ids = iter(range(1 + max((one.id for _, one in mapfile.objects()), default=0), 10**9))
    layers = [
        layer
        if layer.locked
        else layer.model_copy(
            update={
                "objects": tuple(p for one in layer.objects for p in _parts(one, area, ids))
            }
        )
        for layer in mapfile.layers
    ]
    return mapfile.model_copy(update={"layers": tuple(layers)})


def _parts(one: MapObject, area: Polygon, ids: Iterator[int]) -> Iterator[MapObject]:
    """Yield what is left of an object: the first part is it, the others are new."""
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
    """Return an object with other corners, told from the first of them as Tiled does."""
    x, y = outline[0]
    corners = tuple(Drawn(x=(cx - x) * PX, y=(cy - y) * PX) for cx, cy in outline)
    kept = one.model_dump(exclude={"what", "polygon", "polyline", "ellipse", "rotation"})
    size = {"id": id_, "x": x * PX, "y": y * PX, "width": 0.0, "height": 0.0}
    return MapObject(**kept | size | {"what": one.what, form: corners})

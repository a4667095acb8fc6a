"""Edits of map objects: changed, moved, turned, scaled, cut; their layers and their index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, cos, degrees, radians, sin, sqrt
from typing import Any, NamedTuple

import numpy as np
import shapely
from pydantic import ValidationError
from shapely import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.faults import Fault
from game.content.maps.class_base import CIRCLE, MapClass, Shape
from game.content.maps.map_file import MAX_CORNERS, PX, MapFile, MapLayer, MapObject
from game.content.parsing import faults_in
from game.geometry.points import Path, Point, thousandths
from game.geometry.polygons import Box, box

LENGTHS = {"x", "y", "width", "height"}


class EditRefusedError(Exception):
    """An edit that would result in an invalid map; the message gives the reason."""


def refused(error: ValidationError) -> EditRefusedError:
    """Return a validation error of pydantic as EditRefusedError, in words of map faults."""

    def reason(fault: Fault) -> str:
        # Map files count in pixels, people in inches.
        return f"{fault.place}: larger than any board" if fault.place in LENGTHS else str(fault)

    faults = faults_in(error, place=lambda steps: str(steps[-1]).replace("_", " "))
    return EditRefusedError("; ".join(map(reason, faults)))


def made(**fields: Any) -> MapObject:
    """Return an object with these fields; raise EditRefusedError if it would be invalid."""
    try:
        return MapObject(**fields)
    except ValidationError as error:
        raise refused(error) from error


def changed(one: MapObject, **fields: Any) -> MapObject:
    """Return an object with other fields; raise EditRefusedError if it would be invalid."""
    return made(**{name: getattr(one, name) for name in MapObject.model_fields} | fields)


def layer_of(mapfile: MapFile, id_: int) -> MapLayer:
    """Return a layer by its id; raise EditRefusedError if there is none."""
    for layer in mapfile.layers:
        if layer.id == id_:
            return layer
    raise EditRefusedError(f"there is no layer {id_}")


def with_layer(mapfile: MapFile, name: str) -> tuple[MapFile, int]:
    """Return the map with one more layer on top, and its id."""
    id_ = mapfile.next_layer_id
    layer = made_layer(id=id_, name=name, draworder="index")
    return mapfile.with_layers((*mapfile.layers, layer)), id_


def made_layer(**fields: Any) -> MapLayer:
    """Return a layer with these fields; raise EditRefusedError if it would be invalid."""
    try:
        return MapLayer(**fields)
    except ValidationError as error:
        raise refused(error) from error


def drawing_layer(mapfile: MapFile, wanted: int) -> tuple[MapFile, int]:
    """Return the map and the layer for new objects: the one wanted, or a usable one.

    A map without a usable layer gets one. Raise EditRefusedError if the one wanted is locked or
    hidden.
    """
    for layer in mapfile.layers:
        if layer.id == wanted:
            if layer.locked or not layer.visible:
                how, undo = ("locked", "unlock") if layer.locked else ("hidden", "show")
                raise EditRefusedError(
                    f"layer “{layer.name}” is {how}; {undo} it to draw on it"
                )
            return mapfile, wanted
    for layer in reversed(mapfile.layers):
        if layer.visible and not layer.locked:
            return mapfile, layer.id
    return with_layer(mapfile, "objects")


def home_of(mapfile: MapFile, kind: type, layer: int) -> tuple[MapFile, int]:
    """Return the map and the layer with most objects of a class, else the one to draw on."""
    counts = [
        (sum(isinstance(one.what, kind) for one in each.objects), each.id)
        for each in mapfile.layers
        if each.visible and not each.locked
    ]
    most, home = max(counts, key=lambda count: count[0], default=(0, 0))
    return (mapfile, home) if most else drawing_layer(mapfile, layer)


class IndexedObject(NamedTuple):
    object: MapObject
    layer: MapLayer
    box: Box


class ObjectIndex:
    """Index of a map's objects by id and place, in drawing order."""

    def __init__(self, mapfile: MapFile, before: ObjectIndex | None = None) -> None:
        """*before*: index of a similar map; boxes of unchanged objects are taken from it."""
        self.map = mapfile
        known: dict[int, IndexedObject] = before.placed if before else {}
        self.placed: dict[int, IndexedObject] = {}
        for layer, one in mapfile.objects():
            old = known.get(one.id)
            whole = old.box if old and old.object is one else box(one.outline)
            self.placed[one.id] = IndexedObject(one, layer, whole)
        self._all = list(self.placed.values())
        boxes = [one.box for one in self._all] or [(0.0, 0.0, -1.0, -1.0)]
        self._left, self._top, self._right, self._low = np.array(boxes).T.copy()

    def get(self, id_: int) -> MapObject | None:
        found = self.placed.get(id_)
        return found.object if found else None

    def near(self, at: Point, reach: float) -> list[IndexedObject]:
        """Return the objects with a box within *reach* inches of a point, in drawing order."""
        x, y = at
        return self.within((x - reach, y - reach, x + reach, y + reach))

    def within(self, area: Box) -> list[IndexedObject]:
        """Return the objects with a box that overlaps or touches an area, in drawing order."""
        left, top, right, low = area
        found = (self._left <= right) & (self._right >= left)
        found &= (self._top <= low) & (self._low >= top)
        return [self._all[n] for n in np.flatnonzero(found)]


def drawn(id_: int, what: MapClass, shape: Shape, path: Path, name: str = "") -> MapObject:
    """Return an object drawn along a path in inches.

    A rectangle or ellipse is given by two corners, a point by one, a line or polygon by all.
    Raise EditRefusedError if it would be invalid.
    """
    fields: dict[str, object] = {"id": id_, "what": what, "name": name}
    if shape in {"polygon", "polyline"}:
        return made(**fields, **_cornered(shape, path))
    left, top, right, low = box(path)
    fields |= {"x": left * PX, "y": top * PX}
    if shape == "point":
        return made(**fields, point=True)
    size = {"width": (right - left) * PX, "height": (low - top) * PX}
    return made(**fields, **size, ellipse=shape == "ellipse")


def _cornered(shape: Shape, path: Path) -> dict[str, object]:
    x, y = path[0]
    corners = [{"x": (p.x - x) * PX, "y": (p.y - y) * PX} for p in path]
    return {"x": x * PX, "y": y * PX, shape: corners}


def with_corners(one: MapObject, path: Path, shape: Shape = "polygon") -> MapObject:
    """Return an object with these corners in inches; *shape* if it was a box or a point."""
    kept: Shape = one.shape if one.shape in {"polygon", "polyline"} else shape
    bare = {"width": 0.0, "height": 0.0, "rotation": 0.0, "ellipse": False, "point": False}
    return changed(one, **bare, **_cornered(kept, path))


def place(one: MapObject) -> Point:
    """Return the point, in inches, at which an object is and about which it turns by itself."""
    return Point(one.x / PX, one.y / PX)


def moved(one: MapObject, dx: float, dy: float) -> MapObject:
    return changed(one, x=one.x + dx * PX, y=one.y + dy * PX)


def turned(one: MapObject, about: Point, angle: float) -> MapObject:
    """Return an object turned clockwise by *angle* degrees; a circle as its class says."""
    if type(one.what).shapes == CIRCLE:
        mid = rotated(middle(one), about, angle)
        half, what = one.width / PX / 2, one.what.after_turn(angle)
        return changed(one, what=what, x=(mid.x - half) * PX, y=(mid.y - half) * PX)
    at = rotated(place(one), about, angle)
    own = {} if one.shape == "point" else {"rotation": one.rotation + angle}
    return changed(one, x=at.x * PX, y=at.y * PX, **own)


def rotated(at: Point, about: Point, angle: float) -> Point:
    """Return a point turned clockwise about another."""
    # Rounded as outlines are, so that a quarter turn is exact.
    c, s = round(cos(radians(angle)), 9), round(sin(radians(angle)), 9)
    dx, dy = at[0] - about[0], at[1] - about[1]
    return Point(about[0] + dx * c - dy * s, about[1] + dx * s + dy * c)


def bearing_of(at: Point, about: Point) -> float:
    """Return the degrees clockwise from up at which a point is seen from *about*."""
    return degrees(atan2(at[0] - about[0], about[1] - at[1])) % 360.0


def middle(one: MapObject) -> Point:
    """Return the middle of an object's box; of its own box if it is a rectangle or ellipse."""
    if one.shape in {"rectangle", "ellipse"}:
        at = place(one)
        half = Point(at.x + one.width / PX / 2, at.y + one.height / PX / 2)
        return rotated(half, at, one.rotation)
    return middle_of(box(one.outline))


def middle_of(whole: Box) -> Point:
    return Point((whole[0] + whole[2]) / 2, (whole[1] + whole[3]) / 2)


def box_of(objects: Iterable[MapObject]) -> Box:
    """Return the common box of objects; there must be at least one."""
    return box(tuple(corner for one in objects for corner in one.outline))


def scaled(one: MapObject, about: Point, sx: float, sy: float, axis: float = 0.0) -> MapObject:
    """Return an object scaled about a fixed point, along axes turned by *axis* degrees.

    A rectangle or ellipse at another angle keeps its shape; its sides are scaled.
    """
    if type(one.what).shapes == CIRCLE:
        sx = sy = sqrt(sx * sy)

    def there(at: Point) -> Point:
        x, y = rotated(at, about, -axis)
        stretched = Point(about.x + (x - about.x) * sx, about.y + (y - about.y) * sy)
        return rotated(stretched, about, axis)

    if one.shape == "point":
        at = there(place(one))
        return changed(one, x=at.x * PX, y=at.y * PX)
    turn = one.rotation - axis
    if one.shape in {"polygon", "polyline"}:
        if turn:
            return with_corners(one, tuple(there(corner) for corner in one.outline))
        at = there(place(one))
        corners = [{"x": c.x * sx, "y": c.y * sy} for c in one.polygon or one.polyline or ()]
        return changed(one, x=at.x * PX, y=at.y * PX, **{one.shape: corners})
    c, s = cos(radians(turn)), sin(radians(turn))
    wide = one.width * sqrt((sx * c) ** 2 + (sy * s) ** 2)
    high = one.height * sqrt((sx * s) ** 2 + (sy * c) ** 2)
    mid = there(middle(one))
    corner = Point(mid.x - wide / PX / 2, mid.y - high / PX / 2)
    at = rotated(corner, mid, one.rotation)
    return changed(one, x=at.x * PX, y=at.y * PX, width=wide, height=high)


def shift_onto_board(objects: list[MapObject], width: float, height: float) -> list[MapObject]:
    """Return objects shifted together onto the board, if they extend beyond its edge."""
    left, top, right, low = box_of(objects)
    dx = -left if left < 0.0 else min(0.0, width - right)
    dy = -top if top < 0.0 else min(0.0, height - low)
    return [moved(one, dx, dy) for one in objects] if dx or dy else objects


def clamped(at: Point, width: float, height: float) -> Point:
    """Return the nearest point on the board, to a thousandth of an inch."""
    return thousandths(Point(min(max(at[0], 0.0), width), min(max(at[1], 0.0), height)))


def clamp_move(
    objects: Sequence[MapObject], dx: float, dy: float, width: float, height: float
) -> Point:
    """Limit a move so that the objects stay on the board; edge objects keep to their edge."""
    left, top, right, low = box_of(objects)
    dx, dy = min(max(dx, -left), width - right), min(max(dy, -top), height - low)
    for one in objects:
        if one.what.on_edge:
            upright = one.outline[0].x == one.outline[-1].x
            dx, dy = (0.0, dy) if upright else (dx, 0.0)
    return thousandths(Point(dx, dy))


EXACT = 0.001
"""Precision of corners in inches."""
MIN_PART = 0.05
"""Square inches, or inches of a line: smaller parts are dropped."""


def area_of(one: MapObject) -> BaseGeometry:
    """Return the area of an object; for a line, the line itself."""
    if one.shape == "polyline":
        return LineString(one.outline)
    return Polygon(one.outline)


def outlines(area: BaseGeometry) -> Iterator[Path]:
    """Yield an area as outlines without holes, each with at most as many corners as allowed."""
    clean = shapely.set_precision(area, EXACT)
    for part in shapely.get_parts(clean):
        if isinstance(part, Polygon):
            for piece in _whole(part):
                yield _corners(piece.exterior)


def lines(along: BaseGeometry) -> Iterator[Path]:
    """Yield the paths of lines, joined where they meet end to end."""
    parts = shapely.get_parts(along)
    found = [p for p in parts if isinstance(p, LineString) and p.length >= MIN_PART]
    for part in shapely.get_parts(shapely.line_merge(MultiLineString(found))):
        if part.length >= MIN_PART:
            path = [thousandths(Point(x, y)) for x, y in part.coords]
            yield (*dict.fromkeys(path[:-1]), path[-1])


def _whole(part: BaseGeometry) -> Iterator[Polygon]:
    """Yield an area in pieces that have no holes and not too many corners."""
    # Parts that touch only in corners or are extremely thin make no valid polygon.
    part = part.buffer(-EXACT * 2, join_style="mitre").buffer(EXACT * 2, join_style="mitre")
    part = shapely.set_precision(shapely.simplify(part, EXACT / 2), EXACT)
    if not isinstance(part, Polygon):
        for one in shapely.get_parts(part):
            yield from _whole(one)
        return
    if part.area < MIN_PART:
        return
    holes = [hole for hole in part.interiors if Polygon(hole).area >= MIN_PART]
    part = Polygon(part.exterior, holes)
    if not part.interiors and len(part.exterior.coords) <= MAX_CORNERS:
        yield part
        return
    for half in _halves(part):
        for piece in shapely.get_parts(part.intersection(half)):
            if isinstance(piece, Polygon):
                yield from _whole(piece)


def _halves(part: Polygon) -> tuple[Polygon, Polygon]:
    """Return two boxes that halve an area through a hole, where the cut is shorter."""
    left, top, right, low = part.bounds
    hole = part.interiors[0] if part.interiors else part.exterior
    box = hole.bounds
    x, y = round((box[0] + box[2]) / 2, 3), round((box[1] + box[3]) / 2, 3)
    upright = part.intersection(LineString([(x, top), (x, low)])).length
    level = part.intersection(LineString([(left, y), (right, y)])).length
    if upright <= level:
        return shapely.box(left, top, x, low), shapely.box(x, top, right, low)
    return shapely.box(left, top, right, y), shapely.box(left, y, right, low)


def _corners(ring: BaseGeometry) -> Path:
    return tuple(thousandths(Point(x, y)) for x, y in list(ring.coords)[:-1])

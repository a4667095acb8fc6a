"""Geometric transformations of map objects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, radians, sin, sqrt

from game.content.maps.map_class import CIRCLE, MapClass, Shape
from game.content.maps.map_file import PX, MapObject
from game.editor.edits import changed, made
from game.geometry.points import Path, Point, thousandths
from game.geometry.polygons import Box, box


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

"""Commands that set the place of map objects by numbers."""

from __future__ import annotations

from typing import NamedTuple

from game.content.maps.map_class import CIRCLE
from game.content.maps.map_file import PX, MapObject
from game.editor.edits import EditRefusedError, changed
from game.editor.object_commands import free
from game.editor.object_words import counted
from game.editor.property_commands import replace_objects
from game.editor.transforms import box_of, middle, moved, scaled, shift_onto_board, turned
from game.editor.workspace import Workspace
from game.geometry.points import Point


class ObjectPosition(NamedTuple):
    """Position and size of an object as numbers: inches, and degrees clockwise."""

    x: float
    y: float
    """Left and upper end of the object's box; for a point, the point itself."""
    width: float
    height: float
    """Of the box; for a rectangle or ellipse along its own sides, however it is turned."""
    rotation: float


def place_of(one: MapObject) -> ObjectPosition:
    """Return position and size of an object."""
    left, top, right, low = box_of([one])
    wide, high = right - left, low - top
    if one.shape in {"rectangle", "ellipse"}:
        wide, high = one.width / PX, one.height / PX
    return ObjectPosition(
        left, y=top, width=round(wide, 3), height=round(high, 3), rotation=one.rotation
    )


def set_place(workspace: Workspace, number: str, value: float) -> None:
    """Set ``x``, ``y``, ``width``, ``height`` or ``rotation`` of each selected object."""
    objects = free(workspace)
    new = [_with_number(one, number, value) for one in objects]
    if number == "rotation":
        board = workspace.map
        new = [shift_onto_board([one], board.width, board.height)[0] for one in new]
    text = f"{value:g}°" if number == "rotation" else f'{round(value, 3):g}"'
    replace_objects(workspace, f"Set {number} of {counted(objects)} to {text}", new)


def _with_number(one: MapObject, number: str, value: float) -> MapObject:
    now = place_of(one)
    if number == "x":
        return moved(one, value - now.x, 0.0)
    if number == "y":
        return moved(one, 0.0, value - now.y)
    if number == "rotation":
        if one.shape == "point":
            raise EditRefusedError("a point cannot be rotated")
        return turned(one, middle(one), value - now.rotation)
    old = now.width if number == "width" else now.height
    if value <= 0.0:
        raise EditRefusedError(f"{number}: must be more than 0, not {value:g}")
    if old == 0.0:
        raise EditRefusedError(f"{one.what.words()} has no {number} to change")
    by = value / old
    if one.shape not in {"rectangle", "ellipse"}:
        corner = Point(now.x, now.y)
        sx, sy = (by, 1.0) if number == "width" else (1.0, by)
        return scaled(one, corner, sx, sy)
    if type(one.what).shapes == CIRCLE:
        return scaled(one, middle(one), by, by)
    return changed(one, **{number: value * PX})

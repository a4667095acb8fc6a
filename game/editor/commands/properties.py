"""Commands that change position, name, class and members of the selection."""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import ValidationError

from game.content.maps.class_base import MapClass, references
from game.content.maps.map_file import PX, MapObject
from game.content.pydantic_faults import shown
from game.editor.commands.objects import free
from game.editor.edits.objects import (
    EditRefusedError,
    changed,
    drop_references,
    refused,
    replaced,
)
from game.editor.edits.transform import box_of, middle, moved, scaled, shift_onto_board, turned
from game.editor.new_objects import class_words, counted, shape_refusal, with_article
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
    return ObjectPosition(left, top, round(wide, 3), round(high, 3), one.rotation)


def set_place(workspace: Workspace, number: str, value: float) -> None:
    """Set ``x``, ``y``, ``width``, ``height`` or ``rotation`` of each selected object."""
    objects = free(workspace)
    new = [_with_number(one, number, value) for one in objects]
    if number == "rotation":
        board = workspace.map
        new = [shift_onto_board([one], board.width, board.height)[0] for one in new]
    text = f"{value:g}°" if number == "rotation" else f'{round(value, 3):g}"'
    _do(workspace, f"Set {number} of {counted(objects)} to {text}", new)


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
        raise EditRefusedError(f"{class_words(type(one.what))} has no {number} to change")
    by = value / old
    if one.shape not in {"rectangle", "ellipse"}:
        corner = Point(now.x, now.y)
        sx, sy = (by, 1.0) if number == "width" else (1.0, by)
        return scaled(one, corner, sx, sy)
    if one.width == one.height and shape_refusal(type(one.what), "rectangle"):
        # A ring stays a circle.
        return scaled(one, middle(one), by, by)
    return changed(one, **{number: value * PX})


def set_name(workspace: Workspace, name: str) -> None:
    """Name all selected objects; an empty name removes theirs."""
    objects = free(workspace)
    label = f"Name {counted(objects)} “{name}”" if name else f"Unname {counted(objects)}"
    _do(workspace, label, [changed(one, name=name) for one in objects])


def set_member(workspace: Workspace, member: str, value: Any) -> None:
    """Set a member of all selected objects that have it."""
    objects = [one for one in free(workspace) if member in type(one.what).model_fields]
    new = [changed(one, what=with_member(one.what, member, value)) for one in objects]
    words = member.replace("_", " ")
    _do(workspace, f"Set {words} of {counted(objects)} to {_as_text(value)}", new)


def set_brush(workspace: Workspace, member: str, value: Any) -> None:
    """Set a member of the brush."""
    workspace.brush = with_member(workspace.brush, member, value)


def with_member(what: MapClass, member: str, value: Any) -> MapClass:
    """Return a class with a member set; raise EditRefusedError if the value is invalid."""
    raw = {name: getattr(what, name) for name in type(what).model_fields}
    try:
        return type(what)(**raw | {member: value})
    except ValidationError as error:
        raise refused(error) from error


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else shown(value).strip("'\"")


def set_class(workspace: Workspace, kind: type[MapClass]) -> None:
    """Change the class of the selection; common members are kept where they are valid."""
    objects = free(workspace)
    new, word = list[MapObject](), class_words(kind)
    for one in objects:
        if reason := shape_refusal(kind, one.shape):
            raise EditRefusedError(reason)
        new.append(changed(one, what=converted_to_class(one.what, kind)))
    ids = {one.id for one in objects}
    after = drop_references(
        replaced(workspace.map, {one.id: one for one in new}), ids, kind.__name__
    )
    if objects:
        workspace.do(f"Make {counted(objects)} {with_article(word)}", after)


def converted_to_class(what: MapClass, kind: type[MapClass]) -> MapClass:
    """Return a class with the members of another, as far as it has them and they are valid."""
    found = kind()
    for member in kind.model_fields:
        if member in type(what).model_fields and member not in references(kind):
            try:
                found = with_member(found, member, getattr(what, member))
            except EditRefusedError:
                continue
    return found


def common_members(workspace: Workspace) -> list[str]:
    """Return the members that all selected objects have, in the order of the first."""
    chosen = [list(type(one.what).model_fields) for one in workspace.selected()]
    if not chosen:
        return []
    return [name for name in chosen[0] if all(name in other for other in chosen)]


def _do(workspace: Workspace, label: str, new: list[MapObject]) -> None:
    if new:
        workspace.do(label, replaced(workspace.map, {one.id: one for one in new}))

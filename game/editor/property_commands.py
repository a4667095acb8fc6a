"""Commands that set properties of map objects."""

from __future__ import annotations

from collections.abc import Collection
from itertools import takewhile
from typing import Any, Literal, NamedTuple

from pydantic import ValidationError

from game.content.faults import shown
from game.content.maps.class_base import CIRCLE, MapClass, references
from game.content.maps.map_file import PX, MapLayer, MapObject
from game.editor.edits import EditRefusedError, changed, layer_of, refused
from game.editor.new_objects import shape_refusal
from game.editor.object_commands import free, order
from game.editor.object_words import counted, with_article
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
        raise EditRefusedError(f"{one.what.words()} has no {number} to change")
    by = value / old
    if one.shape not in {"rectangle", "ellipse"}:
        corner = Point(now.x, now.y)
        sx, sy = (by, 1.0) if number == "width" else (1.0, by)
        return scaled(one, corner, sx, sy)
    if type(one.what).shapes == CIRCLE:
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
    new, word = list[MapObject](), kind.words()
    for one in objects:
        if reason := shape_refusal(kind, one.shape):
            raise EditRefusedError(reason)
        new.append(changed(one, what=converted_to_class(one.what, kind)))
    ids = {one.id for one in objects}
    after = workspace.map.replaced(new)
    # References to objects that have become the wrong class are cleared.
    after = after.replaced(
        one.loosened(lambda id_, wanted: id_ in ids and wanted != kind.__name__)
        for _, one in after.objects()
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
        workspace.do(label, workspace.map.replaced(new))


def arrange(workspace: Workspace, layer: int, below: int = 0) -> None:
    """Move the selection to a layer, on top or directly *below* one of its objects by id."""
    if not (objects := free(workspace)):
        return
    aim = layer_of(workspace.map, layer)
    ids = {one.id for one in objects}
    going = [one for _, one in workspace.map.objects() if one.id in ids]
    before = takewhile(lambda one: one.id != below, aim.objects)
    at = sum(one.id not in ids for one in before)
    layers = list[MapLayer]()
    for each in workspace.map.layers:
        kept = [one for one in each.objects if one.id not in ids]
        if each is aim:
            kept[at:at] = going
        layers.append(each.with_objects(kept))
    within = ids <= {one.id for one in aim.objects}
    where = "in the drawing order" if within else f"to layer “{aim.name}”"
    after = workspace.map.with_layers(layers)
    workspace.do(f"Move {counted(objects)} {where}", after, mirrored=False)


def step_up(workspace: Workspace, step: Literal[1, -1]) -> None:
    """Move the selection up or down by one in the list of objects, from layer to layer."""
    ids, layers = set(workspace.selection), workspace.map.layers
    homes = [n for n, layer in enumerate(layers) if any(o.id in ids for o in layer.objects)]
    if len(homes) == 1 and 0 <= homes[0] + step < len(layers):
        home, aim = layers[homes[0]].objects, layers[homes[0] + step]
        last = home[-len(ids) :] if step == 1 else home[: len(ids)]
        if all(one.id in ids for one in last):
            first = aim.objects[0].id if step == 1 and aim.objects else 0
            arrange(workspace, aim.id, first)
            return
    order(workspace, step)


def select_alike(workspace: Workspace) -> None:
    """Select all objects of the classes of the selection, hidden and locked ones too."""
    kinds = {type(one.what) for one in workspace.selected()}
    workspace.select(one.id for _, one in workspace.map.objects() if type(one.what) in kinds)


def rename(workspace: Workspace, id_: int, name: str) -> None:
    """Rename one object, selected or not; an empty name removes its name."""
    one = workspace.index.get(id_)
    if one and id_ in workspace.untouchable():
        raise EditRefusedError(f"{counted([one])} is locked")
    if one and name != one.name:
        label = f"Rename {counted([one])} “{name}”" if name else f"Unname {counted([one])}"
        workspace.do(label, workspace.map.replaced([changed(one, name=name)]))


def turn_lock(workspace: Workspace, ids: Collection[int] = ()) -> None:
    """Lock the objects of *ids* or the selected ones; unlock them if all are locked.

    Locks are not part of the map, and cannot be undone.
    """
    found = frozenset(ids or workspace.selection)
    workspace.locked = (
        workspace.locked ^ found if found <= workspace.locked else (workspace.locked | found)
    )


def turn_visible(workspace: Workspace, ids: Collection[int] = ()) -> None:
    """Hide the objects of *ids* or the selected ones; show them if all are hidden."""
    found = (workspace.index.get(id_) for id_ in ids or workspace.selection)
    objects = [one for one in found if one]
    visible = not any(one.visible for one in objects)
    new = [one.model_copy(update={"visible": visible}) for one in objects]
    label = f"{'Show' if visible else 'Hide'} {counted(objects)}"
    if objects:
        workspace.do(label, workspace.map.replaced(new), mirrored=False)

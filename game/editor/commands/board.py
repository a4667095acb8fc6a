"""Board size, title, look; layer commands."""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import ValidationError

from game.content.maps import MapFile
from game.content.maps.map_file import MAX_SIDE, MIN_SIDE, MapObject
from game.content.maps.spot_classes import Board
from game.editor.commands.properties import with_member
from game.editor.edits.objects import (
    EditRefusedError,
    layer_changed,
    layer_moved,
    layer_of,
    layer_removed,
    removed,
    with_layer,
    with_layers,
    with_objects,
)
from game.editor.edits.transform import box_of, moved
from game.editor.new_objects import counted
from game.editor.workspace import Workspace


class ResizeAnchor(NamedTuple):
    """The point of a board that stays in place when the size changes."""

    x: float = 0.5
    """0 the left edge, 1 the right."""
    y: float = 0.5


MIDDLE = ResizeAnchor()


def set_board(workspace: Workspace, member: str, value: Any) -> None:
    """Set the title or the look; raise EditRefusedError if the value is invalid."""
    board = with_member(workspace.map.board, member, value)
    assert isinstance(board, Board)
    after = workspace.map.model_copy(update={"board": board})
    workspace.do(f"Set {member} of the board to {value}", after, mirrored=False)


def objects_off_board(
    mapfile: MapFile, width: int, height: int, anchor: ResizeAnchor
) -> list[MapObject]:
    """Return the objects that would not lie wholly on a board of another size."""
    dx, dy = _shift(mapfile, width, height, anchor)
    return [
        one for _, one in mapfile.objects() if not _is_on(moved(one, dx, dy), width, height)
    ]


def _shift(
    mapfile: MapFile, width: int, height: int, anchor: ResizeAnchor
) -> tuple[float, float]:
    # To half inches, so that objects on the grid stay on it.
    dx, dy = (width - mapfile.width) * anchor.x, (height - mapfile.height) * anchor.y
    return round(dx * 2) / 2, round(dy * 2) / 2


def _is_on(one: MapObject, width: int, height: int) -> bool:
    left, top, right, low = box_of([one])
    return left >= 0.0 and top >= 0.0 and right <= width and low <= height


def resize(
    workspace: Workspace,
    width: int,
    height: int,
    anchor: ResizeAnchor = MIDDLE,
    *,
    drop: bool = False,
) -> None:
    """Change the size of the board in inches.

    Raise EditRefusedError if objects would fall off the board, unless *drop* removes those.
    """
    old = workspace.map
    lost = objects_off_board(old, width, height, anchor)
    if lost and not drop:
        verb = "lies" if len(lost) == 1 else "lie"
        size = f'{width}" × {height}"'
        raise EditRefusedError(f"{counted(lost)} {verb} off a board of {size}")
    left = removed(old, {one.id for one in lost}) if lost else old
    dx, dy = _shift(old, width, height, anchor)
    if dx or dy:
        left = with_layers(
            left,
            (
                with_objects(layer, (moved(one, dx, dy) for one in layer.objects))
                for layer in left.layers
            ),
        )
    raw = {name: getattr(left, name) for name in MapFile.model_fields}
    try:
        after = MapFile(**raw | {"width": width, "height": height})
    except ValidationError as error:
        reason = f'a side of a board is {MIN_SIDE}" to {MAX_SIDE}" long'
        raise EditRefusedError(reason) from error
    label = f'Make the board {width}" × {height}"'
    workspace.do(label, after, mirrored=False)


def add_layer(workspace: Workspace, name: str = "") -> None:
    """Add a layer on top, and draw new objects on it."""
    names = {layer.name for layer in workspace.map.layers}
    free = next(f"layer {n}" for n in range(1, len(names) + 2) if f"layer {n}" not in names)
    after, id_ = with_layer(workspace.map, name or free)
    workspace.do(f"Add layer “{name or free}”", after, mirrored=False)
    workspace.layer = id_


def rename_layer(workspace: Workspace, id_: int, name: str) -> None:
    """Rename a layer; raise EditRefusedError if there is none with this id."""
    old = layer_of(workspace.map, id_).name
    after = layer_changed(workspace.map, id_, name=name)
    workspace.do(f"Rename layer “{old}” to “{name}”", after, mirrored=False)


def delete_layer(workspace: Workspace, id_: int) -> None:
    """Delete a layer and all objects on it."""
    layer = layer_of(workspace.map, id_)
    after = layer_removed(workspace.map, id_)
    workspace.do(f"Delete layer “{layer.name}”", after, mirrored=False)
    if workspace.layer == id_:
        workspace.layer = after.layers[-1].id if after.layers else 0


def move_layer(workspace: Workspace, id_: int, by: int) -> None:
    """Move a layer by *by* places in drawing order; backward if *by* is negative."""
    name = layer_of(workspace.map, id_).name
    after = layer_moved(workspace.map, id_, by)
    workspace.do(f"Move layer “{name}” {'up' if by > 0 else 'down'}", after, mirrored=False)


def show_layer(workspace: Workspace, id_: int, *, visible: bool) -> None:
    """Show or hide a layer; raise EditRefusedError if there is none with this id."""
    name = layer_of(workspace.map, id_).name
    after = layer_changed(workspace.map, id_, visible=visible)
    label = f"{'Show' if visible else 'Hide'} layer “{name}”"
    workspace.do(label, after, mirrored=False)


def lock_layer(workspace: Workspace, id_: int, *, locked: bool) -> None:
    """Lock or unlock a layer; raise EditRefusedError if there is none with this id."""
    name = layer_of(workspace.map, id_).name
    after = layer_changed(workspace.map, id_, locked=locked)
    label = f"{'Lock' if locked else 'Unlock'} layer “{name}”"
    workspace.do(label, after, mirrored=False)

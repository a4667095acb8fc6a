"""What is done to objects that are selected: deleted, doubled, nudged, ordered, locked.

All raise EditRefusedError, and change nothing, where the map would not load.
"""

from __future__ import annotations

from collections.abc import Collection

from game.content.maps.map_file import MapObject
from game.content.maps.spot_classes import Ring
from game.editor.edits.cages import mended, whole_cage
from game.editor.edits.layers import layer_of, on_layer
from game.editor.edits.objects import EditRefusedError, removed, replaced
from game.editor.edits.order import BACK, FRONT, Step, reordered
from game.editor.edits.transform import allowed, box_of, kept_on, middle_of, moved, turned
from game.editor.mirror import mirrored
from game.editor.words import counted
from game.editor.workspace import Workspace

NUDGE = 0.25
"""Inches, where there is no grid."""


def free(workspace: Workspace) -> list[MapObject]:
    """Return what is selected and not locked; raise EditRefusedError if all of it is."""
    chosen = workspace.selected()
    locked = workspace.untouchable()
    found = [one for one in chosen if one.id not in locked]
    if chosen and not found:
        raise EditRefusedError(f"{counted(chosen)}: locked")
    return found


def delete(workspace: Workspace, ids: Collection[int] = (), label: str = "") -> None:
    """Delete objects; what is selected, if none are named."""
    gone = [one for one in (workspace.index.get(id_) for id_ in ids) if one] or free(workspace)
    if gone:
        left = removed(workspace.map, {one.id for one in gone})
        if any(isinstance(one.what, Ring) for one in gone):
            left = mended(left)
        workspace.do(label or f"Delete {counted(gone)}", left)


def nudge(workspace: Workspace, dx: int, dy: int, *, far: bool = False) -> None:
    """Move what is selected by steps of the grid, as far as the board goes.

    *far*: by ten steps at once. Nudges that follow one another are one step of the history.
    """
    objects = whole_cage(workspace.map, free(workspace))
    if not objects:
        return
    step = (workspace.snapping.grid or NUDGE) * (10 if far else 1)
    board = workspace.map
    x, y = allowed(objects, dx * step, dy * step, board.width, board.height)
    there = {one.id: moved(one, x, y) for one in objects}
    series = "nudge " + " ".join(str(one.id) for one in objects)
    workspace.do(f"Move {counted(objects)}", replaced(board, there), series=series)


def turn(workspace: Workspace, angle: float) -> None:
    """Turn what is selected clockwise about its middle."""
    if objects := whole_cage(workspace.map, free(workspace)):
        about = middle_of(box_of(objects))
        board = workspace.map
        there = [turned(one, about, angle) for one in objects]
        new = {one.id: one for one in kept_on(there, board.width, board.height)}
        workspace.do(f"Turn {counted(objects)} by {angle:g}°", replaced(board, new))


def flip(workspace: Workspace, mode: str) -> None:
    """Put what is selected where the mirror has its other side."""
    if objects := whole_cage(workspace.map, free(workspace)):
        board = workspace.map
        new = {one.id: mirrored(one, mode, board.width, board.height) for one in objects}
        after = replaced(board, new)
        workspace.do(f"Mirror {counted(objects)}", after, mirrored=False)


def order(workspace: Workspace, step: Step) -> None:
    """Draw what is selected before or after the others of its layer."""
    if objects := free(workspace):
        ids = {one.id for one in objects}
        how = {FRONT: "to the front", BACK: "to the back", 1: "forward", -1: "backward"}[step]
        after = reordered(workspace.map, ids, step)
        workspace.do(f"Bring {counted(objects)} {how}", after, mirrored=False)


def to_layer(workspace: Workspace, layer: int) -> None:
    if objects := free(workspace):
        name = layer_of(workspace.map, layer).name
        after = on_layer(workspace.map, [one.id for one in objects], layer)
        workspace.do(f"Move {counted(objects)} to layer '{name}'", after, mirrored=False)


def select_all(workspace: Workspace) -> None:
    """Select all that is shown and not locked."""
    locked = workspace.untouchable()
    workspace.select(
        one.id
        for layer, one in workspace.map.objects()
        if layer.visible and one.visible and one.id not in locked
    )


def lock(workspace: Workspace) -> None:
    """Let tools leave alone what is selected; it is not part of the map, and is not undone."""
    workspace.locked |= frozenset(workspace.selection)


def unlock(workspace: Workspace, ids: Collection[int] | None = None) -> None:
    """Let tools take objects again; all that are locked by themselves, if none are named."""
    workspace.locked -= workspace.locked if ids is None else frozenset(ids)


def show(workspace: Workspace, *, visible: bool) -> None:
    """Show or hide what is selected."""
    if objects := free(workspace):
        new = {one.id: one.model_copy(update={"visible": visible}) for one in objects}
        label = f"{'Show' if visible else 'Hide'} {counted(objects)}"
        workspace.do(label, replaced(workspace.map, new), mirrored=False)

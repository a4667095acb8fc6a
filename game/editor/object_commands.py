"""Commands on the selected map objects."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from game.content.maps.map_file import MapObject
from game.editor.edits import EditRefusedError
from game.editor.object_words import counted
from game.editor.system_parts import mended, moved_together
from game.editor.transforms import clamp_move, moved
from game.editor.workspace import Workspace

NUDGE = 0.25
"""Inches of a nudge if there is no grid."""
FRONT: Final = 2
BACK: Final = -2
Step: TypeAlias = Literal[2, 1, -1, -2]
"""To the front, one forward, one backward, to the back."""


def free(workspace: Workspace) -> list[MapObject]:
    """Return the unlocked selected objects; raise EditRefusedError if all are locked."""
    chosen = workspace.selected()
    locked = workspace.untouchable()
    found = [one for one in chosen if one.id not in locked]
    if chosen and not found:
        verb = "is" if len(chosen) == 1 else "are"
        raise EditRefusedError(f"{counted(chosen)} {verb} locked")
    return found


def delete(workspace: Workspace, ids: Collection[int] = (), label: str = "") -> None:
    """Delete the objects of *ids*; without any, the selected ones."""
    gone = [one for one in (workspace.index.get(id_) for id_ in ids) if one] or free(workspace)
    if gone:
        left = mended(workspace.map.removed({one.id for one in gone}), gone)
        workspace.do(label or f"Delete {counted(gone)}", left)


def nudge(workspace: Workspace, dx: int, dy: int, *, far: bool = False) -> None:
    """Move the selection by steps of the grid, as far as the board allows.

    *far*: by ten steps at once. Consecutive nudges are one entry of the history.
    """
    objects = moved_together(workspace.map, free(workspace))
    if not objects:
        return
    step = (workspace.snapping.grid or NUDGE) * (10 if far else 1)
    board = workspace.map
    x, y = clamp_move(objects, dx * step, dy * step, board.width, board.height)
    there = [moved(one, x, y) for one in objects]
    series = "nudge " + " ".join(str(one.id) for one in objects)
    workspace.do(f"Move {counted(objects)}", board.replaced(there), series=series)


def order(workspace: Workspace, step: Step) -> None:
    """Move the selection in the drawing order of its layers."""
    if objects := free(workspace):
        ids = {one.id for one in objects}
        how = {FRONT: "to the front", BACK: "to the back", 1: "forward", -1: "backward"}[step]
        after = workspace.map.with_layers(
            layer.with_objects(_reordered(layer.objects, ids, step))
            for layer in workspace.map.layers
        )
        verb = "Send" if step in {BACK, -1} else "Bring"
        workspace.do(f"{verb} {counted(objects)} {how}", after, mirrored=False)


def _reordered(
    objects: Sequence[MapObject], chosen: Collection[int], step: Step
) -> list[MapObject]:
    if step in {FRONT, BACK}:
        return sorted(objects, key=lambda one: (one.id in chosen) is (step == FRONT))
    found = [*objects] if step == -1 else [*reversed(objects)]
    for n in range(1, len(found)):
        if found[n].id in chosen and found[n - 1].id not in chosen:
            found[n - 1], found[n] = found[n], found[n - 1]
    return found if step == -1 else found[::-1]


def select_all(workspace: Workspace) -> None:
    """Select all objects that are visible and not locked."""
    locked = workspace.untouchable()
    workspace.select(
        one.id
        for layer, one in workspace.map.objects()
        if layer.visible and one.visible and one.id not in locked
    )


def unlock(workspace: Workspace, ids: Collection[int] | None = None) -> None:
    """Unlock the objects of *ids*; by default all that are not on locked layers."""
    workspace.locked -= workspace.locked if ids is None else frozenset(ids)

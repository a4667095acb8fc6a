"""Groups of map objects, which are selected together."""

from __future__ import annotations

from collections.abc import Iterable

from game.editor.edits import EditRefusedError
from game.editor.object_commands import free
from game.editor.object_words import counted
from game.editor.workspace import Workspace


def with_groups(workspace: Workspace, ids: Iterable[int]) -> list[int]:
    """Return the ids of objects and of all objects in their groups, in order."""
    there = workspace.index.placed
    found = list(ids)
    groups = {there[id_].object.group for id_ in found if id_ in there} - {0}
    if not groups:
        return found
    locked = workspace.untouchable()
    more = [
        one.id
        for layer, one in workspace.map.objects()
        if one.group in groups and layer.visible and one.visible and one.id not in locked
    ]
    return [*dict.fromkeys((*found, *more))]


def group(workspace: Workspace) -> None:
    """Make the selection one group; its objects leave the groups that they were in."""
    objects = free(workspace)
    if len(objects) < 2:
        raise EditRefusedError("select two objects or more to group them")
    number = 1 + max(one.group for _, one in workspace.map.objects())
    new = [one.model_copy(update={"group": number}) for one in objects]
    after = workspace.map.replaced(new)
    workspace.do(f"Group {counted(objects)}", after, mirrored=False)


def ungroup(workspace: Workspace) -> None:
    """Dissolve the groups of the selection."""
    groups = {one.group for one in free(workspace)} - {0}
    if not groups:
        raise EditRefusedError("the selection has no group")
    objects = [one for _, one in workspace.map.objects() if one.group in groups]
    after = workspace.map.replaced(one.model_copy(update={"group": 0}) for one in objects)
    workspace.do(f"Ungroup {counted(objects)}", after, mirrored=False)

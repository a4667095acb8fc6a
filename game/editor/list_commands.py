"""Commands of the list of map objects."""

from __future__ import annotations

from collections.abc import Collection
from itertools import takewhile
from typing import Literal

from game.content.maps.map_file import MapLayer
from game.editor.edits import EditRefusedError, changed, layer_of
from game.editor.object_commands import free, order
from game.editor.object_words import counted
from game.editor.workspace import Workspace


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

"""What the list of layers does. All raise EditRefusedError where it cannot be done."""

from __future__ import annotations

from game.editor.edits.layers import (
    layer_changed,
    layer_moved,
    layer_of,
    layer_removed,
    with_layer,
)
from game.editor.workspace import Workspace


def add_layer(workspace: Workspace, name: str = "") -> None:
    """Add a layer on top; what is drawn next goes there."""
    names = {layer.name for layer in workspace.map.layers}
    free = next(f"layer {n}" for n in range(1, len(names) + 2) if f"layer {n}" not in names)
    after, id_ = with_layer(workspace.map, name or free)
    workspace.do(f"Add layer '{name or free}'", after, mirrored=False)
    workspace.layer = id_


def rename_layer(workspace: Workspace, id_: int, name: str) -> None:
    old = layer_of(workspace.map, id_).name
    after = layer_changed(workspace.map, id_, name=name)
    workspace.do(f"Rename layer '{old}' to '{name}'", after, mirrored=False)


def delete_layer(workspace: Workspace, id_: int) -> None:
    """Delete a layer and all that is on it."""
    layer = layer_of(workspace.map, id_)
    after = layer_removed(workspace.map, id_)
    workspace.do(f"Delete layer '{layer.name}'", after, mirrored=False)
    if workspace.layer == id_:
        workspace.layer = after.layers[-1].id if after.layers else 0


def move_layer(workspace: Workspace, id_: int, by: int) -> None:
    """Draw a layer so many places later than now; earlier, if *by* is negative."""
    name = layer_of(workspace.map, id_).name
    after = layer_moved(workspace.map, id_, by)
    workspace.do(f"Move layer '{name}' {'up' if by > 0 else 'down'}", after, mirrored=False)


def show_layer(workspace: Workspace, id_: int, *, visible: bool) -> None:
    name = layer_of(workspace.map, id_).name
    after = layer_changed(workspace.map, id_, visible=visible)
    label = f"{'Show' if visible else 'Hide'} layer '{name}'"
    workspace.do(label, after, mirrored=False)


def lock_layer(workspace: Workspace, id_: int, *, locked: bool) -> None:
    name = layer_of(workspace.map, id_).name
    after = layer_changed(workspace.map, id_, locked=locked)
    label = f"{'Lock' if locked else 'Unlock'} layer '{name}'"
    workspace.do(label, after, mirrored=False)

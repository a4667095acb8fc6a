"""Commands on the layers of a map."""

from __future__ import annotations

from game.content.maps.map_file import MapLayer
from game.editor.edits import layer_of, made_layer, with_layer
from game.editor.workspace import Workspace


def add_layer(workspace: Workspace, name: str = "") -> None:
    """Add a layer on top, and draw new objects on it."""
    names = {layer.name for layer in workspace.map.layers}
    free = next(f"layer {n}" for n in range(1, len(names) + 2) if f"layer {n}" not in names)
    after, id_ = with_layer(workspace.map, name or free)
    workspace.do(f"Add layer “{name or free}”", after, mirrored=False)
    workspace.layer = id_


def rename_layer(workspace: Workspace, id_: int, name: str) -> None:
    """Rename a layer; raise EditRefusedError if there is none with this id."""
    _set_layer(workspace, id_, "Rename", f" to “{name}”", name=name)


def show_layer(workspace: Workspace, id_: int, *, visible: bool) -> None:
    """Show or hide a layer; raise EditRefusedError if there is none with this id."""
    _set_layer(workspace, id_, "Show" if visible else "Hide", visible=visible)


def lock_layer(workspace: Workspace, id_: int, *, locked: bool) -> None:
    """Lock or unlock a layer; raise EditRefusedError if there is none with this id."""
    _set_layer(workspace, id_, "Lock" if locked else "Unlock", locked=locked)


def _set_layer(
    workspace: Workspace, id_: int, verb: str, more: str = "", **fields: object
) -> None:
    old = layer_of(workspace.map, id_)
    new = made_layer(**{name: getattr(old, name) for name in MapLayer.model_fields} | fields)
    after = workspace.map.with_layers(
        new if one is old else one for one in workspace.map.layers
    )
    workspace.do(f"{verb} layer “{old.name}”{more}", after, mirrored=False)


def delete_layer(workspace: Workspace, id_: int) -> None:
    """Delete a layer and all objects on it."""
    layer = layer_of(workspace.map, id_)
    after = workspace.map.removed({one.id for one in layer.objects})
    after = after.with_layers(one for one in after.layers if one.id != id_)
    workspace.do(f"Delete layer “{layer.name}”", after, mirrored=False)
    if workspace.layer == id_:
        workspace.layer = after.layers[-1].id if after.layers else 0


def move_layer(workspace: Workspace, id_: int, by: int) -> None:
    """Move a layer by *by* places in drawing order; backward if *by* is negative."""
    layers = workspace.map.layers
    layer = layer_of(workspace.map, id_)
    others = [one for one in layers if one is not layer]
    at = max(0, min(len(others), layers.index(layer) + by))
    after = workspace.map.with_layers((*others[:at], layer, *others[at:]))
    label = f"Move layer “{layer.name}” {'up' if by > 0 else 'down'}"
    workspace.do(label, after, mirrored=False)

"""Layers: added, renamed, deleted, ordered, shown, locked."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from pydantic import ValidationError

from game.content.maps import MapFile
from game.content.maps.map_file import MapLayer
from game.editor.edits.objects import (
    EditRefusedError,
    refused,
    removed,
    with_layers,
    with_objects,
)


def layer_of(mapfile: MapFile, id_: int) -> MapLayer:
    """Return a layer by its id; raise EditRefusedError if there is none."""
    for layer in mapfile.layers:
        if layer.id == id_:
            return layer
    raise EditRefusedError(f"there is no layer {id_}")


def with_layer(mapfile: MapFile, name: str, **fields: Any) -> tuple[MapFile, int]:
    """Return the map with one more layer on top, and the id of that."""
    id_ = 1 + max((layer.id for layer in mapfile.layers), default=0)
    layer = _made(id=id_, name=name, draworder="index", **fields)
    return with_layers(mapfile, (*mapfile.layers, layer)), id_


def _made(**fields: Any) -> MapLayer:
    try:
        return MapLayer(**fields)
    except ValidationError as error:
        raise refused(error) from error


def layer_changed(mapfile: MapFile, id_: int, **fields: Any) -> MapFile:
    """Return the map with a layer renamed, shown or hidden, locked or not."""
    old = layer_of(mapfile, id_)
    told = {name: getattr(old, name) for name in MapLayer.model_fields}
    new = _made(**told | fields)
    return with_layers(mapfile, (new if one is old else one for one in mapfile.layers))


def layer_removed(mapfile: MapFile, id_: int) -> MapFile:
    """Return the map without a layer and all that is on it."""
    layer = layer_of(mapfile, id_)
    left = removed(mapfile, {one.id for one in layer.objects}) if layer.objects else mapfile
    return with_layers(left, (one for one in left.layers if one.id != id_))


def layer_moved(mapfile: MapFile, id_: int, by: int) -> MapFile:
    """Return the map with a layer so many places further up in what is drawn."""
    layer = layer_of(mapfile, id_)
    others = [one for one in mapfile.layers if one is not layer]
    at = max(0, min(len(others), mapfile.layers.index(layer) + by))
    return with_layers(mapfile, (*others[:at], layer, *others[at:]))


def on_layer(mapfile: MapFile, ids: Collection[int], to: int) -> MapFile:
    """Return the map with objects on top of another layer."""
    layer_of(mapfile, to)
    wanted = frozenset(ids)
    going = [one for _, one in mapfile.objects() if one.id in wanted]

    def layers() -> Iterable[MapLayer]:
        for layer in mapfile.layers:
            stay = [one for one in layer.objects if one.id not in wanted]
            if layer.id == to:
                yield with_objects(layer, [*stay, *going])
            else:
                yield layer if len(stay) == len(layer.objects) else with_objects(layer, stay)

    return with_layers(mapfile, layers())


def drawing_layer(mapfile: MapFile, wanted: int) -> tuple[MapFile, int]:
    """Return the map and the layer that new objects go to: the one wanted, or a free one.

    A map without one gets one. Raise EditRefusedError if the one wanted is locked or hidden.
    """
    for layer in mapfile.layers:
        if layer.id == wanted:
            if layer.locked or not layer.visible:
                how = "locked" if layer.locked else "hidden"
                raise EditRefusedError(f"layer '{layer.name}' is {how}: nothing is drawn on it")
            return mapfile, wanted
    for layer in reversed(mapfile.layers):
        if layer.visible and not layer.locked:
            return mapfile, layer.id
    return with_layer(mapfile, "objects")

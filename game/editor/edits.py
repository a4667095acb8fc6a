"""Edits of a map's parts, each checked as it is made."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from game.content.faults import Fault
from game.content.maps.map_file import MapFile, MapLayer, MapObject
from game.content.schema_faults import faults_in

LENGTHS = {"x", "y", "width", "height"}


class EditRefusedError(Exception):
    """An edit that would result in an invalid map; the message gives the reason."""


def refused(error: ValidationError) -> EditRefusedError:
    """Return a validation error of pydantic as EditRefusedError, in words of map faults."""

    def reason(fault: Fault) -> str:
        # Map files count in pixels, people in inches.
        return f"{fault.place}: larger than any board" if fault.place in LENGTHS else str(fault)

    faults = faults_in(error, place=lambda steps: str(steps[-1]).replace("_", " "))
    return EditRefusedError("; ".join(map(reason, faults)))


def made(**fields: Any) -> MapObject:
    """Return an object with these fields; raise EditRefusedError if it would be invalid."""
    try:
        return MapObject(**fields)
    except ValidationError as error:
        raise refused(error) from error


def changed(one: MapObject, **fields: Any) -> MapObject:
    """Return an object with other fields; raise EditRefusedError if it would be invalid."""
    return made(**{name: getattr(one, name) for name in MapObject.model_fields} | fields)


def layer_of(mapfile: MapFile, id_: int) -> MapLayer:
    """Return a layer by its id; raise EditRefusedError if there is none."""
    for layer in mapfile.layers:
        if layer.id == id_:
            return layer
    raise EditRefusedError(f"there is no layer {id_}")


def with_layer(mapfile: MapFile, name: str) -> tuple[MapFile, int]:
    """Return the map with one more layer on top, and its id."""
    id_ = mapfile.next_layer_id
    layer = made_layer(id=id_, name=name, draworder="index")
    return mapfile.with_layers((*mapfile.layers, layer)), id_


def made_layer(**fields: Any) -> MapLayer:
    """Return a layer with these fields; raise EditRefusedError if it would be invalid."""
    try:
        return MapLayer(**fields)
    except ValidationError as error:
        raise refused(error) from error


def drawing_layer(mapfile: MapFile, wanted: int) -> tuple[MapFile, int]:
    """Return the map and the layer for new objects: the one wanted, or a usable one.

    A map without a usable layer gets one. Raise EditRefusedError if the one wanted is locked or
    hidden.
    """
    for layer in mapfile.layers:
        if layer.id == wanted:
            if layer.locked or not layer.visible:
                how, undo = ("locked", "unlock") if layer.locked else ("hidden", "show")
                raise EditRefusedError(
                    f"layer “{layer.name}” is {how}; {undo} it to draw on it"
                )
            return mapfile, wanted
    for layer in reversed(mapfile.layers):
        if layer.visible and not layer.locked:
            return mapfile, layer.id
    return with_layer(mapfile, "objects")


def home_of(mapfile: MapFile, kind: type, layer: int) -> tuple[MapFile, int]:
    """Return the map and the layer with most objects of a class, else the one to draw on."""
    counts = [
        (sum(isinstance(one.what, kind) for one in each.objects), each.id)
        for each in mapfile.layers
        if each.visible and not each.locked
    ]
    most, home = max(counts, key=lambda count: count[0], default=(0, 0))
    return (mapfile, home) if most else drawing_layer(mapfile, layer)

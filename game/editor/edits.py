"""Objects of a map by id and place; edits that add, change and reorder them; layers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np
from pydantic import ValidationError

from game.content.faults import Fault
from game.content.maps import MapFile
from game.content.maps.map_file import MapLayer, MapObject
from game.content.parsing import faults_in
from game.geometry.points import Point
from game.geometry.polygons import Box, box

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


def with_layer(mapfile: MapFile, name: str, **fields: Any) -> tuple[MapFile, int]:
    """Return the map with one more layer on top, and its id."""
    id_ = 1 + max((layer.id for layer in mapfile.layers), default=0)
    layer = _made(id=id_, name=name, draworder="index", **fields)
    return mapfile.with_layers((*mapfile.layers, layer)), id_


def _made(**fields: Any) -> MapLayer:
    try:
        return MapLayer(**fields)
    except ValidationError as error:
        raise refused(error) from error


def layer_changed(mapfile: MapFile, id_: int, **fields: Any) -> MapFile:
    """Return the map with some fields of a layer changed: name, visibility or lock."""
    old = layer_of(mapfile, id_)
    raw = {name: getattr(old, name) for name in MapLayer.model_fields}
    new = _made(**raw | fields)
    return mapfile.with_layers(new if one is old else one for one in mapfile.layers)


def layer_removed(mapfile: MapFile, id_: int) -> MapFile:
    """Return the map without a layer and its objects."""
    layer = layer_of(mapfile, id_)
    left = mapfile.removed({one.id for one in layer.objects})
    return left.with_layers(one for one in left.layers if one.id != id_)


def layer_moved(mapfile: MapFile, id_: int, by: int) -> MapFile:
    """Return the map with a layer moved up by *by* places in drawing order."""
    layer = layer_of(mapfile, id_)
    others = [one for one in mapfile.layers if one is not layer]
    at = max(0, min(len(others), mapfile.layers.index(layer) + by))
    return mapfile.with_layers((*others[:at], layer, *others[at:]))


def on_layer(mapfile: MapFile, ids: Collection[int], to: int) -> MapFile:
    """Return the map with objects moved to the top of another layer."""
    layer_of(mapfile, to)
    wanted = frozenset(ids)
    going = [one for _, one in mapfile.objects() if one.id in wanted]

    def layers() -> Iterable[MapLayer]:
        for layer in mapfile.layers:
            stay = [one for one in layer.objects if one.id not in wanted]
            if layer.id == to:
                yield layer.with_objects([*stay, *going])
            else:
                yield layer if len(stay) == len(layer.objects) else layer.with_objects(stay)

    return mapfile.with_layers(layers())


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


FRONT: Final = 2
BACK: Final = -2
Step: TypeAlias = Literal[2, 1, -1, -2]
"""To the front, one forward, one backward, to the back."""


def reordered(mapfile: MapFile, ids: Collection[int], step: Step) -> MapFile:
    """Return the map with objects moved in the drawing order of their layers."""
    chosen = frozenset(ids)
    return mapfile.with_layers(
        layer.with_objects(_moved(layer.objects, chosen, step)) for layer in mapfile.layers
    )


def _moved(
    objects: Sequence[MapObject], chosen: Collection[int], step: Step
) -> list[MapObject]:
    if step in {FRONT, BACK}:
        going = [one for one in objects if one.id in chosen]
        stay = [one for one in objects if one.id not in chosen]
        return [*stay, *going] if step == FRONT else [*going, *stay]
    found = [*objects] if step == -1 else [*reversed(objects)]
    for n in range(1, len(found)):
        if found[n].id in chosen and found[n - 1].id not in chosen:
            found[n - 1], found[n] = found[n], found[n - 1]
    return found if step == -1 else found[::-1]


class IndexedObject(NamedTuple):
    object: MapObject
    layer: MapLayer
    box: Box


class ObjectIndex:
    """Index of a map's objects by id and place, in drawing order."""

    def __init__(self, mapfile: MapFile, before: ObjectIndex | None = None) -> None:
        """*before*: index of a similar map; boxes of unchanged objects are taken from it."""
        self.map = mapfile
        known: dict[int, IndexedObject] = before.placed if before else {}
        self.placed: dict[int, IndexedObject] = {}
        for layer, one in mapfile.objects():
            old = known.get(one.id)
            whole = old.box if old and old.object is one else box(one.outline)
            self.placed[one.id] = IndexedObject(one, layer, whole)
        self._all = list(self.placed.values())
        boxes = [one.box for one in self._all] or [(0.0, 0.0, -1.0, -1.0)]
        self._left, self._top, self._right, self._low = np.array(boxes).T.copy()

    def get(self, id_: int) -> MapObject | None:
        found = self.placed.get(id_)
        return found.object if found else None

    def near(self, at: Point, reach: float) -> list[IndexedObject]:
        """Return the objects with a box within *reach* inches of a point, in drawing order."""
        x, y = at
        return self.within((x - reach, y - reach, x + reach, y + reach))

    def within(self, area: Box) -> list[IndexedObject]:
        """Return the objects with a box that overlaps or touches an area, in drawing order."""
        left, top, right, low = area
        found = (self._left <= right) & (self._right >= left)
        found &= (self._top <= low) & (self._low >= top)
        return [self._all[n] for n in np.flatnonzero(found)]

"""Objects that come, change and go. Every function returns a new map, and shares the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from game.content.faults import Fault
from game.content.maps import MapFile
from game.content.maps.class_base import references
from game.content.maps.map_file import MapLayer, MapObject
from game.content.pydantic_faults import faults_in

LENGTHS = {"x", "y", "width", "height"}


class EditRefusedError(Exception):
    """What was asked for would be no map; says why, in the words of map files."""


def refused(error: ValidationError) -> EditRefusedError:
    """Return what pydantic refused, in the words in which faults of map files are told."""

    def told(fault: Fault) -> str:
        # Map files count in pixels, people in inches.
        return f"{fault.place}: no board is so large" if fault.place in LENGTHS else str(fault)

    faults = faults_in(error, place=lambda steps: str(steps[-1]).replace("_", " "))
    return EditRefusedError("; ".join(map(told, faults)))


def made(**fields: Any) -> MapObject:
    """Return an object with these fields; raise EditRefusedError if it would be none."""
    try:
        return MapObject(**fields)
    except ValidationError as error:
        raise refused(error) from error


def changed(one: MapObject, **fields: Any) -> MapObject:
    """Return an object with other fields; raise EditRefusedError if it would be none."""
    return made(**{name: getattr(one, name) for name in MapObject.model_fields} | fields)


def by_id(mapfile: MapFile) -> dict[int, MapObject]:
    return {one.id: one for _, one in mapfile.objects()}


def next_id(mapfile: MapFile) -> int:
    return max((one.id for _, one in mapfile.objects()), default=0) + 1


def with_layers(mapfile: MapFile, layers: Iterable[MapLayer]) -> MapFile:
    return mapfile.model_copy(update={"layers": tuple(layers)})


def with_objects(layer: MapLayer, objects: Iterable[MapObject]) -> MapLayer:
    return layer.model_copy(update={"objects": tuple(objects)})


def replaced(mapfile: MapFile, new: Mapping[int, MapObject]) -> MapFile:
    """Return the map with other objects in the place of those with these ids."""
    return with_layers(
        mapfile,
        (
            with_objects(layer, (new.get(one.id, one) for one in layer.objects))
            if any(one.id in new for one in layer.objects)
            else layer
            for layer in mapfile.layers
        ),
    )


def added(mapfile: MapFile, layer: int, objects: Iterable[MapObject]) -> MapFile:
    """Return the map with objects at the end of a layer, by its id."""
    more = tuple(objects)
    return with_layers(
        mapfile,
        (
            with_objects(one, (*one.objects, *more)) if one.id == layer else one
            for one in mapfile.layers
        ),
    )


def removed(mapfile: MapFile, ids: Collection[int]) -> MapFile:
    """Return the map without some objects; who refers to one of them refers to none."""
    gone = frozenset(ids)
    return with_layers(
        mapfile,
        (
            with_objects(
                layer, (_loosed(one, gone) for one in layer.objects if one.id not in gone)
            )
            for layer in mapfile.layers
        ),
    )


def loosened(mapfile: MapFile, ids: Collection[int], kind: str) -> MapFile:
    """Return the map after objects became of a class: who must name another names none."""
    found = dict[int, MapObject]()
    for _, one in mapfile.objects():
        wrong = {
            member: 0
            for member, wanted in references(type(one.what)).items()
            if getattr(one.what, member) in ids and wanted != kind
        }
        if wrong:
            found[one.id] = changed(one, what=one.what.model_copy(update=wrong))
    return replaced(mapfile, found) if found else mapfile


def _loosed(one: MapObject, gone: Collection[int]) -> MapObject:
    loose = {
        member: 0 for member in references(type(one.what)) if getattr(one.what, member) in gone
    }
    return changed(one, what=one.what.model_copy(update=loose)) if loose else one

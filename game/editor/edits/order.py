"""Which objects of a layer are drawn after which."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from game.content.maps import MapFile
from game.content.maps.map_file import MapObject
from game.editor.edits.objects import with_layers, with_objects

FRONT: Final = 2
BACK: Final = -2
Step: TypeAlias = Literal[2, 1, -1, -2]
"""To the front, one forward, one backward, to the back."""


def reordered(mapfile: MapFile, ids: Collection[int], step: Step) -> MapFile:
    """Return the map with objects drawn earlier or later than others of their layers."""
    chosen = frozenset(ids)
    return with_layers(
        mapfile,
        (
            with_objects(layer, _moved(layer.objects, chosen, step))
            if any(one.id in chosen for one in layer.objects)
            else layer
            for layer in mapfile.layers
        ),
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

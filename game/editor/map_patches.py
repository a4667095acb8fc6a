"""Differences between two states of a map."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from game.content.maps.map_class import Board as MapBoard
from game.content.maps.map_file import MapFile, MapLayer, MapObject


class Patch(NamedTuple):
    board: MapBoard
    width: int
    height: int
    layers: tuple[tuple[MapLayer, tuple[int | MapObject, ...]], ...]
    """Layers without objects, each with its objects: by id if they are unchanged."""

    @property
    def size(self) -> int:
        """Return the number of objects that the patch carries."""
        return sum(not isinstance(one, int) for _, objects in self.layers for one in objects)


def difference(old: MapFile | None, new: MapFile) -> Patch:
    """Return the difference from the old map, or from nothing, to the new one."""
    known = old.by_id() if old else {}
    layers = tuple(
        (
            layer.with_objects(()),
            tuple(one.id if known.get(one.id) is one else one for one in layer.objects),
        )
        for layer in new.layers
    )
    return Patch(new.board, new.width, new.height, layers)


def patched(patch: Patch, old: MapFile | None) -> MapFile:
    """Return the new map, given the old one and the difference."""
    known = old.by_id() if old else {}
    layers = tuple(
        layer.with_objects(known[o] if isinstance(o, int) else o for o in objects)
        for layer, objects in patch.layers
    )
    return MapFile.model_construct(
        board=patch.board, width=patch.width, height=patch.height, layers=layers
    )


def map_change(old: MapFile | None, new: MapFile) -> Callable[[MapFile | None], MapFile]:
    """Return what a worker process does to its last map; see ``BackgroundTask``."""
    return partial(patched, difference(old, new))

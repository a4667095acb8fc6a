"""What differs between two maps: so little is sent of a large one after a small edit."""

from __future__ import annotations

from typing import NamedTuple

from game.content.maps import MapFile
from game.content.maps.map_file import MapLayer, MapObject
from game.content.maps.spot_classes import Board


class Patch(NamedTuple):
    board: Board
    width: int
    height: int
    layers: tuple[tuple[MapLayer, tuple[int | MapObject, ...]], ...]
    """Each without its objects, and these: by id those that are as they were."""

    @property
    def size(self) -> int:
        """Return how many objects it carries."""
        return sum(not isinstance(one, int) for _, objects in self.layers for one in objects)


def difference(old: MapFile | None, new: MapFile) -> Patch:
    """Return what makes the new map of the old one, or of nothing."""
    known = {one.id: one for _, one in old.objects()} if old else {}
    layers = tuple(
        (
            layer.model_copy(update={"objects": ()}),
            tuple(one.id if known.get(one.id) is one else one for one in layer.objects),
        )
        for layer in new.layers
    )
    return Patch(new.board, new.width, new.height, layers)


def patched(old: MapFile | None, patch: Patch) -> MapFile:
    """Return the new map that a difference to the old one was told of."""
    known = {one.id: one for _, one in old.objects()} if old else {}
    layers = tuple(
        layer.model_copy(
            update={"objects": tuple(known[o] if isinstance(o, int) else o for o in objects)}
        )
        for layer, objects in patch.layers
    )
    return MapFile.model_construct(
        board=patch.board, width=patch.width, height=patch.height, layers=layers
    )

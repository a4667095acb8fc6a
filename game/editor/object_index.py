"""The map objects of an open map, found by place."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.content.maps.map_file import MapFile, MapLayer, MapObject
from game.geometry.points import Point
from game.geometry.polygons import Box, box


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

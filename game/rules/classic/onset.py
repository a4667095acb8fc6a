"""What ground may be on the way of a charge: ``CC-20``, ``CC-23``."""

from __future__ import annotations

from collections.abc import Mapping

from game.geometry.shapes import off_polygon
from game.rules.kit.nearness import CONTACT
from game.table.records import ModelId, UnitId
from game.table.state import Table
from game.table.terrain import Terrain


def is_on_the_way(
    table: Table, who: UnitId, foe: UnitId, far: Mapping[ModelId, float], area: Terrain
) -> bool:
    """Return whether some model might go through an area and still come into contact.

    It must go to the area, and from there to the foe: at least as far as these two lie off it.
    """
    offs = [off_polygon(m.at, area.outline) - m.base for m in table.of(foe)]
    for m in [m for m in table.of(who) if m.id in far]:
        there = max(0.0, off_polygon(m.at, area.outline) - m.base)
        for off in offs:
            if there + max(0.0, off - 2 * m.base) <= far[m.id] + CONTACT:
                return True
    return False

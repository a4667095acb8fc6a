"""The parts that rule systems add to the editor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from game.content.maps.map_class import MapClass
from game.content.maps.map_file import MapFile, MapObject
from game.editor.editor_part import ClassDrawing, EditorPart
from game.editor.zone_fixes import EMPTY, PATROL, Preset
from game.systems import Parts

PARTS: Mapping[str, EditorPart] = Parts("editor", "PART")
IN_ORDER = sorted(PARTS.values(), key=attrgetter("place"))
PRESETS: tuple[Preset, ...] = (
    EMPTY,
    PATROL,
    *(part.preset for part in IN_ORDER if part.preset),
)
"""Presets of new maps, in the order in which they are offered."""


def drawing_of(what: MapClass) -> ClassDrawing | None:
    """Return the way in which a class is drawn; None if it is drawn like others."""
    found = (part.draws.get(type(what)) for part in IN_ORDER)
    return next((drawing for drawing in found if drawing), None)


def moved_together(mapfile: MapFile, objects: Sequence[MapObject]) -> list[MapObject]:
    """Return the objects, and those that move with them."""
    more = (one for part in IN_ORDER for one in part.moves_with(mapfile, objects))
    return [*{one.id: one for one in (*objects, *more)}.values()]


def mended(mapfile: MapFile, gone: Sequence[MapObject]) -> MapFile:
    """Return the map, made valid again, from which some objects were removed."""
    for part in IN_ORDER:
        mapfile = part.mends(mapfile, gone)
    return mapfile

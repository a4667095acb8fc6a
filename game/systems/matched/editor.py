"""Matched play in the editor: its preset of a new map, its fixes."""

from __future__ import annotations

from game.content.maps.map_file import MapFile
from game.cores.kit.declarations import SMALL_BOARD
from game.editor.editor_part import EditorPart
from game.editor.findings import Finding
from game.editor.fixes import Fix, setting
from game.editor.zone_fixes import Preset
from game.systems.matched.rules.matched_boards import MIN_TABLE

PRESET = Preset(
    "Matched play",
    "An open battlefield: zones and objectives come from the mission.",
    (60, 44),
    "field",
    least=(int(MIN_TABLE[0]), int(MIN_TABLE[1])),
)


def enlarged(mapfile: MapFile, finding: Finding) -> MapFile:
    """``MP-23``  Enlarge the board to the minimum of matched play."""
    long, short = (int(side) for side in MIN_TABLE)
    w, h = mapfile.width, mapfile.height
    least = (long, short) if w >= h else (short, long)
    return mapfile.model_copy(update={"width": max(w, least[0]), "height": max(h, least[1])})


FIXES = {
    SMALL_BOARD: (Fix("Enlarge the board", enlarged),),
    # ``MP-05``  Cover that a feature gives.
    "silent feature": (
        Fix("Set soft cover", setting(bonus="soft")),
        Fix("Set hard cover", setting(bonus="hard")),
        Fix("Set no cover", setting(bonus="none")),
    ),
}
PART = EditorPart(1, fixes=FIXES, preset=PRESET)

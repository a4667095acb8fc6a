"""The editor's part for the cage."""

from __future__ import annotations

from game.editor.editor_part import ClassDrawing, EditorPart
from game.editor.zone_fixes import Preset
from game.systems.cage.content.map_classes import Ring
from game.systems.cage.editor.cage_edits import (
    FIXES,
    centre,
    draw_ring,
    mended_without,
    whole_cage,
    with_middle_cage,
)
from game.systems.cage.editor.rings_probe import RingsProbe

PRESET = Preset(
    "Cage",
    "A cage with three rings around its centre and two notches, for bouts.",
    (24, 24),
    "arena",
    draw=with_middle_cage,
    least=(18, 18),
)
PART = EditorPart(
    4,
    fixes=FIXES,
    probes=(RingsProbe,),
    draws={Ring: ClassDrawing(centre, draw_ring)},
    moves_with=whole_cage,
    mends=mended_without,
    preset=PRESET,
)

"""Additions of the flood to the map editor."""

from __future__ import annotations

from collections.abc import Iterator

from game.editor.editor_part import EditorPart
from game.geometry.points import Path
from game.systems.flood.editor import lane_fixes, mission_fixes
from game.systems.flood.editor.flood_probe import FloodProbe
from game.systems.flood.editor.new_sewer import PRESET
from game.systems.flood.table.water import origins, water_from
from game.table.board import Board


def _streams(board: Board) -> Iterator[Path]:
    """``FF-04``  Yield the paths of the water, each downstream."""
    if origins(board) and (lanes := water_from(board, "").lanes):
        for stretch in lanes.stretches:
            yield stretch.path


PART = EditorPart(
    2,
    fixes=lane_fixes.FIXES | mission_fixes.FIXES,
    probes=(FloodProbe,),
    first_step="Place a flood origin: pick it in the palette, then click.",
    streams=_streams,
    preset=PRESET,
)

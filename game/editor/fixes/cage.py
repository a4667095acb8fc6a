"""Rings and notches of a cage: ``TC-01``, ``TC-04``."""

from __future__ import annotations

from game.content.maps import MapFile
from game.content.maps.map_file import MapObject
from game.content.maps.spot_classes import Notch, Ring
from game.editor.checks.findings import Finding
from game.editor.edits.cages import with_cage
from game.editor.edits.layers import drawing_layer
from game.editor.edits.objects import EditRefusedError, removed, replaced
from game.editor.edits.transform import middle, moved
from game.editor.fixes.base import Fix, all_of, first_of, having, with_new
from game.editor.fixes.objects import DROP
from game.geometry.points import Point
from game.table.cage_floor import FEWEST_CELLS

RIM = 1.0
"""Inches between a cage that a fix draws and the edge of the table."""


def numbered(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-01``  Number the rings from the centre out."""
    rings = sorted(all_of(mapfile, Ring), key=lambda one: one.width)
    return replaced(mapfile, {one.id: having(one, number=n) for n, one in enumerate(rings)})


def centred(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-01``  Bring a ring around the centre."""
    one = first_of(mapfile, finding)
    at, to = middle(one), middle(_inner(mapfile))
    return replaced(mapfile, {one.id: moved(one, to.x - at.x, to.y - at.y)})


def _inner(mapfile: MapFile) -> MapObject:
    return min(all_of(mapfile, Ring), key=_number)


def _number(one: MapObject) -> int:
    assert isinstance(one.what, Ring)
    return one.what.number


def celled(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-01``  One cell for the centre, as few as there may be for a ring."""
    one = first_of(mapfile, finding)
    cells = 1 if _number(one) == 0 else FEWEST_CELLS
    return replaced(mapfile, {one.id: having(one, cells=cells)})


def notched(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-04``  Two notches, at opposite places of the outer ring."""
    rings = sorted(all_of(mapfile, Ring), key=lambda one: one.width)
    if len(rings) < 2:
        raise EditRefusedError("there is no outer ring")
    mid = middle(rings[-1])
    # Not quite upright, or they might lie on the line between two cells.
    reach = (rings[-1].width + rings[-2].width) / 4 / 32
    spots = [Point(mid.x + s * reach * 0.28, mid.y - s * reach * 0.96) for s in (1, -1)]
    after = removed(mapfile, {one.id for one in all_of(mapfile, Notch)})
    return with_new(after, [(Notch(), "point", (at,)) for at in spots], rings[-1].id)


def cage_drawn(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-01``, ``TC-04``  A whole cage in the middle of the board, as large as it may be."""
    mapfile, layer = drawing_layer(mapfile, 0)
    w, h = mapfile.width, mapfile.height
    after, _ = with_cage(mapfile, layer, Point(w / 2, h / 2), min(w, h) / 2 - RIM)
    return after


def unkept(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-04``  Let a notch be for anybody."""
    one = first_of(mapfile, finding)
    return replaced(mapfile, {one.id: having(one, side="")})


NOTCHES = Fix("Two notches in the outer ring", notched)
FIXES = {
    "number of a ring": (Fix("Number the rings from the centre out", numbered), DROP),
    "size of a ring": (Fix("Number the rings from the centre out", numbered), DROP),
    "ring aside": (Fix("Bring it around the centre", centred), DROP),
    "cells of a ring": (Fix("Give it the cells that it must have", celled), DROP),
    "no rings": (Fix("Draw a cage in the middle", cage_drawn),),
    "only disc": (DROP,),
    "stray notch": (NOTCHES, DROP),
    "number of notches": (NOTCHES,),
    "doubled side": (Fix("Keep it for nobody", unkept), DROP),
}

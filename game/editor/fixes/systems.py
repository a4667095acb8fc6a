"""Fixes for cages, streets and battlefields."""

from __future__ import annotations

from game.content.maps import MapFile
from game.content.maps.map_file import MapObject
from game.content.maps.spot_classes import Arrival, CityPiece, Notch, Ring
from game.editor.checks.findings import Finding
from game.editor.edits.cages import with_cage
from game.editor.edits.objects import EditRefusedError, drawing_layer, removed, replaced
from game.editor.edits.polygon_ops import area_of
from game.editor.edits.transform import box_of, middle, moved
from game.editor.fixes.base import Fix, all_of, first_of, having, objects_of, with_new
from game.editor.fixes.objects import DROP
from game.geometry.points import LOOSE_EPSILON, Point
from game.rules.matched.system import MIN_TABLE
from game.rules.pursuit.street_checks import MIN_STREET, SIZES
from game.table.cage_floor import MIN_CELLS

RIM = 1.0
"""Inches between a cage drawn by a fix and the edge of the table."""


def numbered(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-01``  Number the rings from the centre outward."""
    rings = sorted(all_of(mapfile, Ring), key=lambda one: one.width)
    return replaced(mapfile, {one.id: having(one, number=n) for n, one in enumerate(rings)})


def centred(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-01``  Move a ring so that it lies around the centre."""
    one = first_of(mapfile, finding)
    at, to = middle(one), middle(_inner(mapfile))
    return replaced(mapfile, {one.id: moved(one, to.x - at.x, to.y - at.y)})


def _inner(mapfile: MapFile) -> MapObject:
    return min(all_of(mapfile, Ring), key=_number)


def _number(one: MapObject) -> int:
    assert isinstance(one.what, Ring)
    return one.what.number


def celled(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-01``  Set one cell for the centre, or the minimum for a ring."""
    one = first_of(mapfile, finding)
    cells = 1 if _number(one) == 0 else MIN_CELLS
    return replaced(mapfile, {one.id: having(one, cells=cells)})


def notched(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-04``  Draw two notches at opposite places of the outer ring; remove all others."""
    rings = sorted(all_of(mapfile, Ring), key=lambda one: one.width)
    if len(rings) < 2:
        raise EditRefusedError("there is no outer ring")
    mid = middle(rings[-1])
    # Slightly off upright, because they might lie on the line between two cells.
    reach = (rings[-1].width + rings[-2].width) / 4 / 32
    spots = [Point(mid.x + s * reach * 0.28, mid.y - s * reach * 0.96) for s in (1, -1)]
    after = removed(mapfile, {one.id for one in all_of(mapfile, Notch)})
    return with_new(after, [(Notch(), "point", (at,)) for at in spots], rings[-1].id)


def cage_drawn(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-01``, ``TC-04``  Draw a whole cage in the middle, as large as the board allows."""
    mapfile, layer = drawing_layer(mapfile, 0)
    w, h = mapfile.width, mapfile.height
    after, _ = with_cage(mapfile, layer, Point(w / 2, h / 2), min(w, h) / 2 - RIM)
    return after


def unkept(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-04``  Let both sides use a notch."""
    one = first_of(mapfile, finding)
    return replaced(mapfile, {one.id: having(one, side="")})


NOTCHES = Fix("Place two notches in the outer ring", notched)
CAGE_FIXES = {
    "number of a ring": (Fix("Number the rings from the centre out", numbered), DROP),
    "size of a ring": (Fix("Number the rings from the centre out", numbered), DROP),
    "ring aside": (Fix("Move it around the centre", centred), DROP),
    "cells of a ring": (Fix("Set the right number of cells", celled), DROP),
    "no rings": (Fix("Draw a cage in the middle", cage_drawn),),
    "only disc": (DROP,),
    "stray notch": (NOTCHES, DROP),
    "number of notches": (NOTCHES,),
    "doubled side": (Fix("Reserve it for neither side", unkept), DROP),
}


GAP = 0.01
"""Inches left between pieces that are pushed apart."""


def arrival_drawn(mapfile: MapFile, finding: Finding) -> MapFile:
    """``PU-02``  Draw one Arrival along the whole short edge that is nearest to the old one."""
    old = all_of(mapfile, Arrival)
    w, h = float(mapfile.width), float(mapfile.height)
    level = w >= h
    ends = [(Point(0, 0), Point(0, h)), (Point(w, 0), Point(w, h))]
    if not level:
        ends = [(Point(0, 0), Point(w, 0)), (Point(0, h), Point(w, h))]
    axis = 0 if level else 1
    at = sum(box_of(old)[axis::2]) / 2 if old else 0.0
    edge = min(ends, key=lambda end: abs(end[0][axis] - at))
    beside = old[0].id if old else 0
    after = with_new(mapfile, [(Arrival(), "polyline", edge)], beside)
    return removed(after, {one.id for one in old})


def lengthened(mapfile: MapFile, finding: Finding) -> MapFile:
    """``PU-02``  Lengthen the board as a pursuit requires; redraw the Arrival at its end."""
    side = "width" if mapfile.width >= mapfile.height else "height"
    after = mapfile.model_copy(update={side: int(MIN_STREET)})
    return arrival_drawn(after, finding) if all_of(after, Arrival) else after


def sized(mapfile: MapFile, finding: Finding) -> MapFile:
    """``PU-02``  Give equally many pieces each size, the largest third size 3, and so on.

    If their number is no multiple of three, the smallest ones are removed.
    """
    pieces = sorted(all_of(mapfile, CityPiece), key=lambda one: (area_of(one).area, one.id))
    extra = len(pieces) % len(SIZES)
    kept, each = pieces[extra:], len(pieces) // len(SIZES)
    if not each:
        raise EditRefusedError("there are too few pieces; draw at least three")
    new = {one.id: having(one, size=SIZES[n // each]) for n, one in enumerate(kept)}
    return removed(replaced(mapfile, new), {one.id for one in pieces[:extra]})


def pushed_apart(mapfile: MapFile, finding: Finding) -> MapFile:
    """Push a piece off another by the shortest distance at which it overlaps nothing."""
    one, other = objects_of(mapfile, finding)[:2]
    for mover, stays in ((one, other), (other, one)):
        left, top, right, low = box_of([mover])
        x, y, to_x, to_y = box_of([stays])
        gap = LOOSE_EPSILON + GAP
        ways = [(x - right - gap, 0.0), (to_x - left + gap, 0.0)]
        ways += [(0.0, y - low - gap), (0.0, to_y - top + gap)]
        for dx, dy in sorted(ways, key=lambda direction: abs(direction[0]) + abs(direction[1])):
            new = moved(mover, dx, dy)
            if _fits(mapfile, new):
                return replaced(mapfile, {new.id: new})
    raise EditRefusedError("there is no room beside it; move it by hand")


def _fits(mapfile: MapFile, one: MapObject) -> bool:
    left, top, right, low = box_of([one])
    if left < 0.0 or top < 0.0 or right > mapfile.width or low > mapfile.height:
        return False
    others = [o for o in all_of(mapfile, CityPiece) if o.id != one.id]
    return all(area_of(one).distance(area_of(o)) > LOOSE_EPSILON for o in others)


def enlarged(mapfile: MapFile, finding: Finding) -> MapFile:
    """``MP-23``  Enlarge the board to the minimum of matched play."""
    long, short = (int(side) for side in MIN_TABLE)
    w, h = mapfile.width, mapfile.height
    least = (long, short) if w >= h else (short, long)
    return mapfile.model_copy(update={"width": max(w, least[0]), "height": max(h, least[1])})


def soft(mapfile: MapFile, finding: Finding) -> MapFile:
    """``MP-05``  Let a feature give soft cover."""
    one = first_of(mapfile, finding)
    return replaced(mapfile, {one.id: having(one, bonus="soft")})


def hard(mapfile: MapFile, finding: Finding) -> MapFile:
    """``MP-05``  Let a feature give hard cover."""
    one = first_of(mapfile, finding)
    return replaced(mapfile, {one.id: having(one, bonus="hard")})


def bare(mapfile: MapFile, finding: Finding) -> MapFile:
    """``MP-05``  Let a feature give no cover."""
    one = first_of(mapfile, finding)
    return replaced(mapfile, {one.id: having(one, bonus="none")})


STREET_FIXES = {
    "arrival": (Fix("Draw the Arrival along a short edge", arrival_drawn),),
    "short street": (Fix("Lengthen the board", lengthened),),
    "unequal sizes": (Fix("Even out the sizes", sized),),
    "overlap": (Fix("Push them apart", pushed_apart),),
    "small board": (Fix("Enlarge the board", enlarged),),
    "silent feature": (
        Fix("Set soft cover", soft),
        Fix("Set hard cover", hard),
        Fix("Set no cover", bare),
    ),
}

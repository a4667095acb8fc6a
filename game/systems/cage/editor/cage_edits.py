"""Edits that keep a cage whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.content.maps.map_file import MapFile, MapObject
from game.editor.edits import EditRefusedError, changed, drawing_layer
from game.editor.findings import Finding
from game.editor.fixes import DROP, Fix, first_of, having, setting, with_new
from game.editor.transforms import bearing_of, box_of, drawn, middle, middle_of, moved, rotated
from game.editor.workspace import Workspace
from game.geometry.points import Path, Point, distance, thousandths
from game.geometry.polygons import box
from game.systems.cage.content.map_classes import MAX_RINGS, Notch, Ring, ring_of
from game.systems.cage.table import MAX_CELLS, MIN_CELLS

DISCS = (2, 5, 8, 11)
"""Radii of the rims, in elevenths of the cage's radius, as in the shipped cages."""
RIM = 1.0
"""Inches from a new cage, on a new map or drawn by a fix, to the edge of the board."""
CELLS = (1, 5, 7, 9)
"""``TC-01``  Numbers of cells of the centre and the rings."""


def rings_of(mapfile: MapFile) -> list[MapObject]:
    """Return the rings of a map, the centre first."""
    return sorted(mapfile.all_of(Ring), key=lambda one: ring_of(one).number)


def whole_cage(mapfile: MapFile, objects: Sequence[MapObject]) -> list[MapObject]:
    """Return the whole cage if a ring is among the objects: it moves as one."""
    if not any(isinstance(one.what, Ring) for one in objects):
        return []
    return [*rings_of(mapfile), *mapfile.all_of(Notch)]


def with_cage(
    mapfile: MapFile, layer: int, at: Point, radius: float
) -> tuple[MapFile, list[int]]:
    """Return the map with a whole cage of *radius* inches, and the ids of its parts."""
    first = mapfile.next_id
    rims = [round(radius * part / DISCS[-1], 2) for part in DISCS[:-1]] + [radius]
    # The outermost is drawn first: the others lie on it.
    discs = [
        _disc(first + n, at, rims[k], Ring(number=k, cells=CELLS[k]))
        for n, k in enumerate(reversed(range(len(DISCS))))
    ]
    inches = (rims[-2] + rims[-1]) / 2
    cells = CELLS[-1]
    notches = [
        drawn(first + len(discs) + n, Notch(), "point", (_spot(at, inches, turn),))
        for n, turn in enumerate((180.0 / cells, (cells // 2 + 0.5) * 360.0 / cells))
    ]
    parts = [*discs, *notches]
    return mapfile.added(layer, parts), [one.id for one in parts]


def _disc(id_: int, at: Point, radius: float, what: Ring) -> MapObject:
    corners = (Point(at.x - radius, at.y - radius), Point(at.x + radius, at.y + radius))
    return drawn(id_, what, "ellipse", corners)


def _spot(at: Point, inches: float, turn: float) -> Point:
    return thousandths(rotated(Point(at.x, at.y - inches), at, turn))


def with_ring(mapfile: MapFile, radius: float, what: Ring) -> tuple[MapFile, list[int]]:
    """Return the map with one more ring around its cage, and the ring's id.

    The notches move to the new ring. Raise EditRefusedError if it would not lie around the
    others.
    """
    rings = rings_of(mapfile)
    outer = rings[-1]
    if len(rings) >= MAX_RINGS:
        raise EditRefusedError(f"a cage has at most {MAX_RINGS - 1} rings (TC-01)")
    if radius <= _radius(outer):
        text = f'the cage is {2 * _radius(outer):g}" across'
        raise EditRefusedError(f"{text}; another ring must be larger (TC-01)")
    cells = what.cells if what.cells >= MIN_CELLS else ring_of(outer).cells + 2
    new = Ring(number=len(rings), cells=min(cells, MAX_CELLS))
    disc = _disc(mapfile.next_id, middle(outer), radius, new)
    home = next(layer for layer, one in mapfile.objects() if one is outer)
    layers = (
        layer.with_objects((disc, *layer.objects)) if layer is home else layer
        for layer in mapfile.layers
    )
    return mended(mapfile.with_layers(layers)), [disc.id]


def _radius(one: MapObject) -> float:
    left, _, right, _ = box_of([one])
    return (right - left) / 2


def mended(mapfile: MapFile) -> MapFile:
    """Return the map with a valid cage again after a change.

    Rings are numbered from the centre outward, and notches lie in the outer one. If not even a
    centre and one ring are left, the whole cage is removed.
    """
    rings, notches = rings_of(mapfile), mapfile.all_of(Notch)
    if len(rings) < 2:
        left = {one.id for one in (*rings, *notches)}
        return mapfile.removed(left) if left else mapfile
    new = [*_numbered(rings)]
    at, inches = middle(rings[0]), (_radius(rings[-2]) + _radius(rings[-1])) / 2
    for notch in notches:
        off = distance(notch.outline[0], at)
        if not _radius(rings[-2]) < off <= _radius(rings[-1]):
            spot = _spot(at, inches, bearing_of(notch.outline[0], at))
            new.append(drawn(notch.id, notch.what, "point", (spot,), notch.name))
    return mapfile.replaced(new) if new else mapfile


def _numbered(rings: Iterable[MapObject]) -> Iterable[MapObject]:
    for n, one in enumerate(rings):
        what = ring_of(one)
        cells = 1 if n == 0 else max(what.cells, MIN_CELLS)
        if (what.number, what.cells) != (n, cells):
            what = what.model_copy(update={"number": n, "cells": cells})
            yield changed(one, what=what)


def mended_without(mapfile: MapFile, gone: Sequence[MapObject]) -> MapFile:
    """Return the map with a valid cage again if rings were removed."""
    return mended(mapfile) if any(isinstance(one.what, Ring) for one in gone) else mapfile


def centre(mapfile: MapFile) -> Point | None:
    """Return the point around which rings are drawn; None if there is none yet."""
    rings = rings_of(mapfile)
    return middle(rings[0]) if rings else None


def draw_ring(workspace: Workspace, mapfile: MapFile, layer: int, path: Path) -> None:
    """Draw a whole cage, or one more ring around the existing one."""
    assert isinstance(workspace.brush, Ring)
    whole = box(path)
    radius = round((whole[2] - whole[0]) / 2, 3)
    if rings := rings_of(mapfile):
        after, ids = with_ring(mapfile, radius, workspace.brush)
        workspace.do(f"Add ring {len(rings)} to the cage", after, ids, mirrored=False)
    else:
        after, ids = with_cage(mapfile, layer, middle_of(whole), radius)
        workspace.do("Draw a cage", after, ids, mirrored=False)
        workspace.layer = layer


def numbered(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-01``  Number the rings from the centre outward."""
    rings = sorted(mapfile.all_of(Ring), key=lambda one: one.width)
    return mapfile.replaced([having(one, number=n) for n, one in enumerate(rings)])


def centred(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-01``  Move a ring so that it lies around the centre."""
    one = first_of(mapfile, finding)
    at, to = middle(one), middle(rings_of(mapfile)[0])
    return mapfile.replaced([moved(one, to.x - at.x, to.y - at.y)])


def celled(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-01``  Set one cell for the centre, or the minimum for a ring."""
    one = first_of(mapfile, finding)
    cells = 1 if ring_of(one).number == 0 else MIN_CELLS
    return mapfile.replaced([having(one, cells=cells)])


def notched(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-04``  Draw two notches at opposite places of the outer ring; remove all others."""
    rings = sorted(mapfile.all_of(Ring), key=lambda one: one.width)
    if len(rings) < 2:
        raise EditRefusedError("there is no outer ring")
    mid = middle(rings[-1])
    # Slightly off upright, because they might lie on the line between two cells.
    reach = (rings[-1].width + rings[-2].width) / 4 / 32
    spots = [Point(mid.x + s * reach * 0.28, mid.y - s * reach * 0.96) for s in (1, -1)]
    after = mapfile.removed({one.id for one in mapfile.all_of(Notch)})
    return with_new(after, [(Notch(), "point", (at,)) for at in spots], rings[-1].id)


def with_middle_cage(mapfile: MapFile) -> MapFile:
    """``TC-01``, ``TC-04``  Draw a whole cage in the middle, as large as the board allows."""
    mapfile, layer = drawing_layer(mapfile, 0)
    at = Point(mapfile.width / 2, mapfile.height / 2)
    return with_cage(mapfile, layer, at, min(at) - RIM)[0]


def cage_drawn(mapfile: MapFile, finding: Finding) -> MapFile:
    """``TC-01``, ``TC-04``  Draw a cage on a map without rings."""
    return with_middle_cage(mapfile)


NOTCHES = Fix("Place two notches in the outer ring", notched)
FIXES = {
    "number of a ring": (Fix("Number the rings from the centre out", numbered), DROP),
    "size of a ring": (Fix("Number the rings from the centre out", numbered), DROP),
    "ring aside": (Fix("Move it around the centre", centred), DROP),
    "cells of a ring": (Fix("Set the right number of cells", celled), DROP),
    "no rings": (Fix("Draw a cage in the middle", cage_drawn),),
    "only disc": (DROP,),
    "stray notch": (NOTCHES, DROP),
    "number of notches": (NOTCHES,),
    "doubled side": (Fix("Reserve it for neither side", setting(side="")), DROP),
}

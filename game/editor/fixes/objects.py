"""Fixes for malformed objects."""

from __future__ import annotations

from collections.abc import Callable

import shapely

from game.content.maps import MapFile
from game.content.maps.class_base import references
from game.content.maps.map_file import MapObject
from game.content.maps.spot_classes import Objective
from game.content.maps.validation import spike, to_thousandths
from game.editor.checks.findings import Finding
from game.editor.edits.objects import EditRefusedError, by_id, changed, removed, replaced
from game.editor.edits.polygon_ops import outlines
from game.editor.edits.transform import clamped, drawn, shift_onto_board, with_corners
from game.editor.edits.transform import middle as middle_of
from game.editor.fixes.base import Fix, all_of, first_of
from game.editor.fixes.base import having as with_members
from game.geometry.points import Path, Point

MIN_WIDTH = 16.0
"""Minimum width in pixels of a thin object after its fix: half an inch."""


def _mends(how: Callable[[MapFile, MapObject], MapObject]) -> Callable[..., MapFile]:
    def does(mapfile: MapFile, finding: Finding) -> MapFile:
        one = first_of(mapfile, finding)
        return replaced(mapfile, {one.id: how(mapfile, one)})

    return does


def on_board(mapfile: MapFile, one: MapObject) -> MapObject:
    """Move each corner that is off the board to the nearest point of the board's edge."""
    path = [clamped(at, mapfile.width, mapfile.height) for at in one.outline]
    if one.shape == "point":
        return drawn(one.id, one.what, "point", (path[0],), one.name)
    return with_corners(one, _plain(path, closed=one.shape != "polyline"))


def in_shape(mapfile: MapFile, one: MapObject) -> MapObject:
    """Draw an object in a shape of its class: an area by its outline, a point in its middle."""
    shapes = type(one.what).shapes
    if "point" in shapes and "polyline" not in shapes:
        return drawn(one.id, one.what, "point", (middle_of(one),), one.name)
    if shapes == {"ellipse"}:
        return drawn(one.id, one.what, "ellipse", one.outline, one.name)
    if "polyline" in shapes:
        if len(one.outline) < 2:
            raise EditRefusedError("a point cannot become a line")
        path = one.outline if one.shape == "polyline" else (*one.outline, one.outline[0])
        return drawn(one.id, one.what, "polyline", path, one.name)
    if len(one.outline) < 3:
        raise EditRefusedError("a point or a straight line cannot become an area")
    return drawn(one.id, one.what, "polygon", one.outline, one.name)


def thick(mapfile: MapFile, one: MapObject) -> MapObject:
    """Make an object at least half an inch wide and high."""
    wide, high = max(one.width, MIN_WIDTH), max(one.height, MIN_WIDTH)
    return shift_onto_board(
        [changed(one, width=wide, height=high)], mapfile.width, mapfile.height
    )[0]


def round_(mapfile: MapFile, one: MapObject) -> MapObject:
    """Turn an ellipse into a circle about the same middle, by its shorter side."""
    side = min(one.width, one.height)
    off = (one.width - side) / 2, (one.height - side) / 2
    return changed(one, x=one.x + off[0], y=one.y + off[1], width=side, height=side, rotation=0)


def undoubled(mapfile: MapFile, one: MapObject) -> MapObject:
    """Drop corners that coincide with the next one."""
    return with_corners(one, _plain(list(one.outline), closed=one.shape != "polyline"))


def spikeless(mapfile: MapFile, one: MapObject) -> MapObject:
    """Drop corners at which the outline turns back on itself."""
    path = list(one.outline)
    while len(path) > 3 and (n := spike(to_thousandths(tuple(path)))) is not None:
        del path[n]
    return with_corners(one, _plain(path, closed=True))


def uncrossed(mapfile: MapFile, one: MapObject) -> MapObject:
    """Keep the largest part of an outline that crosses itself."""
    valid = shapely.make_valid(shapely.Polygon(one.outline))
    parts = list(outlines(valid))
    if not parts:
        raise EditRefusedError("nothing would be left of it")
    return with_corners(one, max(parts, key=lambda path: shapely.Polygon(path).area))


def along_edge(mapfile: MapFile, one: MapObject) -> MapObject:
    """Move a line to the nearest edge of the board."""
    w, h = float(mapfile.width), float(mapfile.height)
    edges = ((0, 0.0), (0, w), (1, 0.0), (1, h))
    axis, value = min(edges, key=lambda e: sum(abs(at[e[0]] - e[1]) for at in one.outline))
    path = [Point(value, at.y) if axis == 0 else Point(at.x, value) for at in one.outline]
    return with_corners(one, _plain(path, closed=False))


def numbered(mapfile: MapFile, one: MapObject) -> MapObject:
    """Give a marker the lowest free number."""
    found = [o.what for o in all_of(mapfile, Objective)]
    numbers = {what.number for what in found if isinstance(what, Objective)}
    return with_members(one, number=next(n for n in range(1, 100) if n not in numbers))


def cleared(mapfile: MapFile, one: MapObject) -> MapObject:
    """Clear references to objects that do not exist or have another class."""
    there = by_id(mapfile)
    loose = {
        member: 0
        for member, wanted in references(type(one.what)).items()
        if not (other := there.get(getattr(one.what, member)))
        or type(other.what).__name__ != wanted
    }
    return with_members(one, **loose)


def dropped(mapfile: MapFile, finding: Finding) -> MapFile:
    return removed(mapfile, {first_of(mapfile, finding).id})


def _plain(path: list[Point], *, closed: bool) -> Path:
    kept = [at for n, at in enumerate(path) if n == 0 or at != path[n - 1]]
    if closed and len(kept) > 1 and kept[0] == kept[-1]:
        kept.pop()
    if len(kept) < (3 if closed else 2):
        raise EditRefusedError("nothing would be left of it")
    return tuple(kept)


DROP = Fix("Remove it", dropped)
FIXES = {
    "off the board": (Fix("Move it onto the board", _mends(on_board)), DROP),
    "wrong shape": (Fix("Redraw it in the shape its class needs", _mends(in_shape)), DROP),
    "too thin": (Fix("Make it half an inch thick", _mends(thick)), DROP),
    "no area": (DROP,),
    "no circle": (Fix("Make it round", _mends(round_)), DROP),
    "doubled corner": (Fix("Remove the doubled corner", _mends(undoubled)), DROP),
    "spike": (Fix("Remove the spike", _mends(spikeless)), DROP),
    "crosses itself": (Fix("Keep its largest part", _mends(uncrossed)), DROP),
    "off the edge": (Fix("Move it to the edge", _mends(along_edge)), DROP),
    "doubled number": (Fix("Give it the next free number", _mends(numbered)), DROP),
    "dangling": (Fix("Clear the reference", _mends(cleared)), DROP),
}

"""Automatic fixes of findings, as far as all systems share them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

import shapely
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from game.content.maps.battle_checks import WIDEST, free
from game.content.maps.classes import Objective
from game.content.maps.made_board import to_board
from game.content.maps.map_class import MapClass, Shape
from game.content.maps.map_file import MapFile, MapObject
from game.content.maps.validation import spike, to_thousandths
from game.editor.edits import EditRefusedError, changed, drawing_layer
from game.editor.findings import Finding
from game.editor.outline_edits import outlines
from game.editor.transforms import clamped, drawn, moved, shift_onto_board, with_corners
from game.editor.transforms import middle as middle_of
from game.geometry.points import Path, Point, thousandths

Does: TypeAlias = Callable[[MapFile, Finding], MapFile]
"""A function that fixes a finding; raises EditRefusedError if it cannot."""
OFF = 0.05
"""Extra distance in inches beyond the necessary."""
MIN_WIDTH = 16.0
"""Minimum width in pixels of a thin object after its fix: half an inch."""


Grows: TypeAlias = Callable[[MapFile, Finding], Iterator[MapFile]]
"""A function that yields maps with ever larger changes.

If one fixes the finding, so do all after it. It raises EditRefusedError for no further map.
"""


class Fix(NamedTuple):
    """An automatic fix for one kind of finding."""

    label: str
    """The action, as button and history show it: ``Cut the lane``."""
    does: Does


def objects_of(mapfile: MapFile, finding: Finding) -> list[MapObject]:
    """Return those objects of a finding that still exist."""
    there = mapfile.by_id()
    return [there[id_] for id_ in finding.about if id_ in there]


def first_of(mapfile: MapFile, finding: Finding) -> MapObject:
    """Return the first object of a finding; raise EditRefusedError if none exists any more."""
    if found := objects_of(mapfile, finding):
        return found[0]
    raise EditRefusedError("the object no longer exists")


def having(one: MapObject, **members: Any) -> MapObject:
    """Return an object with other members of its class."""
    return changed(one, what=one.what.model_copy(update=members))


def setting(**members: Any) -> Does:
    """Return a fix that sets members of all objects of a finding."""

    def does(mapfile: MapFile, finding: Finding) -> MapFile:
        first_of(mapfile, finding)
        found = [having(one, **members) for one in objects_of(mapfile, finding)]
        return mapfile.replaced(found)

    return does


def moved_to(mapfile: MapFile, one: MapObject, at: Point) -> MapFile:
    """Return the map with an object moved so that its first corner lies at a point."""
    old = one.outline[0]
    return mapfile.replaced([moved(one, at.x - old.x, at.y - old.y)])


def with_new(
    mapfile: MapFile, found: Iterable[tuple[MapClass, Shape, Path]], beside: int = 0
) -> MapFile:
    """Return the map with new objects, on the layer of the object *beside* if that exists."""
    layer = next((lay.id for lay, one in mapfile.objects() if one.id == beside), 0)
    mapfile, layer = drawing_layer(mapfile, layer)
    first = mapfile.next_id
    new = [drawn(first + n, *one) for n, one in enumerate(found)]
    return mapfile.added(layer, new)


def open_ground(mapfile: MapFile) -> BaseGeometry:
    """Return the open ground where the largest bases can be.

    Of its separate parts, it is the one that most zones touch. Raise EditRefusedError if there
    is none.
    """
    board = to_board(mapfile)
    zones = [shapely.Polygon(zone.outline) for zone in board.zones]
    parts: list[BaseGeometry] = [*shapely.get_parts(free(board, WIDEST + OFF))]
    if not parts:
        raise EditRefusedError("there is no open floor to put it on")
    return max(parts, key=lambda p: (sum([p.intersects(zone) for zone in zones]), p.area))


def nearest(ground: BaseGeometry, at: Point) -> Point:
    """Return the point of the ground that is nearest to *at*.

    Raise EditRefusedError if there is none.
    """
    if ground.is_empty:
        raise EditRefusedError("there is no open floor to put it on")
    found = nearest_points(ground, shapely.Point(at))[0]
    return thousandths(Point(found.x, found.y))


def _mends(how: Callable[[MapFile, MapObject], MapObject]) -> Callable[..., MapFile]:
    def does(mapfile: MapFile, finding: Finding) -> MapFile:
        one = first_of(mapfile, finding)
        return mapfile.replaced([how(mapfile, one)])

    return does


def on_board(mapfile: MapFile, one: MapObject) -> MapObject:
    """Move each corner that is off the board to the nearest point of the board's edge."""
    path = [clamped(at, mapfile.width, mapfile.height) for at in one.outline]
    if one.shape == "point":
        return drawn(one.id, one.what, "point", (path[0],), one.name)
    return with_corners(one, without_doubles(path, closed=one.shape != "polyline"))


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
    return with_corners(one, without_doubles(list(one.outline), closed=one.shape != "polyline"))


def spikeless(mapfile: MapFile, one: MapObject) -> MapObject:
    """Drop corners at which the outline turns back on itself."""
    path = list(one.outline)
    while len(path) > 3 and (n := spike(to_thousandths(tuple(path)))) is not None:
        del path[n]
    return with_corners(one, without_doubles(path, closed=True))


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
    return with_corners(one, without_doubles(path, closed=False))


def numbered(mapfile: MapFile, one: MapObject) -> MapObject:
    """Give a marker the lowest free number."""
    found = [o.what for o in mapfile.all_of(Objective)]
    numbers = {what.number for what in found if isinstance(what, Objective)}
    return having(one, number=next(n for n in range(1, 100) if n not in numbers))


def cleared(mapfile: MapFile, one: MapObject) -> MapObject:
    """Clear references to objects that do not exist or have another class."""
    classes = {other.id: type(other.what).__name__ for _, other in mapfile.objects()}
    return one.loosened(lambda id_, kind: classes.get(id_) != kind)


def dropped(mapfile: MapFile, finding: Finding) -> MapFile:
    return mapfile.removed({first_of(mapfile, finding).id})


def without_doubles(path: list[Point], *, closed: bool) -> Path:
    """Return a path without doubled corners; raise EditRefusedError if too few are left."""
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

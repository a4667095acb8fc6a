"""Errors that make a map unusable: self-crossing polygons, cages without room for a bout."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from game.content.faults import Fault
from game.content.maps.class_base import Shape, references
from game.content.maps.map_file import MAX_OBJECTS, MapFile, MapObject
from game.content.maps.spot_classes import Arrival, Notch, Objective, Ring
from game.content.maps.terrain_classes import Hull
from game.geometry.points import Path, Point
from game.geometry.polygons import box
from game.table.board import Board
from game.table.cage_floor import MIN_CELLS, Floor, Rings, cell_at, cell_name
from game.table.records import Cell, many

Spot: TypeAlias = tuple[int, int]


def to_thousandths(corners: Path) -> list[Spot]:
    """Return corners in thousandths of an inch."""
    return [(round(x * 1000), round(y * 1000)) for x, y in corners]


def twice_area(spots: list[Spot]) -> int:
    """Return twice a polygon's area in square thousandths; negative if counter-clockwise."""
    total = 0
    for (ax, ay), (bx, by) in zip(spots, spots[1:] + spots[:1], strict=True):
        total += ax * by - bx * ay
    return total


def spike(spots: list[Spot]) -> int | None:
    """Return the index of the first corner at which a polygon reverses, or None."""
    for n, here in enumerate(spots):
        before, after = spots[n - 1], spots[(n + 1) % len(spots)]
        back = (before[0] - here[0]) * (after[0] - here[0])
        back += (before[1] - here[1]) * (after[1] - here[1])
        if back > 0 and not _turn(before, here, after):
            return n
    return None


def crossing_edges(spots: list[Spot]) -> tuple[int, int] | None:
    """Return two edges that meet but are not adjacent; edge n starts at corner n."""
    count = len(spots)
    edges = [(spots[n], spots[(n + 1) % count], n) for n in range(count)]
    # Sorted from left to right, so that an edge is compared only with those in its reach.
    edges.sort(key=lambda edge: min(edge[0][0], edge[1][0]))
    for k, (a, b, n) in enumerate(edges):
        right = max(a[0], b[0])
        for c, d, m in edges[k + 1 :]:
            if min(c[0], d[0]) > right:
                break
            if (n - m) % count not in {1, count - 1} and _meet(a, b, c, d):
                return min(n, m), max(n, m)
    return None


def _turn(a: Spot, b: Spot, c: Spot) -> int:
    """Return the cross product at *b*: its sign is the turn, 0 is straight on or reversed."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _meet(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    return not (
        _same_side(_turn(a, b, c), _turn(a, b, d)) or _same_side(_turn(c, d, a), _turn(c, d, b))
    )


def _same_side(one: int, other: int) -> bool:
    return (one > 0 and other > 0) or (one < 0 and other < 0)


Placed: TypeAlias = Sequence[tuple[str, MapObject]]
TOUCH = 0.01
"""Maximum distance in inches between centres that count as equal."""


def cage_faults(placed: Placed) -> Iterator[Fault]:
    """Yield the faults of the rings and notches of a map; *placed* pairs places and objects."""
    discs = [(place, one) for place, one in placed if isinstance(one.what, Ring)]
    notches = [(place, one) for place, one in placed if isinstance(one.what, Notch)]
    if not discs:
        for place, one in notches:
            reason = "is not in a cage: the map has no rings (TC-04)"
            yield Fault(place, reason, "stray notch", (one.id,))
        return
    discs.sort(key=lambda disc: _ring(disc[1]).number)
    yield from _cells(discs)
    disorder = [*_order(discs)]
    yield from disorder
    if not disorder:
        yield from _notches(notches, *_floor(discs))


def _ring(one: MapObject) -> Ring:
    assert isinstance(one.what, Ring)
    return one.what


def _cells(discs: Placed) -> Iterator[Fault]:
    for place, one in discs:
        ring = _ring(one)
        if ring.number == 0 and ring.cells != 1:
            reason = f"is the centre, which is one cell, not {ring.cells} (TC-01)"
            yield Fault(place, reason, "cells of a ring", (one.id,))
        elif ring.number and ring.cells < MIN_CELLS:
            reason = f"has {many(ring.cells, 'cell')}; a ring has at least {MIN_CELLS} (TC-01)"
            yield Fault(f"{place}, property 'cells'", reason, "cells of a ring", (one.id,))


def _order(discs: Placed) -> Iterator[Fault]:
    """Yield a fault for each disc that is not concentric with the others or out of order."""
    if len(discs) == 1:
        place, one = discs[0]
        reason = "is the only disc: a cage has a centre and rings (TC-01)"
        yield Fault(place, reason, "only disc", (one.id,))
        return
    middle, _ = _circle(discs[0][1])
    last = 0.0
    for n, (place, one) in enumerate(discs):
        at, radius = _circle(one)
        number = _ring(one).number
        if number != n:
            if n and _ring(discs[n - 1][1]).number == number:
                reason = f"is ring {number}, which {discs[n - 1][0]} is already (TC-01)"
            else:
                reason = f"is ring {number}, but there is no ring {n} (TC-01)"
            yield Fault(f"{place}, property 'number'", reason, "number of a ring", (one.id,))
            return
        if abs(at.x - middle.x) > TOUCH or abs(at.y - middle.y) > TOUCH:
            reason = f"is not around ({middle.x:g}, {middle.y:g}) like ring 0 (TC-01)"
            yield Fault(place, reason, "ring aside", (one.id,))
        if radius <= last:
            reason = f"is no larger than ring {n - 1} inside it (TC-01)"
            yield Fault(place, reason, "size of a ring", (one.id,))
        last = radius


def _circle(one: MapObject) -> tuple[Point, float]:
    left, top, right, low = box(one.outline)
    return Point((left + right) / 2, (top + low) / 2), (right - left) / 2


def _floor(discs: Placed) -> tuple[Floor, Rings]:
    circles = [_circle(one) for _, one in discs]
    rings = tuple(_ring(one).turned for _, one in discs)
    cells = tuple(_ring(one).cells for _, one in discs)
    return Floor(circles[0][0], tuple(c[1] for c in circles), cells, rings, ()), rings


def _notches(notches: Placed, floor: Floor, rings: Rings) -> Iterator[Fault]:
    """``TC-04``  Yield a fault unless two notches are in different cells of the outer ring."""
    cells, kept = dict[Cell, str](), dict[str, str]()
    for place, one in notches:
        what = one.what
        assert isinstance(what, Notch)
        cell = cell_at(floor, rings, one.outline[0])
        if cell is None or cell.ring != floor.outer:
            where = f"in {cell_name(cell)}" if cell else "off the floor"
            reason = f"is {where}; a notch is in the outer ring (TC-04)"
            yield Fault(place, reason, "stray notch", (one.id,))
        elif cell in cells:
            reason = f"is in {cell_name(cell)}, where {cells[cell]} is (TC-04)"
            yield Fault(place, reason, "stray notch", (one.id,))
        else:
            cells[cell] = place
        if what.side and what.side in kept:
            reason = f"is reserved for {what.side}, and so is {kept[what.side]} (TC-04)"
            yield Fault(f"{place}, property 'side'", reason, "doubled side", (one.id,))
        kept.setdefault(what.side, place)
    if len(notches) == 1:
        place, one = notches[0]
        reason = "is the only notch; two champions need two (TC-04)"
        yield Fault(place, reason, "number of notches", (one.id,))
    elif len(notches) > 2:
        reason = f"is one of {len(notches)} notches; two champions start on two (TC-04)"
        yield Fault(notches[2][0], reason, "number of notches", (notches[2][1].id,))
    elif not notches:
        reason = "has rings and no notches, on which champions start (TC-04)"
        yield Fault("", reason, "number of notches")


EDGE_CLASSES = (Hull, Arrival)
"""Classes of objects that lie on the edge of the table."""

MIN_PIXELS = 1.0
"""Minimum width and height of a rectangle or ellipse in pixels, to keep corners apart."""

_ARTICLE: dict[Shape, str] = {
    "rectangle": "a rectangle",
    "polygon": "a polygon",
    "ellipse": "an ellipse",
    "polyline": "a polyline",
    "point": "a point",
}


def faults_of(
    mapfile: MapFile, unread: Collection[int] = (), sound: MapFile | None = None
) -> list[Fault]:
    """Return the faults that make a map unusable; empty for a valid one.

    *unread* are the ids of objects in the file that could not be read. *sound* is a map
    without faults; objects that are shared with it are not checked again.
    """
    placed = [(f"layer '{layer.name}', {one.label}", one) for layer, one in mapfile.objects()]
    known = frozenset[int]()
    if sound and (sound.width, sound.height) == (mapfile.width, mapfile.height):
        known = frozenset(id(one) for _, one in sound.objects())
    faults = [
        wrong._replace(place=place)
        for place, one in placed
        if id(one) not in known
        for wrong in shape_faults(one, mapfile.width, mapfile.height)
    ]
    # A cage that lacks an unreadable object is not checked as a whole.
    cage = [] if unread or faults else [*cage_faults(placed)]
    several = [*_doubled(placed), *_dangling(placed, unread), *_layer_ids(mapfile)]
    return [*faults, *several, *cage]


def shape_faults(one: MapObject, width: int, height: int) -> Iterator[Fault]:
    """Yield the faults of one object by itself, on a board of *width* x *height* inches."""
    for wrong in _shape_faults(one, width, height):
        yield wrong._replace(about=(one.id,))


def _shape_faults(one: MapObject, width: int, height: int) -> Iterator[Fault]:
    shapes = type(one.what).shapes
    if one.shape not in shapes:
        wanted = " or ".join(_ARTICLE[shape] for shape in sorted(shapes))
        yield Fault("", f"is {_ARTICLE[one.shape]}; must be {wanted}", "wrong shape")
        return
    corners = one.outline
    yield from _off_board(corners, width, height)
    if one.shape == "polygon":
        yield from _polygon_faults(corners)
    elif one.shape == "polyline":
        yield from _line_faults(one, corners, width, height)
    elif one.shape != "point":
        yield from _box_faults(one)


def _off_board(corners: Path, width: int, height: int) -> Iterator[Fault]:
    off = [c for c in corners if not (0.0 <= c.x <= width and 0.0 <= c.y <= height)]
    if off:
        more = f" and {many(len(off) - 1, 'more corner')}" if len(off) > 1 else ""
        where = f"({off[0].x:g}, {off[0].y:g}){more}"
        reason = f'lies off the {width}" × {height}" board at {where}'
        yield Fault("", reason, "off the board", at=off[0])


def _box_faults(one: MapObject) -> Iterator[Fault]:
    if min(one.width, one.height) < MIN_PIXELS:
        reason = f"has no area: its width and height must be at least {MIN_PIXELS:g} pixel"
        yield Fault("", reason, "too thin")
    elif isinstance(one.what, Ring) and one.width != one.height:
        yield Fault("", "is not a circle: width and height differ", "no circle")


def _polygon_faults(corners: Path) -> Iterator[Fault]:
    spots = to_thousandths(corners)
    if len(corners) < 3:
        yield Fault("", f"has {len(corners)} corners; an area has at least 3", "no area")
    elif (n := _repeated((*corners, corners[0]))) is not None:
        yield _doubled_corner(corners, n)
    elif (n := spike(spots)) is not None:
        yield Fault("", f"folds back on itself at corner {n}", "spike", at=corners[n])
    elif pair := crossing_edges(spots):
        reason = f"crosses or touches itself: edge {pair[0]} meets edge {pair[1]}"
        yield Fault("", reason, "crosses itself", at=corners[pair[0]])
    elif not twice_area(spots):
        yield Fault("", "has no area", "no area")


def _line_faults(one: MapObject, corners: Path, width: int, height: int) -> Iterator[Fault]:
    if len(corners) < 2:
        yield Fault("", f"has {len(corners)} corners; a line has at least 2", "no area")
    elif (n := _repeated(corners)) is not None:
        yield _doubled_corner(corners, n)
    elif isinstance(one.what, EDGE_CLASSES) and not _on_one_edge(corners, width, height):
        yield Fault("", "must lie along one edge of the board", "off the edge")


def _doubled_corner(corners: Path, n: int) -> Fault:
    reason = f"has two corners in the same place ({n})"
    return Fault("", reason, "doubled corner", at=corners[n])


def _repeated(corners: Path) -> int | None:
    """Return the index of the first corner that equals the next one; None if there is none."""
    return next((n for n, (a, b) in enumerate(pairwise(corners)) if a == b), None)


def _on_one_edge(corners: Path, width: int, height: int) -> bool:
    def along(axis: int, value: float) -> bool:
        return all(corner[axis] == value for corner in corners)

    return any(along(axis, v) for axis, v in ((0, 0.0), (0, width), (1, 0.0), (1, height)))


def _doubled(placed: list[tuple[str, MapObject]]) -> Iterator[Fault]:
    """Yield a fault for each id, and each number of a marker, that is used twice."""
    ids, numbers = dict[int, str](), dict[int, str]()
    for place, one in placed:
        if one.id in ids:
            reason = f"id {one.id} is already used by {ids[one.id]}"
            yield Fault(place, reason, "doubled id", (one.id,))
        ids.setdefault(one.id, place)
        if isinstance(one.what, Objective) and (number := one.what.number):
            if number in numbers:
                reason = f"number {number} is already used by {numbers[number]}"
                yield Fault(place, reason, "doubled number", (one.id,))
            numbers.setdefault(number, place)


def _dangling(placed: list[tuple[str, MapObject]], unread: Collection[int]) -> Iterator[Fault]:
    """Yield a fault for each member that names a missing object or one of another class."""
    classes = {one.id: type(one.what).__name__ for _, one in placed}
    for place, one in placed:
        for member, wanted in references(type(one.what)).items():
            id_ = getattr(one.what, member)
            if id_ and id_ not in unread and classes.get(id_) != wanted:
                found = f"is of class {classes[id_]}" if id_ in classes else "does not exist"
                reason = f"refers to object {id_}, which {found}; it must be a {wanted}"
                yield Fault(f"{place}, property '{member}'", reason, "dangling", (one.id,))


def _layer_ids(mapfile: MapFile) -> Iterator[Fault]:
    if sum(len(layer.objects) for layer in mapfile.layers) > MAX_OBJECTS:
        yield Fault("", f"has more than {MAX_OBJECTS} objects")
    seen = set[int]()
    for layer in mapfile.layers:
        if layer.id in seen:
            reason = f"id {layer.id} is already used by a layer"
            yield Fault(f"layer '{layer.name}'", reason, "doubled layer")
        seen.add(layer.id)


@lru_cache(maxsize=8)
def tangled(board: Board) -> Fault | None:
    """Return a fault if the walls of a board cross too often, else None."""
    from game.geometry.array_sweeps import MAX_CROSSINGS, crosses_often  # noqa: PLC0415  loads numpy

    solid = [piece for piece in board.terrain if piece.impassable or piece.watertight]
    if crosses_often([leg for piece in solid for leg in piece.sides()]):
        reason = f"cross in more than {MAX_CROSSINGS} places: draw fewer, or shorter ones"
        return Fault("walls", reason, "tangled walls")
    return None

"""Errors that make a map unusable."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import TypeAlias

from game.content.faults import Fault
from game.content.maps.class_registry import MAP_CHECKS
from game.content.maps.classes import Objective
from game.content.maps.map_class import CIRCLE, Shape, references
from game.content.maps.map_file import MAX_OBJECTS, MAX_PICTURES, MapFile, MapObject, Placed
from game.geometry.points import Path
from game.table.records import many

Spot: TypeAlias = tuple[int, int]
MIN_PIXELS = 1.0
"""Minimum width and height of a rectangle or ellipse in pixels, to keep corners apart."""
_ARTICLE: dict[Shape, str] = {
    "rectangle": "a rectangle",
    "polygon": "a polygon",
    "ellipse": "an ellipse",
    "polyline": "a polyline",
    "point": "a point",
}


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
    several = [*_doubled(placed), *_dangling(placed, unread), *_layer_ids(mapfile)]
    if not (unread or faults):
        # A map that lacks an unreadable object is not checked as a whole.
        several += [fault for check in MAP_CHECKS for fault in check(placed)]
    return [*faults, *several]


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
    elif type(one.what).shapes == CIRCLE and one.width != one.height:
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
    elif one.what.on_edge and not _on_one_edge(corners, width, height):
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


def _doubled(placed: Placed) -> Iterator[Fault]:
    """Yield a fault for each id, and each number of a marker, that is used twice."""
    ids, numbers = dict[int, str](), dict[int, str]()
    for place, one in placed:
        if one.id in ids:
            reason = f"id {one.id} is already used by {ids[one.id]}"
            yield Fault(place, reason=reason, kind="doubled id", about=(one.id,))
        ids.setdefault(one.id, place)
        if isinstance(one.what, Objective) and (number := one.what.number):
            if number in numbers:
                reason = f"number {number} is already used by {numbers[number]}"
                yield Fault(place, reason=reason, kind="doubled number", about=(one.id,))
            numbers.setdefault(number, place)


def _dangling(placed: Placed, unread: Collection[int]) -> Iterator[Fault]:
    """Yield a fault for each member that names a missing object or one of another class."""
    classes = {one.id: type(one.what).__name__ for _, one in placed}
    for place, one in placed:
        for member, wanted in references(type(one.what)).items():
            id_ = getattr(one.what, member)
            if id_ and id_ not in unread and classes.get(id_) != wanted:
                found = f"is of class {classes[id_]}" if id_ in classes else "does not exist"
                reason = f"refers to object {id_}, which {found}; it must be a {wanted}"
                yield Fault(
                    f"{place}, property '{member}'",
                    reason=reason,
                    kind="dangling",
                    about=(one.id,),
                )


def _layer_ids(mapfile: MapFile) -> Iterator[Fault]:
    if sum(len(one.objects) + len(one.unseen) for one in mapfile.layers) > MAX_OBJECTS:
        yield Fault("", f"has more than {MAX_OBJECTS} objects")
    if (count := len(mapfile.pictures)) > MAX_PICTURES:
        yield Fault("", f"has {count} pictures; the limit is {MAX_PICTURES}")
    seen = set[int]()
    for id_, name in mapfile.layer_ids():
        if id_ in seen:
            reason = f"id {id_} is already used by a layer"
            yield Fault(f"layer '{name}'", reason, "doubled layer")
        seen.add(id_)

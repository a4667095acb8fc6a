"""What makes a map unusable though every value in it is of the right form."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from game.content.faults import Fault
from game.content.maps.cages import cage_faults
from game.content.maps.crossings import crossing_edges, spike, twice_area, whole
from game.content.maps.map_class import Shape, references
from game.content.maps.map_file import MOST_OBJECTS, MapFile, MapObject
from game.content.maps.spot_classes import Arrival, Objective, Ring
from game.content.maps.terrain_classes import Hull
from game.geometry.points import Path

EDGE_CLASSES = (Hull, Arrival)
"""What lies on the edge of the table."""

THINNEST = 1.0
"""How thin a rectangle or ellipse may be, in pixels: its corners must not fall together."""

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
    """Return all that makes a map unusable; an empty list for a sound one.

    *unread* are ids of objects that the file has, but which could not be read; *sound* is a map
    without faults: the very objects that it shares with this one are not looked at again.
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
    # What is cut short by an object that could not be read is not judged as a whole.
    cage = [] if unread or faults else [*cage_faults(placed)]
    several = [*_doubled(placed), *_dangling(placed, unread), *_layer_ids(mapfile)]
    return [*faults, *several, *cage]


def shape_faults(one: MapObject, width: int, height: int) -> Iterator[Fault]:
    """Yield what is wrong with one object by itself, on a board of so many inches."""
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
        more = f" and {len(off) - 1} more" if len(off) > 1 else ""
        reason = f'({off[0].x:g}, {off[0].y:g}){more} is off the {width}" x {height}" board'
        yield Fault("", reason, "off the board", at=off[0])


def _box_faults(one: MapObject) -> Iterator[Fault]:
    if min(one.width, one.height) < THINNEST:
        reason = f"has no area: its width and height must be at least {THINNEST:g} pixel"
        yield Fault("", reason, "too thin")
    elif isinstance(one.what, Ring) and one.width != one.height:
        yield Fault("", "is no circle: its width and height differ", "no circle")


def _polygon_faults(corners: Path) -> Iterator[Fault]:
    spots = whole(corners)
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
    reason = f"has no extent at corner {n}: it stands on the next one"
    return Fault("", reason, "doubled corner", at=corners[n])


def _repeated(corners: Path) -> int | None:
    """Return the first corner that stands where the next one does."""
    return next((n for n, (a, b) in enumerate(pairwise(corners)) if a == b), None)


def _on_one_edge(corners: Path, width: int, height: int) -> bool:
    def along(axis: int, value: float) -> bool:
        return all(corner[axis] == value for corner in corners)

    return any(along(axis, v) for axis, v in ((0, 0.0), (0, width), (1, 0.0), (1, height)))


def _doubled(placed: list[tuple[str, MapObject]]) -> Iterator[Fault]:
    """Yield ids and numbers of markers that stand twice."""
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
    """Yield members that name an object that is not there, or of the wrong class."""
    classes = {one.id: type(one.what).__name__ for _, one in placed}
    for place, one in placed:
        for member, wanted in references(type(one.what)).items():
            id_ = getattr(one.what, member)
            if id_ and id_ not in unread and classes.get(id_) != wanted:
                found = f"is of class {classes[id_]}" if id_ in classes else "does not exist"
                reason = f"names object {id_}, which {found}; it must be a {wanted}"
                yield Fault(f"{place}: property {member}", reason, "dangling", (one.id,))


def _layer_ids(mapfile: MapFile) -> Iterator[Fault]:
    if sum(len(layer.objects) for layer in mapfile.layers) > MOST_OBJECTS:
        yield Fault("", f"has more than {MOST_OBJECTS} objects")
    seen = set[int]()
    for layer in mapfile.layers:
        if layer.id in seen:
            reason = f"id {layer.id} is already used by a layer"
            yield Fault(f"layer '{layer.name}'", reason, "doubled layer")
        seen.add(layer.id)

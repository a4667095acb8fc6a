"""What makes a map unusable though every value in it is of the right form."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from game.content.faults import Fault
from game.content.maps.cages import cage_faults
from game.content.maps.crossings import crossing_edges, spike, twice_area, whole
from game.content.maps.document import MOST_OBJECTS, MapFile, MapObject
from game.content.maps.map_class import Shape, references
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
        Fault(place, reason)
        for place, one in placed
        if id(one) not in known
        for reason in shape_faults(one, mapfile.width, mapfile.height)
    ]
    # What is cut short by an object that could not be read is not judged as a whole.
    cage = [] if unread or faults else [*cage_faults(placed)]
    several = [*_doubled(placed), *_dangling(placed, unread), *_layer_ids(mapfile)]
    return [*faults, *several, *cage]


def shape_faults(one: MapObject, width: int, height: int) -> Iterator[str]:
    """Yield what is wrong with one object by itself, on a board of so many inches."""
    shapes = type(one.what).shapes
    if one.shape not in shapes:
        wanted = " or ".join(_ARTICLE[shape] for shape in sorted(shapes))
        yield f"is {_ARTICLE[one.shape]}; must be {wanted}"
        return
    corners = one.outline
    yield from _off_board(corners, width, height)
    if one.shape == "polygon":
        yield from _polygon_faults(corners)
    elif one.shape == "polyline":
        yield from _line_faults(one, corners, width, height)
    elif one.shape != "point":
        yield from _box_faults(one)


def _off_board(corners: Path, width: int, height: int) -> Iterator[str]:
    off = [c for c in corners if not (0.0 <= c.x <= width and 0.0 <= c.y <= height)]
    if off:
        more = f" and {len(off) - 1} more" if len(off) > 1 else ""
        yield f'({off[0].x:g}, {off[0].y:g}){more} is off the {width}" x {height}" board'


def _box_faults(one: MapObject) -> Iterator[str]:
    if min(one.width, one.height) < THINNEST:
        yield f"has no area: its width and height must be at least {THINNEST:g} pixel"
    elif isinstance(one.what, Ring) and one.width != one.height:
        yield "is no circle: its width and height differ"


def _polygon_faults(corners: Path) -> Iterator[str]:
    spots = whole(corners)
    if len(corners) < 3:
        yield f"has {len(corners)} corners; an area has at least 3"
    elif (n := _repeated((*corners, corners[0]))) is not None:
        yield f"has no extent at corner {n}: it stands on the next one"
    elif (n := spike(spots)) is not None:
        yield f"folds back on itself at corner {n}"
    elif pair := crossing_edges(spots):
        yield f"crosses or touches itself: edge {pair[0]} meets edge {pair[1]}"
    elif not twice_area(spots):
        yield "has no area"


def _line_faults(one: MapObject, corners: Path, width: int, height: int) -> Iterator[str]:
    if len(corners) < 2:
        yield f"has {len(corners)} corners; a line has at least 2"
    elif (n := _repeated(corners)) is not None:
        yield f"has no extent at corner {n}: it stands on the next one"
    elif isinstance(one.what, EDGE_CLASSES) and not _on_one_edge(corners, width, height):
        yield "must lie along one edge of the board"


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
            yield Fault(place, f"id {one.id} is already used by {ids[one.id]}")
        ids.setdefault(one.id, place)
        if isinstance(one.what, Objective) and (number := one.what.number):
            if number in numbers:
                yield Fault(place, f"number {number} is already used by {numbers[number]}")
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
                yield Fault(f"{place}: property {member}", reason)


def _layer_ids(mapfile: MapFile) -> Iterator[Fault]:
    if sum(len(layer.objects) for layer in mapfile.layers) > MOST_OBJECTS:
        yield Fault("", f"has more than {MOST_OBJECTS} objects")
    seen = set[int]()
    for layer in mapfile.layers:
        if layer.id in seen:
            yield Fault(f"layer '{layer.name}'", f"id {layer.id} is already used by a layer")
        seen.add(layer.id)

"""From a map file to the board that the rules play on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from game.content.maps.map_class import references
from game.content.maps.map_file import MapFile, MapObject
from game.content.maps.spot_classes import DeploymentZone, Objective, SpotClass
from game.content.maps.terrain_class import TerrainClass
from game.content.maps.terrain_classes import Debris
from game.table.board import Board, ObjectiveMarker, Spot, Terrain, Zone, terrain

UNTITLED = "untitled"
"""The name of a board whose map has no title."""
_BETWEEN = re.compile(r"[\W_]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def to_board(mapfile: MapFile) -> Board:
    """Return the board of a sound map; its things stand in the order of the file."""
    objects = [one for _, one in mapfile.objects()]
    ids = ids_of(objects)
    return Board(
        name=mapfile.board.title or UNTITLED,
        width=float(mapfile.width),
        height=float(mapfile.height),
        terrain=tuple(piece for one in objects if (piece := _terrain(one, ids))),
        zones=tuple(
            Zone(ids[one.id], one.outline, one.what.side)
            for one in objects
            if isinstance(one.what, DeploymentZone)
        ),
        markers=_markers(objects, ids),
        spots=tuple(spot for one in objects if (spot := _spot(one, ids))),
        look=mapfile.board.look,
    )


def ids_of(objects: Iterable[MapObject]) -> dict[int, str]:
    """Return what the board calls each object: by its name, or its class and number.

    ``north-ruin``, ``ruin-3``. Objects of one name are told apart by their numbers.
    """
    found = list(objects)
    named = Counter(_slug(one.name) for one in found)
    ids, given = dict[int, str](), set[str]()
    for one in found:
        slug = _slug(one.name)
        if not slug or named[slug] > 1:
            slug = f"{slug or _slug(_HUMP.sub(' ', type(one.what).__name__))}-{one.id}"
        while slug in given:
            slug += f"-{one.id}"
        given.add(slug)
        ids[one.id] = slug
    return ids


def _slug(name: str) -> str:
    return _BETWEEN.sub("-", name.casefold()).strip("-")


def _terrain(one: MapObject, ids: Mapping[int, str]) -> Terrain | None:
    if not isinstance(one.what, TerrainClass) or _is_loose(one):
        return None
    closed = one.shape != "polyline"
    otherwise = one.what.otherwise()
    return terrain(ids[one.id], one.what.kind, one.outline, closed=closed, **otherwise)


def _markers(
    objects: Iterable[MapObject], ids: Mapping[int, str]
) -> tuple[ObjectiveMarker, ...]:
    """``MI-03``  Markers without a number take the free ones, in order."""
    found = [(one, one.what.number) for one in objects if isinstance(one.what, Objective)]
    used = {number for _, number in found}
    free = (number for number in range(1, 2 * len(found) + 1) if number not in used)
    return tuple(
        ObjectiveMarker(ids[one.id], one.outline[0], number or next(free))
        for one, number in found
    )


def _spot(one: MapObject, ids: Mapping[int, str]) -> Spot | None:
    if _is_loose(one):
        return Spot(ids[one.id], "loose debris", one.outline)
    if not isinstance(one.what, SpotClass):
        return None
    members = [_member(one.what, name, ids) for name in type(one.what).model_fields]
    return Spot(
        ids[one.id],
        one.what.kind,
        one.outline,
        tuple((name, value) for name, value in members if isinstance(value, float)),
        tuple((name, value) for name, value in members if isinstance(value, str)),
    )


def _member(what: SpotClass, name: str, ids: Mapping[int, str]) -> tuple[str, float | str]:
    """Return a member with its value; a zone by the id that the board has for it."""
    value = getattr(what, name)
    if name in references(type(what)):
        return name, ids.get(value, "")
    return name, value if isinstance(value, str) else float(value)


def _is_loose(one: MapObject) -> bool:
    return isinstance(one.what, Debris) and one.what.loose

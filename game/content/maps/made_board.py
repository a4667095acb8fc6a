"""The board that a map file describes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from game.content.background_pictures import beside
from game.content.maps.classes import Decor, DeploymentZone, Door, Objective
from game.content.maps.map_class import MapClass, SpotClass, TerrainClass, references
from game.content.maps.map_file import PX, MapFile, MapObject, MapPicture
from game.content.maps.tile_layers import board_tiles, layers_under
from game.geometry.points import Point
from game.table.board import (
    Board,
    BoardDecor,
    BoardPicture,
    ObjectiveMarker,
    Spot,
    Terrain,
    Zone,
    terrain,
)

UNTITLED = "untitled"
"""Name of the board of an untitled map."""
_BETWEEN = re.compile(r"[\W_]+")


def to_board(mapfile: MapFile, file: str = "") -> Board:
    """Return the board of a valid map; its objects keep the order of the file.

    *file* is the name of the map's file, beside which its pictures are.
    """
    objects = [one for _, one in mapfile.objects()]
    ids = ids_of(objects)
    board = Board(
        name=mapfile.board.title or UNTITLED,
        width=float(mapfile.width),
        height=float(mapfile.height),
        terrain=tuple(piece for one in objects if (piece := _terrain(one, ids))),
        zones=tuple(
            Zone(ids[one.id], one.outline, one.what.side, one.name)
            for one in objects
            if isinstance(one.what, DeploymentZone)
        ),
        markers=_markers(objects, ids),
        spots=tuple(spot for one in objects if (spot := _spot(one, ids))),
        look=mapfile.board.look,
        pictures=tuple(
            _picture(one, file, under)
            for one, under in zip(mapfile.pictures, layers_under(mapfile), strict=True)
            if one.visible
        ),
        tiles=board_tiles(mapfile, file),
        decor=tuple(
            found
            for layer, one in mapfile.objects()
            if layer.visible and (found := decor_of(one, file, layer.opacity))
        ),
    )
    return board.with_open_doors(
        [ids[o.id] for o in objects if isinstance(o.what, Door) and o.what.state == "open"]
    )


def ids_of(objects: Iterable[MapObject]) -> dict[int, str]:
    """Return the board's id of each object: its name, or its class and number.

    Examples are ``north-ruin`` and ``ruin-3``. Objects of the same name get their numbers
    added, and so does one whose name would be the answer of a player who passes.
    """
    found = list(objects)
    named = Counter(_slug(one.name) for one in found)
    ids, given = dict[int, str](), {"pass"}
    for one in found:
        slug = _slug(one.name)
        if not slug or named[slug] > 1:
            slug = f"{slug or _slug(one.what.words())}-{one.id}"
        while slug in given:
            slug += f"-{one.id}"
        given.add(slug)
        ids[one.id] = slug
    return ids


def _slug(name: str) -> str:
    return _BETWEEN.sub("-", name.casefold()).strip("-")


def _picture(one: MapPicture, file: str, under: int) -> BoardPicture:
    at = Point(one.x / PX, one.y / PX)
    return BoardPicture(
        beside(file, one.image), at, one.scale / PX, one.opacity, one.orientation, under
    )


def decor_of(one: MapObject, file: str, opacity: float = 1.0) -> BoardDecor | None:
    """Return the decor that an object is; None if it is none, hidden, or without a picture.

    *opacity*: that of its layer.
    """
    what = one.what
    if not (isinstance(what, Decor) and what.image and one.visible):
        return None
    a, c = one.outline[0], one.outline[2]
    return BoardDecor(
        beside(file, what.image),
        Point((a.x + c.x) / 2, (a.y + c.y) / 2),
        one.width / PX,
        one.height / PX,
        one.rotation,
        what.flipped,
        what.upended,
        one.opacity * opacity,
    )


def _terrain(one: MapObject, ids: Mapping[int, str]) -> Terrain | None:
    if not isinstance(one.what, TerrainClass) or one.what.spot_kind():
        return None
    closed = one.shape != "polyline"
    otherwise = one.what.otherwise()
    return terrain(ids[one.id], one.what.kind, one.outline, closed=closed, **otherwise)


def _markers(
    objects: Iterable[MapObject], ids: Mapping[int, str]
) -> tuple[ObjectiveMarker, ...]:
    """``MI-03``  Return the markers; those without a number get the free ones, in order."""
    found = [(one, one.what.number) for one in objects if isinstance(one.what, Objective)]
    used = {number for _, number in found}
    free = (number for number in range(1, 2 * len(found) + 1) if number not in used)
    return tuple(
        ObjectiveMarker(ids[one.id], one.outline[0], number or next(free))
        for one, number in found
    )


def _spot(one: MapObject, ids: Mapping[int, str]) -> Spot | None:
    what = one.what
    if not (kind := what.spot_kind()):
        return None
    names = type(what).model_fields if isinstance(what, SpotClass) else ()
    members = [_member(what, name, ids) for name in names]
    return Spot(
        ids[one.id],
        kind=kind,
        outline=one.outline,
        numbers=tuple((name, value) for name, value in members if isinstance(value, float)),
        words=tuple((name, value) for name, value in members if isinstance(value, str)),
    )


def _member(what: MapClass, name: str, ids: Mapping[int, str]) -> tuple[str, float | str]:
    """Return a member with its value; a reference becomes the id that the board has for it."""
    value = getattr(what, name)
    if name in references(type(what)):
        return name, ids.get(value, "")
    return name, value if isinstance(value, str) else float(value)

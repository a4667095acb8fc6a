"""Fix, and helpers that fixes share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

import shapely
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from game.content.maps import MapFile, to_board
from game.content.maps.class_base import MapClass, Shape
from game.content.maps.flood_requirements import WIDEST, free
from game.content.maps.map_file import MapObject
from game.editor.checks.findings import Finding
from game.editor.edits.objects import (
    EditRefusedError,
    added,
    by_id,
    changed,
    drawing_layer,
    next_id,
)
from game.editor.edits.transform import drawn
from game.geometry.points import Path, Point, thousandths

Does: TypeAlias = Callable[[MapFile, Finding], MapFile]
"""A function that fixes a finding; raises EditRefusedError if it cannot."""


class Fix(NamedTuple):
    """An automatic fix for one kind of finding."""

    label: str
    """The action, as button and history show it: ``Cut the lane``."""
    does: Does


def objects_of(mapfile: MapFile, finding: Finding) -> list[MapObject]:
    """Return those objects of a finding that still exist."""
    there = by_id(mapfile)
    return [there[id_] for id_ in finding.about if id_ in there]


def first_of(mapfile: MapFile, finding: Finding) -> MapObject:
    """Return the first object of a finding; raise EditRefusedError if none exists any more."""
    if found := objects_of(mapfile, finding):
        return found[0]
    raise EditRefusedError("the object no longer exists")


def all_of(mapfile: MapFile, kind: type[MapClass]) -> list[MapObject]:
    return [one for _, one in mapfile.objects() if isinstance(one.what, kind)]


def having(one: MapObject, **members: Any) -> MapObject:
    """Return an object with other members of its class."""
    return changed(one, what=one.what.model_copy(update=members))


def with_new(
    mapfile: MapFile, found: Iterable[tuple[MapClass, Shape, Path]], beside: int = 0
) -> MapFile:
    """Return the map with new objects, on the layer of the object *beside* if that exists."""
    layer = next((lay.id for lay, one in mapfile.objects() if one.id == beside), 0)
    mapfile, layer = drawing_layer(mapfile, layer)
    first = next_id(mapfile)
    new = [drawn(first + n, *one) for n, one in enumerate(found)]
    return added(mapfile, layer, new)


OFF = 0.05
"""Extra distance in inches beyond the necessary."""


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
    """Return the point of the ground that is nearest to *at*."""
    found = nearest_points(ground, shapely.Point(at))[0]
    return thousandths(Point(found.x, found.y))

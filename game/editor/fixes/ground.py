"""Where there is room on a map: for what a fix puts down or moves."""

from __future__ import annotations

import shapely
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from game.content.maps import MapFile, to_board
from game.content.maps.flood_requirements import WIDEST, free
from game.editor.edits.objects import EditRefusedError
from game.geometry.points import Point, thousandths

OFF = 0.05
"""Inches further in than just enough."""


def open_ground(mapfile: MapFile) -> BaseGeometry:
    """Return where the largest bases can be: of its parts the one that most zones touch."""
    board = to_board(mapfile)
    zones = [shapely.Polygon(zone.outline) for zone in board.zones]
    parts: list[BaseGeometry] = [*shapely.get_parts(free(board, WIDEST + OFF))]
    if not parts:
        raise EditRefusedError("there is no open ground")
    return max(parts, key=lambda p: (sum([p.intersects(zone) for zone in zones]), p.area))


def nearest(ground: BaseGeometry, at: Point) -> Point:
    """Return the point of the ground that is nearest."""
    found = nearest_points(ground, shapely.Point(at))[0]
    return thousandths(Point(found.x, found.y))

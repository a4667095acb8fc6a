"""Fixes of maps for the missions of the sewer."""

from __future__ import annotations

import shapely
import shapely.affinity

from game.content.maps.classes import Exit, Nest
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.editor.edits import EditRefusedError
from game.editor.findings import Finding
from game.editor.fixes import (
    OFF,
    Fix,
    first_of,
    having,
    moved_to,
    nearest,
    open_ground,
    with_new,
)
from game.editor.outline_edits import outlines
from game.editor.zone_fixes import board_middle
from game.geometry.points import Point
from game.geometry.polygons import box
from game.systems.flood.rules.the_nest import MAX_NEST_DISTANCE

DOOR = 0.75
"""Depth of an exit in inches."""


def exit_drawn(mapfile: MapFile, finding: Finding) -> MapFile:
    """``MI-02``  Draw the exit of a zone along the edge of the table where the zone lies."""
    zone = first_of(mapfile, finding)
    board = to_board(mapfile)
    table_edge = board.own_edge(next(z for z in board.zones if z.outline == zone.outline))
    strip = shapely.LineString(table_edge).buffer(DOOR)
    for path in outlines(strip.intersection(shapely.Polygon(zone.outline))):
        left, top, right, low = box(path)
        corners = Point(left, top), Point(right, low)
        return with_new(mapfile, [(Exit(zone=zone.id), "rectangle", corners)], zone.id)
    raise EditRefusedError("the zone is not at an edge of the board")


def exit_assigned(mapfile: MapFile, finding: Finding) -> MapFile:
    """``MI-02``  Assign to a zone the nearest exit that belongs to none."""
    zone = first_of(mapfile, finding)
    area = shapely.Polygon(zone.outline)
    loose = [one for one in mapfile.all_of(Exit) if not getattr(one.what, "zone", None)]
    if not loose:
        raise EditRefusedError("each exit belongs to a zone already")
    exit_ = min(loose, key=lambda one: shapely.Polygon(one.outline).distance(area))
    return mapfile.replaced([having(exit_, zone=zone.id)])


def nest_drawn(mapfile: MapFile, finding: Finding) -> MapFile:
    at = nearest(open_ground(mapfile), board_middle(mapfile))
    return with_new(mapfile, [(Nest(), "point", (at,))])


def nest_moved(mapfile: MapFile, finding: Finding) -> MapFile:
    """``MI-01``  Move the nest to the nearest ground that is near enough to the first zone."""
    nest, board = first_of(mapfile, finding), to_board(mapfile)
    zones = [shapely.Polygon(z.outline) for z in board.zones if z.side == finding.sides[0]]
    near = shapely.union_all(zones).buffer(MAX_NEST_DISTANCE - OFF)
    at = nearest(open_ground(mapfile).intersection(near), nest.outline[0])
    return moved_to(mapfile, nest, at)


FIXES = {
    "no exit": (
        Fix("Draw an exit at the edge", exit_drawn),
        Fix("Use an exit that belongs to no zone", exit_assigned),
    ),
    "no nest": (Fix("Draw a nest in the middle", nest_drawn),),
    "nest too far": (Fix("Move the nest nearer", nest_moved),),
}

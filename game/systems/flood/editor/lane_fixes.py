"""Automatic fixes for faults of the waterways."""

from __future__ import annotations

import shapely
from shapely import LineString
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from game.content.maps.battle_checks import WIDEST, shape
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile, MapObject
from game.editor.edits import EditRefusedError
from game.editor.findings import Finding
from game.editor.fixes import (
    OFF,
    Fix,
    first_of,
    moved_to,
    nearest,
    objects_of,
    open_ground,
    setting,
    with_new,
    without_doubles,
)
from game.editor.outline_edits import area_of, lines
from game.editor.transforms import clamped, with_corners
from game.editor.way_fixes import cut_out
from game.geometry.points import Point, distance, thousandths
from game.systems.flood.content.map_classes import FloodOrigin, Lane

ROOM = WIDEST + OFF
"""Inches to keep between a lane and a wall."""
usual_flow = setting(flow="usual")
"""``FF-04``  Reset the flow of lanes, so that they run away from the origin."""


def origin_drawn(mapfile: MapFile, finding: Finding) -> MapFile:
    """``FF-01``  Put the origin at the upper end of a lane into which no other lane flows."""
    lanes = mapfile.all_of(Lane)
    if not lanes:
        at = nearest(open_ground(mapfile), Point(mapfile.width / 2, 0.0))
        return with_new(mapfile, [(FloodOrigin(), "point", (at,))])
    lane = next((one for one in lanes if _is_source(one, lanes)), lanes[0])
    return with_new(mapfile, [(FloodOrigin(), "point", (_upper(lane),))], lane.id)


def _upper(lane: MapObject) -> Point:
    assert isinstance(lane.what, Lane)
    return lane.outline[-1 if lane.what.flow == "against" else 0]


def _is_source(lane: MapObject, lanes: list[MapObject]) -> bool:
    at = shapely.Point(_upper(lane))
    return all(one is lane or LineString(one.outline).distance(at) > OFF for one in lanes)


def origin_moved(mapfile: MapFile, finding: Finding) -> MapFile:
    """``FF-01``  Move the origin out of solid terrain, to the nearest floor."""
    origin = first_of(mapfile, finding)
    board = to_board(mapfile)
    closed = [t for t in board.terrain if t.closed and (t.impassable or t.watertight)]
    solid = shapely.union_all([shape(piece) for piece in closed]).buffer(OFF)
    floor = shapely.box(0, 0, mapfile.width, mapfile.height).difference(solid)
    if floor.is_empty:
        raise EditRefusedError("there is no floor")
    return moved_to(mapfile, origin, nearest(floor, origin.outline[0]))


def lane_cut(mapfile: MapFile, finding: Finding) -> MapFile:
    """``FF-04``  Cut a lane where it runs through a solid, and as far as bases need."""
    lane, piece = _both(mapfile, finding)
    left = LineString(lane.outline).difference(area_of(piece).buffer(ROOM))
    parts = sorted(lines(left), key=lambda path: -LineString(path).length)
    if not parts:
        return mapfile.removed({lane.id})
    after = mapfile.replaced([with_corners(lane, parts[0])])
    return with_new(after, [(lane.what, "polyline", path) for path in parts[1:]], lane.id)


def way_opened(mapfile: MapFile, finding: Finding) -> MapFile:
    """``FF-09``  Cut an obstacle that blocks a lane, as wide as the largest bases need."""
    lane, piece = _both(mapfile, finding)
    route = LineString(lane.outline).buffer(ROOM, cap_style="flat", join_style="mitre")
    return cut_out(mapfile, piece, route)


def _both(mapfile: MapFile, finding: Finding) -> tuple[MapObject, MapObject]:
    found = objects_of(mapfile, finding)
    if len(found) < 2:
        raise EditRefusedError("the lane is too near the edge of the board; bend it inward")
    return found[0], found[1]


def given_room(mapfile: MapFile, finding: Finding) -> MapFile:
    """``FF-09``  Bend a lane away from the board's edge, or cut a wall that is too near."""
    if len(objects_of(mapfile, finding)) > 1:
        return way_opened(mapfile, finding)
    lane = first_of(mapfile, finding)
    w, h = mapfile.width - 2 * ROOM, mapfile.height - 2 * ROOM
    path = list[Point]()
    for corner in lane.outline:
        at = clamped(Point(corner.x - ROOM, corner.y - ROOM), w, h)
        path.append(thousandths(Point(at.x + ROOM, at.y + ROOM)))
    # At an origin a lane may begin at the edge.
    for end in (0, -1):
        if any(distance(lane.outline[end], o) <= WIDEST for o in _origins(mapfile)):
            path[end] = lane.outline[end]
    return mapfile.replaced([with_corners(lane, without_doubles(path, closed=False))])


def _origins(mapfile: MapFile) -> list[Point]:
    return [at for one in mapfile.all_of(FloodOrigin) for at in one.outline]


def made_wet(mapfile: MapFile, finding: Finding) -> MapFile:
    """``FF-04``  Reset a dry lane's flow, or lead it to the nearest lane or origin."""
    lane = first_of(mapfile, finding)
    if isinstance(lane.what, Lane) and lane.what.flow != "usual":
        return usual_flow(mapfile, finding)
    others: list[BaseGeometry] = [
        LineString(one.outline) for one in mapfile.all_of(Lane) if one.id != lane.id
    ]
    others += [shapely.Point(at) for at in _origins(mapfile)]
    near = shapely.union_all(others)
    ends = lane.outline[0], lane.outline[-1]
    start, end = (shapely.Point(at).distance(near) for at in ends)
    at = ends[0] if start <= end else ends[1]
    found = nearest_points(near, shapely.Point(at))[0]
    to = thousandths(Point(found.x, found.y))
    solid = [shape(piece) for piece in to_board(mapfile).terrain if piece.impassable]
    if LineString((at, to)).distance(shapely.union_all(solid)) < WIDEST:
        raise EditRefusedError("something stands between the lane and the water")
    path = (to, *lane.outline) if start <= end else (*lane.outline, to)
    return mapfile.replaced([with_corners(lane, path)])


CUT = Fix("Cut the lane", lane_cut)
OPEN = Fix("Cut an opening for the lane", way_opened)
FIXES = {
    "no origin": (Fix("Draw an origin at a lane's upper end", origin_drawn),),
    "origin walled in": (Fix("Move the origin onto the floor", origin_moved),),
    "lane through a wall": (CUT, OPEN),
    "narrow lane": (Fix("Move walls off the lane", given_room),),
    "lanes in a circle": (Fix("Reset the flow of the lanes", usual_flow),),
    "dry lane": (Fix("Connect the lane to the water", made_wet),),
    "idle gate": (Fix("Make the gate not watertight", setting(watertight=False)),),
}

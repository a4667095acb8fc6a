"""Corridors cut through an area of an existing map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise
from random import Random

import shapely
from shapely import LineString, MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.maps.battle_checks import shape
from game.content.maps.classes import Container, Drain, Ground, Lamp, Nest, Objective, Wall
from game.content.maps.made_board import to_board
from game.content.maps.map_class import TerrainClass
from game.content.maps.map_file import MapFile
from game.geometry.points import Path
from game.mapgen.generator import NoRoomError
from game.mapgen.piece_placement import area_of, cleared_of, merge_into_map, shape_of
from game.mapgen.piece_shapes import (
    Corner,
    Outline,
    PlainTable,
    RawObject,
    in_eighths,
    raw_object,
    round_to_eighth,
)
from game.systems.flood.content.map_classes import FloodOrigin, Gantry, Lane
from game.systems.flood.mapgen import corridor_stretches, fixtures
from game.systems.flood.mapgen.clipping import cut_at
from game.systems.flood.mapgen.corridor_network import BETWEEN, WAYS, CorridorNetwork, edge
from game.systems.flood.mapgen.masonry import corridor, dug, masonry
from game.systems.flood.mapgen.sewer_lanes import courses
from game.systems.flood.mapgen.sewer_plan import SewerPlan

REPLACED = (TerrainClass, Lane, Gantry, Drain, Ground, Lamp)
PLACES = (Objective, Nest, Container, FloodOrigin)
NARROW = 0.85
"""``FF-09``  Minimum distance in inches from lanes to impassable terrain."""
MARGIN = 1.0
"""Inches of masonry between corridors and the edge of the area, except where they leave it."""
DOOR = 3.0
"""Minimum width in inches of an opening that a corridor leads to."""
GLOW = 1.15


def sewer_into(mapfile: MapFile, outline: Path, plan: SewerPlan, seed: int) -> MapFile:
    """Return a map with corridors in an area and masonry between them; raise NoRoomError.

    Walls and lanes that reach into the area are cut at its edge. Corridors lead to the ends
    of cut lanes or, if there are none, to openings in the edge. Objects of the classes
    ``REPLACED`` that are wholly in the area are replaced. The plan's width and height are
    ignored.
    """
    area = area_of(in_eighths(outline), mapfile)
    rng = Random(f"tunnels {seed}")  # noqa: S311  a sewer, no secret
    rest = cut_at(cleared_of(mapfile, area, REPLACED), area)
    net = _net(rest, area, plan, rng)
    doors = [*_doors(rest, area), *_places(rest, area)]
    ways = [_way(door, net, area, plan.corridor) for door in doors]
    lanes = [*courses(net, [*net.nodes()]), *(path for path in ways if len(path) > 1)]
    if not lanes:
        raise NoRoomError("no corridor fits there: choose a larger area")
    return merge_into_map(rest, _laid_in(rest, area, net, lanes, plan, rng))


def _laid_in(
    rest: MapFile,
    area: Polygon,
    net: CorridorNetwork,
    lanes: list[Outline],
    plan: SewerPlan,
    rng: Random,
) -> dict[str, list[RawObject]]:
    once = PlainTable(rest.width, rest.height)
    # Floor beyond the edge is included, so that no corners are cut where corridors leave.
    floor = dug([*(corridor(lane, plan.corridor) for lane in lanes), *_kept(rest, area)])
    free = [corridor_stretches.reach_of(net, ends, plan.corridor) for ends in net.edges]
    rng.shuffle(free)
    pieces = fixtures.barriers(free, once, plan, rng)
    raised = fixtures.gantries([*reversed(free)], once, plan, rng)
    walls = [raw_object("Wall", "", "polygon", o) for o in masonry(area, floor)]
    return {
        "masonry": walls,
        "pieces": pieces,
        "water": [*(raw_object("Lane", "", "polyline", lane) for lane in lanes), *raised],
        "lamps": [
            raw_object("Lamp", "", "point", [net.at(node)], radius=7.5, brightness=GLOW)
            for node in net.nodes()
            if net.degree(node)
        ],
    }


def _kept(rest: MapFile, area: Polygon) -> Iterator[BaseGeometry]:
    """Yield the floor of objects that stay in the area, such as zones, markers and origins."""
    for _, one in rest.objects():
        if isinstance(one.what, Wall | Lamp | Ground | Lane):
            continue
        if isinstance(one.what, TerrainClass) and one.what.on_edge:
            continue
        room = shape_of(one)
        room = room if room.area else room.buffer(1.5, cap_style="square")
        if room.intersects(area):
            yield room


def _places(rest: MapFile, area: Polygon) -> list[Corner]:
    """Return the places that must not be walled in: markers, nests, containers and origins."""
    found = [one.outline[0] for one in rest.all_of(*PLACES)]
    return [(at.x, at.y) for at in found if area.contains(Point(at))]


def _solid(rest: MapFile) -> BaseGeometry:
    """Return the ground that is too near to impassable terrain for a lane."""
    pieces = to_board(rest).terrain
    solid = [shape(piece) for piece in pieces if piece.impassable]
    return shapely.union_all(solid).buffer(NARROW)


def _net(rest: MapFile, area: Polygon, plan: SewerPlan, rng: Random) -> CorridorNetwork:
    """Return corridors over the area, connected as far as the ground allows."""
    left, top, right, low = area.bounds
    off = plan.corridor / 2 + MARGIN
    net = CorridorNetwork(_steps(left, right, off, plan), _steps(top, low, off, plan))
    inner = area.buffer(-MARGIN + 0.01, join_style="mitre")

    solid = _solid(rest)

    def fits(*path: Corner) -> bool:
        lane = MultiPoint(path).envelope
        room = lane.buffer(plan.corridor / 2, join_style="mitre")
        return inner.covers(room) and not lane.intersects(solid)

    nodes = [node for node in net.nodes() if fits(net.at(node))]
    wanted = [
        edge(node, (node[0] + dx, node[1] + dy))
        for node in nodes
        for dx, dy in WAYS[:2]
        if (node[0] + dx, node[1] + dy) in nodes
    ]
    wanted = [ends for ends in wanted if fits(net.at(ends[0]), net.at(ends[1]))]
    rng.shuffle(wanted)
    part = {node: n for n, node in enumerate(nodes)}
    for one, two in wanted:
        if part[one] != part[two]:
            merged, stays = part[one], part[two]
            part = {node: stays if n == merged else n for node, n in part.items()}
            net.edges.append((one, two))
        elif rng.random() < plan.loops / 100:
            net.edges.append((one, two))
    return net


def _steps(start: float, end: float, off: float, plan: SewerPlan) -> list[float]:
    wide = end - start - 2 * off
    steps = int(wide / (plan.corridor + BETWEEN))
    if steps <= 0:
        return [round_to_eighth((start + end) / 2)]
    return [round_to_eighth(start + off + wide * n / steps) for n in range(steps + 1)]


def _doors(rest: MapFile, area: Polygon) -> list[Corner]:
    """Return the places at which corridors leave the area.

    They are the ends of cut lanes or, if there are none, openings to floor beyond the edge.
    """
    rim = area.exterior
    lanes = [shape_of(one) for one in rest.all_of(Lane)]
    ends = [Point(at) for lane in lanes for at in (lane.coords[0], lane.coords[-1])]
    found = [(end.x, end.y) for end in ends if rim.distance(end) < 0.01]
    if found:
        return list(dict.fromkeys(found))
    table = shapely.box(0, 0, rest.width, rest.height)
    open_ = rim.difference(_solid(rest))
    open_ = open_.difference(table.exterior.buffer(0.01))
    gaps = shapely.get_parts(shapely.line_merge(open_))
    return [(at.x, at.y) for gap in gaps for at in _middles(gap)]


def _middles(gap: BaseGeometry) -> Iterator[Point]:
    """Yield the middle of each straight side of a gap that is at least ``DOOR`` inches long."""
    for a, b in pairwise(gap.coords):
        side = LineString([a, b])
        if side.length >= DOOR:
            middle = side.interpolate(0.5, normalized=True)
            yield Point(round_to_eighth(middle.x), round_to_eighth(middle.y))


def _way(door: Corner, net: CorridorNetwork, area: Polygon, wide: float) -> Outline:
    """Return a lane from the edge of the area to the nearest corridor."""
    nodes = [node for node in net.nodes() if net.degree(node)]
    goals = [net.at(node) for node in nodes] or [_centre(area)]
    goal = min(goals, key=lambda at: abs(at[0] - door[0]) + abs(at[1] - door[1]))
    elbows = [(door[0], goal[1]), (goal[0], door[1])]
    paths = [[at for at, _ in groupby([door, elbow, goal])] for elbow in elbows] + [
        [door, goal]
    ]
    inner = area.buffer(0.01)

    def outside(path: Outline) -> float:
        return corridor(path, wide).difference(inner).area if len(path) > 1 else 0.0

    return min(paths, key=outside)


def _centre(area: Polygon) -> Corner:
    at = area.representative_point()
    return round_to_eighth(at.x), round_to_eighth(at.y)

"""Assembly and checks of a sewer map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import count, groupby, pairwise
from random import Random

import shapely
from shapely import LineString, MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.faults import Fault
from game.content.maps.battle_checks import battle_faults, shape
from game.content.maps.class_base import TerrainClass
from game.content.maps.classes import Container, Drain, Ground, Lamp, Nest, Objective, Wall
from game.content.maps.made_board import to_board
from game.content.maps.map_file import PX, MapFile, MapObject
from game.content.maps.map_file import Corner as Drawn
from game.content.maps.map_library import drawn_map
from game.geometry.points import Path
from game.geometry.points import Point as TablePoint
from game.mapgen.generator import Generator, NoRoomError, retry_until_fit
from game.mapgen.piece_placement import area_of, cleared_of, merge_into_map, shape_of
from game.mapgen.piece_shapes import (
    Corner,
    MirroredTable,
    Outline,
    PlainTable,
    RawObject,
    in_eighths,
    raw_object,
    round_to_eighth,
)
from game.systems.flood.content.map_checks import flood_faults, flood_warnings
from game.systems.flood.content.map_classes import FloodOrigin, Gantry, Lane
from game.systems.flood.mapgen import (
    BETWEEN,
    FROM_SIDE,
    FROM_TOP,
    WAYS,
    CorridorNetwork,
    SewerPlan,
    courses,
    edge,
    fixtures,
    lines,
    net_of,
)
from game.systems.flood.mapgen.rooms import (
    Rooms,
    corridor,
    dug,
    floor_areas,
    masonry,
    rooms_of,
    walls_around,
    whole,
)
from game.systems.flood.rules.crossing import unfit_for_crossing
from game.systems.flood.rules.the_nest import unfit_for_nest
from game.systems.flood.table.lanes import Lane as LaneLine
from game.systems.flood.table.lanes import lane_network
from game.table.board import Board

ATTEMPTS = 40
NETS = 24
"""Number of networks tried to find one in which no streams meet."""


def make_sewer(plan: SewerPlan, seed: int) -> MapFile:
    """Return a sewer; equal seeds give equal maps. Raise NoRoomError if no attempt was fit."""
    return retry_until_fit(f"sewer {seed}", ATTEMPTS, partial(_drawn, plan, seed), unfit)


def unfit(board: Board) -> list[Fault]:
    """Return the reasons why a board does not suit the missions of sewers."""
    faults = [*unfit_for_nest(board), *unfit_for_crossing(board)]
    faults += [*flood_faults(board), *battle_faults(board)]
    if faults:
        return faults
    # Meeting streams (FF-12) are accepted: some plans allow no network without them.
    return [fault for fault in flood_warnings(board) if fault.place != "lanes"]


def _drawn(plan: SewerPlan, seed: int, rng: Random) -> MapFile:
    turned = MirroredTable(plan.width, plan.height)
    net, rooms, lanes = _laid_out(plan, turned, rng)
    floor = dug(floor_areas(rooms, turned, lanes, plan.corridor))
    free = fixtures.reaches(net, rooms, turned, plan.corridor)
    rng.shuffle(free)
    pieces = fixtures.barriers(free, turned, plan, rng)
    raised = fixtures.gantries([*reversed(free)], turned, plan, rng)
    for reach in [one for one in free if not one.barred][:2]:
        pieces += fixtures.rubble(reach, turned, rng)
    for n, vault in enumerate(rooms.vaults):
        pieces += fixtures.in_vault(vault, turned, gated=n % 2 == 0)
    pieces += fixtures.in_hall(rooms, turned)
    layers = {
        "ground": fixtures.ground(rooms, turned),
        "zones": fixtures.zones(rooms, turned),
        "masonry": walls_around(floor, turned) + _of(pieces, "Wall"),
        "pieces": [one for one in pieces if one["class"] not in {"Wall", "Gantry", "Drain"}],
        "water": [
            *fixtures.water(net, rooms, turned, lanes),
            *_of(pieces, "Gantry"),
            *raised,
        ],
        "places": [*fixtures.places(net, rooms, turned, plan, floor), *_of(pieces, "Drain")],
        "lamps": fixtures.lamps(net, rooms, turned),
    }
    return drawn_map(plan.width, plan.height, layers, title=f"Sewer {seed}", look="sewer")


def _laid_out(
    plan: SewerPlan, turned: MirroredTable, rng: Random
) -> tuple[CorridorNetwork, Rooms, list[Outline]]:
    """``FF-12``  Return the network in which streams meet least; raise NoRoomError."""
    xs = lines(plan.width, FROM_SIDE, plan.corridor)
    ys = lines(plan.height, FROM_TOP, plan.corridor)
    found = list[tuple[int, CorridorNetwork, Rooms, list[Outline]]]()
    for _ in range(NETS):
        net = net_of(xs, ys, rng, plan.loops)
        try:
            rooms = rooms_of(net, turned, plan, rng)
        except NoRoomError:
            continue
        drained = [n for vault in rooms.vaults for n in (vault.node, net.other(vault.node))]
        lanes = courses(net, drained)
        meeting = _meetings(net, rooms, turned, lanes)
        found.append((meeting, net, rooms, lanes))
        if not meeting:
            break
    if not found:
        raise NoRoomError("the nest does not fit: try another width")
    _, net, rooms, lanes = min(found, key=lambda one: one[0])
    return net, rooms, lanes


def _meetings(
    net: CorridorNetwork, rooms: Rooms, turned: MirroredTable, lanes: list[Outline]
) -> int:
    """Return the number of places where streams meet and none leaves, for both mouths."""
    drains = [vault.lane for vault in rooms.vaults]
    paths = [*lanes, *drains, *(turned.others(lane) for lane in drains)]
    drawn = [LaneLine(tuple(TablePoint(*at) for at in path)) for path in paths]
    mouth = net.at((rooms.mouth[0], -1))
    found = 0
    for at in (mouth, turned.other(mouth)):
        run = lane_network(drawn, (TablePoint(*at),))
        nodes = range(len(run.nodes))
        found += sum(len(run.arriving(n)) > 1 and not run.leaving(n) for n in nodes)
    return found


def _of(pieces: list[RawObject], kind: str) -> list[RawObject]:
    return [one for one in pieces if one["class"] == kind]


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
    free = [fixtures.reach_of(net, ends, plan.corridor) for ends in net.edges]
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


def cut_at(mapfile: MapFile, area: Polygon) -> MapFile:
    """Return the map with walls and lanes cut off at the edge of the area."""
    ids = count(mapfile.next_id)
    return mapfile.with_layers(
        layer
        if layer.locked
        else layer.with_objects(p for one in layer.objects for p in _parts(one, area, ids))
        for layer in mapfile.layers
    )


def _parts(one: MapObject, area: Polygon, ids: Iterator[int]) -> Iterator[MapObject]:
    """Yield the remaining parts of an object; the first keeps its id, others get new ids."""
    drawn = shape_of(one)
    if not isinstance(one.what, Wall | Lane) or not drawn.intersects(area):
        yield one
        return
    rest = drawn.difference(area)
    if rest.equals(drawn):
        yield one
        return
    if isinstance(drawn, Polygon):
        areas = [p for part in shapely.get_parts(rest) for p in whole(part) if p.area > 0.05]
        outlines = [_corners(part.exterior.coords[:-1]) for part in areas]
    else:
        lines = [p for p in shapely.get_parts(shapely.line_merge(rest)) if p.length > 0.5]
        outlines = [_corners(part.coords) for part in lines]
    form = "polygon" if isinstance(drawn, Polygon) else "polyline"
    for n, outline in enumerate(outlines):
        yield _redrawn(one, form, outline, one.id if n == 0 else next(ids))


def _corners(coords: Iterable[Sequence[float]]) -> Outline:
    return [(at[0], at[1]) for at in coords]


def _redrawn(one: MapObject, form: str, outline: Outline, id_: int) -> MapObject:
    """Return an object with corners relative to the first of them, as Tiled writes it."""
    x, y = outline[0]
    corners = tuple(Drawn(x=(cx - x) * PX, y=(cy - y) * PX) for cx, cy in outline)
    kept = one.model_dump(exclude={"what", "polygon", "polyline", "ellipse", "rotation"})
    size = {"id": id_, "x": x * PX, "y": y * PX, "width": 0.0, "height": 0.0}
    return MapObject(**kept | size | {"what": one.what, form: corners})


GENERATOR = Generator(
    "sewer",
    label="Sewer",
    about="A symmetrical sewer for The nest and Crossing.",
    plan=SewerPlan,
    make=make_sewer,
    make_into=sewer_into,
)

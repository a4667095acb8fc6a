"""Assembly and checks of a sewer map."""

from __future__ import annotations

from functools import partial
from random import Random

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from game.content.faults import Fault
from game.content.maps import MapFile, drawn_map
from game.content.maps.flood_requirements import flood_faults
from game.content.maps.warnings import battle_faults, flood_warnings
from game.geometry.points import Point
from game.mapgen.parameters import NoRoomError, SewerPlan, retry_until_fit
from game.mapgen.piece_placement import MirroredTable, RawObject, raw_object
from game.mapgen.piece_shapes import Outline
from game.mapgen.sewer import fixtures
from game.mapgen.sewer.network import (
    FROM_SIDE,
    FROM_TOP,
    CorridorNetwork,
    courses,
    lines,
    net_of,
)
from game.mapgen.sewer.rooms import Rooms, corridor, dug, masonry, rooms_of
from game.rules.missions import crossing, nest
from game.table.board import Board
from game.table.lanes import Lane, lane_network

ATTEMPTS = 40
NETS = 24
"""Number of networks tried to find one in which no streams meet."""


def make_sewer(plan: SewerPlan, seed: int) -> MapFile:
    """Return a sewer; equal seeds give equal maps. Raise NoRoomError if no attempt was fit."""
    return retry_until_fit(f"sewer {seed}", ATTEMPTS, partial(_drawn, plan, seed), unfit)


def unfit(board: Board) -> list[Fault]:
    """Return the reasons why a board does not suit the missions of sewers."""
    faults = [*nest.unfit(board), *crossing.unfit(board)]
    faults += [*flood_faults(board), *battle_faults(board)]
    if faults:
        return faults
    # Meeting streams (FF-12) are accepted: some plans allow no network without them.
    return [fault for fault in flood_warnings(board) if fault.place != "lanes"]


def _drawn(plan: SewerPlan, seed: int, rng: Random) -> MapFile:
    turned = MirroredTable(plan.width, plan.height)
    net, rooms, lanes = _laid_out(plan, turned, rng)
    floor = dug(_floor(rooms, turned, lanes, plan.corridor))
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
        "masonry": _masonry(floor, turned) + _of(pieces, "Wall"),
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
        lanes = courses(net, _joined(rooms, net))
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
    drawn = [Lane(tuple(Point(*at) for at in path)) for path in paths]
    mouth = net.at((rooms.mouth[0], -1))
    found = 0
    for at in (mouth, turned.other(mouth)):
        run = lane_network(drawn, (Point(*at),))
        nodes = range(len(run.nodes))
        found += sum(len(run.arriving(n)) > 1 and not run.leaving(n) for n in nodes)
    return found


def _of(pieces: list[RawObject], kind: str) -> list[RawObject]:
    return [one for one in pieces if one["class"] == kind]


def _joined(rooms: Rooms, net: CorridorNetwork) -> list[tuple[int, int]]:
    """Return the nodes at which the lanes of vaults begin."""
    return [n for vault in rooms.vaults for n in (vault.node, net.other(vault.node))]


def _floor(
    rooms: Rooms, turned: MirroredTable, lanes: list[Outline], wide: float
) -> list[BaseGeometry]:
    halves = [rooms.hall, *(one.outline for one in rooms.chambers)]
    halves += [outline for v in rooms.vaults for outline in (v.outline, v.passage)]
    areas = [*halves, *(turned.others(outline) for outline in halves)]
    table = shapely.box(0, 0, turned.width, turned.height)
    dug_out = [corridor(lane, wide).intersection(table) for lane in lanes]
    return [*dug_out, *(Polygon(outline) for outline in areas)]


def _masonry(floor: BaseGeometry, turned: MirroredTable) -> list[RawObject]:
    table = shapely.box(0, 0, turned.width, turned.height)
    outlines = masonry(table, floor)
    return [raw_object("Wall", f"masonry {n}", "polygon", o) for n, o in enumerate(outlines, 1)]

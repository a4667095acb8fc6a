"""Assembly of a sewer map.

It fills a whole table, or an area of a map.
"""

from __future__ import annotations

from functools import partial
from random import Random

from game.content.faults import Fault
from game.content.maps.battle_checks import battle_faults
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import drawn_map
from game.geometry.points import Point as TablePoint
from game.mapgen.generator import Generator, NoRoomError, retry_until_fit
from game.mapgen.piece_shapes import MirroredTable, Outline, RawObject
from game.systems.flood.content.map_checks import flood_faults, flood_warnings
from game.systems.flood.mapgen import corridor_stretches, fixtures, sewer_layers
from game.systems.flood.mapgen.corridor_network import (
    FROM_SIDE,
    FROM_TOP,
    CorridorNetwork,
    lines,
    net_of,
)
from game.systems.flood.mapgen.masonry import dug, floor_areas, walls_around
from game.systems.flood.mapgen.rooms import Rooms, rooms_of
from game.systems.flood.mapgen.sewer_lanes import courses
from game.systems.flood.mapgen.sewer_plan import SewerPlan
from game.systems.flood.mapgen.tunnels import sewer_into
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
    free = corridor_stretches.reaches(net, rooms, turned, plan.corridor)
    rng.shuffle(free)
    pieces = fixtures.barriers(free, turned, plan, rng)
    raised = fixtures.gantries([*reversed(free)], turned, plan, rng)
    for reach in [one for one in free if not one.barred][:2]:
        pieces += fixtures.rubble(reach, turned, rng)
    for n, vault in enumerate(rooms.vaults):
        pieces += fixtures.in_vault(vault, turned, gated=n % 2 == 0)
    pieces += fixtures.in_hall(rooms, turned)
    layers = {
        "ground": sewer_layers.ground(rooms, turned),
        "zones": sewer_layers.zones(rooms, turned),
        "masonry": walls_around(floor, turned) + _of(pieces, "Wall"),
        "pieces": [one for one in pieces if one["class"] not in {"Wall", "Gantry", "Drain"}],
        "water": [
            *sewer_layers.water(net, rooms, turned, lanes),
            *_of(pieces, "Gantry"),
            *raised,
        ],
        "places": [
            *sewer_layers.places(net, rooms, turned, plan, floor),
            *_of(pieces, "Drain"),
        ],
        "lamps": sewer_layers.lamps(net, rooms, turned),
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


GENERATOR = Generator(
    "sewer",
    label="Sewer",
    about="A symmetrical sewer for The nest and Crossing.",
    plan=SewerPlan,
    make=make_sewer,
    make_into=sewer_into,
)

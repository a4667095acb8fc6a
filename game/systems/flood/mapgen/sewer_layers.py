"""Layers of a sewer map that follow from its plan."""

from __future__ import annotations

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from game.geometry.points import distance
from game.geometry.polygons import box
from game.mapgen.piece_shapes import (
    Corner,
    MirroredTable,
    Outline,
    RawObject,
    chamfered_rectangle,
    middle_of,
    raw_object,
)
from game.systems.flood.mapgen.corridor_network import CorridorNetwork
from game.systems.flood.mapgen.masonry import INNER
from game.systems.flood.mapgen.rooms import Rooms
from game.systems.flood.mapgen.sewer_plan import SewerPlan

GLOW = 1.15
EXIT = 0.75
"""Depth of the exits in inches."""
MARKERS_APART = 8.0
SIDES = ("wardens", "brood")


def ground(rooms: Rooms, turned: MirroredTable) -> list[RawObject]:
    left, top = rooms.hall[0]
    right, low = rooms.hall[2]
    paved = [
        (left, top),
        *chamfered_rectangle(left - 2.0, top, right, low, INNER)[1:5],
        (left, low),
    ]
    found = turned.both("Ground", "paving", paved, material="paving")
    for vault in rooms.vaults:
        plates = _plates(vault.outline)
        found += turned.both("Ground", "plates", plates, material="deck")
    den, *courts = [_plates(chamber.outline) for chamber in rooms.chambers]
    found.append(raw_object("Ground", "mire", "polygon", den, material="earth"))
    others = [turned.others(den), *courts, *(turned.others(court) for court in courts)]
    for court in others:
        name = f"{turned.where(middle_of(court))} court"
        found.append(raw_object("Ground", name, "polygon", court, material="paving"))
    return found


def _plates(room: Outline) -> Outline:
    """Return the floor of a room, with corners cut like those of the masonry."""
    (left, top), (right, low) = room[0], room[2]
    return chamfered_rectangle(left, top, right, low, INNER)


def zones(rooms: Rooms, turned: MirroredTable) -> list[RawObject]:
    zones = turned.both("DeploymentZone", "hall", rooms.zone)
    return [zone | {"side": side} for zone, side in zip(zones, SIDES, strict=True)]


def water(
    net: CorridorNetwork, rooms: Rooms, turned: MirroredTable, lanes: list[Outline]
) -> list[RawObject]:
    mouth = net.at((rooms.mouth[0], -1))
    found = turned.both("FloodOrigin", "mouth", [mouth], "point")
    found += [raw_object("Lane", _named(lane, turned), "polyline", lane) for lane in lanes]
    for vault in rooms.vaults:
        found += turned.both("Lane", "drain", vault.lane, "polyline")
    return found


def _named(lane: Outline, turned: MirroredTable) -> str:
    left, top, right, low = box(lane)
    share = max((right - left) / turned.width, (low - top) / turned.height)
    word = "sewer" if share > 0.55 else "passage"
    return f"{turned.where(middle_of(lane))} {word}"


def places(
    net: CorridorNetwork,
    rooms: Rooms,
    turned: MirroredTable,
    plan: SewerPlan,
    floor: BaseGeometry,
) -> list[RawObject]:
    _, y = net.at(rooms.entry)
    wide = plan.corridor / 2
    exits = turned.both("Exit", "exit", chamfered_rectangle(0.0, y - wide, EXIT, y + wide))
    # The first zone follows the objects of the ground layer.
    first = 1 + len(ground(rooms, turned))
    found = [one | {"zone": first + n} for n, one in enumerate(exits)]
    found.append(raw_object("Nest", "the nest", "point", [rooms.chambers[0].middle]))
    found += turned.both("Drain", "hall drain", [(1.5, y - 5.5)], "point")
    return [*found, *_markers(net, rooms, turned, floor)]


def _markers(
    net: CorridorNetwork, rooms: Rooms, turned: MirroredTable, floor: BaseGeometry
) -> list[RawObject]:
    """``MI-03``  Return a marker in the centre if there is floor, and some pairs of markers."""
    found = list[RawObject]()
    taken = list[Corner]()
    if floor.contains(shapely.Point(turned.centre).buffer(1.5)):
        found.append(raw_object("Objective", "middle", "point", [turned.centre], number=3))
        taken.append(turned.centre)
    spots = [net.at(node) for node in net.nodes() if net.degree(node) != 2]
    spots += [net.at(node) for node in net.nodes() if net.degree(node) == 2]
    for x, y in [rooms.chambers[-1].middle, *spots]:
        at = (x + 1.5, y) if (x, y) == rooms.chambers[0].middle else (x, y)
        seen = [*taken, turned.other(at)]
        zones = [rooms.zone, turned.others(rooms.zone)]
        off = min(Polygon(zone).distance(shapely.Point(at)) for zone in zones)
        if off > 1.0 and all(distance(at, other) >= MARKERS_APART for other in seen):
            taken += [at, turned.other(at)]
            found += turned.both("Objective", "marker", [at], "point")
        if len(taken) >= 4:
            break
    return found


def lamps(net: CorridorNetwork, rooms: Rooms, turned: MirroredTable) -> list[RawObject]:
    places = [(net.at(node), 7.5) for node in net.nodes()]
    _, y = net.at(rooms.entry)
    halves = [((4.0, y - 5.0), 8.0), ((4.0, y + 4.5), 8.0)]
    halves += [(middle_of(vault.outline), 5.5) for vault in rooms.vaults]
    halves += [(chamber.middle, 6.0) for chamber in rooms.chambers]
    places += halves + [(turned.other(at), radius) for at, radius in halves]
    return [
        raw_object("Lamp", "", "point", [at], radius=radius, brightness=GLOW)
        for at, radius in places
    ]

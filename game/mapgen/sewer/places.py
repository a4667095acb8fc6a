"""``MI-01`` to ``MI-03``  What missions need of a sewer, where water runs, and how it looks."""

from __future__ import annotations

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from game.mapgen.outlines import Corner, Outline
from game.mapgen.pairs import Told, Turned, boxed, middle_of, told
from game.mapgen.parameters import SewerPlan
from game.mapgen.sewer.digging import INNER
from game.mapgen.sewer.network import Net
from game.mapgen.sewer.rooms import Rooms

GLOW = 1.15
EXIT = 0.75
"""How deep the ways out are."""
MARKERS_APART = 8.0
SIDES = ("wardens", "brood")


def ground(rooms: Rooms, turned: Turned) -> list[Told]:
    left, top = rooms.hall[0]
    right, low = rooms.hall[2]
    paved = [(left, top), *boxed(left - 2.0, top, right, low, INNER)[1:5], (left, low)]
    found = turned.both("Ground", "paving", paved, material="paving")
    for vault in rooms.vaults:
        plates = _plates(vault.outline)
        found += turned.both("Ground", "plates", plates, material="deck")
    den, *courts = [_plates(chamber.outline) for chamber in rooms.chambers]
    found.append(told("Ground", "mire", "polygon", den) | {"material": "earth"})
    others = [turned.others(den), *courts, *(turned.others(court) for court in courts)]
    for court in others:
        floor = told("Ground", f"{turned.where(middle_of(court))} court", "polygon", court)
        found.append(floor | {"material": "paving"})
    return found


def _plates(room: Outline) -> Outline:
    """Return the floor of a room, its corners cut as the masonry's are."""
    (left, top), (right, low) = room[0], room[2]
    return boxed(left, top, right, low, INNER)


def zones(rooms: Rooms, turned: Turned) -> list[Told]:
    zones = turned.both("DeploymentZone", "hall", rooms.zone)
    return [zone | {"side": side} for zone, side in zip(zones, SIDES, strict=True)]


def water(net: Net, rooms: Rooms, turned: Turned, lanes: list[Outline]) -> list[Told]:
    mouth = net.at((rooms.mouth[0], -1))
    found = turned.both_points("FloodOrigin", "mouth", mouth)
    found += [told("Lane", _named(lane, turned), "polyline", lane) for lane in lanes]
    for vault in rooms.vaults:
        found += turned.both_lines("Lane", "drain", vault.lane)
    return found


def _named(lane: Outline, turned: Turned) -> str:
    xs, ys = [x for x, _ in lane], [y for _, y in lane]
    share = max((max(xs) - min(xs)) / turned.width, (max(ys) - min(ys)) / turned.height)
    word = "sewer" if share > 0.55 else "passage"
    return f"{turned.where(middle_of(lane))} {word}"


def places(
    net: Net, rooms: Rooms, turned: Turned, plan: SewerPlan, floor: BaseGeometry
) -> list[Told]:
    _, y = net.at(rooms.entry)
    wide = plan.corridor / 2
    exits = turned.both("Exit", "exit", boxed(0.0, y - wide, EXIT, y + wide))
    first = _first_zone(rooms, turned)
    found = [one | {"zone": first + n} for n, one in enumerate(exits)]
    found.append(told("Nest", "the nest", "point", [rooms.chambers[0].middle]))
    found += turned.both_points("Drain", "hall drain", (1.5, y - 5.5))
    return [*found, *_markers(net, rooms, turned, floor)]


def _first_zone(rooms: Rooms, turned: Turned) -> int:
    """Return the id of the first zone: layers are numbered through, the ground first."""
    return 1 + len(ground(rooms, turned))


def _markers(net: Net, rooms: Rooms, turned: Turned, floor: BaseGeometry) -> list[Told]:
    """``MI-03``  Return a marker in the centre if there is floor, and two or three pairs."""
    found = list[Told]()
    taken = list[Corner]()
    if floor.contains(shapely.Point(turned.centre).buffer(1.5)):
        found.append(told("Objective", "middle", "point", [turned.centre]) | {"number": 3})
        taken.append(turned.centre)
    spots = [net.at(node) for node in net.nodes() if net.degree(node) != 2]
    spots += [net.at(node) for node in net.nodes() if net.degree(node) == 2]
    for x, y in [rooms.chambers[-1].middle, *spots]:
        at = (x + 1.5, y) if (x, y) == rooms.chambers[0].middle else (x, y)
        seen = [*taken, turned.other(at)]
        zones = [rooms.zone, turned.others(rooms.zone)]
        off = min(Polygon(zone).distance(shapely.Point(at)) for zone in zones)
        if off > 1.0 and all(_far(at, other) >= MARKERS_APART for other in seen):
            taken += [at, turned.other(at)]
            found += turned.both_points("Objective", "marker", at)
        if len(taken) >= 4:
            break
    return found


def _far(one: Corner, other: Corner) -> float:
    return float(shapely.Point(one).distance(shapely.Point(other)))


def lamps(net: Net, rooms: Rooms, turned: Turned) -> list[Told]:
    places = [(net.at(node), 7.5) for node in net.nodes()]
    _, y = net.at(rooms.entry)
    halves = [((4.0, y - 5.0), 8.0), ((4.0, y + 4.5), 8.0)]
    halves += [(middle_of(vault.outline), 5.5) for vault in rooms.vaults]
    halves += [(chamber.middle, 6.0) for chamber in rooms.chambers]
    places += halves + [(turned.other(at), radius) for at, radius in halves]
    return [
        told("Lamp", "", "point", [at]) | {"radius": radius, "brightness": GLOW}
        for at, radius in places
    ]

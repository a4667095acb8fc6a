"""Barriers, gantries, rubble, mission sites and lamps in a sewer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, dataclass
from random import Random
from typing import Any

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
from game.systems.flood.mapgen import CorridorNetwork, Edge, SewerPlan, edge
from game.systems.flood.mapgen.rooms import HALL, INNER, OUTER, Rooms, Vault

GATE, GRATE, FALL = 1.0, 0.75, 3.5
"""Thickness in inches of gates, grates and cave-ins, along the corridor."""
CLEAR = 1.25
"""Inches from the middle of a corridor to a gantry beside it."""
LONG = 5.0
"""Maximum length of a gantry in inches."""
SAID: dict[str, dict[str, Any]] = {
    "SluiceGate": {"bonus": "none", "watertight": False},
    "Grate": {"bonus": "none"},
    "CaveIn": {"bonus": "soft"},
    "DeepWater": {"bonus": "none"},
}
"""``MP-05``  Kind of cover in matched play, which the rulebook leaves to the map."""
FALLEN = (
    (0.0, 0.0),
    (1.0, 0.0),
    (1.06, 0.3),
    (0.85, 0.8),
    (0.5, 1.0),
    (0.2, 0.85),
    (-0.05, 0.4),
)
"""Outline of a cave-in: shares of its length along the corridor and of its depth across."""
STREWN = ((0.0, 0.4), (0.35, 0.0), (0.8, 0.1), (1.0, 0.55), (0.6, 1.0), (0.2, 0.9))


@dataclass(slots=True)
class CorridorStretch:
    """A straight piece of a corridor between two crossings."""

    start: Corner
    end: Corner
    wide: float
    _: KW_ONLY
    open: int = 0
    """Side to which a chamber opens: -1 left or above, 1 right or below, 0 none."""
    barred: bool = False

    @property
    def long(self) -> float:
        return abs(self.end[0] - self.start[0]) + abs(self.end[1] - self.start[1])

    def area(self, along: float, long: float, off: float, wide: float) -> Outline:
        """Return a rectangle that starts *along* the corridor and *off* its middle line."""
        return [self.spot(along + a * long, off + b * wide) for a, b in _SQUARE]

    def spot(self, along: float, off: float) -> Corner:
        (x, y), level = self.start, self.start[1] == self.end[1]
        return (x + along, y + off) if level else (x + off, y + along)


_SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1))


def reaches(
    net: CorridorNetwork, rooms: Rooms, turned: MirroredTable, wide: float
) -> list[CorridorStretch]:
    """Return the straight pieces of corridors of one half, on which fixtures can stand."""
    chambers = [chamber.outline for chamber in rooms.chambers]
    chambers += [turned.others(outline) for outline in chambers]
    found, seen = list[CorridorStretch](), list[Edge]()
    for one, two in net.edges:
        likeness = edge(net.other(one), net.other(two))
        if net.is_inside(one) and net.is_inside(two) and likeness not in [*seen, (one, two)]:
            seen.append((one, two))
            found.append(reach_of(net, (one, two), wide, chambers))
    return found


def reach_of(
    net: CorridorNetwork, ends: Edge, wide: float, chambers: Iterable[Outline] = ()
) -> CorridorStretch:
    """Return the straight piece of a passage; *chambers* are those that may open to it."""
    (x, y), (end_x, end_y) = (net.at(node) for node in ends)
    off = wide / 2 + OUTER
    dx, dy = (off, 0.0) if y == end_y else (0.0, off)
    reach = CorridorStretch((x + dx, y + dy), (end_x - dx, end_y - dy), wide)
    for side in (-1, 1):
        at = reach.spot(reach.long / 2, side * (wide / 2 + 0.25))
        if any(_holds(outline, at) for outline in chambers):
            reach.open = side
    return reach


def _holds(room: Outline, at: Corner) -> bool:
    left, top, right, low = box(room)
    return left <= at[0] <= right and top <= at[1] <= low


def barriers(
    free: list[CorridorStretch], turned: MirroredTable, plan: SewerPlan, rng: Random
) -> list[RawObject]:
    """Return the barriers across corridors, as many as find room."""
    wanted = ["SluiceGate"] * plan.gates + ["Grate"] * plan.grates + ["CaveIn"] * plan.cave_ins
    found = list[RawObject]()
    # Chambers must not be cut off from the water by a barrier.
    closed = [reach for reach in free if not reach.open]
    for kind, reach in zip(wanted, closed, strict=False):
        reach.barred = True
        if kind == "CaveIn":
            found += turned.both(kind, "cave-in", _fallen(reach, rng), **SAID[kind])
            continue
        thick = GATE if kind == "SluiceGate" else GRATE
        across = reach.area(reach.long - thick, thick, -reach.wide / 2, reach.wide)
        name = "gate" if kind == "SluiceGate" else "grate"
        found += turned.both(kind, name, across, **SAID[kind])
    return found


def _fallen(reach: CorridorStretch, rng: Random) -> Outline:
    """Return a cave-in on one side of a corridor."""
    side = -reach.open or rng.choice((-1, 1))
    long = min(FALL, reach.long - 0.5)
    start, deep = (reach.long - long) / 2, reach.wide * rng.uniform(0.6, 0.7)
    return [reach.spot(start + a * long, side * (reach.wide / 2 - b * deep)) for a, b in FALLEN]


def gantries(
    free: list[CorridorStretch], turned: MirroredTable, plan: SewerPlan, rng: Random
) -> list[RawObject]:
    """``FF-02``  Return raised ground beside lanes, clear of gates and opposite chambers."""
    found = list[RawObject]()
    for reach in free[: plan.gantries]:
        side = -reach.open or rng.choice((-1, 1))
        wide = reach.wide / 2 - CLEAR
        long = min(LONG, reach.long - (GATE + 0.5 if reach.barred else 0.0))
        off = CLEAR if side > 0 else -reach.wide / 2
        found += turned.both("Gantry", "gantry", reach.area(0.0, long, off, wide))
    return found


def in_hall(rooms: Rooms, turned: MirroredTable) -> Iterator[RawObject]:
    """Yield the fixtures of both halls: pillars, a pipe along one wall, a gantry opposite."""
    end = max(x for x, _ in rooms.hall)
    top = min(y for _, y in rooms.hall)
    middle, low = top + HALL, top + 2 * HALL
    for x, y in ((end * 0.55, middle - 6.375), (end - 1.125, middle + 6.25)):
        yield from turned.both("Wall", "pillar", _octagon(x, y, 0.5625))
    yield from turned.both(
        "Pipe", "pipe", [(1.0, top + 0.75), (end - 2.0, top + 0.75)], "polyline"
    )
    raised = chamfered_rectangle(0.5, low - 1.75, end - 2.0, low)
    yield from turned.both("Gantry", "hall gantry", raised)


def in_vault(vault: Vault, turned: MirroredTable, *, gated: bool) -> Iterator[RawObject]:
    if gated:
        gate = SAID["SluiceGate"] | {"watertight": True}
        yield from turned.both("SluiceGate", "vault gate", vault.gate, **gate)
    else:
        basin = [vault.spot(*at) for at in chamfered_rectangle(0.75, -3.0, 3.75, -1.25, 0.375)]
        yield from turned.both("DeepWater", "basin", basin, **SAID["DeepWater"])
    yield from turned.both("Drain", "drain", [vault.spot(2.0, 2.0)], "point")


def _octagon(x: float, y: float, radius: float) -> Outline:
    return chamfered_rectangle(x - radius, y - radius, x + radius, y + radius, radius * 0.6)


def rubble(reach: CorridorStretch, turned: MirroredTable, rng: Random) -> list[RawObject]:
    """Return rubble along one side of a corridor."""
    side = -reach.open or rng.choice((-1, 1))
    long, deep = rng.uniform(2.25, 3.25), rng.uniform(1.5, 1.875)
    start = rng.uniform(0.25, max(0.25, reach.long - long - 0.25))
    drawn = [
        reach.spot(start + a * long, side * (reach.wide / 2 - 0.25 - b * deep))
        for a, b in STREWN
    ]
    return turned.both("Rubble", "rubble", drawn)


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

"""Rooms of a sewer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, field
from random import Random

from shapely import Point, Polygon

from game.mapgen.generator import NoRoomError
from game.mapgen.piece_shapes import (
    Corner,
    MirroredTable,
    Outline,
    chamfered_rectangle,
    middle_of,
)
from game.systems.flood.mapgen.corridor_network import (
    FROM_SIDE,
    FROM_TOP,
    RIM,
    WAYS,
    CorridorNetwork,
    Node,
)
from game.systems.flood.mapgen.sewer_plan import SewerPlan

HALL = 8.0
"""Inches from the middle of a hall to its sides."""
MARGIN = 1.5
"""Inches of masonry between rooms and corridors, and between rooms and the table's edge."""
APART = 1.0
"""Inches of masonry between rooms."""
PASSAGE = 3.0
"""Width in inches of the passage into a vault."""
THIN = 0.75
"""Inches of masonry around a chamber."""
MIN_CHAMBER = 3.25
"""Minimum width of a chamber in inches."""
NEAR, FAR = 15.0, 29.0
"""``MI-01``  Distance in inches from the nest to the wardens' zone; 30 are allowed."""


@dataclass(frozen=True, slots=True)
class Vault:
    node: Node
    direction: Node
    """Direction from the node to the vault."""
    outline: Outline
    _: KW_ONLY
    lane: Outline
    gate: Outline
    passage: Outline

    def spot(self, ahead: float, beside: float) -> Corner:
        """Return a place in the vault: *ahead* from its gate inward, *beside* to the right."""
        (x, y), (dx, dy) = middle_of(self.gate), self.direction
        inches = ahead + 0.75
        return x + dx * inches - dy * beside, y + dy * inches + dx * beside


@dataclass(frozen=True, slots=True)
class Chamber:
    outline: Outline
    middle: Corner


@dataclass(slots=True)
class Rooms:
    """The rooms of one half; the other half has rotated copies of them."""

    hall: Outline
    zone: Outline
    entry: Node
    _: KW_ONLY
    mouth: Node
    vaults: list[Vault] = field(default_factory=list)
    chambers: list[Chamber] = field(default_factory=list)
    """Chambers; the first one holds the nest."""


def rooms_of(
    net: CorridorNetwork, turned: MirroredTable, plan: SewerPlan, rng: Random
) -> Rooms:
    """Return the rooms of a network, and add passages to the halls and mouths.

    Raise NoRoomError.
    """
    rows = [n for n, y in enumerate(net.ys) if HALL < y < turned.height - HALL]
    entry = 0, rng.choice(rows)
    mouth = rng.randrange(len(net.xs)), 0
    net.add(entry, (-1, entry[1]))
    net.add(mouth, (mouth[0], -1))
    y, end = net.ys[entry[1]], FROM_SIDE - plan.corridor / 2 - MARGIN
    hall = chamfered_rectangle(0.0, y - HALL, end, y + HALL)
    rooms = Rooms(
        hall,
        zone=chamfered_rectangle(0.0, y - HALL, FROM_SIDE - 0.5, y + HALL),
        entry=entry,
        mouth=mouth,
    )
    _vaults(rooms, net, turned, plan, rng)
    _chambers(rooms, net, turned, plan, rng)
    return rooms


def _vaults(
    rooms: Rooms, net: CorridorNetwork, turned: MirroredTable, plan: SewerPlan, rng: Random
) -> None:
    """Add vaults as far as they find room; every other one is without a gate."""
    sites = [
        (node, step)
        for node in net.nodes()
        for step in WAYS
        if _is_outside(net, node, step) and not net.has(node, _next(node, step))
    ]
    rng.shuffle(sites)
    for node, step in sites:
        if len(rooms.vaults) == plan.vaults:
            return
        vault = _vault(net, node, step, plan, rng.uniform(3.25, 4.0))
        shape = Polygon(vault.outline)
        others = [rooms.hall, *(other.outline for other in rooms.vaults)]
        others += [turned.others(outline) for outline in [*others, vault.outline]]
        if all(shape.distance(Polygon(other)) >= APART for other in others):
            rooms.vaults.append(vault)


def _is_outside(net: CorridorNetwork, node: Node, way: Node) -> bool:
    return not net.is_inside(_next(node, way))


def _next(node: Node, way: Node) -> Node:
    return node[0] + way[0], node[1] + way[1]


def _vault(net: CorridorNetwork, node: Node, way: Node, plan: SewerPlan, half: float) -> Vault:
    """Return a vault between the grid and the edge of the table."""
    (x, y), (dx, dy) = net.at(node), way
    off = FROM_SIDE if dx else FROM_TOP
    near, deep = plan.corridor / 2 + MARGIN, off - MARGIN

    def stretch(start: float, end: float, wide: float) -> Outline:
        a, b = (x + dx * start, y + dy * start), (x + dx * end, y + dy * end)
        wx, wy = abs(dy) * wide, abs(dx) * wide
        xs, ys = sorted((a[0], b[0])), sorted((a[1], b[1]))
        return chamfered_rectangle(xs[0] - wx, ys[0] - wy, xs[1] + wx, ys[1] + wy)

    half = round(half * 4) / 4
    lane = [(x, y), (x + dx * (deep - RIM - 0.5), y + dy * (deep - RIM - 0.5))]
    return Vault(
        node,
        direction=way,
        outline=stretch(near, deep, half),
        lane=lane,
        gate=stretch(near - 1.25, near - 0.25, PASSAGE / 2),
        passage=stretch(0.0, near + 1.0, PASSAGE / 2),
    )


def _chambers(
    rooms: Rooms, net: CorridorNetwork, turned: MirroredTable, plan: SewerPlan, rng: Random
) -> None:
    """Add chambers, the first for the nest; raise NoRoomError if the nest has no place."""
    sites = [*_recesses(net, plan)]
    rng.shuffle(sites)
    zone = Polygon(rooms.zone)
    dens = [one for one in sites if NEAR <= zone.distance(Point(one.middle)) <= FAR]
    if not dens:
        raise NoRoomError("the nest does not fit: try another width")
    for one in [dens[0], *sites]:
        if len(rooms.chambers) == plan.chambers:
            return
        taken = [c.outline for c in rooms.chambers]
        taken += [turned.others(outline) for outline in [*taken, one.outline]]
        shape = Polygon(one.outline)
        if all(shape.distance(Polygon(other)) >= APART for other in taken):
            rooms.chambers.append(one)


def _recesses(net: CorridorNetwork, plan: SewerPlan) -> Iterator[Chamber]:
    """Yield all possible chambers beside corridors, each open to one of them."""
    wall = plan.corridor / 2 + THIN
    for column, row in net.nodes():
        if column + 1 == len(net.xs) or row + 1 == len(net.ys):
            continue
        left, right = net.xs[column] + wall, net.xs[column + 1] - wall
        top, low = net.ys[row] + wall, net.ys[row + 1] - wall
        if min(right - left, low - top) < MIN_CHAMBER:
            continue
        middle = (left + right) / 2, (top + low) / 2
        here, across, down = (column, row), (column + 1, row), (column, row + 1)
        both = (column + 1, row + 1)
        if net.has(here, across):
            yield Chamber(chamfered_rectangle(left, top - 1.0, right, low), middle)
        if net.has(down, both):
            yield Chamber(chamfered_rectangle(left, top, right, low + 1.0), middle)
        if net.has(here, down):
            yield Chamber(chamfered_rectangle(left - 1.0, top, right, low), middle)
        if net.has(across, both):
            yield Chamber(chamfered_rectangle(left, top, right + 1.0, low), middle)

"""The plan of a sewer, the corridor network on a grid, and its lanes (FF-04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field
from random import Random
from typing import TypeAlias

from game.mapgen.generator import number
from game.mapgen.piece_shapes import Corner, Outline

Node: TypeAlias = tuple[int, int]
"""Column and row of a node; mouths, halls and vaults lie beyond the grid."""
Edge: TypeAlias = tuple[Node, Node]

FROM_SIDE, FROM_TOP = 12.0, 11.0
"""Inches from the edges of the table to the grid."""
BETWEEN = 4.75
"""Minimum masonry between two corridors in inches, enough for a chamber."""
RIM = 1.5
"""Inches from the edge of the table to mouths, and to the ends of lanes in halls."""
WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(frozen=True, slots=True)
class SewerPlan:
    """Parameters of a sewer; lengths in inches, numbers for either half of the table."""

    width: int = number(48, 48, 96, "Width")
    height: int = number(48, 36, 84, "Height")
    corridor: float = number(6.0, 5, 7, "Width of corridors", step=0.5)
    _: KW_ONLY
    loops: int = number(50, 0, 100, "Extra passages", "percent", 5)
    """Percentage of those passages that are not needed to connect the corridors."""
    vaults: int = number(2, 0, 6, "Vaults per half, at most", "vaults")
    """Side chambers behind a narrow passage; every other one has a watertight gate."""
    chambers: int = number(1, 1, 4, "Chambers per half, at most", "chambers")
    """Recesses beside corridors; one of them holds the nest."""
    gates: int = number(1, 0, 6, "Gates per half, at most", "gates")
    grates: int = number(1, 0, 6, "Grates per half, at most", "grates")
    cave_ins: int = number(1, 0, 6, "Cave-ins per half, at most", "cave-ins")
    gantries: int = number(3, 0, 8, "Gantries per half, at most", "gantries")


@dataclass(slots=True)
class CorridorNetwork:
    """Corridors on a grid of *xs* and *ys* in inches."""

    xs: list[float]
    ys: list[float]
    edges: list[Edge] = field(default_factory=list)
    """Passages, each from the smaller node to the larger one."""

    def other(self, node: Node) -> Node:
        return len(self.xs) - 1 - node[0], len(self.ys) - 1 - node[1]

    def nodes(self) -> Iterator[Node]:
        for row in range(len(self.ys)):
            for column in range(len(self.xs)):
                yield column, row

    def at(self, node: Node) -> Corner:
        """Return the position of a node; those beyond the grid lie near the table's edge."""
        return _at(self.xs, node[0]), _at(self.ys, node[1])

    def is_inside(self, node: Node) -> bool:
        return 0 <= node[0] < len(self.xs) and 0 <= node[1] < len(self.ys)

    def has(self, one: Node, other: Node) -> bool:
        return edge(one, other) in self.edges

    def degree(self, node: Node) -> int:
        return sum(node in ends for ends in self.edges)

    def add(self, one: Node, other: Node) -> None:
        """Add a passage and its copy."""
        for ends in (edge(one, other), edge(self.other(one), self.other(other))):
            if ends not in self.edges:
                self.edges.append(ends)


def _at(steps: list[float], n: int) -> float:
    if 0 <= n < len(steps):
        return steps[n]
    return RIM if n < 0 else steps[0] + steps[-1] - RIM


def edge(one: Node, other: Node) -> Edge:
    return (one, other) if one < other else (other, one)


def lines(side: float, off: float, wide: float) -> list[float]:
    """Return the positions of corridors of this width across a side of the table."""
    steps = max(1, int((side - 2 * off) / (wide + BETWEEN)))
    step = (side - 2 * off) / steps
    return [round((off + n * step) * 4) / 4 for n in range(steps + 1)]


def net_of(xs: list[float], ys: list[float], rng: Random, loops: int) -> CorridorNetwork:
    """Return a connected network; *loops* is the percentage of surplus passages to add."""
    net = CorridorNetwork(xs, ys)
    wanted = [
        edge(node, (node[0] + dx, node[1] + dy))
        for node in net.nodes()
        for dx, dy in WAYS[:2]
        if node[0] + dx < len(xs) and node[1] + dy < len(ys)
    ]
    rng.shuffle(wanted)
    part = {node: n for n, node in enumerate(net.nodes())}
    spare = list[Edge]()
    for ends in wanted:
        if part[ends[0]] == part[ends[1]]:
            spare.append(ends)
            continue
        net.add(*ends)
        for one, two in (ends, (net.other(ends[0]), net.other(ends[1]))):
            gone, stays = part[one], part[two]
            part = {node: stays if n == gone else n for node, n in part.items()}
    for ends in spare:
        if rng.random() < loops / 200:  # halved, because ``add`` adds the copy too
            net.add(*ends)
    return net


CUT = 3.0
"""Inches before a bend at which a lane leaves its line."""


def courses(net: CorridorNetwork, ending: Sequence[Node] = ()) -> list[Outline]:
    """Return the lanes of a network; no lane bends at the nodes in *ending*."""
    left, found = list(net.edges), list[list[Node]]()
    while left:
        trail = list(left.pop(0))
        for direction in (1, -1):
            trail = trail[::direction]
            while (on := _onward(net, trail[-2], trail[-1], ending)) and edge(
                trail[-1], on
            ) in left:
                left.remove(edge(trail[-1], on))
                trail.append(on)
        found.append(trail[::-1])
    return [_cornered(net, trail, ending) for trail in found]


def _onward(
    net: CorridorNetwork, before: Node, here: Node, ending: Sequence[Node]
) -> Node | None:
    """Return the node to which a lane that comes from *before* goes on; None if it ends."""
    straight = 2 * here[0] - before[0], 2 * here[1] - before[1]
    if net.has(here, straight):
        return straight
    return next(iter(_others(net, before, here)), None) if _bends(net, here, ending) else None


def _others(net: CorridorNetwork, before: Node, here: Node) -> Iterator[Node]:
    for ends in net.edges:
        if here in ends and before not in ends:
            yield _far(ends, here)


def _far(ends: Edge, near: Node) -> Node:
    return ends[1] if ends[0] == near else ends[0]


def _bends(net: CorridorNetwork, node: Node, ending: Sequence[Node]) -> bool:
    if net.degree(node) != 2 or node in ending:
        return False
    one, two = (_far(ends, node) for ends in net.edges if node in ends)
    return one[0] != two[0] and one[1] != two[1]


def _cornered(net: CorridorNetwork, trail: list[Node], ending: Sequence[Node]) -> Outline:
    """Return the corners of a lane, with its bends cut."""
    path = [net.at(trail[0])]
    for before, here, after in zip(trail, trail[1:], trail[2:], strict=False):
        if _bends(net, here, ending):
            at = net.at(here)
            path += [_toward(at, net.at(before)), _toward(at, net.at(after))]
    return [*path, net.at(trail[-1])]


def _toward(at: Corner, goal: Corner) -> Corner:
    dx, dy = goal[0] - at[0], goal[1] - at[1]
    return at[0] + CUT * _sign(dx), at[1] + CUT * _sign(dy)


def _sign(value: float) -> float:
    return float((value > 0) - (value < 0))

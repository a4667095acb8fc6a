"""Network of corridors on a grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from game.mapgen.piece_shapes import Corner

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

"""Lanes of water along the corridors of a network (FF-04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.mapgen.piece_shapes import Corner, Outline
from game.systems.flood.mapgen.corridor_network import CorridorNetwork, Edge, Node, edge

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

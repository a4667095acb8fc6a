"""``FF-04``  The lanes of a net: as long as they run straight on, or round a bend.

Where just two passages meet at an angle the corner is cut, so that corridors bend.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.mapgen.outlines import Corner, Outline
from game.mapgen.sewer.network import Edge, Net, Node, edge

CUT = 3.0
"""Inches before a bend at which a lane leaves its line."""


def courses(net: Net, ending: Sequence[Node] = ()) -> list[Outline]:
    """Return the lanes of a net; *ending*: nodes that others join, where none bends."""
    left, found = list(net.edges), list[list[Node]]()
    while left:
        trail = list(left.pop(0))
        for way in (1, -1):
            trail = trail[::way]
            while (on := _onward(net, trail[-2], trail[-1], ending)) and edge(
                trail[-1], on
            ) in left:
                left.remove(edge(trail[-1], on))
                trail.append(on)
        found.append(trail[::-1])
    return [_cornered(net, trail, ending) for trail in found]


def _onward(net: Net, before: Node, here: Node, ending: Sequence[Node]) -> Node | None:
    """Return where a lane goes on that comes from *before*."""
    straight = 2 * here[0] - before[0], 2 * here[1] - before[1]
    if net.has(here, straight):
        return straight
    return next(iter(_others(net, before, here)), None) if _bends(net, here, ending) else None


def _others(net: Net, before: Node, here: Node) -> Iterator[Node]:
    for ends in net.edges:
        if here in ends and before not in ends:
            yield _far(ends, here)


def _far(ends: Edge, near: Node) -> Node:
    return ends[1] if ends[0] == near else ends[0]


def _bends(net: Net, node: Node, ending: Sequence[Node]) -> bool:
    if net.degree(node) != 2 or node in ending:
        return False
    one, two = (_far(ends, node) for ends in net.edges if node in ends)
    return one[0] != two[0] and one[1] != two[1]


def _cornered(net: Net, trail: list[Node], ending: Sequence[Node]) -> Outline:
    """Return the corners of a lane, its bends cut."""
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

"""The cheapest paths over a graph of numbered nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from math import inf, nextafter
from typing import NamedTuple

UNREACHED, START = -2, -1
"""Predecessors of a node that no path reaches, and of one where a path starts."""


class CheapestPaths(NamedTuple):
    """The cheapest path to each node, by the number of the node."""

    costs: Sequence[float]
    """More than the maximum for nodes that were not reached."""
    before: Sequence[int]
    """The node before each node."""


def cheapest_paths(
    many: int,
    starts: Iterable[tuple[int, float]],
    steps: Callable[[int], Iterable[tuple[int, float]]],
    most: float = inf,
) -> CheapestPaths:
    """Return the cheapest paths over *many* nodes that cost at most *most*.

    *starts* are the nodes where paths may start, each with a cost; *steps* returns the nodes
    next to one, with the cost of going there. Of equally cheap paths to a node, a start comes
    first, then the one from the lower number.
    """
    beyond = nextafter(most, inf)
    costs, before = [beyond] * many, [UNREACHED] * many
    waiting = list[tuple[float, int]]()
    for node, cost in starts:
        if cost < costs[node]:
            costs[node], before[node] = cost, START
            heappush(waiting, (cost, node))
    while waiting:
        cost, node = heappop(waiting)
        if cost > costs[node]:
            continue
        for to, more in steps(node):
            there = cost + more
            if there < costs[to]:
                costs[to], before[to] = there, node
                heappush(waiting, (there, to))
            elif there == costs[to] and node < before[to]:
                before[to] = node
    return CheapestPaths(costs, before)

"""The cheapest paths over graphs, compared with those of another library."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from game.geometry import START, UNREACHED, CostsOnDemand, cheapest_paths
from tests.tiers import few

MANY = 30


@pytest.mark.parametrize("seed", range(20))
def test_costs_are_those_of_networkx(seed: int) -> None:
    import networkx as nx  # noqa: PLC0415  slow to load, and only a few tests need it

    chance = Random(seed)
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(MANY))
    for _ in range(2 * MANY):
        graph.add_edge(chance.randrange(MANY), chance.randrange(MANY), weight=chance.random())

    def steps(node: int) -> list[tuple[int, float]]:
        return [(to, graph.edges[node, to]["weight"]) for to in graph.successors(node)]

    found = cheapest_paths(MANY, [(0, 0.0), (1, 0.0)], steps, most=1.5)

    usual = nx.multi_source_dijkstra_path_length(graph, {0, 1}, cutoff=1.5)
    reached = [n for n in range(MANY) if found.before[n] != UNREACHED]
    assert {n: found.costs[n] for n in reached} == usual
    for node in reached:
        came = found.before[node]
        assert came == START or found.costs[node] == (
            found.costs[came] + graph.edges[came, node]["weight"]
        )


def test_of_equal_paths_the_start_and_then_the_lower_node_comes_first() -> None:
    links = {0: [(3, 2.0)], 1: [(3, 1.0), (4, 1.0)], 2: [(3, 1.0)]}

    found = cheapest_paths(
        5, [(0, 0.0), (2, 1.0), (1, 1.0), (4, 2.0)], lambda n: links.get(n, [])
    )

    assert found.before == [START, START, START, 0, START]


def test_a_path_may_cost_the_maximum_but_no_more() -> None:
    found = cheapest_paths(3, [(0, 0.0)], lambda n: [(n + 1, 1.0)] if n < 2 else [], most=1.0)

    assert found.before == [START, 0, UNREACHED]


@pytest.mark.parametrize("seed", few(range(300), 30))
def test_costs_on_demand_are_those_of_the_whole_search_in_any_order_of_asking(
    seed: int,
) -> None:
    """Few prices make many ties, dear steps make detours, and walls cut some nodes off."""
    chance, side = Random(seed), 8
    walls = {n for n in range(side * side) if chance.random() < 0.2}

    prices = {
        (a, b): chance.choice((1.0, 1.5, 4.0)) for a in range(side**2) for b in range(side**2)
    }

    def steps(node: int) -> list[tuple[int, float]]:
        row, column = divmod(node, side)
        near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        return [
            (y * side + x, prices[node, y * side + x])
            for y, x in near
            if 0 <= y < side and 0 <= x < side and y * side + x not in walls
        ]

    starts = [(chance.randrange(side * side), chance.choice((0.0, 1.0))) for _ in range(2)]
    whole = cheapest_paths(side * side, starts, steps).costs
    found = CostsOnDemand(side * side, starts, steps)

    reached = [n for n, cost in enumerate(whole) if cost < inf]
    for n in range(20):
        if chance.random() < 0.5:
            # A node without a path has all others settled, so that comes last.
            node = chance.choice(reached if n < 15 else range(side * side))
            assert found[node] == whole[node]
        else:
            most = chance.choice((0.0, 2.5, 4.0, chance.uniform(0.0, 9.0)))
            found.settle(most)
            assert [cost for cost in found.known if cost < most] == [
                cost for cost in whole if cost < most
            ]
        floor = found.settled
        for known, cost in zip(found.known, whole, strict=True):
            assert known == cost or (known > cost >= floor)
    found.settle(inf)
    assert [*found.known] == [*whole]


def test_costs_near_the_start_are_found_without_a_search_of_the_rest() -> None:
    searched = list[int]()

    def steps(node: int) -> list[tuple[int, float]]:
        searched.append(node)
        return [(node + 1, 1.0)]

    found = CostsOnDemand(1000, [(0, 0.0)], steps)

    assert found[3] == 3.0
    assert searched == [0, 1, 2, 3]

"""The cheapest paths over graphs, compared with those of another library."""

from __future__ import annotations

from random import Random

import networkx as nx
import pytest

from game.geometry import START, UNREACHED, cheapest_paths

MANY = 30


@pytest.mark.parametrize("seed", range(20))
def test_costs_are_those_of_networkx(seed: int) -> None:
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

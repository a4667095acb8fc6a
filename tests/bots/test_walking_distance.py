"""Walking distances that are settled as far as they are asked, against whole ones."""

from __future__ import annotations

import gc
from random import Random
from weakref import ref

import pytest

from game.bots.steady.walking_distance import DistanceField, WalkableGrid
from game.geometry import CostsOnDemand
from game.geometry.points import Point
from game.table.board import Board, TerrainKind, terrain
from tests.tiers import few


def _ground(chance: Random) -> WalkableGrid:
    """Return the grid of a small board with walls that may shut some ground in."""
    blocks = list[tuple[float, float, float, float]]()
    for _ in range(6):
        x, y = chance.uniform(0, 12), chance.uniform(0, 12)
        wide, tall = chance.choice(((0.3, 6.0), (6.0, 0.3), (2.0, 3.0)))
        blocks.append((x, y, x + wide, y + tall))
    corners = [((a, b), (c, b), (c, d), (a, d)) for a, b, c, d in blocks]
    pieces = [
        terrain(f"b{n}", TerrainKind.BLOCK, tuple(Point(*at) for at in outline))
        for n, outline in enumerate(corners)
    ]
    return WalkableGrid(Board(width=16, height=16, terrain=tuple(pieces)), 0.5)


@pytest.mark.parametrize("seed", few(range(60), 2))
def test_distances_and_paths_are_those_of_a_field_that_was_searched_whole(seed: int) -> None:
    chance = Random(seed)
    ground = _ground(chance)
    goals = (ground.nearest(Point(chance.uniform(0, 16), chance.uniform(0, 16))),)
    asked, whole = ground.field(goals), WalkableGrid(ground.board, 0.5).field(goals)
    assert len(whole.inches) == 256

    goal = ground.places[goals[0]]
    assert goal
    for n in range(25):
        # Near the goal first: a place without a way has the whole board searched.
        off = 1.0 + n / 2
        x, y = goal.x + chance.uniform(-off, off), goal.y + chance.uniform(-off, off)
        at = Point(min(15.9, max(0.1, x)), min(15.9, max(0.1, y)))
        if chance.random() < 0.5:
            assert asked.left(at) == whole.left(at)
        else:
            assert asked.route(at, 6.0) == whole.route(at, 6.0)
    assert [*asked.inches] == [*whole.inches]


def test_a_field_that_nobody_needs_any_more_is_freed_without_a_garbage_collection() -> None:
    ground = _ground(Random(1))
    costs = CostsOnDemand(len(ground.places), [], ground.steps.__getitem__)
    field = DistanceField(ground, costs)
    field.route(Point(8.0, 8.0), 6.0)
    assert field._routes  # noqa: SLF001  a path that is remembered must not hold the field
    freed = ref(field)
    gc.disable()
    try:
        del field
        assert freed() is None
    finally:
        gc.enable()

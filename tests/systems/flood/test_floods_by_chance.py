"""Random floods on all sewers: ``FF-09`` to ``FF-15`` in numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.geometry.points import Point
from game.systems.flood.table.lanes import LaneNetwork
from game.systems.flood.table.water import Water, origins
from game.table.events import Moved
from tests.tiers import few
from tests.tools.fuzz_flood import BOARDS, MAPS, boards, flood_faults, flooded_crowd
from tests.tools.random_sewers import random_sewer

EACH = 25


@pytest.mark.rule("FF-09", "FF-10", "FF-13", "FF-14")
@pytest.mark.parametrize("batch", few(range(20)))
def test_places_are_legal_and_distances_exact(batch: int) -> None:
    drawn = boards()

    for luck in range(batch * EACH, (batch + 1) * EACH):
        before, game = flooded_crowd(drawn[luck % len(drawn)], luck)
        assert [*flood_faults(before, game)] == [], f"flood {luck}"


def test_a_carry_that_is_too_long_or_too_short_or_off_would_be_found() -> None:
    before, game = flooded_crowd(boards(0)[1], 5)
    moves = [n for n, event in enumerate(game.story) if isinstance(event, Moved)]
    assert len(moves) > 3
    first = game.story[moves[0]]
    assert isinstance(first, Moved)
    end = first.path[-1]
    for dx, dy in ((0.0, 60.0), (3.0, 0.0), (-3.0, 3.0)):
        path = (*first.path, Point(end.x + dx, end.y + dy))
        game.story[moves[0]] = replace(first, path=path)
        assert [*flood_faults(before, game)] != []


def test_the_boards_are_those_of_the_scenarios_and_made_up_ones_that_water_runs_through() -> (
    None
):
    assert len(boards()) == len(MAPS) + BOARDS
    for luck in range(BOARDS):
        board = random_sewer(luck)
        lanes = Water(board, origins(board)[0].outline).lanes
        assert isinstance(lanes, LaneNetwork)
        assert len(lanes.stretches) > 4

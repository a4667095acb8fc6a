"""Paths to the nearest of several bases (``MC-22``)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from game.geometry.points import Disc, Point
from game.geometry.sweeps import Walls
from game.play.moves.path_goals import AnyContactGoal
from game.play.moves.pathfinding import shortest_path

START = Disc(Point(10.0, 20.0), 0.5)


def walls_around(x: float, y: float) -> list[tuple[Point, Point]]:
    """Return walls at two inches all round a point."""
    corners = [Point(x + dx, y + dy) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return list(pairwise((*corners, corners[0])))


@pytest.mark.rule("MC-22")
def test_the_way_leads_straight_to_a_fourth_base_where_three_nearer_are_walled_in() -> None:
    shut = [Point(4.0, 20.0), Point(10.0, 13.5), Point(10.0, 26.5)]
    walls = Walls(tuple(side for at in shut for side in walls_around(*at)))
    open_ = Point(20.0, 20.0)
    goals = AnyContactGoal(tuple(Disc(at, 0.5) for at in (*shut, open_)))

    found = shortest_path(START, goals, walls, {}, (40.0, 40.0), 12.0)

    assert found
    assert found.arrived
    # From 10 to where two bases of half an inch touch: 19, less the contact distance.
    assert len(found.path) == 2
    assert found.path[-1].x == pytest.approx(19.0, abs=0.011)
    assert found.path[-1].y == 20.0

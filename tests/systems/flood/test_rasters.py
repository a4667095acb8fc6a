"""The floor squares that water reaches."""

from __future__ import annotations

import pytest

from game.geometry.points import Path, Point
from game.geometry.polygons import Segment, edges
from game.systems.flood.table.rasters import connected
from tests.tools.shapes import box_corners

SIZE = (12.0, 12.0)
WEST = (Point(0.0, 6.0),)


def banks(*outlines: Path) -> list[Segment]:
    return [side for outline in outlines for side in edges(outline)]


@pytest.mark.rule("FF-03")
def test_water_gets_everywhere_on_an_open_table_and_round_a_wall() -> None:
    assert len(connected(WEST, SIZE, [])) == 24 * 24
    beyond = (16, 12)
    assert beyond in connected(WEST, SIZE, banks(box_corners(6, 2, 7, 12)))
    assert beyond not in connected(WEST, SIZE, banks(box_corners(6, 0, 7, 12)))


@pytest.mark.rule("FF-03")
@pytest.mark.parametrize("y", [6.0, 6.25, 6.5, 6.75])
def test_water_does_not_leak_through_corners_of_walls_wherever_they_lie(y: float) -> None:
    """Square centres lie at quarters of an inch: a line between them meets both corners."""
    west = Point(4, 0), Point(4.25, y), Point(4, 12)
    east = Point(6.5, 12), Point(6.25, y), Point(6.5, 0)
    wet = connected(WEST, SIZE, banks((*west, *east)))

    assert (6, 12) in wet
    assert all(x < 4.25 / 0.5 for x, _ in wet)


@pytest.mark.rule("FF-03")
def test_the_end_of_a_wall_between_two_middles_keeps_water_out_whichever_end_it_is() -> None:
    upper, lower = (Point(6, 0), Point(6, 6.25)), (Point(6, 12), Point(6, 6.75))
    for walls in ([upper, lower], [upper[::-1], lower[::-1]]):
        assert all(x < 12 for x, _ in connected(WEST, SIZE, walls))

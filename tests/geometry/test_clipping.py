"""Clipping of polygons to a box."""

from __future__ import annotations

import pytest

from game.geometry.points import Point
from game.geometry.polygons import clipped

BOX = (2.0, 2.0, 10.0, 8.0)


def points(*spots: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(x, y) for x, y in spots)


def test_what_lies_inside_stays_as_it_is() -> None:
    inner = points((3, 3), (9, 3), (9, 7))

    assert clipped(inner, BOX) == inner


def test_what_lies_outside_is_gone() -> None:
    assert clipped(points((11, 0), (14, 0), (14, 9)), BOX) == ()


@pytest.mark.parametrize(
    ("polygon", "left"),
    [
        # A square over the top left corner of the box.
        (((0, 0), (4, 0), (4, 4), (0, 4)), {(2, 2), (4, 2), (4, 4), (2, 4)}),
        # A triangle through the right side: its slope is 1 in 2.
        (((8, 3), (12, 5), (8, 7)), {(8, 3), (10, 4), (10, 6), (8, 7)}),
        # All of the box.
        (((0, 0), (20, 0), (20, 20), (0, 20)), {(2, 2), (10, 2), (10, 8), (2, 8)}),
    ],
)
def test_what_lies_across_is_cut(
    polygon: tuple[tuple[float, float], ...], left: set[tuple[float, float]]
) -> None:
    assert set(clipped(points(*polygon), BOX)) == {Point(x, y) for x, y in left}

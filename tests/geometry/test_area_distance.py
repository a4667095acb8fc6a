"""Distance between areas, by hand and against shapely."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given, settings

from game.geometry.points import Point
from game.geometry.polygons import Polygon, area_distance
from tests.geometry.strategies import polygons

SQUARE = (Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4))


def square_moved(by: float, down: float = 0.0) -> Polygon:
    return tuple(Point(x + by, y + down) for x, y in SQUARE)


@pytest.mark.parametrize(
    ("other", "off"),
    [
        (square_moved(6), 2.0),
        (square_moved(7, 8), 5.0),
        (square_moved(3), 0.0),
        (square_moved(4), 0.0),
        (square_moved(0), 0.0),
    ],
)
def test_squares_are_as_far_apart_as_their_nearest_points(other: Polygon, off: float) -> None:
    assert area_distance(SQUARE, other) == off
    assert area_distance(other, SQUARE) == off


def test_one_inside_the_other_is_no_distance() -> None:
    small = tuple(Point(1 + x / 4, 1 + y / 4) for x, y in SQUARE)

    assert area_distance(small, SQUARE) == area_distance(SQUARE, small) == 0.0


@given(polygons(), polygons())
@settings(max_examples=60, deadline=None)
def test_it_agrees_with_shapely(a: Polygon, b: Polygon) -> None:
    off = shapely.distance(shapely.Polygon(a), shapely.Polygon(b))

    assert area_distance(a, b) == pytest.approx(off, abs=1e-6)

"""The share of a base that is hidden from a point."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, MultiPoint, Polygon

from game.geometry.line_of_sight import hidden_sample_points, sample_points
from game.geometry.points import Disc, Path, Point, distance
from game.geometry.polygons import enters_polygon

BASE = Disc(Point(20, 10), 0.5)
EYE = Point(10, 10)
SQUARE: Path = (Point(14, 8), Point(16, 8), Point(16, 12), Point(14, 12))
spots = st.builds(Point, *[st.integers(0, 200).map(lambda n: n / 10)] * 2)


def test_seventeen_points_of_a_base_are_its_rim_and_its_centre() -> None:
    *rim, centre = sample_points(BASE)

    assert centre == BASE.at
    assert [rim[n] for n in (0, 4, 8, 12)] == [(20, 9.5), (20.5, 10), (20, 10.5), (19.5, 10)]
    assert len({round(distance(spot, BASE.at), 9) for spot in rim}) == 1
    assert len(set(rim)) == 16


@pytest.mark.parametrize(
    ("p", "q", "through"),
    [
        ((10, 10), (20, 10), True),
        ((10, 8), (20, 8), False),  # along a side
        ((10, 12), (20, 12), False),
        ((14, 0), (14, 20), False),
        ((12, 6), (18, 14.01), True),
        ((13, 7), (17, 13), True),
        ((14, 4), (20, 8), False),
        ((12, 8), (16, 4), False),
        ((12, 6), (16, 10), True),  # in at a corner
        ((13, 9), (15, 7), False),  # past a corner, touching it
        ((10, 10), (14, 10), False),  # up to the side
        ((10, 10), (14.1, 10), True),  # and into it
        ((15, 10), (20, 10), True),  # out of it
        ((14.5, 9), (15.5, 11), True),  # all of it within
    ],
)
def test_a_line_passes_through_what_it_enters_and_not_what_it_touches(
    p: tuple[float, float], q: tuple[float, float], *, through: bool
) -> None:
    assert enters_polygon(Point(*p), Point(*q), SQUARE) is through
    assert enters_polygon(Point(*q), Point(*p), SQUARE) is through


def test_a_line_from_corner_to_corner_of_an_area_passes_through_it() -> None:
    assert enters_polygon(Point(13, 6), Point(17, 14), SQUARE)


@given(spots, spots, st.lists(spots, min_size=3, max_size=7))
def test_the_same_is_said_by_another_reckoning(
    p: Point, q: Point, corners: list[Point]
) -> None:
    hull = MultiPoint(corners).convex_hull
    if not isinstance(hull, Polygon) or distance(p, q) < 0.1:
        return
    outline = tuple(Point(x, y) for x, y in hull.exterior.coords[:-1])
    line = LineString([p, q])
    inner = hull.buffer(-0.002, join_style="mitre")
    if line.intersects(inner):
        assert enters_polygon(p, q, outline)
    if line.intersection(hull.buffer(-0.001, join_style="mitre")).length == 0.0:
        assert not enters_polygon(p, q, outline)


def test_each_point_is_hidden_by_whatever_is_in_its_way() -> None:
    """Seven points lie below the middle; halfway their lines are 0.09" and more below it.

    The nearest two are 0.191" below the middle: the left one's line is off by 0.1003" at x =
    15, the right one's by 0.0915", and by 0.1098" at x = 16.
    """
    low, high = (Point(15, 10.1), Point(15, 18)), (Point(15, 2), Point(15, 9.9))
    area = (Point(14, 10.1), Point(16, 10.1), Point(16, 18), Point(14, 18))

    assert hidden_sample_points(EYE, BASE, [], [low], []) == 6
    assert hidden_sample_points(EYE, BASE, [area], [], []) == 7
    assert hidden_sample_points(EYE, BASE, [area], [high], []) == 13
    assert hidden_sample_points(EYE, BASE, [], [], [Disc(Point(15, 10), 0.5)]) == 17
    assert hidden_sample_points(EYE, BASE, [], [], []) == 0

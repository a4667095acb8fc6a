"""Polygon functions against cases worked by hand, and against shapely on random shapes."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.geometry.points import ROUNDING, Disc, Point, direction
from game.geometry.polygons import (
    Polygon,
    Segment,
    box,
    boxes_meet,
    centroid,
    crossing,
    edges,
    inside,
    line_meets_disc,
    nearest_on,
    off_polygon,
    off_segment,
    overlaps,
    stretches_over,
    sweeps_over,
    within_polygon,
)
from tests.geometry.strategies import DISCS, POINTS, RADII, SEGMENTS, polygons, rectangles

SQUARE = (Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4))
NOTCHED = (Point(0, 0), Point(8, 0), Point(8, 8), Point(4, 2), Point(0, 8))
NEARLY = 1e-6


def test_edges_join_the_last_corner_to_the_first() -> None:
    assert list(edges(SQUARE)) == [
        ((0, 4), (0, 0)),
        ((0, 0), (4, 0)),
        ((4, 0), (4, 4)),
        ((4, 4), (0, 4)),
    ]


def test_a_box_is_left_top_right_bottom() -> None:
    assert box(NOTCHED) == (0, 0, 8, 8)
    assert boxes_meet((0, 0, 1, 1), (1, 1, 2, 2))
    assert not boxes_meet((0, 0, 1, 1), (1.001, 0, 2, 2))


@settings(deadline=None)
@given(at=POINTS, polygon=polygons())
def test_inside_agrees_with_shapely(at: Point, polygon: Polygon) -> None:
    shape = shapely.Polygon(polygon)
    assume(shape.exterior.distance(shapely.Point(at)) > NEARLY)

    assert inside(at, polygon) == shape.contains(shapely.Point(at))


@settings(deadline=None)
@given(at=POINTS, segment=st.tuples(POINTS, POINTS))
def test_the_distance_from_a_segment_agrees_with_shapely(at: Point, segment: Segment) -> None:
    distance = shapely.Point(at).distance(shapely.LineString(segment))

    assert off_segment(at, segment) == pytest.approx(distance, abs=1e-9)
    assert off_segment(nearest_on(at, segment), segment) == pytest.approx(0, abs=1e-9)


@settings(deadline=None)
@given(at=POINTS, polygon=polygons())
def test_the_distance_from_an_area_agrees_with_shapely(at: Point, polygon: Polygon) -> None:
    shape = shapely.Polygon(polygon)
    assume(shape.exterior.distance(shapely.Point(at)) > NEARLY)

    assert off_polygon(at, polygon) == pytest.approx(
        shape.distance(shapely.Point(at)), abs=1e-9
    )


@pytest.mark.parametrize(
    ("x", "covers"),
    [(-0.5, False), (-0.4995, False), (-0.498, True), (2.0, True), (9.0, False)],
)
def test_a_base_that_only_touches_an_area_does_not_overlap_it(
    x: float, *, covers: bool
) -> None:
    assert overlaps(Disc(Point(x, 2), 0.5), SQUARE) is covers


@pytest.mark.parametrize(
    ("at", "radius", "within"),
    [
        ((2, 2), 2.0, True),
        ((2, 2), 2.01, False),
        ((0.5, 0.5), 0.5, True),
        ((0.49, 0.5), 0.5, False),
        ((-2, 2), 0.5, False),
    ],
)
def test_a_base_lies_wholly_in_a_polygon(
    at: tuple[float, float], radius: float, *, within: bool
) -> None:
    assert within_polygon(Disc(Point(*at), radius), SQUARE) is within


def test_a_notch_keeps_a_base_from_lying_wholly_in_a_polygon() -> None:
    assert within_polygon(Disc(Point(2, 2), 1.0), NOTCHED)
    assert not within_polygon(Disc(Point(4, 1.2), 1.0), NOTCHED)


@settings(deadline=None)
@given(disc=DISCS, polygon=polygons())
def test_overlap_and_within_agree_with_shapely(disc: Disc, polygon: Polygon) -> None:
    shape, centre = shapely.Polygon(polygon), shapely.Point(disc.at)
    rim = shape.exterior.distance(centre)
    assume(abs(rim - disc.radius) > 2 * ROUNDING)
    assume(rim > NEARLY)

    assert overlaps(disc, polygon) == (shape.distance(centre) < disc.radius)
    assert within_polygon(disc, polygon) == (shape.contains(centre) and rim > disc.radius)


@pytest.mark.parametrize(
    ("p", "q", "share"),
    [
        ((0, 0), (4, 0), 0.5),
        ((0, 0), (2, 0), 1.0),  # ends on it
        ((0, 0), (1.9, 0), None),
        ((0, 1), (4, 1), None),  # touches its end
        ((2, -1), (2, 1), None),  # along it
        ((2, -9), (2, -3), None),
        ((1, -2), (3, 2), 0.5),
    ],
)
def test_crossing_a_segment(
    p: tuple[float, float], q: tuple[float, float], share: float | None
) -> None:
    assert crossing(Point(*p), Point(*q), Point(2, -1), Point(2, 1)) == share


@settings(deadline=None)
@given(a=SEGMENTS, b=SEGMENTS)
def test_crossing_agrees_with_shapely(a: Segment, b: Segment) -> None:
    ends = [
        off_segment(b[0], a),
        off_segment(b[1], a),
        off_segment(a[0], b),
        off_segment(a[1], b),
    ]
    assume(min(ends) > NEARLY)

    crosses = shapely.LineString(a).crosses(shapely.LineString(b))
    assert (crossing(*a, *b) is not None) == crosses


@pytest.mark.parametrize(
    ("y", "meets"), [(0.0, True), (0.49, True), (0.5, False), (-0.5, False)]
)
def test_a_line_that_grazes_a_base_does_not_pass_over_it(y: float, *, meets: bool) -> None:
    assert line_meets_disc(Point(0, y), Point(9, y), Disc(Point(4, 0), 0.5)) is meets


def test_a_line_passes_over_the_base_at_its_end() -> None:
    assert line_meets_disc(Point(0, 0), Point(3.6, 0), Disc(Point(4, 0), 0.5))
    assert not line_meets_disc(Point(0, 0), Point(3.5, 0), Disc(Point(4, 0), 0.5))


@settings(deadline=None)
@given(leg=SEGMENTS, radius=RADII, polygon=st.one_of(polygons(), rectangles()))
def test_what_a_moving_base_covers_agrees_with_shapely(
    leg: Segment, radius: float, polygon: Polygon
) -> None:
    distance = shapely.LineString(leg).distance(shapely.Polygon(polygon))
    assume(abs(distance - radius) > 2 * ROUNDING)

    assert sweeps_over(*leg, radius, polygon) == (distance < radius)


def test_the_middle_of_an_area_is_where_its_weight_is() -> None:
    # Two squares of 4" in a row and one below the first: (2 + 6 + 2) / 3, (2 + 2 + 6) / 3.
    bent = ((0, 0), (8, 0), (8, 4), (4, 4), (4, 8), (0, 8))

    x, y = centroid(tuple(Point(*corner) for corner in bent))
    assert (x, y) == pytest.approx((10 / 3, 10 / 3))


def test_a_base_covers_an_area_from_rim_to_rim() -> None:
    (over,) = stretches_over(Point(-3, 2), Point(1, 0), 12, 1, SQUARE)

    # It touches at 2" and leaves at 8".
    assert over == pytest.approx((2, 8))


def test_a_thousandth_of_overlap_is_none() -> None:
    # The square ends at y = 4.
    assert stretches_over(Point(-3, 4.9991), Point(1, 0), 12, 1, SQUARE) == []
    ((a, b),) = stretches_over(Point(-3, 4.998), Point(1, 0), 12, 1, SQUARE)
    # Its rim is 0.002" within: it touches the corners 0.0632" before its centre is past them.
    assert (a, b) == pytest.approx((3 - 0.0632139, 7 + 0.0632139), abs=1e-6)
    # 0.001" short of contact, in contact, and just over the side when the path ends.
    for distance in (1.999, 2.0, 2.0009):
        assert stretches_over(Point(-3, 2), Point(1, 0), distance, 1, SQUARE) == []
    (over,) = stretches_over(Point(-3, 2), Point(1, 0), 2.0011, 1, SQUARE)
    assert over == pytest.approx((2, 2.0011))


def test_an_area_with_a_notch_is_left_and_entered_again() -> None:
    # At y = 7 the teeth are 0.8" wide at both ends: the notch's sides run 2" right for 3" up.
    first, second = stretches_over(Point(-2, 7), Point(1, 0), 12, 0.5, NOTCHED)

    slant = 0.5 * 13**0.5 / 3
    assert first == pytest.approx((1.5, 2 + 2 / 3 + slant), abs=1e-6)
    assert second == pytest.approx((9 + 1 / 3 - slant, 10.5), abs=1e-6)


def test_who_only_passes_by_covers_nothing() -> None:
    assert stretches_over(Point(-3, 5), Point(1, 0), 12, 1, SQUARE) == []


@given(POINTS, st.integers(0, 359), RADII, rectangles())
@settings(max_examples=60, deadline=None)
def test_it_covers_the_area_there_and_nowhere_else(
    start: Point, turn: int, radius: float, polygon: Polygon
) -> None:
    toward = direction(turn)
    over = stretches_over(start, toward, 20.0, radius, polygon)
    for k in range(81):
        t = k / 4
        if any(abs(t - end) < 1e-6 for pair in over for end in pair):
            continue
        at = Point(start.x + toward.x * t, start.y + toward.y * t)
        assume(abs(off_polygon(at, polygon) - radius + ROUNDING) > 1e-6)
        if any(a < t < b for a, b in over):
            assert off_polygon(at, polygon) <= radius
        else:
            assert not overlaps(Disc(at, radius), polygon)

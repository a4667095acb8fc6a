"""Line of sight, in rooms drawn by hand and against a fan of rays in random ones."""

from __future__ import annotations

from math import asin, atan2, cos, sin, sqrt

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from game.geometry.line_of_sight import blocked, seen_point, sees
from game.geometry.points import Disc, Point, distance
from game.geometry.polygons import Segment, edges, off_segment
from tests.geometry.strategies import POINTS, RADII, SEGMENTS, rectangles

EYE = Point(0.0, 0.0)
BASE = Disc(Point(10.0, 0.0), 0.5)


def segments(*ends: tuple[float, float, float, float]) -> list[Segment]:
    return [(Point(a, b), Point(c, d)) for a, b, c, d in ends]


def block(left: float, top: float, right: float, bottom: float) -> list[Segment]:
    corners = Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)
    return list(edges(corners))


@pytest.mark.rule("CC-08")
def test_over_open_ground_the_middle_is_seen() -> None:
    assert seen_point(EYE, BASE, []) == BASE.at


@pytest.mark.rule("CC-08")
@pytest.mark.parametrize(
    ("wall", "seen"),
    [
        (segments((5, -3, 5, 3)), False),
        (
            segments((5, -3, 5, 0)),
            True,
        ),  # covers one half, its end just on the line to the middle
        (segments((5, -3, 5, 0.24)), True),  # the tangent passes at 0.2503
        (segments((5, -3, 5, 0.26)), False),
        (segments((5, -3, 5, -0.1), (5, 0.1, 5, 3)), True),  # a slit in the middle
        (segments((5, -3, 5, 0.1), (5, 0.2, 5, 3)), True),  # a slit to one side
        (segments((5, -3, 5, 0.26), (5, 0.4, 5, 3)), False),  # a slit beside the base
        (segments((5, -3, 5, 0.1), (5, 0.1, 5, 3)), False),  # two walls end to end
        (segments((3, -3, 3, 0), (7, 0, 7, 3)), False),  # each hides its half
        (segments((3, -3, 3, 0), (7, 0.01, 7, 3)), True),  # with a slit between the halves
        (segments((3, -3, 3, 0.01), (7, 0, 7, 3)), False),
        (segments((2, 0, 8, 0)), True),  # a wall seen along
        (segments((2, 0, 8, 0), (8, 0, 8, 5)), True),
        (segments((2, 0, 8, 0), (8, -5, 8, 5)), False),
        (segments((-3, -2, -3, 2)), True),  # behind the eye
        (segments((12, -9, 12, 9)), True),  # behind the base
        (segments((-4, 0.2, 12, 0.2)), True),  # beside the eye, hides one half
        (segments((-4, 0.2, 12, 0.2), (-4, -0.2, 12, -0.2)), True),
        (segments((-4, 0.2, 9, 0.1), (-4, -0.2, 9, -0.1), (9, -0.1, 9, 0.1)), False),
        (segments((-1, 1, 1, 1), (-1, -1, 1, -1)), True),
    ],
)
def test_walls_in_the_way(wall: list[Segment], *, seen: bool) -> None:
    assert sees(EYE, BASE, wall) is seen
    flipped = [(b, a) for a, b in reversed(wall)]
    assert sees(EYE, BASE, flipped) is seen
    mirrored = [(Point(a.x, -a.y), Point(b.x, -b.y)) for a, b in wall]
    assert sees(EYE, BASE, mirrored) is seen


@pytest.mark.rule("CC-08")
@pytest.mark.parametrize(
    ("walls", "seen"),
    [
        (block(4, -1, 6, 1), False),
        (block(4, 0, 6, 2), True),  # the line runs along its side
        (block(4, -2, 6, 0) + block(4, 0, 6, 2), False),  # and along the joint of two
        (block(4, -2, 6, 0) + block(4, 0.001, 6, 2), True),
        (block(3, -1, 6, 0.26), False),
        # A block that stands on its corner: the line passes through two of its corners.
        (segments((4, 0, 5, -1), (5, -1, 6, 0), (6, 0, 5, 1), (5, 1, 4, 0)), False),
        # One that only touches the line with a corner.
        (segments((5, 0, 6, -1), (6, -1, 4, -1), (4, -1, 5, 0)), True),
    ],
)
def test_blocks_in_the_way(walls: list[Segment], *, seen: bool) -> None:
    assert sees(EYE, BASE, walls) is seen
    turned = [(Point(-a.y, a.x), Point(-b.y, b.x)) for a, b in walls]
    assert sees(EYE, Disc(Point(0, 10), 0.5), turned) is seen


@pytest.mark.rule("CC-08")
def test_a_line_from_corner_to_corner_of_a_block_is_blocked() -> None:
    assert not sees(EYE, Disc(Point(10, 10), 0.5), block(4, 4, 6, 6))


def test_what_is_seen_of_a_base_half_hidden_is_on_its_rim() -> None:
    spot = seen_point(EYE, BASE, segments((5, -3, 5, 0.1)))

    assert spot
    assert spot.y > 0.2
    assert distance(spot, BASE.at) == pytest.approx(0.5)


def test_an_eye_within_the_base_sees_it() -> None:
    assert sees(Point(9.8, 0), BASE, segments((9.9, -3, 9.9, 3)))


def test_an_eye_just_outside_the_base_sees_it() -> None:
    assert sees(Point(9.499, 0), BASE, block(0, 1, 20, 2))


def test_blocked_asks_for_one_line_alone() -> None:
    assert blocked(EYE, Point(4, 0), segments((2, -1, 2, 1)))
    assert not blocked(EYE, Point(1.9, 0), segments((2, -1, 2, 1)))


def crosses(p: Point, q: Point, segment: Segment) -> bool:
    """Return whether a ray meets a segment, its end points included."""
    (ax, ay), (bx, by) = segment

    def side(x: float, y: float) -> float:
        return (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)

    def other(x: float, y: float) -> float:
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax)

    return side(ax, ay) * side(bx, by) <= 0 and other(*p) * other(*q) <= 0


def fan_sees(eye: Point, base: Disc, walls: list[Segment], rays: int = 200) -> bool:
    """Return whether any ray of a fan over the base is clear."""
    inches = distance(eye, base.at)
    middle = atan2(base.at.y - eye.y, base.at.x - eye.x)
    for n in range(rays):
        turn = asin(base.radius / inches) * (2 * (n + 0.5) / rays - 1)
        along = inches * cos(turn) - sqrt(base.radius**2 - (inches * sin(turn)) ** 2) - 1e-9
        spot = Point(
            eye.x + along * cos(middle + turn),
            eye.y + along * sin(middle + turn),
        )
        if not any(crosses(eye, spot, s) for s in walls):
            return True
    return False


ROOMS = st.one_of(
    st.lists(SEGMENTS, max_size=8),
    st.lists(rectangles(), max_size=4).map(
        lambda many: [s for one in many for s in edges(one)]
    ),
)


@pytest.mark.rule("CC-08")
@settings(deadline=None)
@given(eye=POINTS, at=POINTS, radius=RADII, walls=ROOMS)
@example(Point(0, 0), Point(10, 0), 0.5, segments((5, -3, 5, 0), (5, 0.0005, 5, 3)))
def test_sight_agrees_with_a_fan_of_rays(
    eye: Point, at: Point, radius: float, walls: list[Segment]
) -> None:
    base = Disc(at, radius)
    assume(distance(eye, at) > radius + 0.1)
    assume(all(off_segment(eye, s) > 0.05 for s in walls))
    spot = seen_point(eye, base, walls)

    if spot is None:
        assert not fan_sees(eye, base, walls)
    else:
        assert distance(spot, at) <= radius + 1e-9
        short = Point(spot.x + (eye.x - spot.x) * 1e-9, spot.y + (eye.y - spot.y) * 1e-9)
        assert not blocked(eye, short, walls)


@settings(deadline=None)
@given(eye=POINTS, at=POINTS, walls=ROOMS, more=ROOMS)
def test_more_walls_never_show_more(
    eye: Point, at: Point, walls: list[Segment], more: list[Segment]
) -> None:
    assume(distance(eye, at) > 0.6)
    if sees(eye, Disc(at, 0.5), walls + more):
        assert sees(eye, Disc(at, 0.5), walls)

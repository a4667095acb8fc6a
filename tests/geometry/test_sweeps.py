from __future__ import annotations

from math import hypot, sqrt

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.geometry.points import Disc, Point, direction, distance, point_ahead, unit_vector
from game.geometry.polygons import Segment, nearest_on, off_segment
from game.geometry.sweeps import Touch, Walls, sweep
from tests.geometry.strategies import DISCS, HEADINGS, POINTS, RADII, SEGMENTS
from tests.tools.shapes import walls

NOTHING = Walls()
EAST = Point(1.0, 0.0)
HERE = Point(0.0, 0.0)


def east(wall: Walls, inches: float = 10.0, radius: float = 0.5, **discs: Disc) -> Touch | None:
    return sweep(HERE, EAST, inches, radius, wall, discs)


def test_a_wall_across_the_way() -> None:
    assert east(walls((5, -3, 5, 3))) == Touch(4.5, None, Point(-1.0, 0.0), 0)


def test_the_end_of_a_wall_is_round_for_a_moving_base() -> None:
    touch = east(walls((5, 0.3, 5, 9)))

    assert touch
    assert touch.distance == pytest.approx(4.6, abs=1e-12)  # 0.3, 0.4, 0.5
    assert touch.normal == pytest.approx((-0.8, -0.6), abs=1e-12)


def test_a_base_in_the_way() -> None:
    touch = east(NOTHING, a=Disc(Point(5, 0.6), 0.5))

    assert touch
    assert touch.disc == "a"
    assert touch.distance == pytest.approx(4.2, abs=1e-12)  # 0.6, 0.8, 1.0
    assert touch.normal == pytest.approx((-0.8, -0.6), abs=1e-12)


def test_bases_are_touched_at_a_gap_and_walls_are_not() -> None:
    foe = {"foe": Disc(Point(8, 0), 0.5)}

    assert sweep(HERE, EAST, 9, 0.5, walls((5, 1.2, 5, 3)), foe, gap=1.0) == Touch(
        6.0, "foe", Point(-1, 0)
    )


def test_who_is_skipped_is_not_touched() -> None:
    both = {"a": Disc(Point(3, 0), 0.5), "b": Disc(Point(6, 0), 0.5)}

    touch = sweep(HERE, EAST, 9, 0.5, NOTHING, both, ("a",))
    assert touch
    assert touch.disc == "b"


def test_a_touch_at_the_very_end_of_the_way_counts() -> None:
    assert east(walls((5, -3, 5, 3)), inches=4.5)
    assert not east(walls((5, -3, 5, 3)), inches=4.499)
    assert east(NOTHING, inches=4.0, a=Disc(Point(5, 0), 0.5))
    assert not east(NOTHING, inches=3.999, a=Disc(Point(5, 0), 0.5))


def test_of_several_touched_at_once_walls_come_first_then_the_order_of_names() -> None:
    b, a = Disc(Point(5, 0.25), 0.5), Disc(Point(5, -0.25), 0.5)
    first = east(NOTHING, b=b, a=a)

    assert first
    assert first.disc == "a"
    assert first == east(NOTHING, a=a, b=b)
    for inches in (4.0, 9.0):
        touch = east(
            walls((4.5, -3, 4.5, 3), (4.5, 3, 4.5, -3)), inches, a=Disc(Point(5, 0), 0.5)
        )
        assert touch
        assert (touch.disc, touch.wall) == (None, 0)


def test_gliding_along_a_wall_or_a_base_is_no_touch() -> None:
    assert east(walls((2, 0.5, 4, 0.5), (4, 0.5, 6, 0.5))) is None
    assert east(NOTHING, a=Disc(Point(5, 1.0), 0.5)) is None


@pytest.mark.parametrize("y", [10.3, 7.7, 0.1, 33.333])
def test_a_corridor_just_as_wide_as_the_base_lets_it_through(y: float) -> None:
    stretches = [
        (x, y + side * 0.5, x + 3.1, y + side * 0.5) for side in (-1, 1) for x in range(9)
    ]

    assert sweep(Point(1, y), EAST, 9, 0.5, walls(*stretches), {}) is None


def test_a_corridor_that_is_narrower_does_not() -> None:
    assert sweep(Point(1, 10), EAST, 9, 0.501, walls((3, 9.5, 7, 9.5), (3, 10.5, 7, 10.5)), {})


def test_who_overlaps_something_is_stopped_only_if_it_moves_further_in() -> None:
    wall, base = walls((-3, 0.4995, 9, 0.4995)), {"a": Disc(Point(0.9995, 0), 0.5)}
    south, north = Point(0, 1), Point(0, -1)

    assert sweep(HERE, south, 1, 0.5, wall, {}) == Touch(0.0, None, Point(0, -1), 0)
    assert sweep(HERE, north, 1, 0.5, wall, {}) is None
    assert sweep(HERE, EAST, 12, 0.5, wall, {}) is None  # along it, past its very end
    assert sweep(HERE, EAST, 1, 0.5, NOTHING, base) == Touch(0.0, "a", Point(-1, 0))
    assert sweep(HERE, north, 1, 0.5, NOTHING, base) is None
    assert sweep(HERE, Point(-1, 0), 1, 0.5, NOTHING, base) is None


def test_a_wall_without_length_is_a_post() -> None:
    touch = east(walls((5, 0.3, 5, 0.3)))

    assert touch
    assert touch.distance == pytest.approx(4.6, abs=1e-12)


def test_walls_are_equal_only_to_themselves() -> None:
    one, other = walls((0, 0, 1, 1)), walls((0, 0, 1, 1))

    assert one != other
    assert len({one, other}) == 2


@settings(deadline=None)
@given(segments=st.lists(SEGMENTS, max_size=30), a=POINTS, b=POINTS)
def test_the_grid_forgets_no_wall(segments: list[Segment], a: Point, b: Point) -> None:
    left, right = sorted((a.x, b.x))
    top, low = sorted((a.y, b.y))
    near = Walls(tuple(segments)).near(left, top, right, low)

    assert near == sorted(near)
    for n, (p, q) in enumerate(segments):
        inside = any(
            left <= x <= right and top <= y <= low
            for share in range(11)
            for x, y in [
                (p.x + (q.x - p.x) * share / 10, p.y + (q.y - p.y) * share / 10),
            ]
        )
        assert n in near or not inside


def clear(at: Point, radius: float, segments: list[Segment], discs: dict[str, Disc]) -> float:
    """Return the distance of a base from the nearest obstacle."""
    return min(
        [off_segment(at, s) - radius for s in segments]
        + [distance(at, d.at) - d.radius - radius for d in discs.values()],
        default=99.0,
    )


@settings(deadline=None)
@given(
    start=POINTS,
    turn=HEADINGS,
    inches=st.floats(0.1, 30),
    radius=RADII,
    segments=st.lists(SEGMENTS, max_size=6),
    bases=st.lists(DISCS, max_size=6),
)
def test_a_sweep_ends_in_contact_and_touches_nothing_before(
    start: Point,
    turn: int,
    inches: float,
    radius: float,
    segments: list[Segment],
    bases: list[Disc],
) -> None:
    toward, discs = direction(turn), {f"m{n}": d for n, d in enumerate(bases)}
    toward = unit_vector(HERE, toward)
    assume(clear(start, radius, segments, discs) > 0)
    touch = sweep(start, toward, inches, radius, Walls(tuple(segments)), discs)
    went = touch.distance if touch else inches

    assert 0 <= went <= inches
    way = shapely.LineString([start, point_ahead(start, toward, went)])
    if segments:
        assert way.distance(shapely.MultiLineString(segments)) > radius - 2e-9
    if bases:
        gaps = shapely.distance(way, shapely.points([disc.at for disc in bases]))
        assert all(gaps > [radius + disc.radius - 2e-9 for disc in bases])
    if touch:
        here = point_ahead(start, toward, touch.distance)
        met = nearest_on(here, segments[touch.wall]) if touch.disc is None else None
        at, off = (met, radius) if met else (discs[touch.disc or ""].at, 0.0)
        if touch.disc:
            off = radius + discs[touch.disc].radius
        assert distance(here, at) == pytest.approx(off, abs=1e-9)
        assert touch.normal == pytest.approx(((here.x - at.x) / off, (here.y - at.y) / off))
        assert hypot(*touch.normal) == pytest.approx(1.0)


@settings(deadline=None)
@given(
    start=POINTS,
    turn=HEADINGS,
    inches=st.floats(0.1, 30),
    segments=st.lists(SEGMENTS, max_size=12),
    bases=st.lists(DISCS, max_size=12),
    order=st.randoms(use_true_random=False),
)
def test_the_order_of_insertion_does_not_matter(
    start: Point,
    turn: int,
    inches: float,
    segments: list[Segment],
    bases: list[Disc],
    order: object,
) -> None:
    discs = {f"m{n}": d for n, d in enumerate(bases)}
    names = list(discs)
    order.shuffle(names)  # type: ignore[attr-defined]
    shuffled = {name: discs[name] for name in names}
    still = Walls(tuple(segments))

    assert sweep(start, direction(turn), inches, 0.5, still, discs) == sweep(
        start, direction(turn), inches, 0.5, still, shuffled
    )


@settings(deadline=None)
@given(segments=st.lists(SEGMENTS, min_size=1, max_size=12), start=POINTS, turn=HEADINGS)
def test_many_walls_stop_as_the_nearest_of_them_does(
    segments: list[Segment], start: Point, turn: int
) -> None:
    def swept(these: list[Segment]) -> float:
        touch = sweep(start, direction(turn), 20, 0.5, Walls(tuple(these)), {})
        return touch.distance if touch else 20.0

    assert swept(segments) == min(swept([s]) for s in segments)


def test_distances_are_exact() -> None:
    touch = east(NOTHING, inches=40, a=Disc(Point(30, 0.7), 0.5))

    assert touch
    assert abs(touch.distance - (30 - sqrt(1 - 0.49))) < 1e-12

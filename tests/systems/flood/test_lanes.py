from __future__ import annotations

from itertools import pairwise

import pytest

from game.geometry.points import Path, Point
from game.systems.flood.table.lanes import Lane, LaneNetwork, lane_network

WEST = (Point(0.0, 10.0),)


def path(*corners: tuple[float, float]) -> Path:
    return tuple(Point(float(x), float(y)) for x, y in corners)


def lane(*corners: tuple[float, float], flow: str = "usual") -> Lane:
    return Lane(path(*corners), flow)


def paths_and_offsets(lanes: LaneNetwork) -> list[tuple[Path, float]]:
    return [(stretch.path, stretch.off) for stretch in lanes.stretches]


@pytest.mark.rule("FF-04")
def test_water_runs_away_from_the_origin_whichever_way_the_lane_was_drawn() -> None:
    drawn = lane_network([lane((0, 10), (20, 10), (20, 30))], WEST)
    back = lane_network([lane((20, 30), (20, 10), (0, 10))], WEST)

    assert (
        paths_and_offsets(drawn)
        == paths_and_offsets(back)
        == [(path((0, 10), (20, 10), (20, 30)), 0.0)]
    )


@pytest.mark.rule("FF-04")
def test_lanes_that_cross_join_and_each_arm_flows_outward() -> None:
    lanes = lane_network([lane((24, 0), (24, 48)), lane((0, 24), (48, 24))], path((24, 0)))

    assert paths_and_offsets(lanes) == [
        (path((24, 0), (24, 24)), 0.0),
        (path((24, 24), (24, 48)), 24.0),
        (path((24, 24), (0, 24)), 24.0),
        (path((24, 24), (48, 24)), 24.0),
    ]


@pytest.mark.rule("FF-04")
def test_an_end_that_touches_the_middle_of_another_lane_joins_it() -> None:
    lanes = lane_network([lane((0, 10), (40, 10)), lane((20, 30), (20, 10))], WEST)

    assert (path((20, 10), (20, 30)), 20.0) in paths_and_offsets(lanes)
    assert [s.path[-1] for s in lanes.leaving(lanes.nodes.index(Point(20.0, 10.0)))] == [
        Point(40.0, 10.0),
        Point(20.0, 30.0),
    ]


@pytest.mark.rule("FF-04")
def test_round_a_loop_both_arms_run_to_the_far_side_and_meet_there() -> None:
    ring = lane((10, 10), (10, 20), (20, 20), (20, 10), (10, 10))
    lanes = lane_network([lane((0, 10), (10, 10)), ring], WEST)

    meeting = lanes.nodes.index(Point(20.0, 20.0))
    assert len(lanes.arriving(meeting)) == 2
    assert lanes.leaving(meeting) == []
    assert meeting not in lanes.ends


@pytest.mark.rule("FF-04")
def test_a_stretch_with_ends_equally_near_flows_from_the_end_listed_first() -> None:
    fork = [lane((0, 10), (10, 10)), lane((10, 10), (10, 0)), lane((10, 10), (10, 20))]
    across = lane_network([*fork, lane((10, 20), (30, 20), (30, 0), (10, 0))], WEST)

    assert paths_and_offsets(across)[-1] == (path((10, 20), (30, 20), (30, 0), (10, 0)), 20.0)


@pytest.mark.rule("FF-04")
def test_a_direction_of_its_own_beats_the_distance() -> None:
    through = [lane((0, 10), (20, 10)), lane((20, 10), (40, 10), flow="against")]
    lanes = lane_network(through, WEST)

    # Water from the west never gets up the second lane: it stays dry.
    assert paths_and_offsets(lanes) == [(path((0, 10), (20, 10)), 0.0)]
    assert lanes.nodes.index(Point(20.0, 10.0)) not in lanes.ends


@pytest.mark.rule("FF-04")
def test_a_circle_of_directions_of_their_own_is_found() -> None:
    corners = path((10, 10), (20, 10), (20, 20), (10, 20), (10, 10))
    ring = [Lane((a, b), "as drawn") for a, b in pairwise(corners)]
    lanes = lane_network([lane((0, 10), (10, 10)), *ring], WEST)

    assert len(lanes.circles) == 4


@pytest.mark.rule("FF-04")
def test_lanes_between_two_circles_are_in_neither() -> None:
    def ring(x: float) -> list[Lane]:
        corners = path((x, 10), (x + 10, 10), (x + 10, 20), (x, 20), (x, 10))
        return [Lane((a, b), "as drawn") for a, b in pairwise(corners)]

    between = Lane(path((20, 10), (30, 10)), "as drawn")
    away = lane((40, 20), (47, 20))
    rings = [*ring(10), *ring(30)]
    lanes = lane_network([lane((0, 10), (10, 10)), between, *rings, away], WEST)

    assert lanes.circles == tuple(one.path for one in rings)


@pytest.mark.rule("FF-03")
def test_a_watertight_gate_leaves_dry_what_lies_behind_it() -> None:
    gate = path((20, 8), (21, 8), (21, 12), (20, 12))
    lanes = lane_network([lane((0, 10), (40, 10))], WEST, [gate])

    assert paths_and_offsets(lanes) == [(path((0, 10), (20, 10)), 0.0)]
    assert lanes.nodes.index(Point(20.0, 10.0)) in lanes.ends


@pytest.mark.rule("FF-04")
def test_from_an_edge_water_enters_a_lane_at_both_ends_that_touch_it() -> None:
    """So the lower arm runs to the lane that leads off, not away from it."""
    bow = lane((0, 10), (20, 10), (20, 30), (0, 30))
    lanes = lane_network([bow, lane((20, 20), (40, 20))], path((0, 0), (0, 48)))

    assert paths_and_offsets(lanes) == [
        (path((0, 10), (20, 10), (20, 20)), 0.0),
        (path((0, 30), (20, 30), (20, 20)), 0.0),
        (path((20, 20), (40, 20)), 30.0),
    ]


@pytest.mark.rule("FF-04")
def test_of_equally_near_points_water_enters_a_lane_at_the_first_as_it_is_drawn() -> None:
    """A part of the lane is beside the edge, from (4, 30), where it is drawn first, on."""
    edge = path((0, 12), (0, 30))
    lanes = lane_network([lane((4, 40), (4, 20), (4, 5))], edge)

    assert paths_and_offsets(lanes) == [
        (path((4, 30), (4, 40)), 0.0),
        (path((4, 30), (4, 20), (4, 5)), 0.0),
    ]


@pytest.mark.rule("FF-01", "FF-04")
def test_from_an_edge_water_enters_each_lane_that_touches_it() -> None:
    both = [lane((40, 10), (0, 10)), lane((0, 20), (40, 20)), lane((5, 30), (40, 30))]
    lanes = lane_network(both, path((0, 0), (0, 48)))

    assert paths_and_offsets(lanes) == [
        (path((0, 10), (40, 10)), 0.0),
        (path((0, 20), (40, 20)), 0.0),
    ]


@pytest.mark.rule("FF-01")
def test_an_origin_beside_a_lane_enters_it_where_it_is_nearest() -> None:
    lanes = lane_network([lane((0, 10), (40, 10))], path((15, 12)))

    assert paths_and_offsets(lanes) == [
        (path((15, 10), (0, 10)), 0.0),
        (path((15, 10), (40, 10)), 0.0),
    ]


def test_lanes_may_begin_a_hair_apart() -> None:
    """They cross at once: both segments of the network start at the same point."""
    first = Lane((Point(9.996, 9.996), Point(6.996, 19.996)))
    second = Lane((Point(10.003, 9.994), Point(7.003, 12.994)))
    found = lane_network([first, second], (Point(10, 10),))

    assert [stretch.path[-1] for stretch in found.stretches] == [
        first.path[-1],
        second.path[-1],
    ]
    assert len({stretch.start for stretch in found.stretches}) == 1

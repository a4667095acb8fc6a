"""Shortest paths, ``CC-38``. Bases are an inch across; lengths are worked out by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping
from heapq import heappop, heappush
from itertools import pairwise
from math import acos, atan2, cos, pi, radians, sin, sqrt

import pytest

from game.geometry.points import Disc, Path, Point, distance, gap, length, unit_vector
from game.geometry.polygons import Polygon, edges, off_polygon, off_segment
from game.geometry.sweeps import Walls, sweep
from game.play.moves.path_goals import ContactGoal, EdgeGoal, Goal, PointGoal
from game.play.moves.pathfinding import ShortestPath, shortest_path
from tests.tiers import few
from tests.tools.shapes import box_corners

SIZE = 48.0, 48.0
OPEN = Walls()
BOTTOM = EdgeGoal((Point(0, 48), Point(48, 48)))
TOP = EdgeGoal((Point(0, 0), Point(48, 0)))
LEFT = EdgeGoal((Point(0, 0), Point(0, 48)))
OFF_WALLS = 0.0101
SWING = 0.03
"""Allowed excess over the shortest length, because paths round corners by points."""


def walled(*polygons: Polygon) -> Walls:
    return Walls(tuple(side for polygon in polygons for side in edges(polygon)))


def go(
    start: tuple[float, float],
    goal: Goal,
    walls: Walls = OPEN,
    discs: Mapping[str, Disc] | None = None,
    inches: float = 200.0,
    *,
    partly: bool = False,
) -> ShortestPath | None:
    return shortest_path(
        Disc(Point(*start), 0.5), goal, walls, discs or {}, SIZE, inches, partly=partly
    )


def path_of(path: ShortestPath | None) -> Path:
    assert path
    assert path.arrived
    return path.path


def around(start: Point, goal: Point, post: Point, radius: float) -> float:
    """Return the length of a string pulled taut around a post, on the shorter side."""
    a, b = distance(start, post), distance(goal, post)
    turn = abs(
        atan2(start.y - post.y, start.x - post.x) - atan2(goal.y - post.y, goal.x - post.x)
    )
    turn = min(turn, 2 * pi - turn)
    arc = turn - acos(radius / a) - acos(radius / b)
    return sqrt(a * a - radius * radius) + sqrt(b * b - radius * radius) + arc * radius


# Open ground


@pytest.mark.rule("CC-38")
@pytest.mark.parametrize(
    ("goal", "end"),
    [
        (BOTTOM, (10, 47.5)),
        (TOP, (10, 0.5)),
        (LEFT, (0.5, 12)),
        (PointGoal(Point(13, 16)), (13, 16)),
        (ContactGoal(Disc(Point(10, 20), 0.5)), (10, 18.998)),
    ],
)
def test_over_open_ground_it_leads_straight_on(goal: Goal, end: tuple[float, float]) -> None:
    assert path_of(go((10, 12), goal)) == ((10, 12), end)


def test_who_is_there_stays() -> None:
    assert path_of(go((10, 47.5), BOTTOM)) == ((10, 47.5),)
    assert path_of(go((10, 10), ContactGoal(Disc(Point(11.01, 10), 0.5)))) == ((10, 10),)
    assert path_of(go((10, 10), PointGoal(Point(10, 10)))) == ((10, 10),)


@pytest.mark.rule("CC-38")
@pytest.mark.parametrize(("inches", "arrived"), [(35.5, True), (35.0, False)])
def test_of_a_longer_way_a_part_is_walked(inches: float, *, arrived: bool) -> None:
    path = go((10, 12), BOTTOM, inches=inches, partly=True)

    assert path
    assert path.arrived is arrived
    assert path.path == ((10, 12), (10, 12 + inches))


def test_a_way_that_is_too_long_is_none_unless_a_part_will_do() -> None:
    assert go((10, 12), BOTTOM, inches=35.0) is None
    wall = walled(box_corners(5, 20, 15, 21))
    straight = 35.5
    assert go((10, 12), BOTTOM, wall, inches=straight) is None
    path = go((10, 12), BOTTOM, wall, inches=straight, partly=True)
    assert path
    assert not path.arrived
    assert length(path.path) == pytest.approx(straight, abs=0.002)
    assert length(path.path) <= straight


# Around things


@pytest.mark.rule("CC-38")
def test_around_the_end_of_a_wall() -> None:
    wall = Walls(((Point(10, 15), Point(40, 15)),))
    start, goal, post = Point(12, 12), Point(12, 18), Point(10, 15)
    listed = path_of(go(start, PointGoal(goal), wall))

    a = sqrt(13)
    turn = 2 * pi - 2 * atan2(3, 2)  # on the far side of the wall's end
    r = 0.5 + OFF_WALLS
    by_hand = 2 * sqrt(13 - r * r) + (turn - 2 * acos(r / a)) * r
    assert by_hand == pytest.approx(7.883, abs=0.001)
    assert by_hand - 0.001 <= length(listed) <= by_hand + SWING
    assert all(off_segment(p, wall.segments[0]) > 0.51 for p in listed)
    assert min(p.x for p in listed) < post.x


@pytest.mark.rule("CC-38")
def test_around_a_base_that_must_be_kept_off() -> None:
    foe = {"foe": Disc(Point(10, 15), 1.5)}
    listed = path_of(go((10.5, 11), PointGoal(Point(10.5, 19)), discs=foe))

    by_hand = around(Point(10.5, 11), Point(10.5, 19), Point(10, 15), 2.0)
    assert by_hand == pytest.approx(8.579, abs=0.001)
    assert by_hand - 0.001 <= length(listed) <= by_hand + SWING
    assert min(p.x for p in listed) >= 10.5  # on the side that is nearer


@pytest.mark.rule("CC-38")
@pytest.mark.parametrize("turn", range(0, 360, 45))
def test_of_two_ways_as_long_it_is_the_more_clockwise(turn: int) -> None:
    x, y = 4 * sin(radians(turn)), -4 * cos(radians(turn))
    start, goal = (
        Point(round(24 - x, 3), round(24 - y, 3)),
        Point(round(24 + x, 3), round(24 + y, 3)),
    )
    listed = path_of(go(start, PointGoal(goal), discs={"foe": Disc(Point(24, 24), 1.5)}))

    straight, first = unit_vector(start, goal), unit_vector(start, listed[1])
    assert straight.x * first.y - straight.y * first.x > 0  # to the right of straight on
    assert length(listed) == pytest.approx(9.023, abs=SWING)  # 2 * sqrt(12) + 2 * pi / 3


@pytest.mark.rule("CC-38")
def test_around_a_block_it_is_the_shorter_side() -> None:
    block = walled(box_corners(8, 15, 20, 16))
    listed = path_of(go((12, 12), BOTTOM, block))

    assert min(p.x for p in listed) == pytest.approx(8 - 0.5 - OFF_WALLS, abs=0.02)
    # A tangent to the upper corner, five inches off, the way round it, and straight down.
    r = 0.5 + OFF_WALLS
    by_hand = sqrt(25 - r * r) + (pi - atan2(3, 4) - acos(r / 5)) * r + 32.5
    assert by_hand == pytest.approx(37.999, abs=0.001)
    assert by_hand - 0.001 <= length(listed) <= by_hand + SWING


@pytest.mark.rule("CC-38")
def test_off_walls_it_keeps_more_than_what_is_contact() -> None:
    block = box_corners(8, 15, 20, 16)
    listed = path_of(go((12, 14.5), BOTTOM, walled(block)))  # it starts in contact

    for a, b in pairwise(listed[1:]):
        for share in range(11):
            at = Point(a.x + (b.x - a.x) * share / 10, a.y + (b.y - a.y) * share / 10)
            assert off_polygon(at, block) - 0.5 > 0.01


@pytest.mark.rule("CC-38")
@pytest.mark.parametrize(("wide", "through"), [(1.06, True), (1.03, True), (1.02, False)])
def test_through_a_gap_that_is_just_wide_enough(wide: float, *, through: bool) -> None:
    left, right = 20 - wide / 2, 20 + wide / 2
    walls = walled(box_corners(0, 20, left, 22), box_corners(right, 20, 47.5, 22))
    path = go((16, 16), BOTTOM, walls)

    if through:
        assert any(distance(p, Point(20, 20)) < 1.5 for p in path_of(path))
    else:
        assert path is None


@pytest.mark.rule("CC-38")
def test_between_two_enemies_there_must_be_two_inches_and_the_base() -> None:
    for apart, through in ((4.05, True), (3.99, False)):
        foes = {
            "left": Disc(Point(20 - apart / 2, 20), 1.5),
            "right": Disc(Point(20 + apart / 2, 20), 1.5),
        }
        listed = path_of(go((20, 16), PointGoal(Point(20, 24)), discs=foes))
        assert (length(listed) < 8.2) is through


@pytest.mark.rule("CC-38")
def test_the_whole_base_stays_on_the_table() -> None:
    wide, narrow = walled(box_corners(1.03, 20, 48, 21)), walled(box_corners(1.0, 20, 48, 21))

    assert min(p.x for p in path_of(go((5, 15), BOTTOM, wide))) >= 0.5
    assert go((5, 15), BOTTOM, narrow) is None


@pytest.mark.rule("CC-38")
def test_where_no_way_is_open_there_is_none() -> None:
    cell = walled(
        box_corners(8, 8, 12, 8.5),
        box_corners(8, 11.5, 12, 12),
        box_corners(8, 8, 8.5, 12),
        box_corners(11.5, 8, 12, 12),
    )

    assert go((10, 10), BOTTOM, cell) is None
    assert go((10, 10), BOTTOM, cell, partly=True) is None
    assert go((20, 20), PointGoal(Point(10, 10)), cell) is None


@pytest.mark.rule("CC-38")
def test_who_begins_too_near_to_an_enemy_may_leave() -> None:
    foe = {"foe": Disc(Point(10, 11.4), 1.5)}  # 0.4 inch off
    listed = path_of(go((10, 10), BOTTOM, discs=foe))

    gaps = [gap(Disc(p, 0.5), Disc(Point(10, 11.4), 0.5)) for p in listed]
    assert gaps[0] == pytest.approx(0.4)
    assert all(b > min(a, 0.99) for a, b in pairwise(gaps))


# Touching a model


@pytest.mark.rule("CC-38")
def test_out_from_between_two_mates_in_contact_round_who_stands_before_them() -> None:
    """A point around the one mate lies on the ring around the other."""
    mates = {
        "left": Disc(Point(17.761, 22.001), 0.5),
        "right": Disc(Point(19.765, 22.001), 0.5),
        "before": Disc(Point(18.763, 24.0), 0.5),
    }
    path = path_of(go((18.763, 22.001), BOTTOM, discs=mates))

    taut = around(Point(18.763, 22.001), Point(17.761, 47.5), Point(18.763, 24.0), 1.0)
    assert length(path) == pytest.approx(taut, abs=2 * SWING)


def test_a_way_to_a_base_ends_in_contact() -> None:
    foe = Disc(Point(20, 20), 0.5)
    for turn in range(0, 360, 7):
        x, y = 8 * sin(radians(turn)), -8 * cos(radians(turn))
        listed = path_of(go((round(20 + x, 3), round(20 + y, 3)), ContactGoal(foe)))
        assert 0 <= gap(Disc(listed[-1], 0.5), foe) <= 0.01


def test_a_base_beside_another_is_touched_where_there_is_room() -> None:
    foe, mates = Disc(Point(20, 20), 0.5), {"mate": Disc(Point(19.5, 19), 0.52)}
    listed = path_of(go((19.5, 10), ContactGoal(foe), discs=mates))

    assert 0 <= gap(Disc(listed[-1], 0.5), foe) <= 0.01
    assert 0 <= gap(Disc(listed[-1], 0.5), mates["mate"]) < 0.02  # close in, beside the mate
    assert length(listed) < 9.5


def test_a_base_that_others_surround_cannot_be_touched() -> None:
    foe = Disc(Point(20, 20), 0.5)
    ring = {
        str(n): Disc(Point(20 + 1.2 * sin(n * pi / 3), 20 - 1.2 * cos(n * pi / 3)), 0.5)
        for n in range(6)
    }

    assert go((10, 10), ContactGoal(foe), discs=ring) is None
    del ring["2"]
    assert go((10, 10), ContactGoal(foe), discs=ring)


def test_who_stands_well_within_a_wide_goal_is_not_in_the_way() -> None:
    wide, mate = Disc(Point(20, 20), 2.5), {"mate": Disc(Point(20.5, 20), 0.5)}

    assert path_of(go((10, 20), ContactGoal(wide), discs=mate))[-1] == (16.998, 20)


def test_a_base_may_be_touched_from_behind_a_corner() -> None:
    foe, wall = Disc(Point(20, 20), 0.5), walled(box_corners(10, 18.5, 19.6, 19))
    listed = path_of(go((15, 15), ContactGoal(foe), wall))

    assert 0 <= gap(Disc(listed[-1], 0.5), foe) <= 0.01


# Against a plain search


def strewn(seed: int) -> tuple[Disc, Disc, Walls, dict[str, Disc]]:
    """Return two bases among blocks and others, some of which must be kept at a distance."""
    rng = random.Random(seed)
    blocks = list[Polygon]()
    for _ in range(3):
        x, y = round(rng.uniform(2, 15), 2), round(rng.uniform(2, 15), 2)
        w, h = rng.choice([(3, 0.4), (0.4, 3), (1.5, 1.5)])
        blocks.append(box_corners(x, y, x + w, y + h))
    bases = list[Disc]()
    while len(bases) < 6:
        at = Point(round(rng.uniform(1, 19), 3), round(rng.uniform(1, 19), 3))
        clear = all(distance(at, b.at) > 2.6 for b in bases)
        if clear and all(off_polygon(at, b) > 0.6 for b in blocks):
            bases.append(Disc(at, 0.5))
    others = {f"m{n}": b._replace(radius=0.5 + n % 2) for n, b in enumerate(bases[2:])}
    return bases[0], bases[1], walled(*blocks), others


def plain(start: Disc, goal: Point, walls: Walls, discs: Mapping[str, Disc]) -> float | None:
    """Return the length of the shortest path over 24 points around each obstacle."""
    points = [start.at, goal]
    posts = [(corner, 0.5 + OFF_WALLS) for side in walls.segments for corner in side[:1]]
    posts += [(d.at, d.radius + 0.5) for d in discs.values()]
    for at, keep in posts:
        for n in range(24):
            out = (keep + 0.002) / cos(pi / 24)
            points.append(Point(at.x + out * sin(n * pi / 12), at.y - out * cos(n * pi / 12)))
    points = [p for p in points if 0.5 <= p.x <= 19.5 and 0.5 <= p.y <= 19.5]

    def free(a: Point, b: Point) -> bool:
        inches = distance(a, b)
        if inches < 1e-9:
            return True
        touch = sweep(a, unit_vector(a, b), inches, 0.51, walls, discs, gap=-0.01)
        return touch is None or touch.distance >= inches - 1e-9

    best, waiting, done = {0: 0.0}, [(0.0, 0)], set[int]()
    while waiting:
        walked, here = heappop(waiting)
        if here == 1:
            return walked
        if here in done:
            continue
        done.add(here)
        for to, at in enumerate(points):
            there = walked + distance(points[here], at)
            if there < best.get(to, 1e9) and to not in done and free(points[here], at):
                best[to] = there
                heappush(waiting, (there, to))
    return None


@pytest.mark.rule("CC-38")
@pytest.mark.parametrize("seed", few(range(12), 2))
def test_no_way_over_points_around_everything_is_shorter(seed: int) -> None:
    start, goal, walls, discs = strewn(seed)
    path = shortest_path(start, PointGoal(goal.at), walls, discs, (20.0, 20.0), 100.0)
    shortest = plain(start, goal.at, walls, discs)

    assert (path is None) == (shortest is None)
    if path and shortest:
        assert length(path.path) <= shortest + 0.02


@pytest.mark.rule("CC-38")
@pytest.mark.parametrize("seed", range(60))
def test_every_way_can_be_walked(seed: int) -> None:
    start, foe, walls, discs = strewn(seed)
    for goal in (EdgeGoal((Point(0, 20), Point(20, 20))), ContactGoal(foe), PointGoal(foe.at)):
        path = shortest_path(start, goal, walls, discs, (20.0, 20.0), 9.0, partly=True)
        if path is None:
            continue
        assert path.path[0] == start.at
        assert length(path.path) <= 9.0 + 1e-9
        for a, b in pairwise(path.path):
            assert a != b
            touch = sweep(a, unit_vector(a, b), distance(a, b), 0.5, walls, discs)
            assert touch is None or touch.distance >= distance(a, b) - 1e-9
        turned = dict(reversed(discs.items()))
        assert shortest_path(start, goal, walls, turned, (20.0, 20.0), 9.0, partly=True) == path
        if path.arrived:
            assert goal.left(path.path[-1], 0.5) <= 1e-9

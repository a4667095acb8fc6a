"""Collisions that exchange momentum: momentum and energy are conserved."""

from __future__ import annotations

from itertools import permutations
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.geometry.points import Path, Point, distance, length, vector_of_heading
from game.geometry.polygons import edges, off_segment
from game.geometry.sweeps import Walls
from game.physics.collisions import MovedSolid, Solid, resolve_collisions

TABLE = (48.0, 48.0)
OPEN = Walls()
NOWHERE = Point(0.0, 0.0)
BOX: Path = (Point(-2.0, -2.0), Point(2.0, -2.0), Point(2.0, 2.0), Point(-2.0, 2.0))


def collide(one: str, other: str) -> float | None:
    return None


def ball(x: float, y: float, vx: float = 0.0, vy: float = 0.0) -> Solid:
    return Solid(Point(x, y), 0.5, pace=Point(vx, vy))


def momentum(paces: list[tuple[float, Point]]) -> tuple[float, float, float]:
    """Return both parts of the momentum, and twice the energy."""
    x = y = energy = 0.0
    for mass, pace in paces:
        x, y = x + mass * pace.x, y + mass * pace.y
        energy += mass * (pace.x * pace.x + pace.y * pace.y)
    return x, y, energy


def paces_after(
    solids: dict[str, Solid], moved: dict[str, MovedSolid]
) -> list[tuple[float, Point]]:
    return [(s.mass, moved[n].pace if n in moved else s.pace) for n, s in solids.items()]


def paces_before(solids: dict[str, Solid]) -> list[tuple[float, Point]]:
    return [(s.mass, s.pace) for s in solids.values()]


def test_straight_on_the_struck_one_takes_over_all_that_is_left() -> None:
    moved = resolve_collisions(
        OPEN, {"a": ball(10, 20, 2), "b": ball(15, 20)}, "a", 10, TABLE, collide
    )

    # Four inches to the contact; the other six are b's.
    assert moved["a"].path == (Point(10, 20), Point(14, 20))
    assert moved["b"].path == (Point(15, 20), Point(21, 20))
    assert moved["a"].pace == pytest.approx((0, 0), abs=1e-9)
    assert moved["b"].pace == pytest.approx((2, 0), abs=1e-9)


def test_off_the_middle_they_part_at_right_angles_and_share_what_is_left_by_speed() -> None:
    """Struck 30 degrees off: the other gets cos 30 of the speed, and sin 30 is left."""
    at = Point(10 + 5 + sqrt(3) / 2, 20.5)
    moved = resolve_collisions(
        OPEN, {"a": ball(10, 20, 1), "b": Solid(at, 0.5)}, "a", 10, TABLE, collide
    )
    a, b = moved["a"], moved["b"]

    assert b.pace == pytest.approx((0.75, sqrt(3) / 4), abs=1e-9)
    assert a.pace == pytest.approx((0.25, -sqrt(3) / 4), abs=1e-9)
    shares = length(a.path) - 5, length(b.path)
    assert sum(shares) == pytest.approx(5)
    assert shares[1] / shares[0] == pytest.approx(sqrt(3))


def test_what_was_struck_keeps_the_push_that_it_had() -> None:
    """Both have equal mass: they swap their speeds along the line between them."""
    solids = {"a": ball(10, 20, 3), "b": ball(15, 20, -1, 2)}
    moved = resolve_collisions(OPEN, solids, "a", 8, TABLE, collide)

    assert moved["a"].pace == pytest.approx((-1, 0), abs=1e-9)
    assert moved["b"].pace == pytest.approx((3, 2), abs=1e-9)


def test_who_runs_after_somebody_faster_stops_beside_him() -> None:
    solids = {"a": ball(10, 20, 1), "b": ball(15, 20, 2)}
    moved = resolve_collisions(OPEN, solids, "a", 8, TABLE, collide)

    assert [*moved] == ["a"]
    assert moved["a"].path[-1] == Point(14, 20)
    assert moved["a"].pace == (1, 0)


def test_heavy_debris_sends_a_base_back_and_goes_slowly_on() -> None:
    """A box of 16 square inches weighs 4: 1 against 4 at speed 5 gives -3 and 2."""
    solids = {"a": ball(10, 20, 5), "box": Solid(Point(20, 20), corners=BOX, mass=4.0)}
    moved = resolve_collisions(OPEN, solids, "a", 12.5, TABLE, collide)

    assert moved["a"].pace == pytest.approx((-3, 0), abs=1e-9)
    assert moved["box"].pace == pytest.approx((2, 0), abs=1e-9)
    # 7.5 inches to the contact; of the other five it goes three back, and the box two on.
    assert moved["a"].path[-1] == pytest.approx((14.5, 20))
    assert moved["box"].path[-1] == pytest.approx((22, 20))


def test_debris_meets_debris_corner_to_side() -> None:
    tilted = (Point(-2, 0), Point(0, -2), Point(2, 0), Point(0, 2))
    solids = {
        "a": Solid(Point(10, 20), corners=tilted, mass=2.0, pace=Point(3, 0)),
        "b": Solid(Point(20, 20.7), corners=BOX, mass=4.0),
    }
    moved = resolve_collisions(OPEN, solids, "a", 10, TABLE, collide)

    # 2 against 4 at 3: -1 and 2, straight back, for a corner hits a side.
    assert moved["a"].pace == pytest.approx((-1, 0), abs=1e-9)
    assert moved["b"].pace == pytest.approx((2, 0), abs=1e-9)
    assert moved["a"].path[1] == pytest.approx((16, 20))


def test_debris_rebounds_from_walls_and_from_their_tips() -> None:
    wall = Walls(((Point(25, 0), Point(25, 48)),))
    tip = Walls(((Point(24, 19), Point(40, 19)),))
    box = {"box": Solid(Point(10, 20), corners=BOX, mass=4.0, pace=Point(1, 0))}

    back = resolve_collisions(wall, box, "box", 20, TABLE, collide)["box"]
    assert [at.x for at in back.path] == pytest.approx([10, 23, 16], abs=1e-8)
    assert (back.pace, back.rebounds) == (Point(-1, 0), 1)
    turned = resolve_collisions(tip, box, "box", 20, TABLE, collide)["box"]
    assert [at.x for at in turned.path] == pytest.approx([10, 22, 14], abs=1e-8)
    assert {at.y for at in (*back.path, *turned.path)} == {20}


@pytest.mark.rule("ZG-13")
def test_convex_debris_meets_a_wall_no_more_than_once() -> None:
    turned = 0
    for luck in range(300):
        rng = Random(luck)
        corners = tuple(
            Point(2 * along.x, 2 * along.y)
            for along in map(vector_of_heading, sorted(rng.uniform(0, 360) for _ in range(5)))
        )
        end = Point(rng.uniform(20, 30), rng.uniform(20, 30))
        wall = Walls(((end, Point(end.x + rng.uniform(-9, 9), end.y + rng.uniform(-9, 9))),))
        if off_segment(Point(10, 10), wall.segments[0]) < 2:
            continue
        solids = {
            "a": Solid(
                Point(10, 10),
                radius=0.0,
                corners=corners,
                mass=3.0,
                pace=vector_of_heading(135),
            )
        }
        rolled = resolve_collisions(wall, solids, "a", 40, TABLE, collide)["a"]
        turned += rolled.rebounds
        assert rolled.rebounds <= 1, f"luck {luck}"

    assert turned > 100


def test_some_stop_each_other_instead() -> None:
    def shy(one: str, other: str) -> float | None:
        return 1.0

    moved = resolve_collisions(
        OPEN, {"a": ball(10, 20, 1), "b": ball(20, 20)}, "a", 20, TABLE, shy
    )

    assert [*moved] == ["a"]
    assert moved["a"].path[-1] == Point(18, 20)
    assert moved["a"].pace == (1, 0)


def test_what_leaves_the_table_takes_its_share_with_it() -> None:
    moved = resolve_collisions(
        OPEN, {"a": ball(10, 20, 2), "b": ball(12, 20)}, "a", 60, TABLE, collide
    )

    assert moved["b"].left
    assert moved["b"].path[-1] == Point(48, 20)
    assert not moved["a"].left


@pytest.mark.parametrize(("one", "other"), [("a", "b"), ("b", "a")])
def test_who_gave_all_its_push_away_may_be_struck_itself(one: str, other: str) -> None:
    wall = Walls(((Point(15, 0), Point(15, 48)),))
    moved = resolve_collisions(
        wall, {one: ball(10, 20, 1), other: ball(12, 20)}, one, 8, TABLE, collide
    )

    # An inch to the other, which goes 2.5 to the wall and back; then two inches back.
    assert (moved[one].path[-1], moved[other].path[-1]) == (Point(9, 20), Point(12, 20))
    assert moved[other].rebounds == 1


def test_a_row_of_three_passes_the_push_to_its_end() -> None:
    row = {"a": ball(10, 20, 2), "b": ball(12, 20), "c": ball(13, 20)}
    moved = resolve_collisions(OPEN, row, "a", 6, TABLE, collide)

    assert [moved[n].path[-1] for n in "abc"] == [Point(11, 20), Point(12, 20), Point(18, 20)]


@pytest.mark.rule("ZG-13")
@settings(max_examples=60, deadline=None)
@given(luck=st.integers(0, 10**6))
def test_no_momentum_and_no_energy_is_lost_in_any_crowd(luck: int) -> None:
    rng = Random(luck)
    solids = dict[str, Solid]()
    for n in range(40):
        at = Point(round(rng.uniform(8, 40), 3), round(rng.uniform(8, 40), 3))
        corners = BOX if n % 7 == 3 else ()
        reach = 2.9 if corners else 0.5
        if all(
            distance(at, s.at) > reach + (2.9 if s.corners else 0.5) for s in solids.values()
        ):
            pace = (
                vector_of_heading(rng.uniform(0, 360))
                if rng.random() < 0.5 or not solids
                else NOWHERE
            )
            times = rng.randint(1, 4)
            pace = Point(pace.x * times, pace.y * times)
            mass = 4.0 if corners else 1.0
            solids[f"s{n:02}"] = Solid(
                at, radius=0.0 if corners else 0.5, corners=corners, mass=mass, pace=pace
            )
    moved = resolve_collisions(OPEN, solids, "s00", 25, TABLE, collide)

    assert momentum(paces_after(solids, moved)) == pytest.approx(
        momentum(paces_before(solids)), abs=1e-6
    )
    # Every inch is used by some model, unless the last of them has stopped or left.
    whole = sum(length(rolled.path) for rolled in moved.values())
    assert whole <= 25 + 1e-6
    ends = {n: moved[n].path[-1] if n in moved else s.at for n, s in solids.items()}
    on = [n for n in solids if n not in moved or not moved[n].left]
    for one, other in permutations(on, 2):
        if solids[other].corners:
            continue
        if solids[one].corners:
            box = [Point(ends[one].x + c.x, ends[one].y + c.y) for c in BOX]
            assert (
                min(off_segment(ends[other], side) for side in edges(tuple(box))) > 0.5 - 1e-6
            )
        else:
            assert distance(ends[one], ends[other]) > 1 - 1e-6

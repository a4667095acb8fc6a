"""Drifts: exact in length and heading, among walls, friends and enemies."""

from __future__ import annotations

import pytest

from game.geometry.points import Disc, Point, heading_of_vector, length, vector_of_heading
from game.geometry.sweeps import Walls
from game.physics.travel import DriftObstacles, DriftPath, drift
from tests.tools.shapes import disc, walls

TABLE = (48.0, 48.0)


def drifted(
    among: Walls,
    start: tuple[float, float],
    heading: float,
    distance: float,
    others: dict[str, Disc] | None = None,
    off: dict[str, float] | None = None,
) -> DriftPath:
    discs = {"hale": Disc(Point(*start), 0.5), **(others or {})}
    return drift(
        DriftObstacles(among, discs, TABLE, off or {}),
        "hale",
        vector_of_heading(heading),
        distance,
    )


def ends(path: DriftPath) -> tuple[float, float, float]:
    """Return the end and the final heading of a drift, rounded as tables store them."""
    x, y = path.path[-1]
    return round(x, 3), round(y, 3), heading_of_vector(path.toward)


@pytest.mark.parametrize(
    ("degrees", "end"),
    [(0.0, (20, 10)), (90.0, (30, 20)), (180.0, (20, 30)), (270.0, (10, 20))],
)
def test_nothing_in_the_way(degrees: float, end: tuple[int, int]) -> None:
    path = drifted(Walls(), (20, 20), degrees, 10)

    assert ends(path) == (*end, degrees)
    assert (path.touch, path.rebounds, path.left) == (None, (), False)


def test_a_wall_straight_ahead_sends_it_back() -> None:
    # 9.5 inches to the wall at 30 with a base of 0.5, and 0.5 back.
    path = drifted(walls((30, 0, 30, 48)), (20, 20), 90, 10)

    assert ends(path) == (29.0, 20.0, 270.0)
    assert path.rebounds == (9.5,)
    assert path.distance == length(path.path) == 10


def test_two_rebounds_in_one_leg() -> None:
    # A corridor 4 wide, its middle line 3 long between contacts: 30 degrees off the wall.
    # Going 60 degrees from (20, 20): up 0.5 an inch, right 0.866. The upper wall at 18 is
    # touched at y = 18.5, after 3 inches; the lower at 22 is touched at y = 21.5, 6 further on.
    path = drifted(walls((0, 18, 48, 18), (0, 22, 48, 22)), (20, 20), 60, 10)

    assert [round(distance, 9) for distance in path.rebounds] == [3.0, 9.0]
    assert ends(path) == (28.66, 21.0, 60.0)
    assert path.distance == 10


def test_the_tip_of_a_wall_turns_it_like_a_post() -> None:
    # It meets the tip at (24, 20.3) from the left, 0.3 off its middle: the normal points left
    # and up by 4 to 3 (0.4, 0.3 of the radius 0.5). Mirrored, (1, 0) becomes (-0.28, -0.96).
    path = drifted(walls((24, 20.3, 24, 40)), (20, 20), 90, 3.6 + 5)

    assert [round(distance, 9) for distance in path.rebounds] == [3.6]
    assert ends(path) == (round(23.6 - 0.28 * 5, 3), round(20 - 0.96 * 5, 3), 343.74)


def test_a_corner_turns_it_twice_whichever_wall_comes_first() -> None:
    corner = [(0.0, 20.0, 48.0, 20.0), (30.0, 0.0, 30.0, 48.0)]
    for segments in (corner, corner[::-1]):
        path = drifted(walls(*segments), (24.5, 24.5 + 1), 45, 10)
        assert len(path.rebounds) == 2
        assert path.rebounds[0] == path.rebounds[1]
        assert ends(path)[2] == 225.0


def test_a_friend_stops_it_in_contact() -> None:
    path = drifted(Walls(), (20, 20), 90, 10, {"mate": disc(25, 20)})

    assert ends(path) == (24.0, 20.0, 90.0)
    assert path.touch is not None
    assert path.touch.disc == "mate"
    assert path.distance == 4.0


def test_an_enemy_stops_it_an_inch_away() -> None:
    path = drifted(Walls(), (20, 20), 90, 10, {"foe": disc(27, 20, 0.8)}, {"foe": 1.0})

    assert ends(path) == (27 - 0.8 - 1 - 0.5, 20.0, 90.0)


def test_who_is_nearer_than_an_inch_to_an_enemy_may_drift_away_from_it() -> None:
    near = {"foe": disc(21.5, 20)}

    assert drifted(Walls(), (20, 20), 270, 3, near, {"foe": 1.0}).distance == 3
    assert drifted(Walls(), (20, 20), 90, 3, near, {"foe": 1.0}).distance == 0
    # Straight past it: at right angles it comes no nearer.
    assert drifted(Walls(), (20, 20), 0, 3, near, {"foe": 1.0}).distance == 3


def test_after_a_rebound_somebody_behind_it_may_stop_it() -> None:
    path = drifted(walls((30, 0, 30, 48)), (20, 20), 90, 30, {"mate": disc(15, 20)})

    assert ends(path) == (16.0, 20.0, 270.0)
    assert path.distance == 9.5 + 13.5


def test_it_leaves_the_table_by_its_middle() -> None:
    path = drifted(Walls(), (20, 3), 0, 10)

    assert (path.left, path.distance) == (True, 3.0)
    assert path.path[-1] == Point(20, 0)


def test_who_comes_to_the_rim_and_no_further_has_not_left() -> None:
    path = drifted(Walls(), (20, 3), 0, 3)

    assert (path.left, path.distance) == (False, 3.0)
    assert drifted(Walls(), (20, 0), 0, 1).left


def test_a_hull_at_the_rim_is_a_wall() -> None:
    path = drifted(walls((0, 0, 48, 0)), (20, 3), 0, 10)

    assert not path.left
    assert ends(path) == (20.0, 8.0, 180.0)


@pytest.mark.parametrize("degrees", [0.0, 180.0])
def test_who_is_held_between_two_walls_stays(degrees: float) -> None:
    path = drifted(walls((0, 19.5, 48, 19.5), (0, 20.5, 48, 20.5)), (20, 20), degrees, 6)

    assert ends(path) == (20.0, 20.0, degrees)
    assert path.rebounds == (0.0, 0.0)


def test_it_glides_along_a_corridor_as_wide_as_itself() -> None:
    path = drifted(walls((0, 19.5, 48, 19.5), (0, 20.5, 48, 20.5)), (20, 20), 90, 6)

    assert (ends(path), path.rebounds) == ((26.0, 20.0, 90.0), ())


def test_it_comes_out_of_a_narrowing_wedge() -> None:
    # The walls open to the left at 20 degrees; a base that comes in goes out again.
    path = drifted(walls((0, 16, 30, 20), (0, 24, 30, 20)), (10, 20.5), 90, 40)

    assert path.distance == pytest.approx(40)
    assert path.path[-1].x < 10
    assert 2 <= len(path.rebounds) <= 12

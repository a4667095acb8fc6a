"""Pymunk alone carries bases to the places worked out by hand, and reports contacts.

The places are not those of the analytic sweep: pymunk's results are not overwritten.
"""

from __future__ import annotations

from itertools import islice

import pymunk
import pytest

from game.geometry.points import Disc, Point, vector_of_heading
from game.geometry.sweeps import Walls
from game.physics import follow_path
from game.physics.drift import DriftObstacles, drift, glides
from game.physics.space import CollisionSpace, space_for
from game.rules.zero_g.mobility import around_of
from tests.tools.fuzz_drift import FAR, REBOUNDS, WHO, cluttered

NEAR = 0.01
TABLE = (48.0, 48.0)
Segments = tuple[tuple[float, float, float, float], ...]


def walls(*segments: tuple[float, float, float, float]) -> Walls:
    return Walls(tuple((Point(a, b), Point(c, d)) for a, b, c, d in segments))


def disc(x: float, y: float, radius: float = 0.5) -> Disc:
    return Disc(Point(x, y), radius)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent exact places from overwriting those of pymunk."""

    def leaves(world: CollisionSpace, name: str, disc: Disc) -> None:
        pass

    monkeypatch.setattr(CollisionSpace, "_put", leaves)


def came_to(board: Walls, name: str = "a") -> Point:
    """Return the position that pymunk has for the middle of a base."""
    body, _ = space_for(board)._bodies[name]
    return Point(*body.position)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(
    ("segments", "others", "path", "end"),
    [
        # The base of 0.5 begins at (5, 5). A wall at 10 is touched when its middle is at 9.5.
        (((10, 0, 10, 20),), {}, [(20, 5)], (9.5, 5)),
        # Down a slope of 45 degrees, too: as far down as to the right.
        (((10, 0, 10, 20),), {}, [(20, 20)], (9.5, 9.5)),
        # The tip of a wall 0.3 beside its path: 3-4-5, so 0.4 before the tip.
        (((10, 5.3, 10, 20),), {}, [(20, 5)], (9.6, 5)),
        # Rim to rim with a base of 0.8 at 10: 1.3 before it.
        ((), {"b": disc(10, 5, 0.8)}, [(20, 5)], (8.7, 5)),
        # A base of 0.5 that stands 0.6 beside its path: 3-4-5, so 0.8 before it.
        ((), {"b": disc(10, 5.6)}, [(20, 5)], (9.2, 5)),
        # Three inches to the right and four down; 12 inches go no further than the wall at 12.
        (((0, 12, 48, 12),), {}, [(8, 5), (8, 40)], (8, 11.5)),
        # Without any obstacle: 3 of 12 inches to the right, 9 down.
        ((), {}, [(8, 5), (8, 40)], (8, 14)),
    ],
)
def test_a_base_that_follows_a_path_is_carried_by_pymunk_to_what_stops_it(
    segments: Segments,
    others: dict[str, Disc],
    path: list[tuple[float, float]],
    end: tuple[float, float],
) -> None:
    board = walls(*segments)
    follow_path(board, {"a": disc(5, 5), **others}, "a", tuple(Point(*at) for at in path), 12.0)

    assert came_to(board) == pytest.approx(end, abs=NEAR)


@pytest.mark.usefixtures("alone")
@pytest.mark.rule("ZG-12")
@pytest.mark.parametrize(
    ("segments", "heading", "end"),
    [
        # 9.5 inches to the wall at 30 with a base of 0.5, and 0.5 back.
        (((30, 0, 30, 48),), 90, (29, 20)),
        # 6 to the right and 8 up are 10 inches; 3 of the 6 lead to the wall at 23.5, 3 back.
        (((23.5, 0, 23.5, 48),), 36.869897645844, (20, 12)),
        # Out of a corner the same way back: 2 inches to either wall, then on past (20, 20).
        (
            (
                (0, 17.5, 48, 17.5),
                (22.5, 0, 22.5, 48),
            ),
            45,
            (16.929, 23.071),
        ),
    ],
)
def test_a_base_that_drifts_is_carried_back_from_walls_by_pymunk(
    segments: Segments, heading: float, end: tuple[float, float]
) -> None:
    board = walls(*segments)
    drift(
        DriftObstacles(board, {"a": disc(20, 20)}, TABLE), "a", vector_of_heading(heading), 10.0
    )

    assert came_to(board) == pytest.approx(end, abs=NEAR)


def felt_by(world: CollisionSpace, mover: str) -> list[str | int]:
    """Return a list to which pymunk adds the models and walls that the mover touches."""
    felt = list[str | int]()
    # A callback that held the World would keep its Space for ever.
    names, numbers = world._names, world._walls

    def meets(arbiter: pymunk.Arbiter, space: pymunk.Space, data: object) -> None:
        one, other = arbiter.shapes
        if names.get(other) == mover:
            one, other = other, one
        if names.get(one) == mover:
            felt.append(names[other] if other in names else numbers[other])

    world.space.on_collision(pre_solve=meets)
    return felt


@pytest.mark.parametrize(
    ("goal", "felt"),
    [
        ((20, 5), ["b"]),
        ((5, 20), [1]),
        ((0, 5), [0]),
        ((9, 9), []),
        # Past the base by a hundredth of an inch, to the wall behind it.
        ((5, 0), [2]),
    ],
)
def test_pymunk_feels_what_stops_a_base_and_nothing_else(
    goal: tuple[float, float], felt: list[str | int]
) -> None:
    board = walls((1, 0, 1, 20), (0, 15, 20, 15), (0, 1, 20, 1))
    found = felt_by(space_for(board), "a")

    follow_path(
        board,
        {"a": disc(5, 5), "b": disc(10, 5), "c": disc(6.01, 3)},
        "a",
        (Point(*goal),),
        20.0,
    )

    assert found == felt


@pytest.mark.rule("ZG-12")
def test_pymunk_feels_every_wall_that_turns_a_base_back() -> None:
    rebounds = 0
    for luck in range(20):
        table = cluttered(luck)
        around, mover = around_of(table, WHO), table.models[WHO]
        around = around._replace(walls=Walls(around.walls.segments))
        felt = felt_by(space_for(around.walls), WHO)
        for leg in islice(glides(around, WHO, vector_of_heading(mover.heading), FAR), REBOUNDS):
            if leg.rebounds and leg.touch and leg.distance > 0.0:
                rebounds += 1
                assert leg.touch.wall in felt, f"drift {luck}"
            felt.clear()

    assert rebounds > 100


def test_a_leg_that_ends_elsewhere_than_where_pymunk_carries_it_is_a_fault() -> None:
    world = CollisionSpace(walls())
    world.lay({"a": disc(5, 5)})

    with pytest.raises(RuntimeError, match="its leg ends at"):
        world.carry("a", Point(1.0, 0.0), 3.0, Point(8.001, 5.0))
    world.carry("a", Point(0.0, 1.0), 3.0, Point(8.001, 8.0))


def test_who_is_there_no_longer_is_in_the_space_no_longer() -> None:
    world = CollisionSpace(walls())
    world.lay({"a": disc(5, 5), "b": disc(10, 5)})
    world.lay({"b": disc(10, 5)})
    (body,) = world.space.bodies

    assert body.position == (10, 5)

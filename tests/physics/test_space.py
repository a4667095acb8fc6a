"""Pymunk moves the bodies, finds the contacts and turns the headings; nothing else does.

The places are worked out by hand. Where a part of pymunk is broken, the results break with it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from math import sqrt

import pymunk
import pytest

from game.geometry.points import Disc, Point, heading_of_vector, vector_of_heading
from game.geometry.sweeps import sweep
from game.physics.collisions import MovedSolid, Solid, resolve_collisions
from game.physics.space import MAX_GONE, CollisionSpace, UnconfirmedContactError
from game.physics.travel import (
    DriftObstacles,
    DriftPath,
    Travel,
    drift,
    follow_path,
    glides,
    rebound_heading,
)
from game.systems.zero_g.rules.mobility import around_of
from tests.tools.fuzz_drift import FAR, REBOUNDS, WHO, cluttered
from tests.tools.shapes import disc, walls

NEAR = 1e-9
TABLE = (48.0, 48.0)
Segments = tuple[tuple[float, float, float, float], ...]


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
    way = tuple(Point(*at) for at in path)
    travel = follow_path(walls(*segments), {"a": disc(5, 5), **others}, "a", way, 12.0)

    assert travel.path[-1] == pytest.approx(end, abs=NEAR)


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
            (24 - 5 * sqrt(2), 16 + 5 * sqrt(2)),
        ),
    ],
)
def test_a_base_that_drifts_is_carried_back_from_walls_by_pymunk(
    segments: Segments, heading: float, end: tuple[float, float]
) -> None:
    around = DriftObstacles(walls(*segments), {"a": disc(20, 20)}, TABLE)
    path = drift(around, "a", vector_of_heading(heading), 10.0)

    assert path.path[-1] == pytest.approx(end, abs=NEAR)


@pytest.mark.parametrize(
    ("goal", "touched"),
    [
        ((20, 5), ("b", -1)),
        ((5, 20), (None, 1)),
        ((0, 5), (None, 0)),
        ((9, 9), None),
        # Past the base by a hundredth of an inch, to the wall behind it.
        ((5, 0), (None, 2)),
    ],
)
def test_pymunk_finds_what_stops_a_base_and_nothing_else(
    goal: tuple[float, float], touched: tuple[str | None, int] | None
) -> None:
    board = walls((1, 0, 1, 20), (0, 15, 20, 15), (0, 1, 20, 1))
    discs = {"a": disc(5, 5), "b": disc(10, 5), "c": disc(6.01, 3)}

    touch = follow_path(board, discs, "a", (Point(*goal),), 20.0).touch

    assert (touch and (touch.disc, touch.wall)) == touched


@pytest.mark.rule("ZG-12")
def test_pymunk_finds_every_wall_that_turns_a_base_back_where_the_sweep_does() -> None:
    rebounds = 0
    for luck in range(20):
        table = cluttered(luck)
        around, mover = around_of(table, WHO), table.models[WHO]
        toward = vector_of_heading(mover.heading)
        for leg in islice(glides(around, WHO, toward, FAR), REBOUNDS):
            if leg.rebounds and leg.touch and leg.distance > 0.0:
                rebounds += 1
                start = Disc(leg.start, mover.base)
                swept = sweep(start.at, toward, FAR, start.radius, around.walls, {})
                assert swept
                assert leg.touch.normal == pytest.approx(swept.normal, abs=1e-6)
                assert leg.distance == swept.distance
            toward = leg.toward

    assert rebounds > 100


def test_a_body_that_is_gone_is_met_no_longer() -> None:
    world, start, end = CollisionSpace(walls()), Point(0.0, 5.0), Point(20.0, 5.0)
    world.lay({"a": disc(5, 5), "b": disc(10, 5)})
    assert world.on_line(start, end) == [("a", -1), ("b", -1)]

    world.lay({"b": disc(10, 5)})
    assert world.on_line(start, end) == [("b", -1)]
    with pytest.raises(UnconfirmedContactError):
        world.contact(disc(4, 5), Point(1.0, 0.0), lambda _: True)

    world.lay({"a": disc(6, 5)._replace(radius=2.0)})
    assert world.on_line(start, end) == [("a", -1)]
    assert world.contact(disc(3.5, 5), Point(1.0, 0.0), lambda _: True).disc == "a"


def test_a_space_does_not_keep_ever_more_bodies_that_are_gone() -> None:
    world = CollisionSpace(walls())
    for n in range(MAX_GONE + 1):
        world.lay({f"m{n}": disc(n, 5)})
    assert len(world.space.bodies) == MAX_GONE + 1

    world.lay({"last": disc(1, 5)})
    (body,) = world.space.bodies
    assert body.position == (1, 5)


def test_a_contact_that_pymunk_does_not_confirm_is_a_fault() -> None:
    world = CollisionSpace(walls((10, 0, 10, 20)))
    world.lay({"a": disc(9.5, 5), "b": disc(9.5, 6)})
    east = Point(1.0, 0.0)

    def anything(name: str | None) -> bool:
        return name != "a"

    assert world.contact(disc(9.5, 5), east, anything).wall == 0
    assert world.contact(disc(9.5, 5), Point(0.0, 1.0), anything).disc == "b"
    for base, toward in ((disc(9.49, 5), east), (disc(9.5, 5), Point(-1.0, 0.0))):
        with pytest.raises(UnconfirmedContactError, match=r"nothing touches .* at Point"):
            world.contact(base, toward, anything)


def carried() -> Travel:
    """Carry a base four inches to another, past a wall."""
    discs = {"a": disc(5, 5), "b": disc(10, 5)}
    return follow_path(walls((0, 4, 20, 4)), discs, "a", (Point(20, 5),), 12.0)


def drifted() -> DriftPath:
    """Let a base drift at 45 degrees to a wall, which it touches after 3 √2 inches."""
    around = DriftObstacles(walls((24, 0, 24, 48)), {"a": disc(20, 20, 1.0)}, TABLE)
    return drift(around, "a", vector_of_heading(135), 4 * sqrt(2))


def struck() -> dict[str, MovedSolid]:
    """Let a base run straight into another of its weight."""
    solids = {"a": Solid(Point(10, 20), 0.5, pace=Point(2, 0)), "b": Solid(Point(15, 20), 0.5)}
    return resolve_collisions(walls(), solids, "a", 10.0, TABLE, lambda _, __: None)


MOVES = (carried, drifted, struck)


@pytest.mark.parametrize("move", MOVES)
def test_without_a_step_nothing_reaches_what_stops_it(
    move: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pymunk.Space, "step", lambda _, __: None)

    with pytest.raises(UnconfirmedContactError):
        move()


def test_without_a_step_nothing_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pymunk.Space, "step", lambda _, __: None)
    around = DriftObstacles(walls(), {"a": disc(5, 5)}, TABLE)

    path = follow_path(walls(), around.discs, "a", (Point(9, 5),), 3.0).path
    assert path == (Point(5, 5), Point(5, 5))
    assert drift(around, "a", Point(1.0, 0.0), 3.0).path == path


@pytest.mark.usefixtures("fresh_rebounds")
def test_a_solver_without_elasticity_returns_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then a drift goes on along the wall, and two bases go on together."""
    assert drifted().path[-1] == pytest.approx((22, 24))
    assert [struck()[name].pace for name in "ab"] == [(0, 0), (2, 0)]
    monkeypatch.setattr(
        pymunk.Circle, "elasticity", property(lambda _: 0.0, lambda _, __: None)
    )
    rebound_heading.cache_clear()

    assert drifted().path[-1] == pytest.approx((23, 23 + sqrt(2)))
    assert [struck()[name].pace for name in "ab"] == [(1, 0), (1, 0)]


@pytest.mark.parametrize("move", MOVES)
def test_without_contacts_nothing_is_touched(
    move: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pymunk.Space, "shape_query", lambda _, __: [])

    with pytest.raises(UnconfirmedContactError):
        move()


def test_the_normal_of_the_contact_turns_the_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    query = pymunk.Space.shape_query

    def askew(space: pymunk.Space, shape: pymunk.Shape) -> list[pymunk.ShapeQueryInfo]:
        found = query(space, shape)
        for info in found:
            normal = info.contact_point_set.normal
            info.contact_point_set.normal = normal.rotated_degrees(10)
        return found

    assert heading_of_vector(drifted().toward) == 225
    monkeypatch.setattr(pymunk.Space, "shape_query", askew)

    assert heading_of_vector(drifted().toward) == 245
    b = struck()["b"].pace
    assert heading_of_vector(b) == 100


def test_the_contacts_say_what_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two bases that are touched at the same time, the one that pymunk finds."""
    discs = {"a": disc(5, 5), "b": disc(10, 4.5), "c": disc(10, 5.5)}
    way = (Point(20, 5),)
    query = pymunk.Space.shape_query

    def touched() -> str | None:
        touch = follow_path(walls(), discs, "a", way, 12.0).touch
        return touch and touch.disc

    def without_b(space: pymunk.Space, shape: pymunk.Shape) -> list[pymunk.ShapeQueryInfo]:
        return [i for i in query(space, shape) if i.contact_point_set.normal.y > 0]

    assert touched() == "b"
    monkeypatch.setattr(pymunk.Space, "shape_query", without_b)
    assert touched() == "c"

"""Guarantees of the physics API that let games share it."""

from __future__ import annotations

import gc
import hashlib
import os
import random
import subprocess
import sys
import weakref
from collections.abc import Iterator
from itertools import islice
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.content.shipped_folders import ROOT
from game.geometry.points import Disc, Point, direction, distance, point_ahead
from game.geometry.polygons import off_segment
from game.geometry.sweeps import Walls
from game.physics import space
from game.physics.space import space_for
from game.physics.travel import cast_line, follow_path
from tests.tools.shapes import disc, walls

TABLE = (48.0, 48.0)
OPEN = Walls()


def test_a_way_ends_when_its_inches_are_spent() -> None:
    travel = follow_path(OPEN, {"a": disc(5, 5)}, "a", (Point(8, 5), Point(8, 20)), 7.0)

    assert travel == ((Point(5, 5), Point(8, 5), Point(8, 9)), 7.0, None)


def test_a_way_that_is_shorter_than_its_inches_ends_at_its_end() -> None:
    travel = follow_path(OPEN, {"a": disc(5, 5)}, "a", (Point(8, 5),), 7.0)

    assert (travel.path[-1], travel.distance, travel.touch) == (Point(8, 5), 3.0, None)


def test_a_wall_stops_a_base_by_its_radius() -> None:
    travel = follow_path(walls((10, 0, 10, 20)), {"a": disc(5, 5)}, "a", (Point(20, 5),), 12.0)

    assert travel.touch is not None
    assert travel.touch.disc is None
    assert travel.path[-1] == Point(9.5, 5)
    assert travel.distance == 4.5


def test_a_base_stops_another_rim_to_rim() -> None:
    discs = {"a": disc(5, 5), "b": disc(10, 5, 0.8)}

    travel = follow_path(OPEN, discs, "a", (Point(20, 5),), 12.0)

    assert travel.touch is not None
    assert travel.touch.disc == "b"
    assert travel.path[-1] == pytest.approx((8.7, 5), abs=1e-12)


def test_a_corridor_exactly_as_wide_as_the_base_lets_it_through() -> None:
    corridor = walls((0, 4.5, 40, 4.5), (0, 5.5, 40, 5.5))

    travel = follow_path(corridor, {"a": disc(2, 5)}, "a", (Point(30, 5),), 28.0)

    assert (travel.distance, travel.touch) == (28.0, None)


@settings(deadline=None)
@given(
    angle=st.integers(0, 359),
    inches=st.floats(0.01, 30),
    seed=st.integers(0, 50),
)
def test_distances_are_exact_to_a_billionth(angle: int, inches: float, seed: int) -> None:
    rng = random.Random(seed)
    board = walls(*((rng.uniform(0, 48), rng.uniform(0, 48), 24, 24) for _ in range(5)))
    start, toward = Point(rng.uniform(5, 43), rng.uniform(5, 43)), direction(angle)
    goal = Point(start.x + toward.x * 60, start.y + toward.y * 60)

    travel = follow_path(board, {"a": Disc(start, 0.5)}, "a", (goal,), inches)

    assert distance(start, travel.path[-1]) == pytest.approx(travel.distance, abs=1e-9)
    assert travel.distance <= inches + 1e-9


def a_walk(seed: int) -> str:
    """Move ten bases about at random; return a hash of the results."""
    rng = random.Random(seed)
    board = walls((10, 10, 30, 10), (30, 10, 30, 30), (5, 40, 40, 40))
    discs = {f"m{n}": disc(3 + 4 * n, 5 if n % 2 else 35) for n in range(10)}
    found = []
    for _ in range(60):
        id_ = rng.choice(sorted(discs))
        goal = Point(rng.uniform(1, 47), rng.uniform(1, 47))
        travel = follow_path(board, discs, id_, (goal,), rng.uniform(1, 9))
        discs[id_] = discs[id_]._replace(at=travel.path[-1])
        found.append((id_, travel))
    return hashlib.sha256(repr(found).encode()).hexdigest()


def course() -> Walls:
    return walls((10, 10, 30, 10), (30, 10, 30, 30), (5, 40, 40, 40))


def test_games_that_share_a_space_tell_what_they_would_tell_alone() -> None:
    def game(seed: int, board: Walls) -> list[object]:
        rng = random.Random(seed)
        discs = {f"m{n}": disc(3 + 4 * n, 5 if n % 2 else 35) for n in range(10)}
        found: list[object] = []
        for _ in range(30):
            id_ = rng.choice(sorted(discs))
            goal = Point(rng.uniform(1, 47), rng.uniform(1, 47))
            travel = follow_path(board, discs, id_, (goal,), 6.0)
            discs[id_] = discs[id_]._replace(at=travel.path[-1])
            found.append((travel, cast_line(board, discs, Point(24, 24), goal)))
            yield_to.append(found[-1])
        return found

    yield_to: list[object] = []
    alone = [game(1, course()), game(2, course())]
    shared = course()
    assert [game(1, shared), game(2, shared)] == alone
    assert game(1, shared) == alone[0]


@pytest.mark.parametrize("hashes", ["1", "2"])
def test_the_same_is_told_in_another_process(hashes: str) -> None:
    code = "from tests.physics.test_travel import a_walk; print(a_walk(3))"
    run = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hashes},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == a_walk(3)


def test_the_order_in_which_bases_are_named_does_not_matter() -> None:
    rng = random.Random(5)
    discs = {f"m{n}": disc(rng.uniform(1, 47), rng.uniform(1, 47)) for n in range(40)}
    found = []
    for _ in range(6):
        names = list(discs)
        rng.shuffle(names)
        shuffled = {name: discs[name] for name in names}
        board = walls((10, 10, 30, 10), (30, 10, 30, 30))  # a space of its own
        travel = follow_path(board, shuffled, "m7", (Point(24, 24), Point(1, 1)), 40.0)
        line = cast_line(board, shuffled, Point(1, 1), Point(47, 40))
        found.append((travel, line))

    assert found == [found[0]] * 6


def test_games_that_take_turns_in_one_space_do_not_see_each_other() -> None:
    def turns(seed: int, board: Walls) -> Iterator[object]:
        rng = random.Random(seed)
        discs = {f"m{n}": disc(3 + 4 * n, 5 + seed) for n in range(4 + seed)}
        while True:
            id_ = rng.choice(sorted(discs))
            travel = follow_path(board, discs, id_, (Point(rng.uniform(1, 47), 30),), 6.0)
            discs[id_] = discs[id_]._replace(at=travel.path[-1])
            line = cast_line(board, discs, discs[id_].at, Point(24, 24))
            yield travel, line

    def played_in_turn(games: list[Iterator[object]]) -> list[list[object]]:
        return [list(turn) for turn in zip(*[islice(g, 25) for g in games], strict=True)]

    shared = course()
    together = played_in_turn([turns(seed, shared) for seed in range(4)])
    for seed in range(4):
        assert played_in_turn([turns(seed, course())]) == [[turn[seed]] for turn in together]


def test_a_space_goes_when_its_walls_go() -> None:
    board = walls((0, 0, 9, 0))
    follow_path(board, {"a": disc(3, 3)}, "a", (Point(5, 3),), 1.0)
    kept = weakref.ref(space.space_for(board))
    del board
    gc.collect(1)  # all that was made here is young

    assert kept() is None


def test_a_base_is_asked_after_as_it_stands_now_not_as_it_stood() -> None:
    board = walls((0, 20, 48, 20))

    def crossed(discs: dict[str, Disc], x: float) -> list[str | None]:
        return [c.disc for c in cast_line(board, discs, Point(x, 0), Point(x, 19))]

    assert crossed({"a": disc(10, 10)}, 10) == ["a"]
    assert crossed({"a": disc(30, 10)}, 10) == []
    assert crossed({"a": disc(30, 10)}, 30) == ["a"]
    assert crossed({"a": disc(30, 10, 2.0)}, 31.5) == ["a"]
    assert crossed({}, 30) == []


def test_who_is_stopped_at_once_stays_where_it_stands() -> None:
    discs = {"a": disc(5, 5), "b": disc(6, 5)}
    travel = follow_path(OPEN, discs, "a", (Point(20, 5),), 12.0)

    assert travel.path == (Point(5, 5),)
    assert travel.distance == 0.0
    assert travel.touch is not None
    assert travel.touch.disc == "b"


def test_a_line_names_all_that_it_crosses_in_order() -> None:
    discs = {"near": disc(10, 5), "far": disc(20, 5), "aside": disc(15, 8)}

    crossed = cast_line(walls((15, 0, 15, 20)), discs, Point(0, 5), Point(30, 5))

    assert [c.disc for c in crossed] == ["near", None, "far"]
    assert [round(c.distance, 6) for c in crossed] == [9.5, 15.0, 19.5]


def test_a_line_that_leads_nowhere_crosses_nothing() -> None:
    assert cast_line(OPEN, {"a": disc(1, 1)}, Point(1, 1), Point(1, 1)) == []


def test_a_line_that_begins_in_somebody_crosses_him_at_once() -> None:
    discs = {"me": disc(5, 5), "b": disc(10, 5)}

    crossed = cast_line(OPEN, discs, Point(4.9, 5), Point(30, 5))
    assert [(c.disc, c.distance) for c in crossed] == [("me", 0.0), ("b", 4.6)]
    assert [c.disc for c in cast_line(OPEN, discs, Point(5, 5.1), Point(30, 5.1))] == ["b"]


def test_of_what_is_crossed_at_once_walls_come_first_then_the_order_of_names() -> None:
    discs = {"b": disc(10, 5.25), "a": disc(10, 4.75)}
    board = walls(
        (20, 0, 20, 20), (20, 4, 20, 9), (9.5669872981077807, 0, 9.5669872981077807, 9)
    )

    crossed = cast_line(board, discs, Point(0, 5), Point(30, 5))
    assert [(c.disc, c.wall) for c in crossed] == [
        (None, 2),
        ("a", -1),
        ("b", -1),
        (None, 0),
        (None, 1),
    ]


@settings(deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_line_misses_nothing_that_a_plain_look_finds(seed: int) -> None:
    rng = random.Random(seed)
    board = walls(*[[rng.uniform(0, 48) for _ in range(4)] for _ in range(5)])  # type: ignore[arg-type]
    discs = {f"m{n}": disc(rng.uniform(0, 48), rng.uniform(0, 48)) for n in range(30)}
    p, turn = Point(rng.uniform(0, 48), rng.uniform(0, 48)), direction(rng.randrange(360))
    q = point_ahead(p, turn, rng.uniform(1, 40))

    crossed = cast_line(board, discs, p, q)
    found = {c.disc for c in crossed if c.disc}
    for name, d in discs.items():
        off = off_segment(d.at, (p, q)) - d.radius
        leaves = distance(d.at, p) <= d.radius
        if not leaves and abs(off) > 1e-6:
            assert (name in found) is (off < 0)
    assert [c.distance for c in crossed] == sorted(c.distance for c in crossed)


def test_what_is_foretold_beside_a_game_has_spaces_of_its_own() -> None:
    shared = walls((0, 0, 4, 0))
    here = space_for(shared)
    there = list[object]()
    thread = Thread(target=lambda: there.append(space_for(shared)))
    thread.start()
    thread.join()

    assert space_for(shared) is here
    assert there
    assert there[0] is not here

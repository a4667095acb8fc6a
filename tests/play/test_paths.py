from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.geometry.points import Disc, Path, Point, distance, length
from game.geometry.sweeps import Walls
from game.play.moves.paths import cut, furthest, nearby, onto_table, reach
from game.table.board import Board
from game.table.records import ModelId

PLACES = st.builds(
    lambda x, y: Point(x / 1000, y / 1000), st.integers(0, 20_000), st.integers(0, 20_000)
)
PATHS = st.lists(PLACES, min_size=1, max_size=5).map(tuple)

CORNER: Path = Point(0, 0), Point(3, 0), Point(3, 4)


def test_how_far_a_base_comes_counts_round_the_bends() -> None:
    wall = Walls(((Point(0, 3), Point(9, 3)),))
    foe = {ModelId("foe"): Disc(Point(3, 2.5), 0.5)}

    assert reach({}, Walls(), 0.5, CORNER) == (7.0, None)
    assert reach({}, wall, 0.5, CORNER) == (5.5, "")
    assert reach(foe, wall, 0.5, CORNER) == (4.5, "foe")


def test_to_end_in_contact_is_not_to_be_stopped() -> None:
    foe = {ModelId("foe"): Disc(Point(3, 5), 0.5)}

    assert reach(foe, Walls(), 0.5, CORNER) == (7.0, None)


def test_only_bases_about_a_way_are_near_it() -> None:
    bases = {
        ModelId("me"): Disc(Point(0, 0), 0.5),
        ModelId("in the corner"): Disc(Point(0, 4), 0.5),
        ModelId("beside"): Disc(Point(3.9, 2), 0.5),
        ModelId("off"): Disc(Point(4.1, 2), 0.5),
    }

    assert [*nearby(bases, ModelId("me"), CORNER, 0.5)] == ["in the corner", "beside"]


@pytest.mark.parametrize(
    ("inches", "end"),
    [(0, (0, 0)), (1.2344, (1.234, 0)), (3, (3, 0)), (4.5, (3, 1.5)), (7, (3, 4)), (9, (3, 4))],
)
def test_a_path_is_cut_to_length(inches: float, end: tuple[float, float]) -> None:
    assert cut(CORNER, inches)[-1] == end


@settings(deadline=None)
@given(path=PATHS, inches=st.floats(0, 40))
def test_what_is_cut_is_never_too_long_and_hardly_shorter(path: Path, inches: float) -> None:
    shorter = cut(path, inches)

    assert length(shorter) <= inches + 1e-9
    assert length(shorter) >= min(inches, length(path)) - 0.002
    assert all(p in path for p in shorter[:-1])


def test_a_path_is_moved_onto_the_table() -> None:
    path = Point(1, 1), Point(-3, 5), Point(60, 50)

    assert onto_table(Board(width=48, height=36), 0.5, path) == ((1, 1), (0.5, 5), (47.5, 35.5))


@settings(deadline=None)
@given(path=PATHS.filter(lambda p: len(p) > 1), limit=st.floats(0, 25))
def test_the_furthest_beginning_that_fits(path: Path, limit: float) -> None:
    found = furthest(path, lambda route: distance(route[-1], path[0]) <= limit)

    assert distance(found[-1], path[0]) <= limit
    assert found[0] == path[0]


def test_the_furthest_that_fits_may_lie_beyond_what_does_not() -> None:
    straight = Point(0, 0), Point(10, 0)
    found = furthest(straight, lambda path: not 2 < path[-1].x < 5 and path[-1].x < 7)

    assert found[-1].x == pytest.approx(7, abs=0.002)


def test_where_nothing_fits_one_stays() -> None:
    assert furthest(CORNER, lambda path: path == ()) == CORNER[:1]

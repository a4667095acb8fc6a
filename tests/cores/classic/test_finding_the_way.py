"""Path finding: ``CC-38``, by units that fall back over a table of 48 by 48 inches."""

from __future__ import annotations

from math import pi, sqrt

import pytest

from game.cores.classic.rules.retreat import own_edge, path_to_edge
from game.geometry.points import Disc, Path, Point, gap, length, point_ahead, segments_of
from game.play.game import Game
from game.play.moves.pathfinding import ShortestPath
from game.table.board import Terrain, TerrainKind, terrain
from game.table.records import Model, ModelId, Side
from tests.cores.classic.small_tables import model_at, shooting_game

HALE = ModelId("hale")
STEP = 0.05


def box_terrain(
    kind: TerrainKind, left: float, top: float, right: float, low: float
) -> Terrain:
    corners = ((left, top), (right, top), (right, low), (left, low))
    return terrain("box", kind, tuple(Point(x, y) for x, y in corners))


def out(game: Game, distance: float = 100.0) -> ShortestPath | None:
    """Return the path of Hale to its own edge."""
    table = game.table
    return path_to_edge(table, HALE, own_edge(table, table.models[HALE].side), distance)


def gone(*models: Model, terrain: tuple[Terrain, ...] = (), distance: float = 100.0) -> Path:
    found = out(shooting_game(*models, terrain=terrain), distance)
    assert found
    return found.path


def smallest_gap(path: Path, other: Model) -> float:
    """Return the smallest gap between a base of half an inch on a path and another base."""
    spots = [
        point_ahead(start, toward, STEP * n)
        for start, toward, distance in segments_of(path)
        for n in range(int(distance / STEP) + 1)
    ]
    return min(gap(Disc(at, 0.5), other.disc) for at in (*spots, path[-1]))


@pytest.mark.rule("CC-38", "CC-32")
@pytest.mark.parametrize(
    ("unit", "side", "ends"), [("squad", "wardens", 47.5), ("foes", "brood", 0.5)]
)
def test_over_open_ground_the_way_is_straight(unit: str, side: str, ends: float) -> None:
    hale = model_at("hale", unit, (24, 24))

    assert hale.side == Side(side)
    assert gone(hale) == ((24, 24), (24, ends))
    assert gone(hale, distance=7) == ((24, 24), (24, 31 if side == "wardens" else 17))


@pytest.mark.rule("CC-38")
def test_the_way_keeps_an_inch_from_enemies_and_is_the_shortest_that_does() -> None:
    rat = model_at("rat", "foes", (24, 24))
    path = gone(model_at("hale", "squad", (24, 20)), rat)

    # A tangent to the circle of two inches around the rat, a twelfth of it, and straight down.
    shortest = sqrt(16 - 4) + 2 * pi / 6 + 23.5
    assert smallest_gap(path, rat) >= 1.0 - 1e-9
    assert shortest - 1e-3 <= length(path) <= shortest + 0.05


@pytest.mark.rule("CC-38")
def test_the_way_keeps_off_friends_and_may_brush_past_them() -> None:
    orr = model_at("orr", "others", (24, 24))
    path = gone(model_at("hale", "squad", (24, 20)), orr)

    # The circle is one inch now: a tangent, an arc of a little more than 14 degrees.
    shortest = sqrt(16 - 1) + (pi / 2 - 1.3181) + 23.5
    assert smallest_gap(path, orr) >= -1e-9
    assert shortest - 1e-3 <= length(path) <= shortest + 0.05


@pytest.mark.rule("CC-38")
@pytest.mark.parametrize(
    ("unit", "start", "toward"),
    [("squad", (24, 20), -1), ("foes", (24, 28), 1)],
    ids=["down the table is left", "up the table is right"],
)
def test_of_two_ways_of_one_length_it_takes_the_more_clockwise(
    unit: str, start: tuple[float, float], toward: int
) -> None:
    other = model_at("other", "foes-too" if unit == "squad" else "others", (24, 24))
    path = gone(model_at("hale", unit, start), other)

    assert (path[1].x - 24) * toward > 0.5


@pytest.mark.rule("CC-38")
@pytest.mark.parametrize(("x", "toward"), [(23.95, 1), (24.05, -1)])
def test_the_shorter_way_is_taken_whichever_way_it_turns(x: float, toward: int) -> None:
    path = gone(model_at("hale", "squad", (24, 20)), model_at("rat", "foes", (x, 24)))

    assert (path[1].x - 24) * toward > 0.5


@pytest.mark.rule("CC-38")
def test_the_way_leads_around_impassable_terrain_by_the_nearer_end() -> None:
    wall = box_terrain(TerrainKind.BLOCK, 10, 30, 27, 32)
    path = gone(model_at("hale", "squad", (24, 24)), terrain=(wall,))

    assert max(at.x for at in path) == pytest.approx(27.5, abs=0.05)
    assert not any(wall.holds(Disc(at, 0.5)) for at in path)
    assert path[-1].y == 47.5


@pytest.mark.rule("CC-38", "CC-20")
def test_difficult_and_dangerous_terrain_is_in_nobodys_way() -> None:
    wood = box_terrain(TerrainKind.WOOD, 20, 30, 28, 34)

    assert gone(model_at("hale", "squad", (24, 24)), terrain=(wood,)) == ((24, 24), (24, 47.5))


@pytest.mark.rule("CC-38", "CC-32")
def test_who_is_walled_in_has_no_way() -> None:
    walls = (
        box_terrain(TerrainKind.WALL, 20, 20, 28, 21),
        box_terrain(TerrainKind.WALL, 20, 27, 28, 28),
        box_terrain(TerrainKind.WALL, 20, 21, 21, 27),
        box_terrain(TerrainKind.WALL, 27, 21, 28, 27),
    )

    assert out(shooting_game(model_at("hale", "squad", (24, 24)), terrain=walls)) is None
    assert (
        out(shooting_game(model_at("hale", "squad", (24, 24)), terrain=walls[:3])) is not None
    )


@pytest.mark.rule("CC-38", "CC-32")
def test_a_gap_between_enemies_must_be_three_inches_wide_and_a_base() -> None:
    hale = model_at("hale", "squad", (24, 24))
    posts = (
        box_terrain(TerrainKind.BLOCK, 0, 29, 20, 31),
        box_terrain(TerrainKind.BLOCK, 28, 29, 48, 31),
    )

    def through(apart: float) -> ShortestPath | None:
        left, right = (model_at(f"rat {x}", "foes", (x, 30)) for x in (24 - apart, 24 + apart))
        return out(shooting_game(hale, left, right, terrain=posts))

    assert through(2.01) is not None  # an inch, a base of an inch, an inch
    assert through(1.99) is None


@pytest.mark.rule("CC-32")
def test_the_edge_is_reached_by_the_rim_of_the_base() -> None:
    hale = model_at("hale", "squad", (24, 40.5))

    near, short = out(shooting_game(hale), 7.0), out(shooting_game(hale), 6.98)

    assert near is not None
    assert short is not None
    assert near.arrived
    assert not short.arrived

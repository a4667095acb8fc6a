"""The nearest landing of a model that moves over everything, against a search by trial."""

from __future__ import annotations

from itertools import count
from math import cos, pi, sin
from random import Random

import pytest

from game.cores.kit.landings import nearest_landing
from game.geometry.points import Disc, Path, Point, distance, gap
from game.play.moves.base_placement import impassable_under, on_table
from game.table.board import Board, TerrainKind, terrain
from tests.tiers import few

WIDTH, HEIGHT = 24.0, 24.0
STEP = 0.05
"""Inches between the places of the search by trial."""
SLACK = 0.05
"""Inches that thousandths may cost where the rims of taken ground meet at a sharp angle."""


def board_of(dice: Random) -> Board:
    def at() -> Point:
        return Point(round(dice.uniform(7, 17), 2), round(dice.uniform(7, 17), 2))

    pieces = []
    for n in range(dice.randrange(3)):
        x, y = at()
        wide, high = dice.choice([(3.0, 0.5), (0.5, 3.0), (2.0, 2.0)])
        outline: Path = (at(), at())
        if closed := dice.random() < 0.6:
            outline = (
                Point(x, y),
                Point(x + wide, y),
                Point(x + wide, y + high),
                Point(x, y + high),
            )
        pieces.append(terrain(f"wall-{n}", TerrainKind.WALL, outline, closed=closed))
    return Board("a test", WIDTH, HEIGHT, terrain=tuple(pieces))


def legal(board: Board, base: Disc, goal: Disc, others: dict[str, Disc]) -> bool:
    return (
        distance(base.at, goal.at) <= goal.radius + 0.003
        and all(gap(base, other) >= -1e-6 for other in others.values())
        and on_table(board, base)
        and impassable_under(board, base) is None
    )


@pytest.mark.rule("CC-38", "FF-20")
@pytest.mark.parametrize("seed", few(range(40), 12))
def test_no_legal_place_is_nearer_than_the_landing(seed: int) -> None:
    dice = Random(seed)
    board = board_of(dice)
    mate = Disc(Point(12.0, 12.0) if seed % 4 else Point(0.6, 12.0), 0.5)
    start = Disc(Point(round(dice.uniform(2, 22), 2), round(dice.uniform(2, 22), 2)), 0.5)
    goal = Disc(mate.at, 2.99)
    others = {"mate": mate}
    for n in range(dice.randrange(2, 7)):
        turn, off = dice.uniform(0, 2 * pi), dice.uniform(1.1, 4.0)
        spot = Point(mate.at.x + off * cos(turn), mate.at.y + off * sin(turn))
        others[f"foe-{n}"] = Disc(spot, dice.choice([0.5, 1.5]))

    found = nearest_landing(board, start, goal, others)

    across = [n * STEP for n in range(-60, 61)]
    places = [Point(goal.at.x + x, goal.at.y + y) for x in across for y in across]
    tried = [at for at in places if legal(board, Disc(at, 0.5), goal, others)]
    if found is None:
        assert not tried
        return
    assert legal(board, Disc(found, 0.5), goal, others)
    least = min([distance(start.at, at) for at in tried], default=distance(start.at, found))
    assert distance(start.at, found) <= least + SLACK


@pytest.mark.rule("CC-38")
def test_in_a_corner_of_walls_that_open_away_from_it_the_landing_is_the_corner() -> None:
    ids = count()
    walls = [
        terrain(f"wall-{next(ids)}", TerrainKind.WALL, (a, b), closed=False)
        for a, b in (
            (Point(10, 10), Point(10, 20)),
            (Point(10, 10), Point(20, 10)),
            (Point(8.5, 8.5), Point(8.5, 20)),
            (Point(8.5, 8.5), Point(20, 8.5)),
        )
    ]
    board = Board("a test", WIDTH, HEIGHT, terrain=tuple(walls))
    mate = Disc(Point(12, 12), 0.5)

    found = nearest_landing(board, Disc(Point(2, 2), 0.5), Disc(mate.at, 2.2), {"mate": mate})

    # Its base touches both walls, from inside.
    assert found == Point(10.502, 10.502)


@pytest.mark.rule("CC-38")
def test_of_two_equally_near_landings_the_more_clockwise_is_taken() -> None:
    board = Board("a test", WIDTH, HEIGHT)
    mate, foe = Disc(Point(8, 12), 0.5), Disc(Point(10.7, 12), 1.5)

    found = nearest_landing(
        board, Disc(Point(18, 12), 0.5), Disc(mate.at, 2.99), {"mate": mate, "foe": foe}
    )

    # Circles of 2.99" round the mate and of 2.002" round the foe meet at two places; it faces
    # left, so that clockwise is up.
    assert found == Point(10.263, 10.046)

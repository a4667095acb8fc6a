from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.geometry.points import Disc, Point, gap
from game.play.decisions import Decision
from game.play.moves.arrange import FEW, MANY, Arrange
from game.play.moves.closed_squares import ClosedSquares
from game.table.board import TerrainKind, terrain
from game.table.records import ModelId
from game.table.state import Table
from tests.play.tables import CLAUSES, SQUAD, US, table
from tests.tiers import few
from tests.tools.shapes import box_corners

ROCK = Disc(Point(10.0, 10.0), 2.0)


def around_a_rock(radius: float) -> ClosedSquares:
    return ClosedSquares(radius, lambda base: gap(base, ROCK) < 0)


def test_a_square_is_closed_whose_every_place_lies_too_near() -> None:
    closed = around_a_rock(1.0)

    assert Point(10.0, 10.0) in closed
    assert Point(12.7, 10.0) in closed
    assert Point(13.01, 10.0) not in closed
    assert Point(10.0, 6.99) not in closed


def test_a_small_base_has_small_squares_only() -> None:
    # Squares of 1/8 inch are the smallest: half their diagonal is 0.088 inches.
    assert Point(10.0, 10.0) in around_a_rock(0.1)
    assert Point(10.0, 10.0) not in around_a_rock(0.09)


def test_an_area_is_covered_if_no_place_in_it_is_open() -> None:
    closed = around_a_rock(1.0)

    assert closed.cover((9.0, 9.0, 11.0, 11.0))
    assert not closed.cover((9.0, 9.0, 13.5, 11.0))


def cluttered(random: Random) -> tuple[Table, Arrange]:
    """Return a table on which there is little room, and a unit to set up on it."""
    walls = [
        terrain(
            f"wall-{n}",
            TerrainKind.WALL,
            box_corners(left, top, left + random.uniform(0.5, 5), top + random.uniform(0.5, 5)),
        )
        for n in range(40)
        for left, top in [(random.uniform(0, 20), random.uniform(0, 12))]
    ]
    foes = {f"foe-{n}": (random.uniform(0, 24), random.uniform(0, 12)) for n in range(6)}
    radii = [random.choice((0.3, 0.5, 0.8, 1.2)) for _ in range(random.randint(1, 4))]
    asked = Arrange(
        US,
        "CC-33",
        "Deploy the squad",
        unit=SQUAD,
        models={ModelId(f"model-{n}"): radius for n, radius in enumerate(radii)},
        zone=box_corners(3, 2, random.choice((9, 20)), 10),
        clauses=CLAUSES,
        keep_off=random.choice((0.0, 1.0)),
        away=random.choice((None, (box_corners(14, 0, 24, 12), random.choice((0.0, 3.0))))),
        partly=random.random() < 0.5,
    )
    return table({}, foes, size=(24, 12), terrain=tuple(walls)), asked


@pytest.mark.parametrize("seed", few(range(40), 6))
def test_no_place_where_a_model_may_stand_lies_in_a_closed_square(seed: int) -> None:
    random = Random(seed)
    laid, asked = cluttered(random)
    bases, closed = asked.bases(laid), asked.closed(laid)
    for _ in range(1500):
        at = Point(round(random.uniform(-1, 25), 3), round(random.uniform(-1, 13), 3))
        for model, radius in asked.models.items():
            if asked.wrong(laid, bases, model, at) is None:
                assert at not in closed[radius]
                assert not closed[radius].cover((at.x, at.y, at.x, at.y))


def test_most_places_without_room_lie_in_closed_squares() -> None:
    shut = {True: 0, False: 0}
    for seed in range(6):
        random = Random(seed)
        laid, asked = cluttered(random)
        bases, closed = asked.bases(laid), asked.closed(laid)
        for model, radius in asked.models.items():
            for _ in range(200):
                at = Point(random.uniform(3, 9), random.uniform(2, 10))
                if asked.wrong(laid, bases, model, at):
                    shut[at in closed[radius]] += 1

    assert shut[True] > shut[False]


def searched(asked: Arrange, laid: Table) -> list[object] | None:
    """Return the first arrangement of a search that examines each place."""
    for one in (asked, *([] if asked.usable is None else [replace(asked, usable=None)])):
        for tries in (FEW, MANY // len(asked.models)):
            for found in Decision.samples(one, laid, tries):
                return list(found)
    return None


@pytest.mark.parametrize("seed", few(range(12), 3))
def test_room_is_found_where_a_search_of_each_place_finds_it(seed: int) -> None:
    random = Random(seed)
    laid, asked = cluttered(random)
    if random.random() < 0.5:
        asked = replace(asked, usable=lambda _, points: [at.x + at.y > 24 for at in points])

    assert asked.anywhere(laid) == searched(asked, laid)

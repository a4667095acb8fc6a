"""A piece and all that it takes along are moved by pymunk, which finds what they touch."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pymunk
import pytest

from game.geometry.points import Point
from game.physics.space import UnconfirmedContactError
from game.play.dice_sequences import SeededDice
from game.play.game import Game
from game.systems.pursuit.rules.pursuit_phase import roll_back
from game.table.apply import apply
from game.table.board import Spot
from game.table.events import PieceCame, Placed
from game.table.records import Clock, ModelId
from game.table.state import Table
from tests.systems.pursuit.pursuit_tables import RULES, mustered, piece, rectangle, street

BIKE, OTHER = ModelId("riders-bike-1-1"), ModelId("riders-bike-2-1")
MILL = piece("mill", rectangle(40, 21, 6, 6))
STOP = piece("stop", rectangle(22, 21, 6, 6))
MINES = "spore-mines-1"


def street_with_bikes(bikes: dict[ModelId, float], *pieces: Spot) -> Table:
    table = mustered(street(MILL, *pieces))
    for model_id, x in bikes.items():
        apply(table, Placed("PU-04", model=model_id, at=Point(x, 24.0), facing=90.0))
    table.clock = Clock(1, "pursuit")
    return table


def rolled_back(table: Table) -> Table:
    """Let the mill roll back; nobody dies of the hit with these dice."""
    game = Game(RULES, table, SeededDice(6))
    rule = roll_back(game, "mill")
    with suppress(StopIteration):
        rule.send(None)
        while True:
            rule.send(90.0)
    return game.table


def swept() -> Table:
    """The mill hits a bike after 4.25 inches, and takes it along for 7.75."""
    return street_with_bikes({BIKE: 35})


def pushed() -> Table:
    """The bike that is taken along pushes another that is 2.5 inches further back."""
    return street_with_bikes({BIKE: 35, OTHER: 31})


def bike_against_piece() -> Table:
    """The bike that is taken along is pressed against another piece."""
    return street_with_bikes({BIKE: 30}, STOP)


def mined() -> Table:
    """The bike is on the way of mines that lie on the mill."""
    table = street_with_bikes({BIKE: 35})
    apply(table, PieceCame("PU-10", MINES, Point(39.5, 24.0), on="mill"))
    return table


@pytest.mark.rule("PU-14")
def test_the_street_carries_what_it_takes_along() -> None:
    after = rolled_back(swept())

    assert after.pieces["mill"].at == Point(31, 24)
    assert after.models[BIKE].at == Point(35 - 7.75, 24)
    assert rolled_back(pushed()).models[OTHER].at == Point(35 - 7.75 - 1.5, 24)


@pytest.mark.parametrize(
    ("before", "earlier"), [(swept, 0), (mined, 0), (pushed, 1), (bike_against_piece, 1)]
)
def test_a_contact_of_the_street_that_pymunk_does_not_find_is_a_fault(
    before: Callable[[], Table], earlier: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All contacts but those that come *earlier* are hidden."""
    query, asked = pymunk.Space.shape_query, list[pymunk.Shape]()

    def blind(space: pymunk.Space, shape: pymunk.Shape) -> list[pymunk.ShapeQueryInfo]:
        asked.append(shape)
        return query(space, shape) if len(asked) <= earlier else []

    monkeypatch.setattr(pymunk.Space, "shape_query", blind)

    with pytest.raises(UnconfirmedContactError):
        rolled_back(before())
    assert len(asked) == earlier + 1


def test_without_a_step_the_street_reaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pymunk.Space, "step", lambda _, __: None)

    with pytest.raises(UnconfirmedContactError):
        rolled_back(swept())


def test_without_a_step_the_street_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pymunk.Space, "step", lambda _, __: None)

    assert rolled_back(street_with_bikes({})).pieces["mill"].at == Point(43, 24)

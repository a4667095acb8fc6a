"""Heat maps of games that are short enough to be worked out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from game.content.armouries.armoury_library import load_armoury
from game.content.maps.made_board import to_board
from game.content.maps.map_library import map_of
from game.cores.kit.queries import TableView
from game.geometry.points import Disc, Point
from game.lab.heat_maps import heat_of
from game.lab.sight import in_sight
from game.lab.squares import Squares, squares_of
from game.rules.catalog import rules_of
from game.table.board import Board
from game.table.events import Event, Moved, PhaseBegan, Removed
from game.table.records import How, Model, ModelId, Side, Unit, UnitId
from game.table.state import Table

A, B = ModelId("a-1"), ModelId("b-1")
RULES = rules_of("classic")


def table_of_two_corners(*objects: dict[str, Any]) -> Table:
    """Return a table 6 by 6 inches: a stands in its upper left, b in its lower right corner."""
    kind = load_armoury("classic").kinds["warden"].profile
    sides = Side("wardens"), Side("brood")
    found = Table(to_board(map_of(6, 6, objects)), sides)
    for model_id, side, at in ((A, sides[0], Point(0.5, 0.5)), (B, sides[1], Point(5.5, 5.5))):
        unit = UnitId(model_id[0])
        found.units[unit] = Unit(unit, side=side, name=model_id[0], models=(model_id,))
        found.models[model_id] = Model(
            model_id, unit=unit, side=side, profile=kind, base=0.4, at=at, wounds=1
        )
    return found


def test_a_move_counts_once_on_each_square_that_it_leads_over() -> None:
    # Right to (3.5, 0.5), down to (3.5, 2.5), back up: the way up leads over nothing new.
    there_and_back = tuple(map(Point, (0.5, 3.5, 3.5, 3.5), (0.5, 0.5, 2.5, 0.5)))
    story: list[Event] = [
        Moved("CC-12", model=A, path=there_and_back, facing=0.0),
        Moved("CC-12", model=A, path=(Point(3.5, 0.5), Point(4.5, 0.5)), facing=0.0),
        Moved("CC-12", model=B, path=(Point(5.5, 5.5),), facing=0.0),
    ]
    heat = heat_of(table_of_two_corners(), RULES, story)

    expected = np.zeros((6, 6), dtype=int)
    expected[0, 0:5] = 1, 1, 1, 2, 1
    expected[1, 3] = expected[2, 3] = 1
    assert heat.passed.tolist() == expected.tolist()
    assert heat.fallen.sum() == heat.seen.sum() == heat.looks == 0


def test_who_falls_counts_where_it_stood_and_who_leaves_alive_nowhere() -> None:
    story: list[Event] = [
        Moved("CC-12", model=A, path=(Point(0.5, 0.5), Point(2.2, 3.9)), facing=0.0),
        Removed("CC-20", A, How.SHOT),
        Removed("MI-02", B, How.LEFT),
    ]
    heat = heat_of(table_of_two_corners(), RULES, story)

    assert heat.fallen.sum() == 1
    assert heat.fallen[3, 2] == 1


def test_what_is_seen_is_counted_when_a_turn_begins_and_by_each_who_sees_it() -> None:
    # A wall from top to bottom, between the third and the fourth column: each sees its half.
    wall = {"class": "Wall", "rectangle": [2.9, 0, 0.2, 6]}
    story: list[Event] = [
        PhaseBegan("CC-11", 1, "movement", Side("wardens")),
        PhaseBegan("CC-11", 1, "shooting", Side("wardens")),
        PhaseBegan("CC-11", 2, "movement", Side("wardens")),
    ]
    heat = heat_of(table_of_two_corners(wall), RULES, story)

    assert heat.looks == 2
    assert heat.seen.tolist() == [[2] * 6] * 6

    alone = TableView(table_of_two_corners(wall), RULES)
    seen = in_sight(alone, Disc(Point(0.5, 0.5), 0.4), squares_of(alone.table.board))
    assert seen.tolist() == [[1, 1, 1, 0, 0, 0]] * 6


def test_behind_a_corner_nothing_is_seen() -> None:
    """From (1, 3) the corners (2, 2.2) and (2, 3.8) of a block cast its shadow."""
    view = TableView(
        table_of_two_corners({"class": "Block", "rectangle": [2, 2.2, 2, 1.6]}), RULES
    )
    seen = in_sight(view, Disc(Point(1.0, 3.0), 0.4), squares_of(view.table.board))

    # Its rims go 0.8" up, or down, an inch; no middle of a square lies on one.
    shadow = [[x > 2 and abs(y - 3) < 0.8 * (x - 1) for x in middles()] for y in middles()]
    assert (seen == 0).tolist() == shadow


def middles() -> list[float]:
    return [n + 0.5 for n in range(6)]


def test_squares_grow_with_the_table_and_what_lies_off_it_counts_at_its_edge() -> None:
    assert squares_of(Board(width=48, height=36)) == Squares(1.0, 48, 36)
    assert squares_of(Board(width=72, height=48)) == Squares(2.0, 36, 24)
    assert squares_of(Board(width=61, height=7)) == Squares(2.0, 31, 4)
    squares = Squares(2.0, 36, 24)
    assert squares.at(Point(3.9, 4.0)) == (2, 1)
    assert squares.at(Point(72.0, 48.0)) == (23, 35)
    assert squares.at(Point(-0.2, 5.0)) == (2, 0)


def test_maps_of_several_games_add_up() -> None:
    move: list[Event] = [
        Moved("CC-12", model=A, path=(Point(0.5, 0.5), Point(1.5, 0.5)), facing=0.0)
    ]
    fall: list[Event] = [*move, Removed("CC-20", A, How.SHOT)]
    both = heat_of(table_of_two_corners(), RULES, move).with_(
        heat_of(table_of_two_corners(), RULES, fall)
    )

    assert both.passed[0, :3].tolist() == [2, 2, 0]
    assert both.fallen[0, :3].tolist() == [0, 1, 0]

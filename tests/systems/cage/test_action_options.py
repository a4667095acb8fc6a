"""The options of an action: their labels and their places on the board."""

from __future__ import annotations

import pytest

from game.play.dice_sequences import SeededDice
from game.play.game import Game
from game.systems.cage.rules import fighter
from game.systems.cage.rules.action_options import actions
from game.systems.cage.rules.bout_position import position_of
from game.systems.cage.rules.moves import moves_in
from game.systems.cage.table import CENTRE, facing_text
from game.table.records import Cell
from tests.systems.cage.cage_tables import BLUE, RED, RULES, cage, profile

LIGHT, HEAVY = "captain", "bulwark"


@pytest.mark.rule("TC-10")
@pytest.mark.parametrize(
    ("kind", "cell", "faces", "clockwise", "counter"),
    [
        (LIGHT, Cell(3, 0), "out", ("clockwise", "3-0/2"), ("counter-clockwise", "3-0/6")),
        (
            HEAVY,
            Cell(3, 0),
            "out",
            ("out and clockwise", "3-0/1"),
            ("counter-clockwise and out", "3-0/7"),
        ),
        (HEAVY, Cell(3, 0), "out and clockwise", ("clockwise", "3-0/2"), ("out", "3-0/0")),
        (LIGHT, CENTRE, "edge 4", ("edge 0", "0-0/0"), ("edge 3", "0-0/6")),
        (
            HEAVY,
            CENTRE,
            "edge 4",
            ("edge 4 and the next", "0-0/9"),
            ("edge 3 and the next", "0-0/7"),
        ),
    ],
)
def test_a_turn_is_called_by_what_is_faced_then_and_shown_there(
    kind: str, cell: Cell, faces: str, clockwise: tuple[str, str], counter: tuple[str, str]
) -> None:
    table = cage((profile(kind), cell, faces), (profile("veteran"), Cell(3, 5), "in"))
    me, foe = fighter(table, RED), fighter(table, BLUE)
    game = Game(RULES, table, SeededDice(1))
    options = actions(game, position_of(table), me, foe).options

    found = {o.id: (o.label, o.anchor) for o in options if o.clause == "TC-10"}
    assert found == {
        f"turn {direction}": (f"Turn to face {then}", at)
        for direction, (then, at) in (("clockwise", clockwise), ("counter-clockwise", counter))
    }
    assert [facing_text(cell, edge) for _, edge in moves_in(game, me).turns] == [
        clockwise[0],
        counter[0],
    ]

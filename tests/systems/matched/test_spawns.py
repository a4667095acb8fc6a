"""A spawn counts as a unit of its army from when it appears (MP-10)."""

from __future__ import annotations

import pytest

from game.content.situations.situation_files import parse_situation
from game.play.dice_sequences import ScriptedDice
from game.play.session import Session
from game.rules.situation_setup import set_up
from game.systems.matched.rules.victory import (
    NO_MERCY,
    first_unit_destroyed,
    last_losses,
    lost_in,
)
from game.table.apply import apply
from game.table.events import Removed
from game.table.records import How, ModelId, Side
from game.table.state import Table

US, THEM = Side("wardens"), Side("brood")
TORN = """
title = "The mind of a psyker is torn open, and its mate stands by"
clauses = ["MP-10"]
system = "matched"
armoury = "modern"
options = { peril = true }
model = [
    { id = "seer-1", unit = "seer", side = "wardens", profile = "seer", at = [10, 10] },
    { id = "mate-1", unit = "seer", side = "wardens", profile = "warden", at = [10, 12] },
]
unit = [
    { id = "foes", side = "brood", profile = "brute", at = [[20, 10]] },
    { id = "spawn", side = "brood", profile = "spawn", at = [[1, 1]], spare = true },
]

[clock]
round = 1
phase = "psychic"
side = "wardens"
"""


def torn(answer: str) -> Table:
    """Return the table after the opponent has answered whether a spawn comes."""
    rules, table = set_up(parse_situation(TORN, "torn.toml"))
    # A double 3 manifests, and a d3 of 1 wounds; then peril 1.
    session = Session(rules, table, ScriptedDice((3, 3, 1, 1)))
    session.answer("seer-1 mind bolt")
    session.answer(answer)
    return session.table


@pytest.mark.rule("MP-10", "MP-33", "MP-34", "MP-38")
def test_a_spawn_destroyed_is_a_unit_lost_by_its_army() -> None:
    table = torn("spawn")
    assert not last_losses(table)

    apply(table, Removed("MC-18", ModelId("spawn-1"), How.SHOT))

    assert [unit.id for unit in lost_in(table, THEM, 1)] == ["spawn"]
    assert [unit.id for unit in first_unit_destroyed(table)] == ["spawn"]
    assert list(NO_MERCY.earned(table, US)) == [(1, "spawn")]


@pytest.mark.rule("MP-10", "MP-33", "MP-34", "MP-38")
def test_a_spawn_that_never_came_is_not_lost() -> None:
    table = torn("pass")

    assert not lost_in(table, THEM, 1)
    assert not first_unit_destroyed(table)
    assert not list(NO_MERCY.earned(table, US))

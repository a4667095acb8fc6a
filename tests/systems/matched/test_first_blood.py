"""The units that fell first, and those that fell at the same moment: ``MP-34``."""

from __future__ import annotations

import pytest

from game.content.situations.situation_files import parse_situation
from game.play.dice_sequences import ScriptedDice
from game.play.session import Session
from game.rules.situation_setup import set_up
from game.systems.matched.rules.victory import first_unit_destroyed

BURST = """
title = "A psyker dies of its perils between two lone models"
clauses = ["MC-10", "MP-34"]
system = "modern"
armoury = "modern"
unit = [
    { id = "seer", side = "wardens", profile = "seer", wounds = 1, at = [[24, 24]] },
    { id = "ruby", side = "wardens", profile = "warden", at = [[24, 28]] },
    { id = "blue", side = "brood", profile = "skitterer", at = [[24, 20]] },
    { id = "navy", side = "brood", profile = "skitterer", at = [[24, 40]] },
]

[clock]
phase = "psychic"
side = "wardens"
"""


@pytest.mark.rule("MP-34", "MC-10")
def test_who_falls_to_the_same_burst_falls_at_the_same_moment() -> None:
    rules, table = set_up(parse_situation(BURST, "burst.toml"))
    # A double 1 is a peril; its d3 kills the psyker; a d3 each for the two units near by.
    session = Session(rules, table, ScriptedDice((1, 1, 1, 1, 1)))

    session.answer("seer-1 mind bolt")

    lost = [loss.unit for loss in session.table.losses]
    assert lost == ["seer", "ruby", "blue"]
    # The psyker fell before the dice for the others were rolled.
    assert [unit.id for unit in first_unit_destroyed(session.table)] == ["seer"]
    assert session.table.losses[1].moment == session.table.losses[2].moment

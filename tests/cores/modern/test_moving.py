"""The question texts of a unit's move: ``MC-04``, ``MC-05``."""

from __future__ import annotations

import pytest

from game.play.moves.march import March
from tests.tools.situations import played_text

SQUAD = """
title = "A squad is about to go"
clauses = ["MC-04", "MC-05"]
system = "modern"
armoury = "modern"
clock = { phase = "movement", side = "wardens" }
unit = [
    { id = "squad", side = "wardens", profile = "warden", at = [[10, 10]] },
    { id = "foes", side = "brood", profile = "skitterer", at = [[44, 44]] },
]
"""


@pytest.mark.rule("MC-04", "MC-05")
@pytest.mark.parametrize(
    ("pace", "dice", "asks"),
    [("move", "", "Move squad"), ("advance", "4", 'Advance squad: up to 10"')],
)
def test_the_way_is_asked_for_with_the_pace_and_the_whole_distance(
    pace: str, dice: str, asks: str
) -> None:
    outcome = played_text(f'{SQUAD}\ndice = "{dice}"\nanswers = ["squad", "{pace}"]')

    assert not outcome.faults
    assert outcome.session
    asked = outcome.session.pending
    assert isinstance(asked, March)
    assert asked.asks == asks

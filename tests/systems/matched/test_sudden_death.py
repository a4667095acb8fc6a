"""The points of a battle that sudden death ends before the bonuses are scored: ``MP-30``."""

from __future__ import annotations

import pytest

from game.content.situations.situation_files import parse_situation
from game.play.dice_sequences import ScriptedDice
from game.play.session import Session
from game.rules.catalog import points
from game.rules.situation_setup import set_up
from game.table.records import Side
from tests.tools.situations import SITUATIONS

PLACE = SITUATIONS / "matched" / "end" / "sudden-death.toml"


@pytest.mark.rule("MP-30", "MP-38")
def test_a_side_keeps_the_points_that_were_shown_before_the_end() -> None:
    """The wardens destroyed the only unit of the brood, which was the first to fall."""
    rules, table = set_up(parse_situation(PLACE.read_text(encoding="utf-8"), PLACE.name))
    shown = points("no_mercy", table)
    session = Session(rules, table, ScriptedDice(()))

    assert session.table.result
    assert points("no_mercy", session.table) == shown == {Side("wardens"): 2, Side("brood"): 0}

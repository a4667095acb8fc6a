"""The choice to seize the initiative in every mission of matched play (MP-26)."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.bots.registry import policy
from game.content.situations.situation_files import parse_situation
from game.play.decisions import Choose
from game.play.dice_sequences import ScriptedDice
from game.play.session import Session
from game.prompts.choose import ChoosePrompt
from game.rules.situation_setup import set_up
from game.systems.matched.rules.matched_decisions import MatchedKind
from game.table.events import Rolled
from tests.prompts.input_driver import press_key
from tests.systems.matched.missions_of_matched import MARKED, UNMARKED


def who_goes_first(mission: str, *faces: int) -> Session:
    """Return a battle in which the brood, which set up first, is asked for the first turn."""
    text = f"""
title = "The question of the first turn"
clauses = ["MP-26"]
system = "matched"
mission = "{mission}"
armoury = "modern"
board = {{ width = 72, height = 48 }}
zones = {{ wardens = "long-edges-1", brood = "long-edges-2" }}
unit = [
    {{ id = "red", side = "wardens", profile = "warden", at = [[10, 10]] }},
    {{ id = "blue", side = "brood", profile = "skitterer", at = [[60, 40]] }},
]

[clock]
round = 0
phase = "first turn"
"""
    rules, table = set_up(parse_situation(text, "battle.toml"))
    return Session(rules, table, ScriptedDice(faces))


def seizing(session: Session) -> dict[str, Any] | None:
    """Return who is asked whether to seize the initiative, and the options; None if nobody."""
    asked = session.pending
    if not isinstance(asked, Choose) or asked.kind is not MatchedKind.SEIZE:
        return None
    return {"by": asked.by, "clause": asked.clause, "options": [o.id for o in asked.options]}


@pytest.mark.rule("MP-26")
@pytest.mark.parametrize("mission", [*MARKED, *UNMARKED])
def test_the_opponent_of_who_takes_the_first_turn_is_asked_before_any_die(mission: str) -> None:
    session = who_goes_first(mission)

    session.answer("brood")

    assert seizing(session) == {
        "by": "wardens",
        "clause": "MP-26",
        "options": ["roll", "keep"],
    }
    assert session.table.first is None


@pytest.mark.rule("MP-26")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_six_alone_seizes_the_initiative(face: int) -> None:
    session = who_goes_first("no_mercy", face)

    session.answer("brood")
    session.answer("roll")

    assert session.table.first == ("wardens" if face == 6 else "brood")


@pytest.mark.rule("MP-26")
def test_who_leaves_it_rolls_no_die() -> None:
    session = who_goes_first("no_mercy", 6)

    session.answer("brood")
    session.answer("keep")

    assert session.table.first == "brood"
    assert not [event for event in session.game.story if isinstance(event, Rolled)]


def test_the_steady_bot_tries_to_seize_the_initiative() -> None:
    session = who_goes_first("no_mercy", 6)

    session.answer("brood")

    assert policy("steady").answer(session) == "roll"


def test_the_prompt_rolls_on_enter_and_keeps_the_second_turn_on_its_key() -> None:
    for key, answer in ((pygame.K_RETURN, "roll"), (pygame.K_2, "keep")):
        session = who_goes_first("no_mercy", 6)
        session.answer("brood")
        assert isinstance(session.pending, Choose)
        prompt = ChoosePrompt(session.pending, session.table)

        press_key(prompt, key)

        assert prompt.answer == answer

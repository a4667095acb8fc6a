"""The steady bot's choices with mysterious markers and mortal peril."""

from __future__ import annotations

from typing import Any

from game.bots.registry import policy
from game.content.situations.situation_files import parse_situation
from game.play.decisions import Choose, CommonKind, DecisionKind
from game.play.dice_sequences import ScriptedDice
from game.play.session import Session
from game.rules.situation_setup import set_up
from game.systems.matched.rules.matched_decisions import MatchedKind

SEER = '{ id = "seer", side = "wardens", profile = "seer", at = [[10, 10]] },'


def twisted_session(
    options: str, units: str, phase: str, dice: tuple[int, ...], more: str = ""
) -> Session:
    text = f"""
title = "A battle for a bot"
clauses = ["MP-08"]
system = "matched"
armoury = "modern"
options = {{ {options} = true }}
marker = [{{ id = "marker-1", at = [10, 12], number = 1 }}]
unit = [
{units}
]
{more}
[clock]
round = 2
phase = "{phase}"
side = "wardens"
"""
    rules, table = set_up(parse_situation(text, "battle.toml"))
    return Session(rules, table, ScriptedDice(dice))


def kind_and_answer(session: Session) -> tuple[DecisionKind | None, Any]:
    """Return the kind of the pending question and the bot's answer to it."""
    assert isinstance(session.pending, Choose)
    return session.pending.kind, policy("steady").answer(session)


def test_fire_support_strikes_who_has_most_to_lose() -> None:
    crowd = [[30, 4 + 1.2 * n] for n in range(12)]
    units = (
        '{ id = "squad", side = "wardens", profile = "brute", weapons = [], at = [[10, 10]] },'
        f'{{ id = "rats", side = "brood", profile = "skitterer", at = {crowd} }},'
        '{ id = "alpha", side = "brood", profile = "alpha", at = [[30, 20]] },'
    )
    page = '[pages.mysteries]\nfound = [{ marker = "marker-1", face = 6 }]'
    session = twisted_session("mysteries", units, "shooting", (5,), page)

    assert kind_and_answer(session) == (MatchedKind.FIRE_SUPPORT, "alpha")


def test_a_spawn_for_nothing_is_taken() -> None:
    units = (
        SEER + '{ id = "foes", side = "brood", profile = "brute", at = [[20, 10]] },'
        '{ id = "spawn", side = "brood", profile = "spawn", at = [[1, 1]], spare = true },'
    )
    session = twisted_session("peril", units, "psychic", (3, 3, 1, 1))
    session.answer("seer-1 mind bolt")

    assert kind_and_answer(session) == (MatchedKind.SPAWN, "spawn")


def test_one_more_power_is_tried() -> None:
    units = SEER + '{ id = "foes", side = "brood", profile = "brute", at = [[20, 10]] },'
    session = twisted_session("peril", units, "psychic", (3, 3, 1, 4))
    assert kind_and_answer(session) == (CommonKind.POWER, "seer-1 mind bolt")
    session.answer("seer-1 mind bolt")

    assert session.pending
    assert session.pending.clause == "MP-10"
    assert kind_and_answer(session) == (CommonKind.POWER, "seer-1 mind bolt")

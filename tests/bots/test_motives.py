"""The motives that bots give for their answers, compared with the rules and the moves."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from game.bots.protocol import run_to_completion
from game.bots.registry import policy
from game.bots.steady.motives import Merit, main_motive
from game.cores.kit.queries import FigureKind, TableView, forecast
from game.geometry.points import distance
from game.play.decisions import Choose
from game.play.log.wording import name
from game.play.moves.march import March
from game.play.session import Session
from game.rules.battles import prepare
from game.systems.zero_g.bot.position_value import CONTROL, NEXT_SHOT, STAYS
from game.table.events import Act
from game.table.state import Table

WOUNDS = re.compile(r"([\d.]+) (wounds|losses) expected")
MARKER = re.compile(r"for (marker \d+)")
REACH = 3.5
"""Inches around a marker within which a unit need not come nearer to it."""


def test_the_motive_is_the_merit_that_grows_most() -> None:
    before = [Merit(2.0, "for marker 1"), Merit(-1.0, "for safety")]

    assert main_motive(before, [Merit(2.5, "for marker 1"), Merit(0.0, "for safety")]) == (
        "for safety"
    )
    assert main_motive(before, [Merit(1.0, "for marker 1"), Merit(-2.0, "for safety")]) == ""


@pytest.mark.parametrize("act", [Act.DRIFTS, Act.SLOWS, Act.TURNS, Act.ACCELERATES])
def test_the_motive_of_a_drift_does_not_repeat_what_is_done(act: Act) -> None:
    """Not "slows and drifts to slow down"."""
    done = {word.rstrip("s") for word in act.split()}
    for motive in (CONTROL, STAYS, NEXT_SHOT):
        to, verb, *_ = motive.split()
        assert to == "to"
        assert verb not in done


@pytest.mark.parametrize(
    ("scenario", "answers", "told_of"),
    [
        ("first_patrol", 50, 2),
        pytest.param("combat_patrol", 150, 2, marks=pytest.mark.slow),
        pytest.param("no_mercy", 150, 1, marks=pytest.mark.slow),
    ],
)
def test_motives_are_true(scenario: str, answers: int, told_of: int) -> None:
    """Expected losses are those of the rules; a unit for a marker comes nearer to it."""
    session, bot, kinds = prepare(scenario, seed=1).session(), policy("steady"), Counter[str]()
    for _ in range(answers):
        if (asked := session.pending) is None:
            break
        found = run_to_completion(bot.reasoned(session))
        if isinstance(asked, Choose) and (told := WOUNDS.fullmatch(found.motive)):
            kinds["losses"] += 1
            assert told[1] == f"{lost(session, asked, found.answer):.1f}"
        before = session.table.fork()
        session.answer(found.answer)
        if isinstance(asked, March) and (told := MARKER.fullmatch(found.motive)):
            kinds["marker"] += 1
            left = off(session.table, asked, told[1])
            assert left <= REACH or left < off(before, asked, told[1])
    assert len(kinds) == told_of


def lost(session: Session, asked: Choose, answer: str) -> float:
    """Return the wounds or models that the rules expect an attack to cost."""
    view = TableView(session.table, session.game.rules)
    figures = [one for one in forecast(view, asked, answer) if not (one.more or one.again)]
    found = [one.value for one in figures if one.kind is FigureKind.WOUNDS_LOST]
    found = found or [one.value for one in figures if one.kind is FigureKind.MODELS_LOST]
    return sum(found or [one.value for one in figures if one.what == "wounds"])


def off(table: Table, asked: March, called: str) -> float:
    """Return the inches between a unit and a marker."""
    (marker,) = (one for one in table.objectives if name(table, one.id) == called)
    return min(distance(model.at, marker.at) for model in table.of(asked.unit))

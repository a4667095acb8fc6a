"""Answers by kind of question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.bots.policy import Thoughts
from game.bots.steady.classic import movement
from game.bots.steady.classic.assessment import ClassicAssessment, main_body
from game.bots.steady.classic.combat import (
    aim,
    casualty,
    charge,
    next_to_charge,
    next_to_shoot,
    strike_at,
    strike_with,
    target,
    weapon,
)
from game.bots.steady.classic.movement import (
    arrange,
    best_march,
    enters,
    first_turn,
    next_to_deploy,
    next_to_move,
    zone,
)
from game.play.arrange import Arrange
from game.play.decisions import Choose, Decision
from game.play.game import Game
from game.play.march import March, moves_to_json
from game.table.records import Side
from game.table.state import Table

CHOICES: Mapping[str, Callable[[ClassicAssessment, Choose], str]] = {
    "zone": zone,
    "deploy": next_to_deploy,
    "main body": main_body,
    "first": first_turn,
    "difficult": enters,
    "target": target,
    "weapon": weapon,
    "aim": aim,
    "casualty": casualty,
    "charge": charge,
    "strike at": strike_at,
    "strike with": strike_with,
    "sewer rats": lambda survey, asked: movement.kept_below(survey.view, survey.side, asked),
    "drain": lambda survey, asked: movement.drain(survey.view, survey.side, asked),
}
UNITS: Mapping[str, Callable[[ClassicAssessment, Choose], str]] = {
    "CC-18": next_to_move,
    "CC-07": next_to_shoot,
    "CC-23": next_to_charge,
}
"""Functions that choose the next unit, by the clause that asks."""


def judge_of(game: Game, side: Side, asked: Decision[Any]) -> Thoughts:
    """Think about any question."""
    survey = ClassicAssessment(game, side)
    if isinstance(asked, Choose):
        yield
        return _choose(survey, asked)
    if isinstance(asked, Arrange):
        return (yield from arrange(survey, asked))
    if isinstance(asked, March) and asked.suggested:
        return moves_to_json(asked.suggested)
    if isinstance(asked, March) and not asked.foes:
        return (yield from best_march(survey, asked))
    return any_answer(asked, game.table)


def _choose(survey: ClassicAssessment, asked: Choose) -> str:
    choices = UNITS if asked.kind == "unit" else CHOICES
    key = asked.clause if asked.kind == "unit" else asked.kind
    if answer := choices.get(key):
        return answer(survey, asked)
    return str(any_answer(asked, survey.view.table))


def any_answer(asked: Decision[Any], table: Table) -> Any:
    """Return the first possible answer; for questions of rules not known here."""
    return next(asked.samples(table, 64))

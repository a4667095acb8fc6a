"""Answers by kind of question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.bots.protocol import Thoughts
from game.bots.steady import reserves
from game.bots.steady.personalities import SteadyWeights
from game.cores.classic.bot.assessment import ClassicAssessment, main_body
from game.cores.classic.bot.combat import (
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
from game.cores.classic.bot.movement import (
    arrange,
    best_march,
    door_to_open,
    enters,
    first_turn,
    next_to_deploy,
    next_to_move,
    zone,
)
from game.cores.kit.doors import DoorKind
from game.cores.kit.queries import SewerRatsKind
from game.play.arrange import Arrange
from game.play.decisions import Choose, CommonKind, Decision, DecisionKind
from game.play.game import Game
from game.play.march import March, moves_to_json
from game.table.records import Side
from game.table.state import Table

CHOICES: Mapping[DecisionKind | None, Callable[[ClassicAssessment, Choose], str]] = {
    CommonKind.ZONE: zone,
    CommonKind.DEPLOY: next_to_deploy,
    CommonKind.MAIN_BODY: main_body,
    CommonKind.FIRST: first_turn,
    CommonKind.DIFFICULT: enters,
    CommonKind.TARGET: target,
    CommonKind.WEAPON: weapon,
    CommonKind.AIM: aim,
    CommonKind.CASUALTY: casualty,
    CommonKind.CHARGE: charge,
    CommonKind.STRIKE_AT: strike_at,
    CommonKind.STRIKE_WITH: strike_with,
    SewerRatsKind.SEWER_RATS: lambda survey, asked: reserves.kept_below(
        survey.view, survey.side, asked
    ),
    SewerRatsKind.DRAIN: lambda survey, asked: reserves.drain(survey.view, survey.side, asked),
    DoorKind.DOOR: door_to_open,
    CommonKind.UNIT_TO_MOVE: next_to_move,
    CommonKind.UNIT_TO_SHOOT: next_to_shoot,
    CommonKind.UNIT_TO_CHARGE: next_to_charge,
}


def judge_of(game: Game, side: Side, asked: Decision[Any], weights: SteadyWeights) -> Thoughts:
    """Think about any question."""
    survey = ClassicAssessment(game, side, weights.classic)
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
    if answer := CHOICES.get(asked.kind):
        return answer(survey, asked)
    return str(any_answer(asked, survey.view.table))


def any_answer(asked: Decision[Any], table: Table) -> Any:
    """Return the first possible answer; for questions of rules not known here."""
    return next(asked.samples(table, 64))

"""Answers by kind of question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from game.bots.protocol import Thoughts
from game.bots.steady import reserves
from game.bots.steady.personalities import SteadyWeights
from game.bots.steady.scored_answers import ScoredAnswers
from game.cores.classic.bot import charge, deployment, movement, shooting
from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.casualty_choice import casualty
from game.cores.classic.bot.charge import next_to_charge
from game.cores.classic.bot.combat import strike_at, strike_with
from game.cores.classic.bot.door_choice import door_to_open
from game.cores.classic.bot.movement import best_march, enters
from game.cores.classic.bot.shooting import blast_target, next_to_shoot
from game.cores.classic.bot.site_assignments import main_body
from game.cores.classic.bot.weights import ClassicWeights
from game.cores.kit.doors import DoorKind
from game.cores.kit.queries import SewerRatsKind
from game.play.decisions import Choose, CommonKind, Decision, DecisionKind
from game.play.game import Game
from game.play.moves.arrange import Arrange
from game.play.moves.march import March, moves_to_json
from game.table.records import Side
from game.table.state import Table

Choice: TypeAlias = Callable[[ClassicAssessment, Choose], str | ScoredAnswers]
"""Function that answers a choice, or weighs its options."""
CHOICES: Mapping[DecisionKind | None, Choice] = {
    CommonKind.ZONE: deployment.zone,
    CommonKind.DEPLOY: deployment.next_to_deploy,
    CommonKind.MAIN_BODY: main_body,
    CommonKind.FIRST: deployment.first_turn,
    CommonKind.DIFFICULT: enters,
    CommonKind.TARGET: shooting.target,
    CommonKind.WEAPON: shooting.weapon,
    CommonKind.AIM: blast_target,
    CommonKind.CASUALTY: casualty,
    CommonKind.CHARGE: charge.charge,
    CommonKind.STRIKE_AT: strike_at,
    CommonKind.STRIKE_WITH: strike_with,
    SewerRatsKind.SEWER_RATS: lambda assessment, asked: reserves.kept_below(
        assessment.view, assessment.side, asked
    ),
    SewerRatsKind.DRAIN: lambda assessment, asked: reserves.drain(
        assessment.view, assessment.side, asked
    ),
    DoorKind.DOOR: door_to_open,
    CommonKind.UNIT_TO_MOVE: movement.next_to_move,
    CommonKind.UNIT_TO_SHOOT: next_to_shoot,
    CommonKind.UNIT_TO_CHARGE: next_to_charge,
}


def judge_of(game: Game, side: Side, asked: Decision[Any], weights: SteadyWeights) -> Thoughts:
    """Think about any question."""
    assessment = ClassicAssessment(game, side, weights.of(ClassicWeights))
    if isinstance(asked, Choose):
        yield
        return _choose(assessment, asked)
    if isinstance(asked, Arrange):
        return (yield from deployment.arrange(assessment, asked))
    if isinstance(asked, March) and asked.suggested:
        return moves_to_json(asked.suggested)
    if isinstance(asked, March) and not asked.foes:
        return (yield from best_march(assessment, asked))
    return any_answer(asked, game.table)


def _choose(assessment: ClassicAssessment, asked: Choose) -> str | ScoredAnswers:
    if answer := CHOICES.get(asked.kind):
        return answer(assessment, asked)
    return str(any_answer(asked, assessment.view.table))


def any_answer(asked: Decision[Any], table: Table) -> Any:
    """Return the first possible answer; for questions of rules not known here."""
    return next(asked.samples(table, 64))

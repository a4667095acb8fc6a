"""The steady bot's answers by kind of question in the modern core.

Matched play adds those about its objectives (MP-39, MP-41).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from game.bots.protocol import Thoughts
from game.bots.steady.personalities import SteadyWeights
from game.cores.kit.charge_moves import Charge
from game.cores.kit.queries import SewerRatsKind
from game.cores.modern.bot import combat, deployment, movement, stratagem_choices
from game.cores.modern.bot.assessment import ModernAssessment
from game.cores.modern.bot.movement import best_march, falls_back
from game.cores.modern.bot.weights import ModernWeights
from game.cores.modern.rules import ModernKind
from game.cores.modern.rules.movement import FallBack
from game.cores.modern.rules.pile_in import Closing
from game.play.decisions import Choose, CommonKind, Decision, DecisionKind
from game.play.game import GameView
from game.play.moves.arrange import Arrange
from game.play.moves.march import March, moves_to_json
from game.play.moves.placement import Place
from game.table.records import Side

Choice: TypeAlias = Callable[[ModernAssessment, Choose], Thoughts]
"""Function that thinks about a choice."""
CHOICES: Mapping[DecisionKind | None, Choice] = {
    CommonKind.ZONE_MAP: deployment.zone_map,
    CommonKind.ZONE: deployment.zone,
    CommonKind.DEPLOY: deployment.next_to_deploy,
    CommonKind.FIRST: deployment.first_turn,
    CommonKind.PACE: movement.pace,
    CommonKind.DIFFICULT: movement.enters,
    CommonKind.MAIN_BODY: movement.main_body,
    CommonKind.POWER: combat.power,
    ModernKind.DENY: combat.deny,
    CommonKind.TARGET: combat.target,
    CommonKind.CHARGE: combat.charge,
    ModernKind.CHARGE_ALSO: combat.nobody_else,
    ModernKind.OVERWATCH: combat.for_nothing,
    ModernKind.FIGHTER: combat.fighter,
    CommonKind.STRIKE_AT: combat.strike_at,
    CommonKind.STRIKE_WITH: combat.strike_with,
    CommonKind.CASUALTY: combat.casualty,
    CommonKind.BREAK_IN: stratagem_choices.break_in,
    SewerRatsKind.SEWER_RATS: combat.kept_below,
    SewerRatsKind.DRAIN: combat.drain,
    CommonKind.UNIT_TO_MOVE: movement.next_to_move,
    CommonKind.UNIT_TO_SHOOT: combat.next_of,
    CommonKind.UNIT_TO_CHARGE: combat.charger,
}


def judge_of(
    view: GameView, side: Side, asked: Decision[Any], weights: SteadyWeights
) -> Thoughts | None:
    """Return the thoughts about a question; None if this package has no answer to it."""
    return judged(ModernAssessment(view, side, weights.of(ModernWeights)), asked, CHOICES)


def judged(
    assessment: ModernAssessment,
    asked: Decision[Any],
    choices: Mapping[DecisionKind | None, Choice],
) -> Thoughts | None:
    """Return the thoughts about a question; *choices*: what answers each kind of choice."""
    if isinstance(asked, Choose):
        named = choices.get(asked.kind)
        return named(assessment, asked) if named else None
    return _placed(assessment, asked)


def _placed(assessment: ModernAssessment, asked: Decision[Any]) -> Thoughts | None:
    """Return the thoughts about a question that is answered on the table."""
    match asked:
        case Arrange():
            return deployment.arrange(assessment, asked)
        case Place():
            return deployment.marker(assessment, asked)
        case FallBack():
            return falls_back(assessment, asked)
        case Closing() | Charge():
            return _as_suggested(asked)
        case March():
            return best_march(assessment, asked)
        case _:
            return None


def _as_suggested(asked: Closing | Charge) -> Thoughts:
    """Move as the rules suggest; with no moves if none are possible."""
    yield
    return moves_to_json(asked.suggested)

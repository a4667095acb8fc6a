"""Answers by kind of question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.bots.policy import Thoughts
from game.bots.steady.modern import combat, movement, position_value, tactical_objectives
from game.bots.steady.modern.assessment import ModernAssessment
from game.bots.steady.modern.movement import best_march, falls_back, next_to_move, pace
from game.play.arrange import Arrange
from game.play.decisions import Choose, CommonKind, Decision, DecisionKind
from game.play.game import GameView
from game.play.march import March, moves_to_json
from game.play.placement import Place
from game.rules.kit.charge_moves import Charge
from game.rules.matched.objective_scoring import STRATAGEM
from game.rules.matched.zones_and_markers import MatchedKind
from game.rules.missions.sewer_rats import SewerRatsKind
from game.rules.modern.fight import Closing
from game.rules.modern.hooks import ModernKind
from game.rules.modern.movement import FallBack
from game.table.records import Side

CHOICES: Mapping[DecisionKind | None, Callable[[ModernAssessment, Choose], Thoughts]] = {
    CommonKind.ZONE_MAP: movement.zone_map,
    CommonKind.ZONE: movement.zone,
    CommonKind.DEPLOY: movement.next_to_deploy,
    CommonKind.FIRST: movement.first_turn,
    CommonKind.PACE: pace,
    CommonKind.DIFFICULT: position_value.enters,
    CommonKind.MAIN_BODY: position_value.main_body,
    CommonKind.POWER: combat.power,
    ModernKind.DENY: combat.deny,
    CommonKind.TARGET: combat.target,
    CommonKind.CHARGE: combat.charge,
    ModernKind.CHARGE_ALSO: combat.nobody_else,
    ModernKind.OVERWATCH: combat.for_nothing,
    MatchedKind.SPAWN: combat.for_nothing,
    MatchedKind.FIRE_SUPPORT: combat.strike_at,
    ModernKind.FIGHTER: combat.fighter,
    CommonKind.STRIKE_AT: combat.strike_at,
    CommonKind.STRIKE_WITH: combat.strike_with,
    CommonKind.CASUALTY: combat.casualty,
    MatchedKind.DEBRIS: combat.strike_at,
    MatchedKind.RESTORED_UNIT: combat.strike_at,
    MatchedKind.EDGE: movement.edge,
    CommonKind.BREAK_IN: combat.break_in,
    MatchedKind.STRIKE_OUT: tactical_objectives.strike_out,
    MatchedKind.ADVICE: tactical_objectives.advice,
    MatchedKind.DISCARD: tactical_objectives.discard,
    MatchedKind.PRIORITY: tactical_objectives.priority,
    SewerRatsKind.SEWER_RATS: combat.kept_below,
    SewerRatsKind.DRAIN: combat.drain,
    CommonKind.UNIT_TO_MOVE: next_to_move,
    CommonKind.UNIT_TO_SHOOT: combat.next_of,
    CommonKind.UNIT_TO_CHARGE: combat.charger,
}


def judge_of(view: GameView, side: Side, asked: Decision[Any]) -> Thoughts | None:
    """Return the thoughts about a question; None if this package has no answer to it."""
    scene = ModernAssessment(view, side)
    if isinstance(asked, Choose):
        if asked.clause == STRATAGEM.clause and asked.kind is CommonKind.BREAK_IN:
            return tactical_objectives.new_orders(scene, asked)
        named = CHOICES.get(asked.kind)
        return named(scene, asked) if named else None
    return _placed(scene, asked)


def _placed(scene: ModernAssessment, asked: Decision[Any]) -> Thoughts | None:
    """Return the thoughts about a question that is answered on the table."""
    match asked:
        case Arrange():
            return movement.arrange(scene, asked)
        case Place():
            return movement.marker(scene, asked)
        case FallBack():
            return falls_back(scene, asked)
        case Closing() | Charge():
            return _as_suggested(asked)
        case March():
            return best_march(scene, asked)
        case _:
            return None


def _as_suggested(asked: Closing | Charge) -> Thoughts:
    """Move as the rules suggest; with no moves if none are possible."""
    yield
    return moves_to_json(asked.suggested)

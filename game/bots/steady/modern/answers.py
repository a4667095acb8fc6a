"""Answers by kind of question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.bots.policy import Thoughts
from game.bots.steady.modern import combat, movement, position_value, tactical_objectives
from game.bots.steady.modern.assessment import ModernAssessment
from game.bots.steady.modern.movement import best_march, falls_back, next_to_move, pace
from game.play.arrange import Arrange
from game.play.decisions import Choose, Decision
from game.play.game import GameView
from game.play.march import March, moves_to_json
from game.play.placement import Place
from game.rules.kit.charge_moves import Charge
from game.rules.kit.modules import BREAK_IN
from game.rules.matched.tactical_objectives.generation import STRATAGEM
from game.rules.modern.fight import Closing
from game.rules.modern.movement import FallBack
from game.table.records import Side

CHOICES: Mapping[str, Callable[[ModernAssessment, Choose], Thoughts]] = {
    "zone map": movement.zone_map,
    "zone": movement.zone,
    "deploy": movement.next_to_deploy,
    "first": movement.first_turn,
    "pace": pace,
    "difficult": position_value.enters,
    "main body": position_value.main_body,
    "power": combat.power,
    "deny": combat.deny,
    "target": combat.target,
    "charge": combat.charge,
    "charge, also": combat.nobody_else,
    "overwatch": combat.for_nothing,
    "spawn": combat.for_nothing,
    "fire support": combat.strike_at,
    "fighter": combat.fighter,
    "strike at": combat.strike_at,
    "strike with": combat.strike_with,
    "casualty": combat.casualty,
    "debris": combat.strike_at,
    "restored unit": combat.strike_at,
    "edge": movement.edge,
    "break in": combat.break_in,
    "strike out": tactical_objectives.strike_out,
    "advice": tactical_objectives.advice,
    "discard": tactical_objectives.discard,
    "priority": tactical_objectives.priority,
    "sewer rats": combat.kept_below,
    "drain": combat.drain,
}
UNITS: Mapping[str, Callable[[ModernAssessment, Choose], Thoughts]] = {
    "MC-04": next_to_move,
    "MC-12": combat.next_of,
    "MC-20": combat.charger,
}
"""Functions that choose the next unit, by the clause that asks."""


def judge_of(view: GameView, side: Side, asked: Decision[Any]) -> Thoughts | None:
    """Return the thoughts about a question; None if this package has no answer to it."""
    scene = ModernAssessment(view, side)
    if isinstance(asked, Choose):
        if asked.clause == STRATAGEM.clause and asked.kind == BREAK_IN:
            return tactical_objectives.new_orders(scene, asked)
        named = UNITS.get(asked.clause) if asked.kind == "unit" else CHOICES.get(asked.kind)
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

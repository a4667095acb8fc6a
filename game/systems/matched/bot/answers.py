"""The steady bot's answers in matched play: those of the modern core, with its own choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.bots.protocol import Thoughts
from game.bots.steady.personalities import SteadyWeights
from game.cores.modern.bot import answers, combat
from game.cores.modern.bot.answers import Choice
from game.cores.modern.bot.assessment import ModernAssessment
from game.cores.modern.bot.weights import ModernWeights
from game.play.decisions import Choose, CommonKind, Decision, DecisionKind
from game.play.game import GameView
from game.systems.matched.bot import objective_choices as objectives
from game.systems.matched.bot import zones
from game.systems.matched.rules.matched_decisions import MatchedKind
from game.table.records import Side

CHOICES: Mapping[DecisionKind | None, Choice] = {
    **answers.CHOICES,
    MatchedKind.SEIZE: zones.seize,
    MatchedKind.SPAWN: combat.for_nothing,
    MatchedKind.FIRE_SUPPORT: combat.strike_at,
    MatchedKind.DEBRIS: combat.strike_at,
    MatchedKind.RESTORED_UNIT: combat.strike_at,
    MatchedKind.EDGE: zones.edge,
    MatchedKind.STRIKE_OUT: objectives.strike_out,
    MatchedKind.ADVICE: objectives.advice,
    MatchedKind.DISCARD: objectives.discard,
    MatchedKind.PRIORITY: objectives.priority,
}


def judge_of(
    view: GameView, side: Side, asked: Decision[Any], weights: SteadyWeights
) -> Thoughts | None:
    """Return the thoughts about a question; None if there is no answer to it here."""
    assessment = ModernAssessment(view, side, weights.of(ModernWeights))
    if isinstance(asked, Choose) and _is_new_orders(assessment, asked):
        return objectives.new_orders(assessment, asked)
    return answers.judged(assessment, asked, CHOICES)


def _is_new_orders(assessment: ModernAssessment, asked: Choose) -> bool:
    """``MP-39``  Return whether a side is asked which objective it swaps."""
    offered = asked.options[0].id
    return asked.kind is CommonKind.BREAK_IN and offered in objectives.swaps(assessment)

"""Choice of blows in close combat, by exact odds."""

from __future__ import annotations

from collections.abc import Callable

from game.bots.steady.scored_answers import ScoredAnswers
from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.rules.melee_odds import AttackChoices, RoundOdds, round_odds
from game.cores.classic.rules.unit_state import combat_of
from game.cores.kit.probability import average
from game.play.decisions import PASS, Choose
from game.play.log.log_words import unit_of
from game.table.records import UnitId


def round_worth(assessment: ClassicAssessment, odds: RoundOdds) -> float:
    """Return the value of a round of combat, in points."""
    worth, weights = 0.0, assessment.weights
    for unit_id, lost in odds.lost.items():
        summary = assessment.summary(unit_id)
        sign = -1.0 if summary.unit.side == assessment.side else 1.0
        wounds = average(lost) * summary.wounds / len(summary.models)
        loss = wounds * summary.value + odds.caught[unit_id] * summary.wounds * summary.value
        broken = weights.broken * odds.breaks[unit_id]
        loss += weights.destroyed * odds.destroyed(unit_id) + broken
        worth += sign * loss
    return worth


def strike_at(assessment: ClassicAssessment, asked: Choose) -> ScoredAnswers:
    return _best_blows(
        assessment, asked, lambda name: AttackChoices(targets={asked.about: UnitId(name)})
    )


def strike_with(assessment: ClassicAssessment, asked: Choose) -> ScoredAnswers:
    return _best_blows(
        assessment, asked, lambda name: AttackChoices(weapons={asked.about: name})
    )


def _best_blows(
    assessment: ClassicAssessment, asked: Choose, wish: Callable[[str], AttackChoices]
) -> ScoredAnswers:
    """Weigh the options by the round that follows; never choose model by model."""
    table = assessment.view.table
    combat = combat_of(table, unit_of(table, asked.about))
    acting = table.clock.side or assessment.side

    def worth(name: str) -> float:
        return round_worth(assessment, round_odds(assessment.view, combat, acting, wish(name)))

    scored = ScoredAnswers(assessment.weights.temperature)
    for option in asked.options:
        if option.id != PASS:
            scored.add(worth(option.id), option.id)
    return scored

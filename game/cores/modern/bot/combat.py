"""The steady bot's answers about attacks in the modern core.

Attacks are weighed by exact odds; powers are among the answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.bots.protocol import Thoughts
from game.bots.steady import reserves
from game.bots.steady.motives import expected
from game.bots.steady.scored_answers import ScoredAnswers
from game.cores.kit.queries import FigureKind, ForecastFigure, forecast
from game.cores.modern.bot.assessment import ModernAssessment
from game.cores.modern.rules.charge import chargeable
from game.geometry.points import distance
from game.play.decisions import PASS, Choose
from game.table.records import ModelId, UnitId


def figures_of(
    assessment: ModernAssessment, asked: Choose, answer: str
) -> tuple[ForecastFigure, ...]:
    return forecast(assessment.view, asked, answer)


def _of(figures: Sequence[ForecastFigure], kind: FigureKind) -> float:
    same = [f for f in figures if f.kind is kind and not f.again and not f.more]
    return sum([f.value for f in same])


def harm(
    assessment: ModernAssessment, target: UnitId, figures: Sequence[ForecastFigure]
) -> float:
    """Return the expected cost of an attack to a unit, in points."""
    foe = assessment.summary(target)
    lost = _of(figures, FigureKind.WOUNDS_LOST) or _of(figures, FigureKind.MODELS_LOST)
    return lost * foe.value + 0.3 * _of(figures, FigureKind.DESTROYED) * foe.worth


def next_of(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """Choose the unit that can do most first."""
    yield
    troops = [assessment.summary(UnitId(o.id)) for o in asked.options if o.id != PASS]
    if not troops:
        return PASS
    return max(troops, key=lambda t: max(t.shoots, t.strikes)).id


def target(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """Weigh the targets by what a volley does; holding fire is worth nothing."""
    names = [o.id for o in asked.options]
    scored = ScoredAnswers(assessment.weights.temperature)
    scored.add(0.0, PASS if PASS in names else names[0])
    for option in asked.options:
        yield
        if UnitId(option.id) not in assessment.view.table.units:
            continue
        figures = figures_of(assessment, asked, option.id)
        worth = harm(assessment, UnitId(option.id), figures)
        scored.add(worth, option.id, partial(_loss_expected, figures))
    return scored


def _loss_expected(figures: Sequence[ForecastFigure]) -> str:
    """Return how much a volley is expected to cost the target, in words."""
    wounds = expected(_of(figures, FigureKind.WOUNDS_LOST), "wounds")
    return wounds or expected(_of(figures, FigureKind.MODELS_LOST), "losses")


def charger(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-20``  Declare a charge with the unit that has most to win; pass if none has."""
    yield
    best, most = PASS, assessment.weights.least_charge
    for option in asked.options:
        if option.id == PASS:
            continue
        summary = assessment.summary(UnitId(option.id))
        for unit in chargeable(assessment.view, summary.id):
            if (gain := summary.gain(assessment.summary(unit.id))) > most:
                best, most = option.id, gain
    return best


def charge(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-20``  Weigh the charges by the blows dealt and received; pass if all are poor."""
    scored = ScoredAnswers(assessment.weights.temperature)
    scored.add(assessment.weights.least_charge, PASS)
    unit_id = UnitId(asked.about)
    summary = assessment.summary(unit_id)
    for option in asked.options:
        yield
        if UnitId(option.id) not in assessment.view.table.units:
            continue
        foe = assessment.summary(UnitId(option.id))
        if summary.gain(foe) <= 0.0:
            continue
        figures = figures_of(assessment, asked, option.id)
        arrives = _of(figures, FigureKind.ARRIVES)
        left = 1.0 - summary.blows_at(foe) / foe.wounds
        back = left * foe.blows_at(summary) * summary.value
        shot = _of(figures, FigureKind.LOST_TO_OVERWATCH) * summary.value * summary.lead.w
        gain = harm(assessment, foe.id, figures) - back + summary.ties(foe)
        scored.add(arrives * gain - shot, option.id)
    return scored


def nobody_else(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    yield
    return PASS


def for_nothing(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-21``, ``MP-10``  Accept an offer that is free: shots in Overwatch, a spawn."""
    yield
    return next(o.id for o in asked.options if o.id != PASS)


def power(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-08``  Weigh the powers by their chance to take effect, and by their perils."""
    scored = ScoredAnswers(assessment.weights.temperature)
    scored.add(0.0, PASS)
    for option in asked.options:
        yield
        if option.id == PASS:
            continue
        figures = figures_of(assessment, asked, option.id)
        lost = _of(figures, FigureKind.PSYKER_LOST)
        worth = _of(figures, FigureKind.TAKES_EFFECT) * 0.5 - lost * 3.0
        worth += _of(figures, FigureKind.MODELS_LOST) * 0.1
        scored.add(worth, option.id)
    return scored


def deny(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-09``  Choose the option most likely to deny the power; it is free."""
    yield
    options = [o for o in asked.options if o.id != PASS]
    return max(
        options, key=lambda o: _of(figures_of(assessment, asked, o.id), FigureKind.DENIED)
    ).id


def fighter(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-23``  Let the unit with most to lose or to win fight first."""
    yield
    troops = [assessment.summary(UnitId(o.id)) for o in asked.options if o.id != PASS]
    return max(troops, key=lambda summary: summary.strikes + summary.worth).id


def strike_at(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """Strike at the unit that loses most by a wound."""
    yield
    units = [o.id for o in asked.options if UnitId(o.id) in assessment.view.table.units]
    if not units:
        return asked.options[0].id
    return max(units, key=lambda u: assessment.summary(UnitId(u)).value)


def kept_below(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    yield
    return reserves.kept_below(assessment.view, assessment.side, asked)


def drain(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    yield
    return reserves.drain(assessment.view, assessment.side, asked)


def strike_with(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """Weigh the weapons by the wounds that they inflict."""
    scored = ScoredAnswers(assessment.weights.temperature)
    for option in asked.options:
        yield
        figures = figures_of(assessment, asked, option.id)
        worth = _of(figures, FigureKind.WOUNDS_LOST) or _of(figures, FigureKind.MODELS_LOST)
        scored.add(worth, option.id)
    return scored


def casualty(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """Remove the least valuable model; among equals, the furthest from scoring places."""
    yield
    models = assessment.view.table.models

    def worth(name: str) -> tuple[float, float]:
        model = models[ModelId(name)]
        p = model.profile
        rank = p.a + p.ld + 3 * p.has("CHARACTER") + sum([w.strength for w in p.weapons]) / 4
        near = min(
            [distance(place.at, model.at) for place in assessment.scoring_places], default=0.0
        )
        return rank, -near

    return min((o.id for o in asked.options), key=worth)

"""Choice of targets or weapons, by exact odds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.bots.steady.motives import expected
from game.bots.steady.scored_answers import ScoredAnswers
from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.charge import rough_charge
from game.cores.classic.bot.expected_damage import volley_at
from game.cores.classic.bot.runs import run_worth
from game.cores.classic.bot.unit_summary import UnitSummary, apart
from game.cores.classic.rules.blast_odds import blast
from game.cores.classic.rules.shooting_odds import VolleyOdds, volley_odds
from game.cores.classic.rules.targeting import bars_charge, firing_modes
from game.cores.kit.marks import FIRED
from game.cores.kit.probability import average
from game.play.decisions import PASS, Choose
from game.play.game import GameView
from game.table.records import Model, ModelId, UnitId

MAX_BLAST_TARGETS = 3
"""Maximum number of models for which the blast is evaluated exactly, most crowded first."""


def next_to_shoot(assessment: ClassicAssessment, asked: Choose) -> str:
    """Let the unit with the most firepower shoot first; units that only run come last."""
    units = [assessment.summary(UnitId(o.id)) for o in asked.options if o.id != PASS]
    if not units:
        return PASS

    def fire(unit: UnitSummary) -> float:
        best = 0.0
        for foe in assessment.foes:
            gap = apart([m.at for m in unit.models], unit.base, foe)
            each = [volley_at(m.profile, foe.lead, gap, 0, moved=False) for m in unit.models]
            best = max(best, sum(each) * foe.value)
        return best

    return max(units, key=fire).id


def target(assessment: ClassicAssessment, asked: Choose) -> ScoredAnswers:
    """Weigh the targets, a run, and holding fire for a charge."""
    unit = assessment.summary(UnitId(asked.about))
    foes = [
        assessment.summary(UnitId(o.id))
        for o in asked.options
        if o.id in assessment.view.table.units
    ]
    charges = {foe.id: max(0.0, rough_charge(assessment, unit, foe)) for foe in assessment.foes}
    charge = max(charges.values(), default=0.0)
    scored = ScoredAnswers(assessment.weights.temperature)
    scored.add(charge, PASS)
    for foe in foes:
        after = charges[foe.id] if may_charge_after(unit.models) else 0.0
        why = partial(wounds_expected, assessment.view, unit.id, foe.id)
        scored.add(shot_worth(assessment, unit, foe) + after, foe.id, why)
    if any(o.id == "run" for o in asked.options):
        scored.add(run_worth(assessment, unit), "run")
    return scored


def shot_worth(assessment: ClassicAssessment, unit: UnitSummary, foe: UnitSummary) -> float:
    """Return the value of a volley, in points."""
    odds = volley_odds(assessment.view, unit.id, foe.id)
    return odds_worth(odds, unit, foe) if odds else 0.0


def wounds_expected(view: GameView, unit: UnitId, target: UnitId) -> str:
    """Return how many wounds a volley is expected to cost the target, in words."""
    odds = volley_odds(view, unit, target)
    return expected(average(odds.wounds), "wounds") if odds else ""


def odds_worth(odds: VolleyOdds, unit: UnitSummary, foe: UnitSummary) -> float:
    worth = average(odds.wounds) * foe.value - average(odds.own) * unit.value
    weights = foe.weights
    return worth + weights.destroyed * odds.destroys + weights.broken * odds.breaks


def may_charge_after(models: Sequence[Model]) -> bool:
    """``CC-09``  Return whether a unit may charge the unit that it has shot at."""
    return not any(bars_charge(m, w) for m in models for w in m.profile.weapons)


def weapon(assessment: ClassicAssessment, asked: Choose) -> str | ScoredAnswers:
    """Weigh the weapons by what they do to the chosen target."""
    unit = assessment.summary(UnitId(asked.about))
    fired = unit.unit.mark(FIRED)
    if fired is None:
        return asked.options[0].id
    foe = assessment.summary(UnitId(fired.about))

    def worth(name: str) -> float:
        weapons = {
            m.profile.name: name
            for m in unit.models
            if any(w.name == name for w in m.profile.weapons)
        }
        odds = volley_odds(assessment.view, unit.id, foe.id, weapons)
        return odds_worth(odds, unit, foe) if odds else 0.0

    scored = ScoredAnswers(assessment.weights.temperature)
    for option in asked.options:
        scored.add(worth(option.id), option.id)
    return scored


def blast_target(assessment: ClassicAssessment, asked: Choose) -> str | ScoredAnswers:
    """Weigh the places of the blast marker by what they are likely to cost the enemy."""
    table = assessment.view.table
    firer = table.models[ModelId(asked.about)]
    over = [table.models[ModelId(o.id)] for o in asked.options]
    shots = [s for s in firing_modes(assessment.view, firer, over[0].unit) if s.weapon.blast]
    if not shots:
        return asked.options[0].id

    def crowd(n: int) -> int:
        near = 0
        for m in table.standing():
            dx, dy = m.at.x - over[n].at.x, m.at.y - over[n].at.y
            if dx * dx + dy * dy <= (shots[0].weapon.blast / 2 + m.base) ** 2:
                near += 1 if m.side != assessment.side else -2
        return near

    def worth(n: int) -> float:
        odds, total = blast(assessment.view, shots[0], over[n].id), 0.0
        for unit, wounds in odds.wounds.items():
            summary = assessment.summary(unit)
            sign = -1.0 if summary.unit.side == assessment.side else 1.0
            total += sign * average(wounds) * summary.value
        return total

    best = sorted(range(len(over)), key=lambda n: -crowd(n))[:MAX_BLAST_TARGETS]
    scored = ScoredAnswers(assessment.weights.temperature)
    for n in best:
        scored.add(worth(n), over[n].id)
    return scored

"""Choice of charges, with their rough or exact value."""

from __future__ import annotations

from collections.abc import Sequence

from game.bots.steady.scored_answers import ScoredAnswers
from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.combat import round_worth
from game.cores.classic.bot.expected_losses import expected_loss
from game.cores.classic.bot.objectives import ScoringSite
from game.cores.classic.bot.position_value import chance_to_arrive
from game.cores.classic.bot.unit_matchups import brawl_value, combined_unit
from game.cores.classic.bot.unit_placement import UnitPlacement
from game.cores.classic.bot.unit_summary import UnitSummary, apart
from game.cores.classic.rules.assault import refused_charge, refused_charger
from game.cores.classic.rules.forecasts import round_after, surest_charge
from game.cores.classic.rules.melee_odds import round_odds
from game.cores.classic.rules.unit_state import combat_of
from game.cores.kit.difficult_ground import KEEPS_OUT
from game.play.decisions import PASS, Choose
from game.table.records import UnitId


def next_to_charge(assessment: ClassicAssessment, asked: Choose) -> str:
    """Let the unit with the best rough charge go first; pass if none is good."""
    best, most, hopeless = PASS, 0.0, assessment.weights.hopeless
    for option in asked.options:
        if option.id == PASS:
            continue
        unit = assessment.summary(UnitId(option.id))
        for foe in assessment.foes:
            rough = rough_charge(assessment, unit, foe)
            if rough and rough + hopeless > most and may_charge(assessment, unit, foe):
                best, most = option.id, rough + hopeless
    return best


def charge(assessment: ClassicAssessment, asked: Choose) -> ScoredAnswers:
    """Weigh a charge at the enemy that is best to fight, by the exact odds."""
    unit = assessment.summary(UnitId(asked.about))
    named = [assessment.summary(UnitId(o.id)) for o in asked.options if o.id != PASS]
    foe = _best_foe(assessment, unit, named)
    scored = ScoredAnswers(assessment.weights.temperature)
    scored.add(0.0, PASS)
    if foe:
        scored.add(charge_worth(assessment, unit, foe), foe.id)
    return scored


def enters_to_charge(assessment: ClassicAssessment, asked: Choose) -> str:
    """``CC-20``  Charge through Difficult ground if that arrives more often than around it."""
    unit = assessment.summary(UnitId(asked.about))
    foes = [foe for foe in assessment.foes if may_charge(assessment, unit, foe)]
    foe = _best_foe(assessment, unit, foes)
    best = surest_charge(assessment.view, unit.id, foe.id).best if foe else None
    return best.answer if best and best.moves else KEEPS_OUT


def _best_foe(
    assessment: ClassicAssessment, unit: UnitSummary, foes: Sequence[UnitSummary]
) -> UnitSummary | None:
    """Return the enemy unit that is best to charge, by a rough estimate."""
    best, most = None, -assessment.weights.hopeless
    for foe in foes:
        rough = rough_charge(assessment, unit, foe)
        if rough and rough > most:
            best, most = foe, rough
    return best


def may_charge(assessment: ClassicAssessment, unit: UnitSummary, foe: UnitSummary) -> bool:
    view = assessment.view
    return not (refused_charger(view, unit.unit) or refused_charge(view, unit.id, foe.id))


def rough_charge(assessment: ClassicAssessment, unit: UnitSummary, foe: UnitSummary) -> float:
    """Return the approximate value of a charge in points; 0 if it is too far."""
    if _gap(unit, foe) > unit.charge:
        return 0.0
    walk = assessment.walk(unit, [m.at for m in unit.models], foe)
    sure = chance_to_arrive(assessment.weights, unit.charge - walk)
    if not sure:
        return 0.0
    fight = brawl_value(unit, foe, charged=True) + _help(assessment, unit, foe)
    return sure * (fight + _around_it(assessment, unit, foe))


def charge_worth(assessment: ClassicAssessment, unit: UnitSummary, foe: UnitSummary) -> float:
    """Return the value of a charge in points, by the odds of the first round."""
    view = assessment.view
    odds = surest_charge(view, unit.id, foe.id)
    if not odds.best.moves:
        return 0.0
    worth = round_worth(assessment, round_after(view, odds))
    if foe.locked:
        # Own units already in this combat would take these losses anyway.
        combat = combat_of(view.table, foe.id)
        worth -= round_worth(assessment, round_odds(view, combat, assessment.side))
    worth += assessment.weights.later_rounds * brawl_value(unit, foe, charged=False)
    worth += _help(assessment, unit, foe) + _around_it(assessment, unit, foe)
    return odds.best.arrives * worth


def _gap(unit: UnitSummary, foe: UnitSummary) -> float:
    return apart([m.at for m in unit.models], unit.base, foe)


def _help(assessment: ClassicAssessment, unit: UnitSummary, foe: UnitSummary) -> float:
    """Return the value added by own units that can charge the same enemy next."""
    alone, most = brawl_value(unit, foe, charged=True), 0.0
    for mate in assessment.mine:
        if mate.id != unit.id and not mate.locked and may_charge(assessment, mate, foe):
            both = brawl_value(combined_unit(unit, mate), foe, charged=True)
            most = max(most, both - alone - max(0.0, brawl_value(mate, foe, charged=True)))
    return assessment.weights.support * most


def _around_it(assessment: ClassicAssessment, unit: UnitSummary, foe: UnitSummary) -> float:
    """Return the value for sites, and of escaping the fire that the unit is exposed to."""
    standing = UnitPlacement(assessment, unit, tuple(m.at for m in unit.models))
    weights = assessment.weights
    return weights.shelter * weights.danger * expected_loss(standing) + _places(
        assessment, unit, foe
    )


def _places(assessment: ClassicAssessment, unit: UnitSummary, foe: UnitSummary) -> float:
    """Return the value of sites that either unit can no longer hold when locked."""
    worth = 0.0
    for site in assessment.sites:
        if site.each or site.turns:
            continue
        ours = [b for b in assessment.mine if b.near(site.at) <= site.reach]
        theirs = [b for b in assessment.foes if b.near(site.at) <= site.reach]
        if [b.id for b in theirs] == [foe.id] and not ours and not foe.locked:
            worth += site.value
        if [b.id for b in ours] == [unit.id] and not theirs:
            worth -= site.value
    share: float = assessment.weights.held_discount ** max(0, assessment.turns - 1)
    worth *= share
    worth -= alone_there(assessment.sites, assessment.mine, unit)
    return worth + alone_there(assessment.theirs, assessment.foes, foe)


def alone_there(
    sites: Sequence[ScoringSite], bands: Sequence[UnitSummary], unit: UnitSummary
) -> float:
    """Return the value of a turn at sites where an unlocked unit is alone of its side."""
    worth = 0.0
    for site in sites:
        if site.turns:
            there = [b for b in bands if not b.locked and b.near(site.at) <= site.reach]
            worth += site.value / site.turns * ([b.id for b in there] == [unit.id])
    return worth

"""Losses that a unit has to expect in the enemy's next turn."""

from __future__ import annotations

from game.cores.classic.bot.expected_damage import half_inches, steady, volley_at
from game.cores.classic.bot.objectives import STEP
from game.cores.classic.bot.unit_matchups import brawl_value
from game.cores.classic.bot.unit_placement import UnitPlacement
from game.cores.classic.bot.unit_summary import AVERAGE_RUN, UnitSummary
from game.cores.classic.rules.odds import passes


def expected_loss(at: UnitPlacement) -> float:
    """Return the expected loss in points in the enemy's next turn; 0 if it has none."""
    if at.assessment.turns_against <= 0:
        return 0.0
    foes = [foe for foe in at.assessment.foes if not foe.locked and not foe.runs_away]
    return sum([_fire(at, foe) + _charge(at, foe) for foe in foes])


def _fire(at: UnitPlacement, foe: UnitSummary) -> float:
    gap, unit, weights = at.gaps[foe.id], at.unit, at.assessment.weights
    if not foe.reach or gap > foe.reach + STEP:
        return 0.0
    seen, wounds, near, inches = at.seen(foe), 0.0, half_inches(gap - STEP), half_inches(gap)
    for m in foe.models:
        stays = volley_at(m.profile, unit.lead, inches, at.cover, moved=False)
        stops = not steady(m, moved=True)
        goes = volley_at(m.profile, unit.lead, near, at.cover, moved=stops)
        wounds += max(stays * seen, goes * max(seen, weights.unseen))
    wounds = min(wounds, unit.wounds)
    return weights.aimed_at * (wounds * unit.value + weights.broken * _breaks(at, wounds))


def _breaks(at: UnitPlacement, wounds: float) -> float:
    """``CC-32``  Return the approximate chance that these wounds make a unit fall back."""
    unit = at.unit
    if not at.assessment.view.rules.options.get("morale", True) or unit.lead.has("fearless"):
        return 0.0
    quarter = (len(unit.models) + 3) // 4 * unit.lead.w
    much = wounds * wounds / (wounds * wounds + quarter * quarter)
    return much * (1.0 - passes(max([m.profile.ld for m in unit.models])))


def _charge(at: UnitPlacement, foe: UnitSummary) -> float:
    reach = STEP + foe.charge + (AVERAGE_RUN if foe.lead.has("fleet") else 0.0)
    gap = at.gaps[foe.id]
    if gap >= reach:
        return 0.0
    sure = at.assessment.weights.charged * min(1.0, 0.4 + (reach - gap) / 6.0)
    return sure * max(0.0, brawl_value(foe, at.unit, charged=True))

"""What a unit may lose to the enemy where it stands, before its side is on again."""

from __future__ import annotations

from game.bots.steady.classic.assessment import Band, brawl_value
from game.bots.steady.classic.objectives import half_inches, volley_at
from game.bots.steady.promise import STEP
from game.bots.steady.standing import Standing
from game.bots.steady.worth import AIMED_AT, BROKEN, CHARGED, UNSEEN
from game.rules.classic.odds.wounds import passes

FLEET = 3.5
"""What a run adds on an average."""


def danger(at: Standing) -> float:
    """Return in points what the enemy may do to a unit in his next turn; 0 if he has none."""
    if at.survey.turns_against <= 0:
        return 0.0
    foes = [foe for foe in at.survey.foes if not foe.locked and not foe.runs_away]
    return sum([_fire(at, foe) + _charge(at, foe) for foe in foes])


def _fire(at: Standing, foe: Band) -> float:
    gap, seen, unit = at.gaps[foe.id], at.seen[foe.id], at.unit
    if not foe.reach or gap > foe.reach + STEP:
        return 0.0
    wounds, near, far = 0.0, half_inches(gap - STEP), half_inches(gap)
    for m in foe.models:
        stays = volley_at(m.profile, unit.lead, far, at.cover, moved=False)
        goes = volley_at(m.profile, unit.lead, near, at.cover, moved=True)
        wounds += max(stays * seen, goes * max(seen, UNSEEN))
    wounds = min(wounds, unit.wounds)
    return AIMED_AT * (wounds * unit.value + BROKEN * _breaks(at, wounds))


def _breaks(at: Standing, wounds: float) -> float:
    """``CC-32``  Return about how likely so many wounds make a unit fall back."""
    unit = at.unit
    if not at.survey.look.rules.options.get("morale", True) or unit.lead.has("fearless"):
        return 0.0
    quarter = (len(unit.models) + 3) // 4 * unit.lead.w
    much = wounds * wounds / (wounds * wounds + quarter * quarter)
    return much * (1.0 - passes(max([m.profile.ld for m in unit.models])))


def _charge(at: Standing, foe: Band) -> float:
    reach = STEP + foe.charge + (FLEET if foe.lead.has("fleet") else 0.0)
    gap = at.gaps[foe.id]
    if gap >= reach:
        return 0.0
    sure = CHARGED * min(1.0, 0.4 + (reach - gap) / 6.0)
    return sure * max(0.0, brawl_value(foe, at.unit, charged=True))

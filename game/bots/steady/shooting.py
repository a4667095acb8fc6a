"""How the steady bot shoots: by the exact odds of each volley."""

from __future__ import annotations

from game.bots.steady.classic.assessment import Band, Survey, apart
from game.bots.steady.classic.combat import rough_charge
from game.bots.steady.classic.objectives import volley_at
from game.bots.steady.running import run_worth
from game.bots.steady.worth import BROKEN, DESTROYED
from game.play.decisions import PASS, Choose
from game.rules.classic.odds.blast import blast
from game.rules.classic.odds.shooting import VolleyOdds, volley
from game.rules.classic.targeting import firing_modes
from game.rules.kit.probability import average
from game.rules.kit.unit_marks import FIRED
from game.table.records import Fire, ModelId, UnitId


def next_to_shoot(survey: Survey, asked: Choose) -> str:
    """Let those shoot first who have the most to shoot with; who only runs comes last."""
    units = [survey.band(UnitId(o.id)) for o in asked.options if o.id != PASS]
    if not units:
        return PASS

    def fire(unit: Band) -> float:
        best = 0.0
        for foe in survey.foes:
            gap = apart([m.at for m in unit.models], unit.base, foe)
            each = [volley_at(m.profile, foe.lead, gap, 0, moved=False) for m in unit.models]
            best = max(best, sum(each) * foe.value)
        return best

    return max(units, key=fire).id


def target(survey: Survey, asked: Choose) -> str:
    """Shoot where it does most, run, or hold fire for a charge."""
    unit = survey.band(UnitId(asked.about))
    foes = [survey.band(UnitId(o.id)) for o in asked.options if o.id in survey.look.table.units]
    charges = {foe.id: max(0.0, rough_charge(survey, unit, foe)) for foe in survey.foes}
    charge = max(charges.values(), default=0.0)
    worth = {PASS: charge}
    for foe in foes:
        after = charges[foe.id] if may_charge_after(unit) else 0.0
        worth[foe.id] = shot_worth(survey, unit, foe) + after
    if any(o.id == "run" for o in asked.options):
        worth["run"] = run_worth(survey, unit)
    return max(worth, key=lambda name: worth[name])


def shot_worth(survey: Survey, unit: Band, foe: Band) -> float:
    """Return what a volley is worth, in points."""
    odds = volley(survey.look, unit.id, foe.id)
    return odds_worth(odds, unit, foe) if odds else 0.0


def odds_worth(odds: VolleyOdds, unit: Band, foe: Band) -> float:
    worth = average(odds.wounds) * foe.value - average(odds.own) * unit.value
    return worth + DESTROYED * odds.destroys + BROKEN * odds.breaks


def may_charge_after(unit: Band) -> bool:
    """``CC-09``  Return whether a unit may charge whom it has shot at."""
    fires = [w.fire for m in unit.models for w in m.profile.weapons if w.fire is not Fire.MELEE]
    return not any(fire in (Fire.RAPID, Fire.HEAVY) for fire in fires)


def weapon(survey: Survey, asked: Choose) -> str:
    """Fire whichever weapon does most against the target that was named."""
    unit = survey.band(UnitId(asked.about))
    fired = unit.unit.mark(FIRED)
    if fired is None:
        return asked.options[0].id
    foe = survey.band(UnitId(fired.about))

    def worth(name: str) -> float:
        weapons = {
            m.profile.name: name
            for m in unit.models
            if any(w.name == name for w in m.profile.weapons)
        }
        odds = volley(survey.look, unit.id, foe.id, weapons)
        return odds_worth(odds, unit, foe) if odds else 0.0

    return max((o.id for o in asked.options), key=worth)


AIMS = 3
"""So many models a marker is weighed over, exactly; those with the most around them."""


def aim(survey: Survey, asked: Choose) -> str:
    """Lay the marker where it is likely to cost the enemy most."""
    table = survey.look.table
    firer = table.models[ModelId(asked.about)]
    over = [table.models[ModelId(o.id)] for o in asked.options]
    shots = [s for s in firing_modes(survey.look, firer, over[0].unit) if s.weapon.blast]
    if not shots:
        return asked.options[0].id

    def crowd(n: int) -> int:
        near = 0
        for m in table.standing():
            dx, dy = m.at.x - over[n].at.x, m.at.y - over[n].at.y
            if dx * dx + dy * dy <= (shots[0].weapon.blast / 2 + m.base) ** 2:
                near += 1 if m.side != survey.side else -2
        return near

    def worth(n: int) -> float:
        odds, total = blast(survey.look, shots[0], over[n].id), 0.0
        for unit, wounds in odds.wounds.items():
            band = survey.band(unit)
            sign = -1.0 if band.unit.side == survey.side else 1.0
            total += sign * average(wounds) * band.value
        return total

    best = sorted(range(len(over)), key=lambda n: -crowd(n))[:AIMS]
    return over[max(best, key=worth)].id

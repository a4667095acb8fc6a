"""Shooting, running, charging and fighting by exact odds; casualties."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.cores.classic.bot.assessment import (
    ClassicAssessment,
    UnitSummary,
    apart,
    brawl_value,
    combined_unit,
)
from game.cores.classic.bot.objectives import ScoringSite, volley_at
from game.cores.classic.bot.position_value import (
    UnitPlacement,
    chance_to_arrive,
    expected_loss,
    run_worth,
)
from game.cores.classic.rules.assault import refused_charge, refused_charger
from game.cores.classic.rules.blast_odds import blast
from game.cores.classic.rules.forecasts import round_after, surest_charge
from game.cores.classic.rules.melee_odds import AttackChoices, RoundOdds, round_odds
from game.cores.classic.rules.shooting_odds import VolleyOdds, volley
from game.cores.classic.rules.targeting import firing_modes
from game.cores.classic.rules.unit_state import combat_of
from game.cores.kit.difficult_ground import KEEPS_OUT
from game.cores.kit.marks import FIRED
from game.cores.kit.probability import average
from game.geometry.points import Disc, distance
from game.play.base_placement import out_of_chain
from game.play.decisions import PASS, Choose
from game.play.log_words import unit_of
from game.table.records import Fire, Model, ModelId, UnitId


def next_to_charge(survey: ClassicAssessment, asked: Choose) -> str:
    """Let the unit with the best rough charge go first; pass if none is good."""
    best, most, hopeless = PASS, 0.0, survey.weights.hopeless
    for option in asked.options:
        if option.id == PASS:
            continue
        unit = survey.summary(UnitId(option.id))
        for foe in survey.foes:
            rough = rough_charge(survey, unit, foe)
            if rough and rough + hopeless > most and may_charge(survey, unit, foe):
                best, most = option.id, rough + hopeless
    return best


def charge(survey: ClassicAssessment, asked: Choose) -> str:
    """Charge the enemy that is best to fight if the exact odds are good; else pass."""
    unit = survey.summary(UnitId(asked.about))
    named = [survey.summary(UnitId(o.id)) for o in asked.options if o.id != PASS]
    foe = _best_foe(survey, unit, named)
    return str(foe.id) if foe and charge_worth(survey, unit, foe) > 0.0 else PASS


def enters_to_charge(survey: ClassicAssessment, asked: Choose) -> str:
    """``CC-20``  Charge through Difficult ground if that arrives more often than around it."""
    unit = survey.summary(UnitId(asked.about))
    foes = [foe for foe in survey.foes if may_charge(survey, unit, foe)]
    foe = _best_foe(survey, unit, foes)
    best = surest_charge(survey.view, unit.id, foe.id).best if foe else None
    return best.answer if best and best.moves else KEEPS_OUT


def _best_foe(
    survey: ClassicAssessment, unit: UnitSummary, foes: Sequence[UnitSummary]
) -> UnitSummary | None:
    """Return the enemy unit that is best to charge, by a rough estimate."""
    best, most = None, -survey.weights.hopeless
    for foe in foes:
        rough = rough_charge(survey, unit, foe)
        if rough and rough > most:
            best, most = foe, rough
    return best


def may_charge(survey: ClassicAssessment, unit: UnitSummary, foe: UnitSummary) -> bool:
    if refused_charger(survey.view, unit.unit) or refused_charge(survey.view, unit.id, foe.id):
        return False
    return _gap(unit, foe) <= unit.charge


def rough_charge(survey: ClassicAssessment, unit: UnitSummary, foe: UnitSummary) -> float:
    """Return the approximate value of a charge in points; 0 if it is too far."""
    if _gap(unit, foe) > unit.charge:
        return 0.0
    walk = survey.walk(unit, [m.at for m in unit.models], foe)
    sure = chance_to_arrive(survey.weights, unit.charge - walk)
    if not sure:
        return 0.0
    fight = brawl_value(unit, foe, charged=True) + _help(survey, unit, foe)
    return sure * (fight + _around_it(survey, unit, foe))


def charge_worth(survey: ClassicAssessment, unit: UnitSummary, foe: UnitSummary) -> float:
    """Return the value of a charge in points, by the odds of the first round."""
    view = survey.view
    odds = surest_charge(view, unit.id, foe.id)
    if not odds.best.moves:
        return 0.0
    worth = round_worth(survey, round_after(view, odds))
    if foe.locked:
        # Own units already in this combat would take these losses anyway.
        combat = combat_of(view.table, foe.id)
        worth -= round_worth(survey, round_odds(view, combat, survey.side))
    worth += survey.weights.later_rounds * brawl_value(unit, foe, charged=False)
    worth += _help(survey, unit, foe) + _around_it(survey, unit, foe)
    return odds.best.arrives * worth


def _gap(unit: UnitSummary, foe: UnitSummary) -> float:
    return apart([m.at for m in unit.models], unit.base, foe)


def _help(survey: ClassicAssessment, unit: UnitSummary, foe: UnitSummary) -> float:
    """Return the value added by own units that can charge the same enemy next."""
    alone, most = brawl_value(unit, foe, charged=True), 0.0
    for mate in survey.mine:
        if mate.id != unit.id and not mate.locked and may_charge(survey, mate, foe):
            both = brawl_value(combined_unit(unit, mate), foe, charged=True)
            most = max(most, both - alone - max(0.0, brawl_value(mate, foe, charged=True)))
    return survey.weights.support * most


def _around_it(survey: ClassicAssessment, unit: UnitSummary, foe: UnitSummary) -> float:
    """Return the value for sites, and of escaping the fire that the unit is exposed to."""
    standing = UnitPlacement(survey, unit, tuple(m.at for m in unit.models))
    weights = survey.weights
    return weights.shelter * weights.danger * expected_loss(standing) + _places(
        survey, unit, foe
    )


def _places(survey: ClassicAssessment, unit: UnitSummary, foe: UnitSummary) -> float:
    """Return the value of sites that either unit can no longer hold when locked."""
    worth = 0.0
    for stake in survey.stakes:
        if stake.each or stake.turns:
            continue
        ours = [b for b in survey.mine if b.near(stake.at) <= stake.reach]
        theirs = [b for b in survey.foes if b.near(stake.at) <= stake.reach]
        if [b.id for b in theirs] == [foe.id] and not ours and not foe.locked:
            worth += stake.value
        if [b.id for b in ours] == [unit.id] and not theirs:
            worth -= stake.value
    share: float = survey.weights.held_discount ** max(0, survey.turns - 1)
    worth *= share
    worth -= alone_there(survey.stakes, survey.mine, unit)
    return worth + alone_there(survey.theirs, survey.foes, foe)


def alone_there(
    stakes: Sequence[ScoringSite], bands: Sequence[UnitSummary], unit: UnitSummary
) -> float:
    """Return the value of a turn at sites where an unlocked unit is alone of its side."""
    worth = 0.0
    for stake in stakes:
        if stake.turns:
            there = [b for b in bands if not b.locked and b.near(stake.at) <= stake.reach]
            worth += stake.value / stake.turns * ([b.id for b in there] == [unit.id])
    return worth


def round_worth(survey: ClassicAssessment, odds: RoundOdds) -> float:
    """Return the value of a round of combat, in points."""
    worth, weights = 0.0, survey.weights
    for unit_id, lost in odds.lost.items():
        summary = survey.summary(unit_id)
        sign = -1.0 if summary.unit.side == survey.side else 1.0
        wounds = average(lost) * summary.wounds / len(summary.models)
        loss = wounds * summary.value + odds.caught[unit_id] * summary.wounds * summary.value
        broken = weights.broken * odds.breaks[unit_id]
        loss += weights.destroyed * odds.destroyed(unit_id) + broken
        worth += sign * loss
    return worth


def strike_at(survey: ClassicAssessment, asked: Choose) -> str:
    return _best_blows(
        survey, asked, lambda name: AttackChoices(targets={asked.about: UnitId(name)})
    )


def strike_with(survey: ClassicAssessment, asked: Choose) -> str:
    return _best_blows(survey, asked, lambda name: AttackChoices(weapons={asked.about: name}))


def _best_blows(
    survey: ClassicAssessment, asked: Choose, wish: Callable[[str], AttackChoices]
) -> str:
    """Return the option that makes the round worth most; never choose model by model."""
    table = survey.view.table
    combat = combat_of(table, unit_of(table, asked.about))
    acting = table.clock.side or survey.side

    def worth(name: str) -> float:
        return round_worth(survey, round_odds(survey.view, combat, acting, wish(name)))

    return max((o.id for o in asked.options if o.id != PASS), key=worth)


def next_to_shoot(survey: ClassicAssessment, asked: Choose) -> str:
    """Let the unit with the most firepower shoot first; units that only run come last."""
    units = [survey.summary(UnitId(o.id)) for o in asked.options if o.id != PASS]
    if not units:
        return PASS

    def fire(unit: UnitSummary) -> float:
        best = 0.0
        for foe in survey.foes:
            gap = apart([m.at for m in unit.models], unit.base, foe)
            each = [volley_at(m.profile, foe.lead, gap, 0, moved=False) for m in unit.models]
            best = max(best, sum(each) * foe.value)
        return best

    return max(units, key=fire).id


def target(survey: ClassicAssessment, asked: Choose) -> str:
    """Choose the best target, or run, or hold fire for a charge."""
    unit = survey.summary(UnitId(asked.about))
    foes = [
        survey.summary(UnitId(o.id)) for o in asked.options if o.id in survey.view.table.units
    ]
    charges = {foe.id: max(0.0, rough_charge(survey, unit, foe)) for foe in survey.foes}
    charge = max(charges.values(), default=0.0)
    worth = {PASS: charge}
    for foe in foes:
        after = charges[foe.id] if may_charge_after(unit.models) else 0.0
        worth[foe.id] = shot_worth(survey, unit, foe) + after
    if any(o.id == "run" for o in asked.options):
        worth["run"] = run_worth(survey, unit)
    return max(worth, key=lambda name: worth[name])


def shot_worth(survey: ClassicAssessment, unit: UnitSummary, foe: UnitSummary) -> float:
    """Return the value of a volley, in points."""
    odds = volley(survey.view, unit.id, foe.id)
    return odds_worth(odds, unit, foe) if odds else 0.0


def odds_worth(odds: VolleyOdds, unit: UnitSummary, foe: UnitSummary) -> float:
    worth = average(odds.wounds) * foe.value - average(odds.own) * unit.value
    weights = foe.weights
    return worth + weights.destroyed * odds.destroys + weights.broken * odds.breaks


def may_charge_after(models: Sequence[Model]) -> bool:
    """``CC-09``  Return whether a unit may charge the unit that it has shot at."""
    fires = [w.fire for m in models for w in m.profile.weapons if w.fire is not Fire.MELEE]
    return not any(fire in (Fire.RAPID, Fire.HEAVY) for fire in fires)


def weapon(survey: ClassicAssessment, asked: Choose) -> str:
    """Fire the weapon that does most against the chosen target."""
    unit = survey.summary(UnitId(asked.about))
    fired = unit.unit.mark(FIRED)
    if fired is None:
        return asked.options[0].id
    foe = survey.summary(UnitId(fired.about))

    def worth(name: str) -> float:
        weapons = {
            m.profile.name: name
            for m in unit.models
            if any(w.name == name for w in m.profile.weapons)
        }
        odds = volley(survey.view, unit.id, foe.id, weapons)
        return odds_worth(odds, unit, foe) if odds else 0.0

    return max((o.id for o in asked.options), key=worth)


AIMS = 3
"""Maximum number of models for which the blast is evaluated exactly, most crowded first."""


def aim(survey: ClassicAssessment, asked: Choose) -> str:
    """Place the blast marker where it is likely to cost the enemy most."""
    table = survey.view.table
    firer = table.models[ModelId(asked.about)]
    over = [table.models[ModelId(o.id)] for o in asked.options]
    shots = [s for s in firing_modes(survey.view, firer, over[0].unit) if s.weapon.blast]
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
        odds, total = blast(survey.view, shots[0], over[n].id), 0.0
        for unit, wounds in odds.wounds.items():
            summary = survey.summary(unit)
            sign = -1.0 if summary.unit.side == survey.side else 1.0
            total += sign * average(wounds) * summary.value
        return total

    best = sorted(range(len(over)), key=lambda n: -crowd(n))[:AIMS]
    return over[max(best, key=worth)].id


CHAIN = 2.0


def casualty(survey: ClassicAssessment, asked: Choose) -> str:
    """Remove the least useful model without losing coherency; of equals, the furthest away."""
    table = survey.view.table
    models = [table.models[ModelId(o.id)] for o in asked.options]
    unit = {m.id: m.disc for m in table.of(models[0].unit)}

    def dear(model: Model) -> tuple[bool, bool, float, float]:
        rest = {model_id: disc for model_id, disc in unit.items() if model_id != model.id}
        return (
            model.wounds == 1 and any(m.wounds > 1 for m in models),
            _torn(rest),
            skill(model),
            -_off(survey, model.disc),
        )

    return min(models, key=dear).id


def _torn(rest: dict[ModelId, Disc]) -> bool:
    return bool(out_of_chain(rest, CHAIN))


def skill(model: Model) -> float:
    """Return the value of a model within its unit."""
    profile = model.profile
    arms = max([w.strength - (w.ap or 7) / 2 + w.shots for w in profile.weapons], default=0.0)
    return arms + profile.a + profile.ld / 4 + profile.w


def _off(survey: ClassicAssessment, base: Disc) -> float:
    """Return the distance in inches from a model to the nearest site."""
    return min([distance(base.at, stake.at) for stake in survey.stakes], default=0.0)

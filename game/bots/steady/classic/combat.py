"""How the steady bot charges and fights: by the exact odds of the first round."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.bots.steady.classic.assessment import Band, Survey, apart, brawl_value, together
from game.bots.steady.classic.position_value import chance_to_arrive
from game.bots.steady.dangers import danger
from game.bots.steady.stakes import Stake
from game.bots.steady.standing import Standing
from game.bots.steady.worth import BROKEN, DANGER, DESTROYED, LATER_ROUNDS, SHELTER
from game.play.decisions import PASS, Choose
from game.rules.classic.assault import refused_charge, refused_charger
from game.rules.classic.odds.forecasts import round_after, surest_charge
from game.rules.classic.odds.melee import AttackChoices, RoundOdds, round_odds
from game.rules.classic.unit_state import combat_of
from game.rules.kit.movement import KEEPS_OUT
from game.rules.kit.probability import average
from game.table.records import UnitId

HOPELESS = -0.25
"""A charge that looks worse than so many points is not worked out."""
HELP = 0.5
"""What it counts that a mate may charge the same enemy, and make it a better fight."""
YET = 0.4
"""What it counts who holds a place now, for each turn in which that may change."""


def next_to_charge(survey: Survey, asked: Choose) -> str:
    """Let the unit with the best charge go first, by a rough estimate; none if none is good."""
    best, most = PASS, 0.0
    for option in asked.options:
        if option.id == PASS:
            continue
        unit = survey.band(UnitId(option.id))
        for foe in survey.foes:
            rough = rough_charge(survey, unit, foe)
            if rough and rough - HOPELESS > most and may_charge(survey, unit, foe):
                best, most = option.id, rough - HOPELESS
    return best


def charge(survey: Survey, asked: Choose) -> str:
    """Charge whom it looks best to fight, if the exact odds bear it out; or nobody."""
    unit = survey.band(UnitId(asked.about))
    named = [survey.band(UnitId(o.id)) for o in asked.options if o.id != PASS]
    foe = _best_foe(survey, unit, named)
    return str(foe.id) if foe and charge_worth(survey, unit, foe) > 0.0 else PASS


def enters_to_charge(survey: Survey, asked: Choose) -> str:
    """``CC-20``  Charge through Difficult ground if that arrives more often than round it."""
    unit = survey.band(UnitId(asked.about))
    foes = [foe for foe in survey.foes if may_charge(survey, unit, foe)]
    foe = _best_foe(survey, unit, foes)
    best = surest_charge(survey.look, unit.id, foe.id).best if foe else None
    return best.answer if best and best.moves else KEEPS_OUT


def _best_foe(survey: Survey, unit: Band, foes: Sequence[Band]) -> Band | None:
    """Return whom it looks best to charge, by a rough estimate."""
    best, most = None, HOPELESS
    for foe in foes:
        rough = rough_charge(survey, unit, foe)
        if rough and rough > most:
            best, most = foe, rough
    return best


def may_charge(survey: Survey, unit: Band, foe: Band) -> bool:
    if refused_charger(survey.look, unit.unit) or refused_charge(survey.look, unit.id, foe.id):
        return False
    return _gap(unit, foe) <= unit.charge


def rough_charge(survey: Survey, unit: Band, foe: Band) -> float:
    """Return about what it is worth to charge, in points; 0 where it is too far."""
    if _gap(unit, foe) > unit.charge:
        return 0.0
    sure = chance_to_arrive(unit.charge - survey.walk(unit, [m.at for m in unit.models], foe))
    if not sure:
        return 0.0
    fight = brawl_value(unit, foe, charged=True) + _help(survey, unit, foe)
    return sure * (fight + _around_it(survey, unit, foe))


def charge_worth(survey: Survey, unit: Band, foe: Band) -> float:
    """Return what it is worth to charge, in points, by the odds of the first round."""
    look = survey.look
    odds = surest_charge(look, unit.id, foe.id)
    if not odds.best.moves:
        return 0.0
    worth = round_worth(survey, round_after(look, odds))
    if foe.locked:
        # What happens to the mates who fight already happens to them anyway.
        combat = combat_of(look.table, foe.id)
        worth -= round_worth(survey, round_odds(look, combat, survey.side))
    worth += LATER_ROUNDS * brawl_value(unit, foe, charged=False)
    worth += _help(survey, unit, foe) + _around_it(survey, unit, foe)
    return odds.best.arrives * worth


def _gap(unit: Band, foe: Band) -> float:
    return apart([m.at for m in unit.models], unit.base, foe)


def _help(survey: Survey, unit: Band, foe: Band) -> float:
    """Return what mates add who can charge the same enemy after this unit."""
    alone, most = brawl_value(unit, foe, charged=True), 0.0
    for mate in survey.mine:
        if mate.id != unit.id and not mate.locked and may_charge(survey, mate, foe):
            both = brawl_value(together(unit, mate), foe, charged=True)
            most = max(most, both - alone - max(0.0, brawl_value(mate, foe, charged=True)))
    return HELP * most


def _around_it(survey: Survey, unit: Band, foe: Band) -> float:
    """Return what comes of it for places, and for the fire that the unit stands in."""
    standing = Standing(survey, unit, tuple(m.at for m in unit.models))
    return SHELTER * DANGER * danger(standing) + _places(survey, unit, foe)


def _places(survey: Survey, unit: Band, foe: Band) -> float:
    """Return what places are worth that either can no longer hold when they are locked."""
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
    share: float = YET ** max(0, survey.turns - 1)
    worth *= share
    worth -= alone_there(survey.stakes, survey.mine, unit)
    return worth + alone_there(survey.theirs, survey.foes, foe)


def alone_there(stakes: Sequence[Stake], bands: Sequence[Band], who: Band) -> float:
    """Return what a turn is worth at places where a unit, not locked, is alone of its side."""
    worth = 0.0
    for stake in stakes:
        if stake.turns:
            there = [b for b in bands if not b.locked and b.near(stake.at) <= stake.reach]
            worth += stake.value / stake.turns * ([b.id for b in there] == [who.id])
    return worth


def round_worth(survey: Survey, odds: RoundOdds) -> float:
    """Return what a round of combat is worth, in points."""
    worth = 0.0
    for who, lost in odds.lost.items():
        band = survey.band(who)
        sign = -1.0 if band.unit.side == survey.side else 1.0
        wounds = average(lost) * band.wounds / len(band.models)
        loss = wounds * band.value + odds.caught[who] * band.wounds * band.value
        loss += DESTROYED * odds.destroyed(who) + BROKEN * odds.breaks[who]
        worth += sign * loss
    return worth


def strike_at(survey: Survey, asked: Choose) -> str:
    who = UnitId(asked.about)
    return _best_blows(survey, asked, lambda name: AttackChoices(targets={who: UnitId(name)}))


def strike_with(survey: Survey, asked: Choose) -> str:
    who = UnitId(asked.about)
    return _best_blows(survey, asked, lambda name: AttackChoices(weapons={who: name}))


def _best_blows(survey: Survey, asked: Choose, wish: Callable[[str], AttackChoices]) -> str:
    """Return the option that makes the round worth most."""
    table, who = survey.look.table, UnitId(asked.about)
    combat = combat_of(table, who)
    acting = table.clock.side or survey.side

    def worth(name: str) -> float:
        return round_worth(survey, round_odds(survey.look, combat, acting, wish(name)))

    return max((o.id for o in asked.options), key=worth)

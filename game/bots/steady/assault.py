"""How the steady bot charges and fights: by the exact odds of the first round."""

from __future__ import annotations

from collections.abc import Callable

from game.bots.steady.survey import Band, Survey, apart, brawl_value
from game.play.decisions import PASS, Choose
from game.rules.classic.bearing import combat_of
from game.rules.classic.charge import refused_charge, refused_charger
from game.rules.classic.odds.charges import charge_odds
from game.rules.classic.odds.figures import round_after
from game.rules.classic.odds.rounds import RoundOdds, round_odds
from game.rules.classic.odds.squads import Wishes
from game.rules.kit.spreads import average
from game.table.records import UnitId

HOPELESS = -0.25
"""A charge that looks worse than so many points is not worked out."""
DESTROYED, BROKEN = 0.6, 0.25
SILENCED = 0.4
"""What it is worth to keep a unit from shooting for a turn, of what it would do."""
LATER = 0.6
"""What the rounds after the first count, by a rough estimate."""


def next_to_charge(survey: Survey, asked: Choose) -> str:
    """Let the unit with the best charge go first; none if none is worth it."""
    best, most = PASS, 0.0
    for option in asked.options:
        if option.id == PASS:
            continue
        unit = survey.band(UnitId(option.id))
        for foe in survey.foes:
            worth = charge_worth(survey, unit, foe)
            if worth > most:
                best, most = option.id, worth
    return best


def charge(survey: Survey, asked: Choose) -> str:
    """Charge whom it is best to fight, or nobody."""
    unit = survey.band(UnitId(asked.about))
    best, most = PASS, 0.0
    for option in asked.options:
        if option.id == PASS:
            continue
        worth = charge_worth(survey, unit, survey.band(UnitId(option.id)))
        if worth > most:
            best, most = option.id, worth
    return best


def charge_worth(survey: Survey, unit: Band, foe: Band) -> float:
    """Return what it is worth to charge, in points; 0 where it cannot be done."""
    look = survey.look
    if apart([m.at for m in unit.models], unit.base, foe) > unit.charge:
        return 0.0
    if refused_charger(unit.unit) or refused_charge(look, unit.id, foe.id):
        return 0.0
    rough = brawl_value(unit, foe, charged=True)
    if rough < HOPELESS:
        return rough
    odds = charge_odds(look, unit.id, foe.id)
    if not odds.best.moves:
        return 0.0
    worth = round_worth(survey, round_after(look, odds)) + LATER * brawl_value(
        unit, foe, charged=False
    )
    return odds.best.arrives * worth


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
    return _best_blows(survey, asked, lambda name: Wishes(targets={who: UnitId(name)}))


def strike_with(survey: Survey, asked: Choose) -> str:
    who = UnitId(asked.about)
    return _best_blows(survey, asked, lambda name: Wishes(weapons={who: name}))


def _best_blows(survey: Survey, asked: Choose, wish: Callable[[str], Wishes]) -> str:
    """Return the option that makes the round worth most."""
    table, who = survey.look.table, UnitId(asked.about)
    combat = combat_of(table, who)
    acting = table.clock.side or survey.side

    def worth(name: str) -> float:
        return round_worth(survey, round_odds(survey.look, combat, acting, wish(name)))

    return max((o.id for o in asked.options), key=worth)

"""How the steady bot charges in the void: by the exact odds to arrive, and a rough fight."""

from __future__ import annotations

from game.bots.policy import Thoughts
from game.bots.steady.zero_g.assessment import Chart
from game.bots.steady.zero_g.movement import push_worth, stays_worth, who
from game.bots.steady.zero_g.position_value import Outlook
from game.geometry.points import gap
from game.play.decisions import PASS, Choose
from game.rules.classic.assault import refused_charge, refused_charger
from game.rules.kit.probability import average
from game.rules.zero_g.mobility import is_free
from game.rules.zero_g.movement import PUSH
from game.rules.zero_g.odds import arrives, impact_spread
from game.table.records import Model

ON_FOOT = 12.0
"""``CC-18``  Inches that free movers charge."""
SHORT = 0.1
"""What it costs that a charge falls short, of what may be lost: one stands before the enemy."""


def next_to_charge(chart: Chart, asked: Choose) -> Thoughts:
    """``CC-23``  Let the model with the best charge go first; none if none is good."""
    best, most = PASS, 0.0
    for option in asked.options:
        if option.id == PASS:
            continue
        yield
        model = who(chart, option.id)
        worth = max([charge_worth(chart, model, foe) for foe in chart.foes], default=0.0)
        if worth > most:
            best, most = option.id, worth
    return best


def charge(chart: Chart, asked: Choose) -> Thoughts:
    """``CC-23``, ``ZG-20``  Charge whom it is worth most to fight, or nobody."""
    model = who(chart, asked.about)
    best, most = PASS, 0.0
    for option in asked.options:
        if option.id == PASS:
            continue
        yield
        worth = charge_worth(chart, model, who(chart, option.id))
        if worth > most:
            best, most = option.id, worth
    return best


def charge_worth(chart: Chart, model: Model, foe: Model) -> float:
    """Return what it is worth to charge somebody, in points; 0 where it cannot be done."""
    look, far = chart.look, gap(model.disc, foe.disc)
    chance, impacts = 0.0, 0.0
    if is_free(model):
        chance = 1.0 if far <= ON_FOOT else 0.0
    else:
        chance = arrives(look, model, far)
        impacts = average(impact_spread(model, far))
    if not chance:
        return 0.0
    unit = look.table.units[model.unit]
    if refused_charger(look, unit) or refused_charge(look, model.unit, foe.unit):
        return 0.0
    outlook = Outlook(chart, model)
    fight = outlook.fight(foe, impacts=round(impacts))
    return chance * fight - (1.0 - chance) * SHORT * outlook.price


def after_the_kill(chart: Chart, asked: Choose) -> Thoughts:
    """``ZG-23``  Push off if that leads to a better place."""
    yield
    model = who(chart, asked.about)
    stays = stays_worth(chart, model, pushed=True)
    moves = push_worth(chart, model, PUSH)
    return "push off" if moves > stays else PASS

"""Choice of targets or weapons in the pursuit."""

from __future__ import annotations

from functools import partial

from game.bots.protocol import Thoughts
from game.bots.steady.scored_answers import ScoredAnswers
from game.cores.classic.bot.shooting import wounds_expected
from game.cores.classic.rules.shooting_odds import volley_odds
from game.cores.kit.marks import FIRED
from game.cores.kit.probability import average
from game.cores.kit.units import touch
from game.play.decisions import PASS, Choose
from game.systems.pursuit.bot.assessment import PursuitAssessment
from game.systems.pursuit.rules.mines import marker_at
from game.systems.pursuit.rules.odds import blows_up
from game.systems.pursuit.rules.shooting import mines_set_off
from game.table.records import Model, UnitId


def target(assessment: PursuitAssessment, asked: Choose) -> Thoughts:
    """Weigh the targets by what a shot costs either side; to hold fire costs nothing."""
    scored = ScoredAnswers(assessment.weights.temperature)
    scored.add(0.0, PASS)
    for option in asked.options:
        if option.id == PASS:
            continue
        yield
        unit, foe = UnitId(asked.about), UnitId(option.id)
        why = partial(wounds_expected, assessment.view, unit, foe)
        scored.add(_shot(assessment, unit, foe, ""), option.id, why)
    return scored


def weapon(assessment: PursuitAssessment, asked: Choose) -> Thoughts:
    """``PU-28``  Weigh the weapons by what they do to the chosen target."""
    unit = assessment.view.table.units[UnitId(asked.about)]
    fired = unit.mark(FIRED)
    yield
    if fired is None:
        return asked.options[0].id
    scored = ScoredAnswers(assessment.weights.temperature)
    for option in asked.options:
        worth = _shot(assessment, unit.id, UnitId(fired.about), option.id)
        scored.add(worth, option.id)
    return scored


def _shot(assessment: PursuitAssessment, unit_id: UnitId, target: UnitId, weapon: str) -> float:
    """Return the value of a shot, including the mines that it sets off."""
    table = assessment.view.table
    (firer,), (foe,) = table.of(unit_id), table.of(target)
    odds = volley_odds(
        assessment.view, unit_id, target, {firer.profile.name: weapon} if weapon else {}
    )
    if odds is None:
        return float("-inf")
    worth = min(1.0, average(odds.wounds)) * assessment.price(foe)
    worth -= min(1.0, average(odds.own)) * assessment.price(firer)
    return worth + _blasts(assessment, firer, foe)


def _blasts(assessment: PursuitAssessment, firer: Model, foe: Model) -> float:
    """``PU-24``  Return the value of the mines that a shot sets off."""
    worth, table = 0.0, assessment.view.table
    for cluster in mines_set_off(table, (firer, foe)):
        for m in table.standing():
            if touch(marker_at(cluster.at), m.disc):
                harm = blows_up(assessment.view, m) * assessment.price(m)
                worth += -harm if m.side == assessment.side else harm
    return worth

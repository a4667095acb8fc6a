"""How figs of a chase shoot (``PU-27``, ``PU-28``): by the exact odds of each volley."""

from __future__ import annotations

from game.bots.policy import Thoughts
from game.bots.steady.pursuit.scene import Scene
from game.geometry.points import gap
from game.play.decisions import PASS, Choose
from game.rules.classic.odds.shooting import volley
from game.rules.kit.probability import average
from game.rules.kit.unit_marks import FIRED
from game.rules.pursuit.odds.threats import blows_up
from game.rules.pursuit.shooting import NEAR_MINES
from game.rules.pursuit.street_pieces import mines
from game.table.records import Model, UnitId

REACH = 2.5
"""Inches from the middle of a cluster that its first marker covers for sure (``PU-24``)."""


def target(scene: Scene, asked: Choose) -> Thoughts:
    """Shoot where it costs the enemy most; or hold fire for the mines close by."""
    best, most = PASS, 0.0
    for option in asked.options:
        if option.id == PASS:
            continue
        yield
        worth = _shot(scene, UnitId(asked.about), UnitId(option.id), "")
        if worth > most:
            best, most = option.id, worth
    return best


def weapon(scene: Scene, asked: Choose) -> Thoughts:
    """``PU-28``  Fire whichever weapon does most against the target that was named."""
    unit = scene.look.table.units[UnitId(asked.about)]
    fired = unit.mark(FIRED)
    yield
    if fired is None:
        return asked.options[0].id
    return max(
        (o.id for o in asked.options),
        key=lambda name: _shot(scene, unit.id, UnitId(fired.about), name),
    )


def _shot(scene: Scene, who: UnitId, target: UnitId, weapon: str) -> float:
    """Return what a shot is worth, with all that the mines do that it sets off."""
    table = scene.look.table
    (firer,), (foe,) = table.of(who), table.of(target)
    odds = volley(scene.look, who, target, {firer.profile.name: weapon} if weapon else {})
    if odds is None:
        return float("-inf")
    worth = min(1.0, average(odds.wounds)) * scene.price(foe)
    worth -= min(1.0, average(odds.own)) * scene.price(firer)
    return worth + _blasts(scene, firer, foe)


def _blasts(scene: Scene, firer: Model, foe: Model) -> float:
    """``PU-24``  Return what the mines are worth that a shot sets off."""
    worth, table = 0.0, scene.look.table
    for cluster in mines(table):
        if min(gap(cluster.disc, firer.disc), gap(cluster.disc, foe.disc)) > NEAR_MINES:
            continue
        for m in table.standing():
            if gap(cluster.disc._replace(radius=REACH), m.disc) <= 0.0:
                harm = blows_up(scene.look, m) * scene.price(m)
                worth += -harm if m.side == scene.side else harm
    return worth

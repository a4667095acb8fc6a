"""Who parts from his enemies, and which way one turns (``PU-14``, ``PU-16``, ``PU-21``)."""

from __future__ import annotations

from dataclasses import replace

from game.bots.policy import Thoughts
from game.bots.steady.classic.objectives import blows
from game.bots.steady.pursuit.breakthrough import LATER
from game.bots.steady.pursuit.rider_movement import promise as rides
from game.bots.steady.pursuit.scene import Scene
from game.bots.steady.pursuit.swarm_movement import promise as hunts
from game.play.decisions import PASS, Aim, Choose
from game.rules.pursuit.melee import foes_of
from game.rules.pursuit.movement import ACCELERATE, PART, USUAL
from game.table.records import Model, ModelId

FAN = (0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0)
"""Ways to turn that are weighed, by degrees from the Arrival."""
GAITS = USUAL, ACCELERATE
"""``PU-18``"""


def parts(scene: Scene, asked: Choose) -> Thoughts:
    """``PU-16``  Ride on, if that is worth more than another round."""
    who = scene.look.table.models[ModelId(asked.about)]
    foes = foes_of(scene.look.table, who.id)
    yield
    gain = max(
        [blows(who.profile, foe.profile, charged=False) * scene.price(foe) for foe in foes]
    )
    loss = 0.0
    for foe in foes:
        loss += blows(foe.profile, who.profile, charged=False) * scene.price(who)
    if not scene.rides:
        # The rider may part, too: who stays lets him go, who flies on may cut him off.
        return PASS
    stays = LATER * scene.lanes(who).before(who.at, who.facing, 1) + gain - loss
    goes = float("-inf")
    for facing in _fan(scene, who):
        yield
        goes = max(goes, _turned_worth(scene, who, facing))
    return PART if goes > stays else PASS


def turn(scene: Scene, asked: Aim) -> Thoughts:
    """Turn to where the best way leads; or, where one keeps pace next, to the Arrival."""
    who = scene.look.table.models[ModelId(asked.about)]
    best, most = scene.street.facing, float("-inf")
    for facing in _fan(scene, who):
        yield
        worth = _turned_worth(scene, who, facing)
        if worth > most:
            best, most = facing, worth
    return round(best % 360.0, 3)


def _fan(scene: Scene, who: Model) -> list[float]:
    """Return the ways to turn that are weighed: any, in a Movement phase or before one."""
    moving = scene.look.table.clock.phase == "pursuit" or who.mark("may part")
    return [scene.street.facing + turned for turned in (FAN if moving else FAN[:3])]


def _turned_worth(scene: Scene, who: Model, facing: float) -> float:
    """Return what the best way is worth to a fig that faces so, about."""
    turned = replace(who, facing=round(facing % 360.0, 3))
    return (rides if scene.rides else hunts)(scene, turned, GAITS)

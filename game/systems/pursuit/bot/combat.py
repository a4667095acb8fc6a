"""Choice to break off or to turn in the pursuit."""

from __future__ import annotations

from dataclasses import replace

from game.bots.protocol import Thoughts
from game.bots.steady.scored_answers import ScoredAnswers
from game.cores.classic.bot.expected_damage import blows
from game.play.decisions import PASS, Aim, Choose
from game.systems.pursuit.bot.assessment import PursuitAssessment
from game.systems.pursuit.bot.movement import hunt_promise, ride_promise
from game.systems.pursuit.rules.combat import foes_of
from game.systems.pursuit.rules.movement import ACCELERATE, DEFAULT_MODE, PART
from game.table.records import Model, ModelId

FAN = (0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0)
"""Directions to turn to that are considered, in degrees from the Arrival."""
GAITS = DEFAULT_MODE, ACCELERATE
"""``PU-18``  Both movement modes."""


def breaks_off(assessment: PursuitAssessment, asked: Choose) -> Thoughts:
    """``PU-16``  Weigh to part, and another round; the swarm never parts."""
    model = assessment.view.table.models[ModelId(asked.about)]
    foes = foes_of(assessment.view.table, model.id)
    yield
    gain = max(
        [
            blows(model.profile, foe.profile, charged=False) * assessment.price(foe)
            for foe in foes
        ]
    )
    loss = 0.0
    for foe in foes:
        loss += blows(foe.profile, model.profile, charged=False) * assessment.price(model)
    if not assessment.rides:
        # Not weighed: a rider that parts gets away from a model that stays, while a model
        # that parts may cut it off.
        return PASS
    before = assessment.lanes(model).before(model.at, model.facing, 1)
    stays = assessment.weights.turn_discount * before + gain - loss
    goes = float("-inf")
    for facing in _fan(assessment, model):
        yield
        goes = max(goes, _turned_worth(assessment, model, facing))
    scored = ScoredAnswers(assessment.weights.temperature)
    scored.add(stays, PASS)
    scored.add(goes, PART)
    return scored


def turn(assessment: PursuitAssessment, asked: Aim) -> Thoughts:
    """Weigh turns by the best ride; if none follows, stay within 45° of the Arrival."""
    model = assessment.view.table.models[ModelId(asked.about)]
    scored = ScoredAnswers(assessment.weights.temperature)
    for facing in _fan(assessment, model):
        yield
        scored.add(_turned_worth(assessment, model, facing), round(facing % 360.0, 3))
    return scored


def _fan(assessment: PursuitAssessment, model: Model) -> list[float]:
    """Return the facings that are considered: all of them if a move comes next."""
    moving = assessment.view.table.clock.phase == "pursuit" or model.mark("may part")
    return [assessment.street.facing + turned for turned in (FAN if moving else FAN[:3])]


def _turned_worth(assessment: PursuitAssessment, model: Model, facing: float) -> float:
    """Return the rough value of a model's best ride from a facing."""
    turned = replace(model, facing=round(facing % 360.0, 3))
    return (ride_promise if assessment.rides else hunt_promise)(assessment, turned, GAITS)

"""Choice of places for models on the street."""

from __future__ import annotations

import numpy as np

from game.bots.protocol import Thoughts
from game.bots.steady.scored_answers import ScoredAnswers
from game.geometry.points import LOOSE_EPSILON, Point
from game.play.moves.placement import Place
from game.systems.pursuit.bot.assessment import PursuitAssessment
from game.systems.pursuit.bot.breakthrough import Values
from game.systems.pursuit.rules.free_space import CandidateRegion
from game.table.records import ModelId

APART = 6.0
"""Inches within which riders obstruct each other, and leave the swarm more room."""
PACKED = 3.5
BEST = 24
"""Number of the best places that are considered at most."""
PLACE_STEP_INCHES = 1.0
"""Inches between the places considered."""
TURNS = 0.0, 45.0, -45.0
"""Degrees from the Arrival to which a model may be turned and still keep pace (``PU-12``)."""


def sets_up(assessment: PursuitAssessment, asked: Place) -> Thoughts:
    """Set up riders where their chances are best; the swarm ahead and near the riders."""
    yield
    model = assessment.view.table.models[ModelId(asked.about)]
    region, street = asked.region, assessment.street
    assert isinstance(region, CandidateRegion)
    spots = [at for at in region.spots() if _is_weighed(at, model.base)]
    off = np.array([street.off(at) for at in spots])
    along = np.array([street.along(at) for at in spots])
    lanes, turns = assessment.lanes(model), TURNS if asked.turns else TURNS[:1]
    each = [lanes.all_after(off, along, np.full(len(spots), turn)) for turn in turns]
    worth = np.maximum.reduce(each)
    turned = np.argmax(np.array(each), axis=0)
    if not assessment.rides:
        worth = _hunted(assessment, worth, off, along)
    worth = worth - _crowd(assessment, off, along)
    scored = ScoredAnswers(assessment.weights.temperature, is_varied=True)
    for n in np.argsort(-worth, kind="stable"):
        value = float(worth[n])
        if scored and (len(scored.found) == BEST or value < scored.nearly_as_good):
            break
        if region.fits(spots[n]):
            turn = turns[turned[n]]
            facing = [round((street.facing + turn) % 360.0, 3)] if turn else []
            scored.add(value, [*spots[n], *facing])
    return scored or next(asked.samples(assessment.view.table, 64))


def _is_weighed(at: Point, base: float) -> bool:
    return all([((c - base) / PLACE_STEP_INCHES) % 1.0 < LOOSE_EPSILON for c in at])


def _hunted(assessment: PursuitAssessment, worth: Values, off: Values, along: Values) -> Values:
    """Return the values of places to a swarm model: far ahead, and near the riders."""
    near = assessment.weights.deploy_near
    worth = assessment.weights.deploy_lasts * worth - near * off
    apart = [_apart(assessment, rider.at, off, along) for rider in assessment.riders]
    return worth - near * np.minimum.reduce(apart) if apart else worth


def _crowd(assessment: PursuitAssessment, off: Values, along: Values) -> Values:
    """Return the cost of models of the same side standing near."""
    cost, room = np.zeros(len(off)), APART if assessment.rides else PACKED
    for mate in assessment.mine:
        cost += assessment.weights.deploy_crowded * np.maximum(
            0.0, room - _apart(assessment, mate.at, off, along)
        )
    return cost


def _apart(assessment: PursuitAssessment, at: Point, off: Values, along: Values) -> Values:
    x, y = off - assessment.street.off(at), along - assessment.street.along(at)
    return np.asarray(np.sqrt(x * x + y * y))

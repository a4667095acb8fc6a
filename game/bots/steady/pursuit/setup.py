"""How both sides set up for a chase, and come on (``PU-04``)."""

from __future__ import annotations

import numpy as np

from game.bots.policy import Thoughts
from game.bots.steady.pursuit.breakthrough import Values
from game.bots.steady.pursuit.scene import Scene
from game.geometry.points import Point
from game.play.placement import Place
from game.rules.pursuit.free_space import CandidateRegion
from game.table.records import ModelId

APART = 6.0
"""Inches within which riders stand in each other's way, and leave the swarm more room."""
CROWDED = 0.01
"""What each inch costs that they are nearer."""
LASTS = 3.0
PACKED = 3.5
TURNS = 0.0, 45.0, -45.0
"""Degrees from the Arrival to which a fig may be turned and still keeps pace (``PU-12``)."""
EVERY = 1.0
"""Inches between the places that are weighed."""
NEARER = 0.004
"""What each inch nearer to the Arrival, and to the riders, is worth to a hunter."""


def sets_up(scene: Scene, asked: Place) -> Thoughts:
    """Riders where their chances are best; hunters as far ahead, and as near, as they may."""
    yield
    model = scene.look.table.models[ModelId(asked.about)]
    region, street = asked.region, scene.street
    assert isinstance(region, CandidateRegion)
    spots = [at for at in region.spots() if _is_weighed(at, model.base)]
    off = np.array([street.off(at) for at in spots])
    along = np.array([street.along(at) for at in spots])
    lanes, turns = scene.lanes(model), TURNS if asked.turns else TURNS[:1]
    each = [lanes.all_after(off, along, np.full(len(spots), turn)) for turn in turns]
    worth = np.maximum.reduce(each)
    turned = np.argmax(np.array(each), axis=0)
    if not scene.rides:
        worth = _hunted(scene, worth, off, along)
    order = np.argsort(-(worth - _crowd(scene, off, along)), kind="stable")
    best = next((n for n in order if region.wrong(spots[n]) is None), None)
    if best is None:
        return next(asked.samples(scene.look.table, 64))
    turn = turns[turned[best]]
    facing = [round((street.facing + turn) % 360.0, 3)] if turn else []
    return [*spots[best], *facing]


def _is_weighed(at: Point, base: float) -> bool:
    return all([((c - base) / EVERY) % 1.0 < 1e-6 for c in at])


def _hunted(scene: Scene, worth: Values, off: Values, along: Values) -> Values:
    """Return what places are worth to a hunter, who wants to be ahead and near the riders."""
    worth = LASTS * worth - NEARER * off
    apart = [_apart(scene, rider.at, off, along) for rider in scene.riders]
    return worth - NEARER * np.minimum.reduce(apart) if apart else worth


def _crowd(scene: Scene, off: Values, along: Values) -> Values:
    """Return what it costs that mates stand near."""
    cost, room = np.zeros(len(off)), APART if scene.rides else PACKED
    for mate in scene.mine:
        cost += CROWDED * np.maximum(0.0, room - _apart(scene, mate.at, off, along))
    return cost


def _apart(scene: Scene, at: Point, off: Values, along: Values) -> Values:
    x, y = off - scene.street.off(at), along - scene.street.along(at)
    return np.asarray(np.sqrt(x * x + y * y))

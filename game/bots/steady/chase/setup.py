"""How both sides set up for a chase, and come on (``PU-04``)."""

from __future__ import annotations

from game.bots.policy import Thoughts
from game.bots.steady.chase.scene import Scene
from game.geometry.points import Point, distance
from game.play.place import Place
from game.rules.pursuit.room import Among
from game.table.records import Model, ModelId

APART = 6.0
"""Inches within which riders stand in each other's way, and leave the swarm more room."""
CROWDED = 0.01
"""What each inch costs that they are nearer."""
LASTS = 3.0
PACKED = 3.5
EVERY = 1.0
"""Inches between the places that are weighed."""
NEARER = 0.004
"""What each inch nearer to the Arrival, and to the riders, is worth to a hunter."""


def sets_up(scene: Scene, asked: Place) -> Thoughts:
    """Riders where their chances are best; hunters as far ahead, and as near, as they may."""
    yield
    model = scene.look.table.models[ModelId(asked.about)]
    region = asked.region
    assert isinstance(region, Among)
    weigh = _rider if scene.rides else _hunter
    spots = [at for at in region.spots() if _is_weighed(at, model.base)]
    order = sorted(spots, key=lambda at: -weigh(scene, model, at))
    yield
    best = next((at for at in order if region.wrong(at) is None), None)
    if best is None:
        return next(asked.samples(scene.look.table, 64))
    return [*best]


def _is_weighed(at: Point, base: float) -> bool:
    return all([((c - base) / EVERY) % 1.0 < 1e-6 for c in at])


def _rider(scene: Scene, rider: Model, at: Point) -> float:
    worth = scene.lanes(rider).after(at, scene.street.facing)
    for mate in scene.riders:
        worth -= CROWDED * max(0.0, APART - distance(mate.at, at))
    return worth


def _hunter(scene: Scene, hunter: Model, at: Point) -> float:
    lanes, street = scene.lanes(hunter), scene.street
    worth = -NEARER * street.off(at)
    if scene.riders:
        worth -= NEARER * min([distance(rider.at, at) for rider in scene.riders])
    worth += LASTS * lanes.after(at, street.facing)
    for mate in scene.hunters:
        worth -= CROWDED * max(0.0, PACKED - distance(mate.at, at))
    return worth

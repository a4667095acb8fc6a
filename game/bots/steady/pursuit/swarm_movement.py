"""Choosing a ride for the swarm (PU-18)."""

from __future__ import annotations

import numpy as np

from game.bots.policy import Thoughts
from game.bots.steady.classic.objectives import volley_at
from game.bots.steady.pursuit.assessment import PursuitAssessment, fight, fire_at
from game.bots.steady.pursuit.breakthrough import Values
from game.bots.steady.pursuit.pace import breakthrough_chance
from game.bots.steady.pursuit.rider_movement import may_fire, near_mines
from game.bots.steady.pursuit.rides import (
    PathSurvey,
    RelativePath,
    RideOutcome,
    dives,
    foe_met,
    looked,
    ride,
)
from game.geometry.points import Disc, Point
from game.play.single_move import Ride, RideMode
from game.rules.pursuit.path_contacts import ContactKind
from game.rules.pursuit.state import ACCELERATED
from game.table.records import Model

LOOKED_AT = 4
DIVES = 2
"""Number of dives considered on each rider within reach."""
HELD = 0.16
"""Share of a rider's chance to get through that a blocked move costs it."""
SURE = 0.99
"""Chance to get through from which a rider is taken to get through with its next move."""
LEAD = 5.0
"""Best distance in inches to wait ahead of a rider: the swarm model then moves first."""
ON = 10.0
"""Typical distance in inches that a rider will still move this turn."""
WIDE = 7.0
NEAR, CLOSE = 0.25, 0.05
"""Weights of being in riders' way: of the best-placed rider, and of all together."""
LATELY = 0.6
"""Chance that a rider that has yet to move can still be shot at."""
MINED = 0.1
"""Cost of setting off a cluster of mines to no effect."""
ROLLED = 12.0
SURVIVAL_WEIGHT = 4.0
"""Weight of a swarm model's chance to last, in multiples of its price."""


def hunts(scene: PursuitAssessment, asked: Ride) -> Thoughts:
    """Return the ride that does most against the riders."""
    hunter = scene.view.table.models[asked.model]
    best: RelativePath = ()
    most = float("-inf")
    for path in candidates(scene, hunter, asked.gaits):
        yield
        worth = way_worth(scene, hunter, asked.gaits, path)
        if worth > most:
            best, most = path, worth
    return [list(stretch) for stretch in best]


def candidates(
    scene: PursuitAssessment, hunter: Model, gaits: tuple[RideMode, ...]
) -> list[RelativePath]:
    """Return the rides that are worth a closer look."""
    seen = looked(scene.lanes(hunter), hunter, gaits, leaves=False)
    order = np.argsort(-_roughly(scene, hunter, seen), kind="stable")
    ways = [seen.paths.paths[n] for n in order[:LOOKED_AT]]
    ways += [seen.paths.paths[n] for n in order if not seen.paths.fast[n]][: LOOKED_AT // 2]
    for foe in scene.riders:
        found = dives(hunter, gaits, foe.at, foe.base + hunter.base)
        ways += list(found)[:DIVES]
    return list(dict.fromkeys([*ways, ()]))


def promise(scene: PursuitAssessment, hunter: Model, gaits: tuple[RideMode, ...]) -> float:
    """Return the value of a swarm model's best ride, by a rough estimate."""
    seen = looked(scene.lanes(hunter), hunter, gaits, leaves=False)
    return float(_roughly(scene, hunter, seen).max())


def _roughly(scene: PursuitAssessment, hunter: Model, seen: PathSurvey) -> Values:
    """Return the rough value of the end of each ride; -1 for rides that are blocked."""
    most, all_ = np.zeros(len(seen.off)), np.zeros(len(seen.off))
    for rider, at in expected(scene):
        street = scene.street
        x = (street.off(at) - LEAD - seen.off) / WIDE
        y = (street.along(at) - seen.along) / WIDE
        worth = scene.price(rider) / (1.0 + x * x + y * y)
        most, all_ = np.maximum(most, worth), all_ + worth
    worth = NEAR * most + CLOSE * all_
    lasts_ = scene.lanes(hunter).all_after(seen.off, seen.along, seen.aside)
    away = np.where(np.abs(seen.aside) > 45.0, 0.15, 0.0)
    worth = worth + SURVIVAL_WEIGHT * scene.price(hunter) * lasts_ - away
    return np.asarray(np.where(seen.free > 0.0, worth, -1.0))


def expected(scene: PursuitAssessment) -> list[tuple[Model, Point]]:
    """Return each rider with the place it will roughly have when all have moved."""
    street, found = scene.street, list[tuple[Model, Point]]()
    for rider in scene.riders:
        on = ON if rider.id in scene.to_move and not scene.is_held(rider) else 0.0
        off = max(0.0, street.off(rider.at) - on)
        found.append((rider, street.at(off, street.along(rider.at))))
    return found


def way_worth(
    scene: PursuitAssessment, hunter: Model, gaits: tuple[RideMode, ...], path: RelativePath
) -> float:
    """Return the value of a ride to the swarm, including its consequences."""
    end = ride(scene, hunter, path)
    price = scene.price(hunter)
    worth = -(1.0 - end.free) * price - end.mines * MINED
    facing = end.facing
    if end.met and end.met.thing in (ContactKind.PIECE, ContactKind.EDGE):
        facing = scene.street.facing
    if (foe := foe_met(end)) is not None:
        worth += (
            SURVIVAL_WEIGHT
            * price
            * scene.lanes(hunter).after(end.base.at, scene.street.facing)
            * 0.8
        )
        return worth + end.free * _dives(scene, hunter, scene.view.table.models[foe], end.base)
    there = _in_the_way(scene, end.base.at)
    there += SURVIVAL_WEIGHT * price * breakthrough_chance(scene, hunter, end.base, facing)
    if may_fire(gaits, path):
        there += _fires(scene, hunter, end)
    return worth + end.free * (there - near_mines(scene, end.base))


def _in_the_way(scene: PursuitAssessment, here: Point) -> float:
    """Return the value of a place ahead of riders, near enough to cut them off."""
    most = all_ = 0.0
    street = scene.street
    for rider, at in expected(scene):
        x = (street.off(at) - LEAD - street.off(here)) / WIDE
        y = (street.along(at) - street.along(here)) / WIDE
        worth = scene.price(rider) / (1.0 + x * x + y * y)
        most, all_ = max(most, worth), all_ + worth
    return NEAR * most + CLOSE * all_


def _dives(scene: PursuitAssessment, hunter: Model, rider: Model, at: Disc) -> float:
    """``PU-20``  Return the value of a dive on a rider, which then neither moves nor fires."""
    worth = fight(scene, hunter, rider) + _in_the_way(scene, at.at)
    if rider.id in scene.to_move:
        hope = scene.hopes[rider.id]
        worth += hope if hope >= SURE else HELD * hope
    if not rider.mark(ACCELERATED):
        fire = volley_at(rider.profile, hunter.profile, 6.0, 0, moved=False)
        worth += 0.5 * min(1.0, fire) * scene.price(hunter)
    if scene.lanes(rider).room(rider.at) <= ROLLED:
        worth += scene.dies(rider) * scene.price(rider) * 0.6
    return worth


def _fires(scene: PursuitAssessment, hunter: Model, end: RideOutcome) -> float:
    """Return the value of shooting from the end of a ride."""
    best = 0.0
    for rider, at in expected(scene):
        if scene.is_held(rider):
            continue
        there = Disc(at, rider.base)
        harm = fire_at(scene, hunter, end.base, end.facing, rider, there)
        sure = LATELY if rider.id in scene.to_move else 1.0
        best = max(best, sure * min(1.0, harm) * scene.price(rider))
    return best

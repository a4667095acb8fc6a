"""Choosing a ride for a rider, and for the swarm (PU-18)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.bots.protocol import Thoughts
from game.cores.classic.bot.objectives import blows, reach_of, volley_at
from game.cores.kit.sight_lines import sees
from game.geometry.limits import is_within
from game.geometry.points import Disc, Point, distance
from game.play.single_move import Ride, RideMode
from game.systems.pursuit.bot.assessment import SHORT, PursuitAssessment, fight, fire_at, stays
from game.systems.pursuit.bot.breakthrough import Values
from game.systems.pursuit.bot.rides import (
    PathSurvey,
    RelativePath,
    RideOutcome,
    dives,
    foe_met,
    looked,
    ride,
)
from game.systems.pursuit.rules.mines import ACROSS
from game.systems.pursuit.rules.movement import DEFAULT_MODE
from game.systems.pursuit.rules.path_contacts import ContactKind
from game.systems.pursuit.rules.pursuit_phase import ASTRAY
from game.systems.pursuit.rules.state import ACCELERATED
from game.systems.pursuit.rules.street_pieces import mines
from game.systems.pursuit.table.street import ROLL
from game.table.records import Model

FAR_BACK = 8.0
RIDES_SEEN = 6
"""Number of rides computed exactly: the best by a rough estimate."""
APART = 0.02
"""Difference below which rides count as equally good by the rough estimate."""
DIVES = 2
"""Number of enemies considered as targets of a dive."""
WORSE = 0.2
"""Number of wounds below which the line of sight of enemy fire is not checked."""
REACH = 11.0
"""Inches that a swarm model may move in a turn to touch a rider, edge to edge."""

HUNTS_SEEN = 4
DIVES_ON_EACH = 2
"""Number of dives considered on each rider within reach."""
SURE = 0.99
"""Chance to get through from which a rider is taken to get through with its next move."""
LEAD = 5.0
"""Best distance in inches to wait ahead of a rider: the swarm model then moves first."""
ON = 10.0
"""Typical distance in inches that a rider will still move this turn."""
WIDE = 7.0


def best_ride(scene: PursuitAssessment, asked: Ride) -> Thoughts:
    """Return the ride with the best chance to get through, or that does most against riders."""
    model = scene.view.table.models[asked.model]
    candidates, worth_of = (
        (ride_candidates, ride_worth) if scene.rides else (hunt_candidates, hunt_worth)
    )
    best: RelativePath = ()
    most = float("-inf")
    for path in candidates(scene, model, asked.gaits):
        yield
        worth = worth_of(scene, model, asked.gaits, path)
        if worth > most:
            best, most = path, worth
    return [list(stretch) for stretch in best]


def ride_candidates(
    scene: PursuitAssessment, rider: Model, gaits: tuple[RideMode, ...]
) -> list[RelativePath]:
    """Return the rides that are worth a closer look, the most promising first."""
    seen, found = _ranked_rides(scene, rider, gaits)
    ways = [seen.paths.paths[n] for _, n in found[:RIDES_SEEN]]
    slow = [n for _, n in found if not seen.paths.fast[n]][: RIDES_SEEN // 2]
    ways += [seen.paths.paths[n] for n in slow]
    near = sorted(scene.hunters, key=lambda foe: distance(foe.at, rider.at))[:DIVES]
    for foe in near:
        ways += list(dives(rider, gaits, foe.at, foe.base + rider.base))[:DIVES]
    return list(dict.fromkeys([*ways, ()]))


def ride_promise(scene: PursuitAssessment, rider: Model, gaits: tuple[RideMode, ...]) -> float:
    """Return the value of a rider's best ride, by a rough estimate."""
    _, found = _ranked_rides(scene, rider, gaits)
    return -found[0][0] if found else 0.0


def _ranked_rides(
    scene: PursuitAssessment, rider: Model, gaits: tuple[RideMode, ...]
) -> tuple[PathSurvey, list[tuple[float, int]]]:
    """Return all rides, and the rough values and numbers of those not blocked, best first."""
    lanes = scene.lanes(rider)
    seen = looked(lanes, rider, gaits, leaves=True)
    away = np.abs(seen.aside)
    worth = lanes.all_after(seen.off, seen.along, seen.aside) - scene.weights.askew * away
    worth = np.where(
        seen.arrives, 1.0, np.where(away > ASTRAY, scene.weights.turn_discount, 1.0) * worth
    )
    worth = worth * seen.free
    found = [(-float(worth[n]), n) for n in range(len(worth)) if seen.free[n]]
    found.sort()
    return seen, found


def ride_worth(
    scene: PursuitAssessment, rider: Model, gaits: tuple[RideMode, ...], path: RelativePath
) -> float:
    """Return the value of a ride, including its consequences."""
    end, weights = ride(scene, rider, path), scene.weights
    if end.met and end.met.thing is ContactKind.ARRIVAL:
        return weights.through * end.free
    street = scene.street
    back = min(street.long, street.off(end.base.at) + ROLL)
    worth = (
        end.stopped
        * weights.stuck
        * scene.lanes(rider).before(
            street.at(back, street.along(end.base.at)), street.facing, 1
        )
    )
    facing = (
        street.facing
        if end.met and end.met.thing in (ContactKind.PIECE, ContactKind.EDGE)
        else end.facing
    )
    there = breakthrough_chance(
        scene, rider, end.base, facing
    ) - weights.askew * street.turned_away(facing)
    if (foe := foe_met(end)) is not None:
        there += fight(scene, rider, scene.view.table.models[foe])
    else:
        there -= _dangers(scene, rider, end.base)
        if may_fire(gaits, path):
            there += fire_worth(scene, rider, end.base, end.facing)
    there -= near_mines(scene, end.base)
    return worth + end.free * (weights.spare + there) + end.stopped * weights.spare


def may_fire(gaits: Sequence[RideMode], path: RelativePath) -> bool:
    """``PU-27``  Return whether a model may shoot after a ride: not after accelerating."""
    whole = 0.0
    for _, inches in path:
        whole += inches
    return is_within(whole, gaits[0].distance)


def fire_worth(scene: PursuitAssessment, rider: Model, at: Disc, facing: float) -> float:
    """Return the value of shooting from a place."""
    best = 0.0
    for foe in scene.foes:
        if scene.is_held(foe):
            continue
        harm = fire_at(scene, rider, at, facing, foe, foe.disc)
        best = max(best, min(1.0, harm) * scene.price(foe))
    return best


def _dangers(scene: PursuitAssessment, rider: Model, at: Disc) -> float:
    """Return the cost of the swarm's threats to a rider at a place, until it moves again."""
    price, hope, off = scene.price(rider), scene.hopes[rider.id], scene.street.off(at.at)
    alive, moves_on, attacked = 1.0, 1.0, scene.weights.attacked
    for foe in scene.hunters:
        inches = distance(foe.at, at.at) - foe.base - at.radius
        moves = foe.id in scene.to_move
        alive *= 1.0 - attacked * min(1.0, _shot_at(scene, foe, rider, at, inches, moves=moves))
        if inches <= REACH:
            dives = attacked * (1.0 - inches / (2.0 * REACH))
            alive *= 1.0 - dives * min(1.0, blows(foe.profile, rider.profile, charged=True))
            if scene.street.off(foe.at) < off + (DEFAULT_MODE.distance if moves else 0.0):
                moves_on *= 1.0 - dives
    return (1.0 - alive) * price + (1.0 - moves_on) * scene.weights.held * hope


def _shot_at(
    scene: PursuitAssessment, foe: Model, rider: Model, at: Disc, inches: float, *, moves: bool
) -> float:
    """Return the wounds that an enemy is expected to take off a rider at a place."""
    if inches > reach_of((foe,)) + (DEFAULT_MODE.distance if moves else 0.0) or foe.mark(
        ACCELERATED
    ):
        return 0.0
    harm = volley_at(foe.profile, rider.profile, SHORT, 0, moved=False)
    if harm < WORSE or sees(scene.view.table, foe.disc, at):
        return harm
    return harm * scene.weights.hidden if moves else 0.0


def near_mines(scene: PursuitAssessment, at: Disc) -> float:
    """``PU-24``  Return the cost of standing near mines that a shot may set off."""
    near = [
        c for c in mines(scene.view.table) if distance(c.at, at.at) < at.radius + ACROSS / 2
    ]
    return scene.weights.near_mines * len(near)


def hunt_candidates(
    scene: PursuitAssessment, hunter: Model, gaits: tuple[RideMode, ...]
) -> list[RelativePath]:
    """Return the rides that are worth a closer look."""
    seen = looked(scene.lanes(hunter), hunter, gaits, leaves=False)
    order = np.argsort(-_roughly(scene, hunter, seen), kind="stable")
    ways = [seen.paths.paths[n] for n in order[:HUNTS_SEEN]]
    ways += [seen.paths.paths[n] for n in order if not seen.paths.fast[n]][: HUNTS_SEEN // 2]
    for foe in scene.riders:
        found = dives(hunter, gaits, foe.at, foe.base + hunter.base)
        ways += list(found)[:DIVES_ON_EACH]
    return list(dict.fromkeys([*ways, ()]))


def hunt_promise(scene: PursuitAssessment, hunter: Model, gaits: tuple[RideMode, ...]) -> float:
    """Return the value of a swarm model's best ride, by a rough estimate."""
    seen = looked(scene.lanes(hunter), hunter, gaits, leaves=False)
    return float(_roughly(scene, hunter, seen).max())


def _roughly(scene: PursuitAssessment, hunter: Model, seen: PathSurvey) -> Values:
    """Return the rough value of the end of each ride; -1 for rides that are blocked."""
    worth = _in_the_way(scene, seen.off, seen.along)
    lasts_ = scene.lanes(hunter).all_after(seen.off, seen.along, seen.aside)
    away = np.where(np.abs(seen.aside) > ASTRAY, scene.weights.turned_away, 0.0)
    worth = worth + scene.weights.lasts * scene.price(hunter) * lasts_ - away
    return np.asarray(np.where(seen.free > 0.0, worth, -1.0))


def expected(scene: PursuitAssessment) -> list[tuple[Model, Point]]:
    """Return each rider with the place it will roughly have when all have moved."""
    street, found = scene.street, list[tuple[Model, Point]]()
    for rider in scene.riders:
        on = ON if rider.id in scene.to_move and not scene.is_held(rider) else 0.0
        off = max(0.0, street.off(rider.at) - on)
        found.append((rider, street.at(off, street.along(rider.at))))
    return found


def hunt_worth(
    scene: PursuitAssessment, hunter: Model, gaits: tuple[RideMode, ...], path: RelativePath
) -> float:
    """Return the value of a ride to the swarm, including its consequences."""
    end = ride(scene, hunter, path)
    price, weights = scene.price(hunter), scene.weights
    worth = -(1.0 - end.free) * price - end.mines * weights.mined
    facing = end.facing
    if end.met and end.met.thing in (ContactKind.PIECE, ContactKind.EDGE):
        facing = scene.street.facing
    if (foe := foe_met(end)) is not None:
        worth += (
            weights.lasts
            * price
            * scene.lanes(hunter).after(end.base.at, scene.street.facing)
            * 0.8
        )
        return worth + end.free * _dives(scene, hunter, scene.view.table.models[foe], end.base)
    at, street = end.base.at, scene.street
    there = float(_in_the_way(scene, street.off(at), street.along(at)))
    there += weights.lasts * price * breakthrough_chance(scene, hunter, end.base, facing)
    if may_fire(gaits, path):
        there += _fires(scene, hunter, end)
    return worth + end.free * (there - near_mines(scene, end.base))


def _in_the_way(scene: PursuitAssessment, off: Values | float, along: Values | float) -> Values:
    """Return the values of places ahead of riders, near enough to cut them off."""
    most = all_ = np.zeros_like(off)
    for rider, at in expected(scene):
        x = (scene.street.off(at) - LEAD - off) / WIDE
        y = (scene.street.along(at) - along) / WIDE
        worth = scene.price(rider) / (1.0 + x * x + y * y)
        most, all_ = np.maximum(most, worth), all_ + worth
    return np.asarray(scene.weights.in_the_way * most + scene.weights.in_all_ways * all_)


def _dives(scene: PursuitAssessment, hunter: Model, rider: Model, at: Disc) -> float:
    """``PU-20``  Return the value of a dive on a rider, which then neither moves nor fires."""
    off, along = scene.street.off(at.at), scene.street.along(at.at)
    worth = fight(scene, hunter, rider) + float(_in_the_way(scene, off, along))
    if rider.id in scene.to_move:
        hope = scene.hopes[rider.id]
        worth += hope if hope >= SURE else scene.weights.held * hope
    if not rider.mark(ACCELERATED):
        fire = volley_at(rider.profile, hunter.profile, 6.0, 0, moved=False)
        worth += 0.5 * min(1.0, fire) * scene.price(hunter)
    if scene.lanes(rider).room(rider.at) <= ROLL:
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
        sure = scene.weights.lately if rider.id in scene.to_move else 1.0
        best = max(best, sure * min(1.0, harm) * scene.price(rider))
    return best


def breakthrough_chance(
    scene: PursuitAssessment, model: Model, at: Disc, facing: float
) -> float:
    """Return the chance to get through of a model that has moved and stands at a place."""
    lanes, street = scene.lanes(model), scene.street
    if street.turned_away(facing) > ASTRAY:
        back = street.at(street.off(at.at) + ROLL, street.along(at.at))
        return scene.weights.turn_discount * lanes.before(back, scene.street.facing, 1)
    fate = stays(scene.soon, model, at)
    keep = fate.free * lanes.before(at.at, facing, 1)
    keep += fate.taken * scene.weights.taken * _further_back(scene, model, at)
    later = scene.weights.turn_discount if scene.is_rider(model) else 1.0
    return max(later * keep, lanes.after(at.at, facing) if fate.free < 1.0 else 0.0)


def _further_back(scene: PursuitAssessment, model: Model, at: Disc) -> float:
    street = scene.street
    back = street.at(min(street.long - 1.0, street.off(at.at) + FAR_BACK), street.along(at.at))
    return scene.lanes(model).before(back, street.facing, 1)

"""Choosing a ride for a rider (PU-18)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.bots.policy import Thoughts
from game.bots.steady.classic.objectives import blows, reach_of, volley_at
from game.bots.steady.pursuit.assessment import SHORT, SPARE, PursuitAssessment, fight, fire_at
from game.bots.steady.pursuit.breakthrough import LATER
from game.bots.steady.pursuit.pace import breakthrough_chance
from game.bots.steady.pursuit.rides import (
    PathSurvey,
    RelativePath,
    dives,
    foe_met,
    looked,
    ride,
)
from game.geometry.points import LOOSE_EPSILON, Disc, distance
from game.play.single_move import Ride, RideMode
from game.rules.kit.targeting import sees
from game.rules.pursuit.movement import DEFAULT_MODE
from game.rules.pursuit.path_contacts import ACROSS, ContactKind
from game.rules.pursuit.pursuit_phase import ASTRAY
from game.rules.pursuit.state import ACCELERATED
from game.rules.pursuit.street_pieces import mines
from game.table.records import Model

LOOKED_AT = 6
"""Number of rides computed exactly: the best by a rough estimate."""
APART = 0.02
"""Difference below which rides count as equally good by the rough estimate."""
DIVES = 2
"""Number of enemies considered as targets of a dive."""
HELD = 0.16
"""Share of a rider's chance to get through that a blocked move costs it."""
WORSE = 0.2
"""Number of wounds below which the line of sight of enemy fire is not checked."""
HIDDEN = 0.3
"""Chance that an enemy that has yet to move goes where it sees the rider."""
THROUGH = 2.0
"""Value of getting through, which wins the game."""
STUCK = 0.6
ASKEW = 0.0004
"""Cost of each degree that a rider faces away from the Arrival."""
REACH = 11.0
"""Inches that a swarm model may move in a turn to touch a rider, edge to edge."""
LIKELY = 0.4
"""Chance that a swarm model makes an attack that is open to it."""


def rides(scene: PursuitAssessment, asked: Ride) -> Thoughts:
    """Return the ride with the best chance to get through, the enemy's answer considered."""
    rider = scene.view.table.models[asked.model]
    best: RelativePath = ()
    most = float("-inf")
    for path in candidates(scene, rider, asked.gaits):
        yield
        worth = way_worth(scene, rider, asked.gaits, path)
        if worth > most:
            best, most = path, worth
    return [list(stretch) for stretch in best]


def candidates(
    scene: PursuitAssessment, rider: Model, gaits: tuple[RideMode, ...]
) -> list[RelativePath]:
    """Return the rides that are worth a closer look, the most promising first."""
    seen, found = _ranked(scene, rider, gaits)
    ways = [seen.paths.paths[n] for _, n in found[:LOOKED_AT]]
    slow = [n for _, n in found if not seen.paths.fast[n]][: LOOKED_AT // 2]
    ways += [seen.paths.paths[n] for n in slow]
    near = sorted(scene.hunters, key=lambda foe: distance(foe.at, rider.at))[:DIVES]
    for foe in near:
        ways += list(dives(rider, gaits, foe.at, foe.base + rider.base))[:DIVES]
    return list(dict.fromkeys([*ways, ()]))


def promise(scene: PursuitAssessment, rider: Model, gaits: tuple[RideMode, ...]) -> float:
    """Return the value of a rider's best ride, by a rough estimate."""
    _, found = _ranked(scene, rider, gaits)
    return -found[0][0] if found else 0.0


def _ranked(
    scene: PursuitAssessment, rider: Model, gaits: tuple[RideMode, ...]
) -> tuple[PathSurvey, list[tuple[float, int]]]:
    """Return all rides, and the rough values and numbers of those not blocked, best first."""
    lanes = scene.lanes(rider)
    seen = looked(lanes, rider, gaits, leaves=True)
    away = np.abs(seen.aside)
    worth = lanes.all_after(seen.off, seen.along, seen.aside) - ASKEW * away
    worth = np.where(seen.arrives, 1.0, np.where(away > ASTRAY, LATER, 1.0) * worth)
    worth = worth * seen.free
    found = [(-float(worth[n]), n) for n in range(len(worth)) if seen.free[n]]
    found.sort()
    return seen, found


def way_worth(
    scene: PursuitAssessment, rider: Model, gaits: tuple[RideMode, ...], path: RelativePath
) -> float:
    """Return the value of a ride, including its consequences."""
    end = ride(scene, rider, path)
    if end.met and end.met.thing is ContactKind.ARRIVAL:
        return THROUGH * end.free
    street = scene.street
    back = min(street.long, street.off(end.base.at) + 12.0)
    worth = (
        end.stopped
        * STUCK
        * scene.lanes(rider).before(
            street.at(back, street.along(end.base.at)), street.facing, 1
        )
    )
    facing = (
        street.facing
        if end.met and end.met.thing in (ContactKind.PIECE, ContactKind.EDGE)
        else end.facing
    )
    there = breakthrough_chance(scene, rider, end.base, facing) - ASKEW * street.turned_away(
        facing
    )
    if (foe := foe_met(end)) is not None:
        there += fight(scene, rider, scene.view.table.models[foe])
    else:
        there -= _dangers(scene, rider, end.base)
        if may_fire(gaits, path):
            there += fire_worth(scene, rider, end.base, end.facing)
    there -= near_mines(scene, end.base)
    return worth + end.free * (SPARE + there) + end.stopped * SPARE


def may_fire(gaits: Sequence[RideMode], path: RelativePath) -> bool:
    """``PU-27``  Return whether a model may shoot after a ride: not after accelerating."""
    whole = 0.0
    for _, inches in path:
        whole += inches
    return whole <= gaits[0].distance + LOOSE_EPSILON


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
    alive = moves_on = 1.0
    for foe in scene.hunters:
        inches = distance(foe.at, at.at) - foe.base - at.radius
        moves = foe.id in scene.to_move
        alive *= 1.0 - LIKELY * min(1.0, _fire(scene, foe, rider, at, inches, moves=moves))
        if inches <= REACH:
            dives = LIKELY * (1.0 - inches / (2.0 * REACH))
            alive *= 1.0 - dives * min(1.0, blows(foe.profile, rider.profile, charged=True))
            if scene.street.off(foe.at) < off + (DEFAULT_MODE.distance if moves else 0.0):
                moves_on *= 1.0 - dives
    return (1.0 - alive) * price + (1.0 - moves_on) * HELD * hope


def _fire(
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
    return harm * HIDDEN if moves else 0.0


def near_mines(scene: PursuitAssessment, at: Disc) -> float:
    """``PU-24``  Return the cost of standing near mines that a shot may set off."""
    near = [
        c for c in mines(scene.view.table) if distance(c.at, at.at) < at.radius + ACROSS / 2
    ]
    return 0.08 * len(near)

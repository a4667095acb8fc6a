"""The steady bot's choice of a ride (PU-18).

Riders and swarm judge it by different values.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from game.bots.protocol import Thoughts
from game.bots.steady import motives
from game.bots.steady.motives import Merit, main_motive
from game.bots.steady.scored_answers import ScoredAnswers
from game.cores.classic.bot import expected_damage
from game.cores.classic.bot.expected_damage import blows, volley_at
from game.cores.kit.sight_lines import sees
from game.cores.kit.units import touch
from game.geometry.points import Disc, Point, distance
from game.play.log.wording import name, spoken_name
from game.play.moves.single_move import Ride, RideMode
from game.systems.pursuit.bot import damage_value
from game.systems.pursuit.bot.assessment import SHORT, PursuitAssessment
from game.systems.pursuit.bot.breakthrough import Values
from game.systems.pursuit.bot.damage_value import fire_at
from game.systems.pursuit.bot.ride_candidates import PathSurvey, RelativePath, dives, looked
from game.systems.pursuit.rules.mines import marker_at
from game.systems.pursuit.rules.movement import DEFAULT_MODE, accelerates
from game.systems.pursuit.rules.phase_odds import stays
from game.systems.pursuit.rules.pursuit_phase import ASTRAY
from game.systems.pursuit.rules.ride_odds import RideProspect
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


def best_ride(assessment: PursuitAssessment, asked: Ride) -> Thoughts:
    """Weigh rides by their chance to get through, or by what they do against riders."""
    model = assessment.view.table.models[asked.model]
    candidates, worth_of = (
        (ride_candidates, ride_worth) if assessment.rides else (hunt_candidates, hunt_worth)
    )
    scored = ScoredAnswers(assessment.weights.temperature)
    for path in candidates(assessment, model, asked.gaits):
        yield
        worth = worth_of(assessment, model, asked, path)
        motive = _motive if assessment.rides else _hunt_motive
        why = partial(motive, assessment, model, asked, path)
        scored.add(worth, [list(stretch) for stretch in path], why)
    return scored


def _motive(
    assessment: PursuitAssessment, rider: Model, asked: Ride, path: RelativePath
) -> str:
    """Return the chance of a rider to get through after a ride, in words."""
    end = assessment.ride(rider, path)
    if end.exit:
        return "to break through"
    facing = assessment.street.facing if end.crashes else end.facing
    percent = round(100 * breakthrough_chance(assessment, rider, end.base, facing))
    if around := _detour(assessment, rider, path):
        return f"{around} with {percent}% to get through" if percent else around
    return f"with a chance of {percent}% to get through" if percent else ""


def _detour(assessment: PursuitAssessment, model: Model, path: RelativePath) -> str:
    """Return what a ride leads round, in words: what the way straight on would hit."""
    table, straight = assessment.view.table, ((0.0, sum([inches for _, inches in path])),)
    hit = assessment.ride(model, straight)
    if not hit.crashes or assessment.ride(model, path).crashes:
        return ""
    met = hit.contacts[-1].id
    return f"round {spoken_name(table, met)}" if met in table.pieces else ""


def ride_candidates(
    assessment: PursuitAssessment, rider: Model, gaits: tuple[RideMode, ...]
) -> list[RelativePath]:
    """Return the rides that are worth a closer look, the most promising first."""
    seen, found = _ranked_rides(assessment, rider, gaits)
    ways = [seen.paths.paths[n] for _, n in found[:RIDES_SEEN]]
    slow = [n for _, n in found if not seen.paths.fast[n]][: RIDES_SEEN // 2]
    ways += [seen.paths.paths[n] for n in slow]
    near = sorted(assessment.hunters, key=lambda foe: distance(foe.at, rider.at))[:DIVES]
    for foe in near:
        ways += list(dives(rider, gaits, foe.at, foe.base + rider.base))[:DIVES]
    return list(dict.fromkeys([*ways, ()]))


def ride_promise(
    assessment: PursuitAssessment, rider: Model, gaits: tuple[RideMode, ...]
) -> float:
    """Return the value of a rider's best ride, by a rough estimate."""
    _, found = _ranked_rides(assessment, rider, gaits)
    return -found[0][0] if found else 0.0


def _ranked_rides(
    assessment: PursuitAssessment, rider: Model, gaits: tuple[RideMode, ...]
) -> tuple[PathSurvey, list[tuple[float, int]]]:
    """Return all rides, and the rough values and numbers of those not blocked, best first."""
    lanes = assessment.lanes(rider)
    seen = looked(lanes, rider, gaits, leaves=True)
    away = np.abs(seen.aside)
    worth = lanes.all_after(seen.off, seen.along, seen.aside) - assessment.weights.askew * away
    worth = np.where(
        seen.arrives,
        1.0,
        np.where(away > ASTRAY, assessment.weights.turn_discount, 1.0) * worth,
    )
    worth = worth * seen.free
    found = [(-float(worth[n]), n) for n in range(len(worth)) if seen.free[n]]
    found.sort()
    return seen, found


def ride_worth(
    assessment: PursuitAssessment, rider: Model, asked: Ride, path: RelativePath
) -> float:
    """Return the value of a ride, including its consequences."""
    end, weights = assessment.ride(rider, path), assessment.weights
    if end.exit:
        return weights.through * end.out
    street = assessment.street
    back = min(street.long, street.off(end.base.at) + ROLL)
    worth = (
        end.stopped
        * weights.stuck
        * assessment.lanes(rider).before(
            street.at(back, street.along(end.base.at)), street.facing, 1
        )
    )
    facing = street.facing if end.crashes else end.facing
    there = breakthrough_chance(
        assessment, rider, end.base, facing
    ) - weights.askew * street.turned_away(facing)
    if (foe := end.foe) is not None:
        there += damage_value.fight(assessment, rider, assessment.view.table.models[foe])
    else:
        there -= _dangers(assessment, rider, end.base)
        if may_fire(asked, path):
            there += fire_worth(assessment, rider, end.base, end.facing)
    there -= near_mines(assessment, end.base)
    return worth + end.free * (weights.spare + there) + end.stopped * weights.spare


def may_fire(asked: Ride, path: RelativePath) -> bool:
    """``PU-27``  Return whether a model may shoot after a ride: not after accelerating."""
    return not accelerates(asked, asked.read(path))


def fire_worth(assessment: PursuitAssessment, rider: Model, at: Disc, facing: float) -> float:
    """Return the value of shooting from a place."""
    best = 0.0
    for foe in assessment.foes:
        if assessment.is_held(foe):
            continue
        harm = fire_at(assessment, rider, at, facing, foe, foe.disc)
        best = max(best, min(1.0, harm) * assessment.price(foe))
    return best


def _dangers(assessment: PursuitAssessment, rider: Model, at: Disc) -> float:
    """Return the cost of the swarm's threats to a rider at a place, until it moves again."""
    price, hope, off = (
        assessment.price(rider),
        assessment.hopes[rider.id],
        assessment.street.off(at.at),
    )
    alive, moves_on, attacked = 1.0, 1.0, assessment.weights.attacked
    for foe in assessment.hunters:
        inches = distance(foe.at, at.at) - foe.base - at.radius
        moves = foe.id in assessment.to_move
        alive *= 1.0 - attacked * min(
            1.0, _shot_at(assessment, foe, rider, at, inches, moves=moves)
        )
        if inches <= REACH:
            dives = attacked * (1.0 - inches / (2.0 * REACH))
            alive *= 1.0 - dives * min(1.0, blows(foe.profile, rider.profile, charged=True))
            if assessment.street.off(foe.at) < off + (DEFAULT_MODE.distance if moves else 0.0):
                moves_on *= 1.0 - dives
    return (1.0 - alive) * price + (1.0 - moves_on) * assessment.weights.held * hope


def _shot_at(
    assessment: PursuitAssessment,
    foe: Model,
    rider: Model,
    at: Disc,
    inches: float,
    *,
    moves: bool,
) -> float:
    """Return the wounds that an enemy is expected to take off a rider at a place."""
    if inches > expected_damage.reach_of((foe,)) + (
        DEFAULT_MODE.distance if moves else 0.0
    ) or foe.mark(ACCELERATED):
        return 0.0
    harm = volley_at(foe.profile, rider.profile, SHORT, 0, moved=False)
    if harm < WORSE or sees(assessment.view.table, foe.disc, at):
        return harm
    return harm * assessment.weights.hidden if moves else 0.0


def near_mines(assessment: PursuitAssessment, at: Disc) -> float:
    """``PU-24``  Return the cost of standing near mines that a shot may set off."""
    near = [c for c in mines(assessment.view.table) if touch(marker_at(c.at), at)]
    return assessment.weights.near_mines * len(near)


def hunt_candidates(
    assessment: PursuitAssessment, hunter: Model, gaits: tuple[RideMode, ...]
) -> list[RelativePath]:
    """Return the rides that are worth a closer look."""
    seen = looked(assessment.lanes(hunter), hunter, gaits, leaves=False)
    order = np.argsort(-_roughly(assessment, hunter, seen), kind="stable")
    ways = [seen.paths.paths[n] for n in order[:HUNTS_SEEN]]
    ways += [seen.paths.paths[n] for n in order if not seen.paths.fast[n]][: HUNTS_SEEN // 2]
    for foe in assessment.riders:
        found = dives(hunter, gaits, foe.at, foe.base + hunter.base)
        ways += list(found)[:DIVES_ON_EACH]
    return list(dict.fromkeys([*ways, ()]))


def hunt_promise(
    assessment: PursuitAssessment, hunter: Model, gaits: tuple[RideMode, ...]
) -> float:
    """Return the value of a swarm model's best ride, by a rough estimate."""
    seen = looked(assessment.lanes(hunter), hunter, gaits, leaves=False)
    return float(_roughly(assessment, hunter, seen).max())


def _roughly(assessment: PursuitAssessment, hunter: Model, seen: PathSurvey) -> Values:
    """Return the rough value of the end of each ride; -1 for rides that are blocked."""
    worth = _in_the_way(assessment, seen.off, seen.along)
    lasts_ = assessment.lanes(hunter).all_after(seen.off, seen.along, seen.aside)
    away = np.where(np.abs(seen.aside) > ASTRAY, assessment.weights.turned_away, 0.0)
    worth = worth + assessment.weights.lasts * assessment.price(hunter) * lasts_ - away
    return np.asarray(np.where(seen.free > 0.0, worth, -1.0))


def expected(assessment: PursuitAssessment) -> list[tuple[Model, Point]]:
    """Return each rider with the place it will roughly have when all have moved."""
    street, found = assessment.street, list[tuple[Model, Point]]()
    for rider in assessment.riders:
        on = ON if rider.id in assessment.to_move and not assessment.is_held(rider) else 0.0
        off = max(0.0, street.off(rider.at) - on)
        found.append((rider, street.at(off, street.along(rider.at))))
    return found


def hunt_worth(
    assessment: PursuitAssessment, hunter: Model, asked: Ride, path: RelativePath
) -> float:
    """Return the value of a ride to the swarm, including its consequences."""
    end = assessment.ride(hunter, path)
    price, weights = assessment.price(hunter), assessment.weights
    worth = -(1.0 - end.free) * price - end.mines * weights.mined
    facing = assessment.street.facing if end.crashes else end.facing
    if (foe := end.foe) is not None:
        worth += (
            weights.lasts
            * price
            * assessment.lanes(hunter).after(end.base.at, assessment.street.facing)
            * 0.8
        )
        return worth + end.free * _dives(
            assessment, hunter, assessment.view.table.models[foe], end.base
        )
    at, street = end.base.at, assessment.street
    there = float(_in_the_way(assessment, street.off(at), street.along(at)))
    there += weights.lasts * price * breakthrough_chance(assessment, hunter, end.base, facing)
    if may_fire(asked, path):
        there += _fires(assessment, hunter, end)
    return worth + end.free * (there - near_mines(assessment, end.base))


def _hunt_motive(
    assessment: PursuitAssessment, hunter: Model, asked: Ride, path: RelativePath
) -> str:
    """Return for what a swarm model rides, by what that adds to riding straight on."""
    end, table = assessment.ride(hunter, path), assessment.view.table
    if end.foe is not None:
        deed = "hold up" if end.foe in assessment.to_move else "fight"
        return f"to {deed} {name(table, end.foe)}"
    if around := _detour(assessment, hunter, path):
        return around
    on = min(DEFAULT_MODE.distance, asked.gaits[-1].distance)
    plain: RelativePath = ((0.0, on),) if on else ()
    instead, ridden = (
        _hunt_merits(assessment, hunter, asked, one)
        for one in (() if path == plain else plain, path)
    )
    return main_motive(instead, ridden)


def _hunt_merits(
    assessment: PursuitAssessment, hunter: Model, asked: Ride, path: RelativePath
) -> list[Merit]:
    """Return the parts of the value of a ride that meets no rider."""
    end, street = assessment.ride(hunter, path), assessment.street
    price, weights = assessment.price(hunter), assessment.weights
    facing = street.facing if end.crashes else end.facing
    ahead = _in_the_way(assessment, street.off(end.base.at), street.along(end.base.at))
    lasts = weights.lasts * price * breakthrough_chance(assessment, hunter, end.base, facing)
    fire = _fires(assessment, hunter, end) if may_fire(asked, path) else 0.0
    off = -near_mines(assessment, end.base) - end.mines * weights.mined
    return [
        Merit(end.free * float(ahead), _cut_off(assessment, end.base.at)),
        Merit(end.free * lasts, "to keep up"),
        Merit(end.free * fire, motives.SHOT),
        Merit(off, "clear of mines"),
        Merit(-(1.0 - end.free) * price, "to be safe"),
    ]


def _cut_off(assessment: PursuitAssessment, at: Point) -> str:
    """Return which rider is cut off from a place, in words."""
    found = expected(assessment)
    if not found:
        return ""
    rider, _ = min(found, key=lambda one: distance(one[1], at))
    return f"to cut off {name(assessment.view.table, rider.id)}"


def _in_the_way(
    assessment: PursuitAssessment, off: Values | float, along: Values | float
) -> Values:
    """Return the values of places ahead of riders, near enough to cut them off."""
    most = all_ = np.zeros_like(off)
    for rider, at in expected(assessment):
        x = (assessment.street.off(at) - LEAD - off) / WIDE
        y = (assessment.street.along(at) - along) / WIDE
        worth = assessment.price(rider) / (1.0 + x * x + y * y)
        most, all_ = np.maximum(most, worth), all_ + worth
    return np.asarray(
        assessment.weights.in_the_way * most + assessment.weights.in_all_ways * all_
    )


def _dives(assessment: PursuitAssessment, hunter: Model, rider: Model, at: Disc) -> float:
    """``PU-20``  Return the value of a dive on a rider, which then neither moves nor fires."""
    off, along = assessment.street.off(at.at), assessment.street.along(at.at)
    worth = damage_value.fight(assessment, hunter, rider) + float(
        _in_the_way(assessment, off, along)
    )
    if rider.id in assessment.to_move:
        hope = assessment.hopes[rider.id]
        worth += hope if hope >= SURE else assessment.weights.held * hope
    if not rider.mark(ACCELERATED):
        fire = volley_at(rider.profile, hunter.profile, 6.0, 0, moved=False)
        worth += 0.5 * min(1.0, fire) * assessment.price(hunter)
    if assessment.lanes(rider).room(rider.at) <= ROLL:
        worth += assessment.dies(rider) * assessment.price(rider) * 0.6
    return worth


def _fires(assessment: PursuitAssessment, hunter: Model, end: RideProspect) -> float:
    """Return the value of shooting from the end of a ride."""
    best = 0.0
    for rider, at in expected(assessment):
        if assessment.is_held(rider):
            continue
        there = Disc(at, rider.base)
        harm = fire_at(assessment, hunter, end.base, end.facing, rider, there)
        sure = assessment.weights.lately if rider.id in assessment.to_move else 1.0
        best = max(best, sure * min(1.0, harm) * assessment.price(rider))
    return best


def breakthrough_chance(
    assessment: PursuitAssessment, model: Model, at: Disc, facing: float
) -> float:
    """Return the chance to get through of a model that has moved and stands at a place."""
    lanes, street = assessment.lanes(model), assessment.street
    if street.turned_away(facing) > ASTRAY:
        back = street.at(street.off(at.at) + ROLL, street.along(at.at))
        return assessment.weights.turn_discount * lanes.before(
            back, assessment.street.facing, 1
        )
    fate = stays(assessment.soon, model, at)
    keep = fate.free * lanes.before(at.at, facing, 1)
    keep += fate.taken * assessment.weights.taken * _further_back(assessment, model, at)
    later = assessment.weights.turn_discount if assessment.is_rider(model) else 1.0
    return max(later * keep, lanes.after(at.at, facing) if fate.free < 1.0 else 0.0)


def _further_back(assessment: PursuitAssessment, model: Model, at: Disc) -> float:
    street = assessment.street
    back = street.at(min(street.long - 1.0, street.off(at.at) + FAR_BACK), street.along(at.at))
    return assessment.lanes(model).before(back, street.facing, 1)

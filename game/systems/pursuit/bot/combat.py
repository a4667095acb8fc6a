"""Shooting, melee choices, and placing pieces and mines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from game.bots.protocol import Thoughts
from game.cores.classic.bot.objectives import blows
from game.cores.classic.rules.shooting_odds import volley
from game.cores.kit.marks import FIRED
from game.cores.kit.probability import average
from game.geometry.limits import is_more_than
from game.geometry.points import LOOSE_EPSILON, Disc, Point, distance, gap
from game.play.decisions import PASS, Aim, Choose
from game.play.placement import Lay, Place, rotation_of, spot_to_json
from game.play.placement_regions import PlacedAt
from game.systems.pursuit.bot.assessment import PursuitAssessment
from game.systems.pursuit.bot.breakthrough import BreakthroughOdds, Values
from game.systems.pursuit.bot.movement import hunt_promise, ride_promise
from game.systems.pursuit.rules.combat import foes_of
from game.systems.pursuit.rules.free_space import CandidateRegion
from game.systems.pursuit.rules.mines import ACROSS
from game.systems.pursuit.rules.movement import ACCELERATE, DEFAULT_MODE, PART
from game.systems.pursuit.rules.odds import blows_up
from game.systems.pursuit.rules.shooting import NEAR_MINES
from game.systems.pursuit.rules.street_pieces import mines
from game.table.records import Model, ModelId, UnitId

REACH = 2.5
"""Inches from a cluster's middle that its first marker covers for sure (``PU-24``)."""


def target(scene: PursuitAssessment, asked: Choose) -> Thoughts:
    """Shoot where it costs the enemy most; hold fire if each shot costs one's own side more."""
    best, most = PASS, 0.0
    for option in asked.options:
        if option.id == PASS:
            continue
        yield
        worth = _shot(scene, UnitId(asked.about), UnitId(option.id), "")
        if worth > most:
            best, most = option.id, worth
    return best


def weapon(scene: PursuitAssessment, asked: Choose) -> Thoughts:
    """``PU-28``  Fire the weapon that does most against the chosen target."""
    unit = scene.view.table.units[UnitId(asked.about)]
    fired = unit.mark(FIRED)
    yield
    if fired is None:
        return asked.options[0].id
    return max(
        (o.id for o in asked.options),
        key=lambda name: _shot(scene, unit.id, UnitId(fired.about), name),
    )


def _shot(scene: PursuitAssessment, unit_id: UnitId, target: UnitId, weapon: str) -> float:
    """Return the value of a shot, including the mines that it sets off."""
    table = scene.view.table
    (firer,), (foe,) = table.of(unit_id), table.of(target)
    odds = volley(scene.view, unit_id, target, {firer.profile.name: weapon} if weapon else {})
    if odds is None:
        return float("-inf")
    worth = min(1.0, average(odds.wounds)) * scene.price(foe)
    worth -= min(1.0, average(odds.own)) * scene.price(firer)
    return worth + _blasts(scene, firer, foe)


def _blasts(scene: PursuitAssessment, firer: Model, foe: Model) -> float:
    """``PU-24``  Return the value of the mines that a shot sets off."""
    worth, table = 0.0, scene.view.table
    for cluster in mines(table):
        off = min(gap(cluster.disc, firer.disc), gap(cluster.disc, foe.disc))
        if is_more_than(off, NEAR_MINES):
            continue
        for m in table.standing():
            if gap(cluster.disc._replace(radius=REACH), m.disc) <= 0.0:
                harm = blows_up(scene.view, m) * scene.price(m)
                worth += -harm if m.side == scene.side else harm
    return worth


FAN = (0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0)
"""Directions to turn to that are considered, in degrees from the Arrival."""
GAITS = DEFAULT_MODE, ACCELERATE
"""``PU-18``  Both movement modes."""


def parts(scene: PursuitAssessment, asked: Choose) -> Thoughts:
    """``PU-16``  Part if that is worth more than another round; the swarm never parts."""
    model = scene.view.table.models[ModelId(asked.about)]
    foes = foes_of(scene.view.table, model.id)
    yield
    gain = max(
        [blows(model.profile, foe.profile, charged=False) * scene.price(foe) for foe in foes]
    )
    loss = 0.0
    for foe in foes:
        loss += blows(foe.profile, model.profile, charged=False) * scene.price(model)
    if not scene.rides:
        # Not weighed: a rider that parts gets away from a model that stays, while a model
        # that parts may cut it off.
        return PASS
    before = scene.lanes(model).before(model.at, model.facing, 1)
    stays = scene.weights.turn_discount * before + gain - loss
    goes = float("-inf")
    for facing in _fan(scene, model):
        yield
        goes = max(goes, _turned_worth(scene, model, facing))
    return PART if goes > stays else PASS


def turn(scene: PursuitAssessment, asked: Aim) -> Thoughts:
    """Turn to the best ride; if no ride follows, stay within 45° of the Arrival."""
    model = scene.view.table.models[ModelId(asked.about)]
    best, most = scene.street.facing, float("-inf")
    for facing in _fan(scene, model):
        yield
        worth = _turned_worth(scene, model, facing)
        if worth > most:
            best, most = facing, worth
    return round(best % 360.0, 3)


def _fan(scene: PursuitAssessment, model: Model) -> list[float]:
    """Return the facings that are considered: all of them if a move comes next."""
    moving = scene.view.table.clock.phase == "pursuit" or model.mark("may part")
    return [scene.street.facing + turned for turned in (FAN if moving else FAN[:3])]


def _turned_worth(scene: PursuitAssessment, model: Model, facing: float) -> float:
    """Return the rough value of a model's best ride from a facing."""
    turned = replace(model, facing=round(facing % 360.0, 3))
    return (ride_promise if scene.rides else hunt_promise)(scene, turned, GAITS)


SPOTS = 16
"""Number of places considered for a piece."""
AT_ONCE = 4
"""Number of those that are weighed at once: many cost less together, but hold up a frame."""
MARKERS = 24
"""Number of places considered for a marker."""
STANDING = 3.0
"""Inches from one's own models within which no mines are laid, if possible."""


def lay(scene: PursuitAssessment, asked: Lay) -> Thoughts:
    """Lay a piece where it is worst for the riders' chances, or best as the riders."""
    spots = list[PlacedAt]()
    for k in range(SPOTS):
        if (spot := asked.site.sample(k, SPOTS)) is not None:
            spots.append(spot)
        yield
    best, most = None, float("-inf")
    for first in range(0, len(spots), AT_ONCE):
        some = spots[first : first + AT_ONCE]
        for spot, worth in zip(some, _worth_laid(scene, asked.about, some), strict=True):
            if worth > most:
                best, most = spot, worth
        yield
    if best is None:
        return next(asked.samples(scene.view.table, 64))
    return spot_to_json(best)


def _worth_laid(
    scene: PursuitAssessment, piece_id: str, spots: Sequence[PlacedAt]
) -> list[float]:
    """Return the value of laying a piece at each of some spots."""
    piece = scene.view.table.pieces[piece_id]
    laid = [replace(piece, at=spot.at, turned=rotation_of(spot)) for spot in spots]
    worths, known = [0.0] * len(spots), dict[tuple[str, float], BreakthroughOdds]()
    for rider in scene.riders:
        key = rider.profile.name, rider.base
        if key not in known:
            now = scene.layout(rider.profile, rider.base)
            layouts = tuple([now.adding(there, rider.profile) for there in laid])
            dies = scene.dies(rider)
            known[key] = BreakthroughOdds(layouts, dies, scene.weights, plain=True)
        chances = known[key].each_before(rider.at, rider.facing)
        worths = [worth + chance for worth, chance in zip(worths, chances, strict=True)]
    return worths if scene.rides else [-worth for worth in worths]


def mines_at(scene: PursuitAssessment, asked: Choose) -> Thoughts:
    """``PU-10``  Bring mines to the piece nearest to the riders' paths."""
    yield
    table = scene.view.table
    pieces = [o.id for o in asked.options if o.id != PASS]
    if not pieces:
        return PASS
    return min(pieces, key=lambda id_: _aside(scene, table.pieces[id_].at))


def _aside(scene: PursuitAssessment, at: Point) -> float:
    """Return the distance of a place from the riders' paths, weighted by their chances."""
    street, off = scene.street, 0.0
    for rider in scene.riders:
        aside = abs(street.along(rider.at) - street.along(at))
        off += scene.hopes[rider.id] * min(aside, 16.0)
    return off


def lay_marker(scene: PursuitAssessment, asked: Place) -> Thoughts:
    """``CC-11``, ``PU-24``  Lay the next marker where it costs the enemy most."""
    best, most = None, float("-inf")
    table = scene.view.table
    for told_ in asked.samples(table, MARKERS):
        yield
        marker, worth = Disc(Point(*told_), ACROSS / 2), 0.0
        for model in table.standing():
            if gap(marker, model.disc) <= 0.0:
                worth += scene.price(model) * (-1.0 if model.side == scene.side else 1.0)
        if worth > most:
            best, most = told_, worth
    return best


def lay_mines(scene: PursuitAssessment, asked: Place) -> Thoughts:
    """``PU-10``  Lay mines close to the riders' paths and away from one's own models."""
    yield
    region = asked.region
    assert isinstance(region, CandidateRegion)
    spots = sorted(region.spots(), key=lambda at: _mined(scene, at))
    best = next((at for at in spots if region.wrong(at) is None), None)
    if best is None:
        return next(asked.samples(scene.view.table, 64))
    return [*best]


def _mined(scene: PursuitAssessment, at: Point) -> float:
    crowd = 0.0
    for model in scene.mine:
        crowd += 4.0 * max(0.0, STANDING - distance(model.at, at))
    return _aside(scene, at) + crowd


APART = 6.0
"""Inches within which riders obstruct each other, and leave the swarm more room."""
PACKED = 3.5
TURNS = 0.0, 45.0, -45.0
"""Degrees from the Arrival to which a model may be turned and still keep pace (``PU-12``)."""
PLACE_STEP_INCHES = 1.0
"""Inches between the places considered."""


def sets_up(scene: PursuitAssessment, asked: Place) -> Thoughts:
    """Set up riders where their chances are best; the swarm ahead and near the riders."""
    yield
    model = scene.view.table.models[ModelId(asked.about)]
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
        return next(asked.samples(scene.view.table, 64))
    turn = turns[turned[best]]
    facing = [round((street.facing + turn) % 360.0, 3)] if turn else []
    return [*spots[best], *facing]


def _is_weighed(at: Point, base: float) -> bool:
    return all([((c - base) / PLACE_STEP_INCHES) % 1.0 < LOOSE_EPSILON for c in at])


def _hunted(scene: PursuitAssessment, worth: Values, off: Values, along: Values) -> Values:
    """Return the values of places to a swarm model: far ahead, and near the riders."""
    near = scene.weights.deploy_near
    worth = scene.weights.deploy_lasts * worth - near * off
    apart = [_apart(scene, rider.at, off, along) for rider in scene.riders]
    return worth - near * np.minimum.reduce(apart) if apart else worth


def _crowd(scene: PursuitAssessment, off: Values, along: Values) -> Values:
    """Return the cost of models of the same side standing near."""
    cost, room = np.zeros(len(off)), APART if scene.rides else PACKED
    for mate in scene.mine:
        cost += scene.weights.deploy_crowded * np.maximum(
            0.0, room - _apart(scene, mate.at, off, along)
        )
    return cost


def _apart(scene: PursuitAssessment, at: Point, off: Values, along: Values) -> Values:
    x, y = off - scene.street.off(at), along - scene.street.along(at)
    return np.asarray(np.sqrt(x * x + y * y))

"""Shooting, melee choices, and placing pieces and mines."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from game.bots.policy import Thoughts
from game.bots.steady.classic.objectives import blows
from game.bots.steady.pursuit.assessment import PursuitAssessment
from game.bots.steady.pursuit.breakthrough import LATER, Values, lanes_of
from game.bots.steady.pursuit.rider_movement import promise as rides
from game.bots.steady.pursuit.swarm_movement import promise as hunts
from game.geometry.points import Disc, Point, distance, gap
from game.play.decisions import PASS, Aim, Choose
from game.play.placement import Lay, Place, rotation_of, spot_to_json
from game.rules.classic.odds.shooting import volley
from game.rules.kit.probability import average
from game.rules.kit.unit_marks import FIRED
from game.rules.pursuit.free_space import CandidateRegion
from game.rules.pursuit.melee import foes_of
from game.rules.pursuit.movement import ACCELERATE, PART, USUAL
from game.rules.pursuit.odds.threats import blows_up
from game.rules.pursuit.path_contacts import ACROSS
from game.rules.pursuit.shooting import NEAR_MINES
from game.rules.pursuit.street_pieces import mines
from game.table.records import Model, ModelId, UnitId

REACH = 2.5
"""Inches from the middle of a cluster that its first marker covers for sure (``PU-24``)."""


def target(scene: PursuitAssessment, asked: Choose) -> Thoughts:
    """Shoot where it costs the enemy most; or hold fire for the mines close by."""
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
    """``PU-28``  Fire whichever weapon does most against the target that was named."""
    unit = scene.look.table.units[UnitId(asked.about)]
    fired = unit.mark(FIRED)
    yield
    if fired is None:
        return asked.options[0].id
    return max(
        (o.id for o in asked.options),
        key=lambda name: _shot(scene, unit.id, UnitId(fired.about), name),
    )


def _shot(scene: PursuitAssessment, who: UnitId, target: UnitId, weapon: str) -> float:
    """Return what a shot is worth, with all that the mines do that it sets off."""
    table = scene.look.table
    (firer,), (foe,) = table.of(who), table.of(target)
    odds = volley(scene.look, who, target, {firer.profile.name: weapon} if weapon else {})
    if odds is None:
        return float("-inf")
    worth = min(1.0, average(odds.wounds)) * scene.price(foe)
    worth -= min(1.0, average(odds.own)) * scene.price(firer)
    return worth + _blasts(scene, firer, foe)


def _blasts(scene: PursuitAssessment, firer: Model, foe: Model) -> float:
    """``PU-24``  Return what the mines are worth that a shot sets off."""
    worth, table = 0.0, scene.look.table
    for cluster in mines(table):
        if min(gap(cluster.disc, firer.disc), gap(cluster.disc, foe.disc)) > NEAR_MINES:
            continue
        for m in table.standing():
            if gap(cluster.disc._replace(radius=REACH), m.disc) <= 0.0:
                harm = blows_up(scene.look, m) * scene.price(m)
                worth += -harm if m.side == scene.side else harm
    return worth


FAN = (0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0)
"""Ways to turn that are weighed, by degrees from the Arrival."""
GAITS = USUAL, ACCELERATE
"""``PU-18``"""


def parts(scene: PursuitAssessment, asked: Choose) -> Thoughts:
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


def turn(scene: PursuitAssessment, asked: Aim) -> Thoughts:
    """Turn to where the best way leads; or, where one keeps pace next, to the Arrival."""
    who = scene.look.table.models[ModelId(asked.about)]
    best, most = scene.street.facing, float("-inf")
    for facing in _fan(scene, who):
        yield
        worth = _turned_worth(scene, who, facing)
        if worth > most:
            best, most = facing, worth
    return round(best % 360.0, 3)


def _fan(scene: PursuitAssessment, who: Model) -> list[float]:
    """Return the ways to turn that are weighed: any, in a Movement phase or before one."""
    moving = scene.look.table.clock.phase == "pursuit" or who.mark("may part")
    return [scene.street.facing + turned for turned in (FAN if moving else FAN[:3])]


def _turned_worth(scene: PursuitAssessment, who: Model, facing: float) -> float:
    """Return what the best way is worth to a fig that faces so, about."""
    turned = replace(who, facing=round(facing % 360.0, 3))
    return (rides if scene.rides else hunts)(scene, turned, GAITS)


SPOTS = 16
"""So many places for a piece are weighed."""
MARKERS = 24
"""So many places for a marker are weighed."""
STANDING = 3.0
"""Inches from one's own figs within which no mines are laid."""


def lay(scene: PursuitAssessment, asked: Lay) -> Thoughts:
    """Lay a piece where the riders' chances are the worst for it; their player, the best."""
    piece = scene.look.table.pieces[asked.about]
    best, most = None, float("-inf")
    for k in range(SPOTS):
        spot = asked.site.sample(k, SPOTS)
        yield
        if spot is None:
            continue
        worth = 0.0
        there = replace(piece, at=spot.at, turned=rotation_of(spot))
        for rider in scene.riders:
            lie = scene.lie(rider.profile, rider.base).adding(there, rider.profile)
            worth += lanes_of(lie, scene.dies(rider), plain=True).before(rider.at, rider.facing)
        worth = worth if scene.rides else -worth
        if worth > most:
            best, most = spot, worth
    if best is None:
        return next(asked.samples(scene.look.table, 64))
    return spot_to_json(best)


def mines_at(scene: PursuitAssessment, asked: Choose) -> Thoughts:
    """``PU-10``  Bring mines to the piece that lies nearest to the riders' ways."""
    yield
    table = scene.look.table
    pieces = [o.id for o in asked.options if o.id != PASS]
    if not pieces:
        return PASS
    return min(pieces, key=lambda id_: _aside(scene, table.pieces[id_].at))


def _aside(scene: PursuitAssessment, at: Point) -> float:
    """Return how far a place is aside of the riders' ways, all weighed by their chances."""
    street, off = scene.street, 0.0
    for rider in scene.riders:
        aside = abs(street.along(rider.at) - street.along(at))
        off += scene.hopes[rider.id] * min(aside, 16.0)
    return off


def lay_marker(scene: PursuitAssessment, asked: Place) -> Thoughts:
    """``CC-11``, ``PU-24``  Lay the next marker where it costs the enemy most."""
    best, most = None, float("-inf")
    table = scene.look.table
    for told_ in asked.samples(table, MARKERS):
        yield
        marker, worth = Disc(Point(*told_), ACROSS / 2), 0.0
        for fig in table.standing():
            if gap(marker, fig.disc) <= 0.0:
                worth += scene.price(fig) * (-1.0 if fig.side == scene.side else 1.0)
        if worth > most:
            best, most = told_, worth
    return best


def lay_mines(scene: PursuitAssessment, asked: Place) -> Thoughts:
    """``PU-10``  Lay mines where riders are likely to come by, in the open, off one's own."""
    yield
    region = asked.region
    assert isinstance(region, CandidateRegion)
    spots = sorted(region.spots(), key=lambda at: _mined(scene, at))
    best = next((at for at in spots if region.wrong(at) is None), None)
    if best is None:
        return next(asked.samples(scene.look.table, 64))
    return [*best]


def _mined(scene: PursuitAssessment, at: Point) -> float:
    crowd = 0.0
    for fig in scene.mine:
        crowd += 4.0 * max(0.0, STANDING - distance(fig.at, at))
    return _aside(scene, at) + crowd


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


def sets_up(scene: PursuitAssessment, asked: Place) -> Thoughts:
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


def _hunted(scene: PursuitAssessment, worth: Values, off: Values, along: Values) -> Values:
    """Return what places are worth to a hunter, who wants to be ahead and near the riders."""
    worth = LASTS * worth - NEARER * off
    apart = [_apart(scene, rider.at, off, along) for rider in scene.riders]
    return worth - NEARER * np.minimum.reduce(apart) if apart else worth


def _crowd(scene: PursuitAssessment, off: Values, along: Values) -> Values:
    """Return what it costs that mates stand near."""
    cost, room = np.zeros(len(off)), APART if scene.rides else PACKED
    for mate in scene.mine:
        cost += CROWDED * np.maximum(0.0, room - _apart(scene, mate.at, off, along))
    return cost


def _apart(scene: PursuitAssessment, at: Point, off: Values, along: Values) -> Values:
    x, y = off - scene.street.off(at), along - scene.street.along(at)
    return np.asarray(np.sqrt(x * x + y * y))

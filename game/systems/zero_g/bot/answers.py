"""Answers by kind of question; shooting (stray shots, recoil) and charging."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from game.bots.protocol import Thoughts
from game.bots.steady.personalities import SteadyWeights
from game.cores.classic.bot.combat import may_charge_after
from game.cores.classic.rules.assault import refused_charge, refused_charger
from game.cores.classic.rules.shooting_odds import volley
from game.cores.classic.rules.unit_state import to_wound
from game.cores.kit.dice_chances import chance_of_face
from game.cores.kit.probability import average
from game.cores.kit.queries import ConsideredAnswer
from game.geometry.points import Point, direction, gap, point_ahead, thousandths
from game.physics.travel import distance_to_edge
from game.play.arrange import Arrange
from game.play.decisions import PASS, Aim, Choose, CommonKind, Decision, DecisionKind
from game.play.game import GameView
from game.play.march import March
from game.play.single_move import Steer
from game.systems.zero_g.bot.assessment import ZeroGAssessment
from game.systems.zero_g.bot.movement import (
    STEERING_STEP_DEGREES,
    deploy,
    drift,
    fly,
    model_of,
    next_to_move,
    next_to_shoot,
    push_off,
    push_worth,
    stays_worth,
    take_hold,
    turn,
)
from game.systems.zero_g.bot.position_value import ModelState, ZeroGPlaceEvaluator
from game.systems.zero_g.rules.charge_odds import arrives, impact_spread
from game.systems.zero_g.rules.containers import ContainerKind
from game.systems.zero_g.rules.mobility import ZeroGKind, is_free
from game.systems.zero_g.rules.movement import PUSH
from game.systems.zero_g.rules.shooting import AT_A_POINT, FireAt, pushing, rounds_at, weapon_of
from game.systems.zero_g.rules.shot_outcomes import FIRINGS, RECOILS, STRAYS, FiringOption
from game.table.records import Model, Profile, Side, UnitId, Where

ON_FOOT = 12.0
"""``CC-18``  Inches that free movers charge."""


def next_to_charge(chart: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``CC-23``  Let the model with the best charge go first; none if none is good."""
    best, most = PASS, 0.0
    for option in asked.options:
        if option.id == PASS:
            continue
        yield
        model = model_of(chart, option.id)
        worth = max([charge_worth(chart, model, foe) for foe in chart.foes], default=0.0)
        if worth > most:
            best, most = option.id, worth
    return best


def charge(chart: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``CC-23``, ``ZG-20``  Charge the most valuable enemy to fight, or none."""
    model = model_of(chart, asked.about)
    best, most = PASS, 0.0
    for option in asked.options:
        if option.id == PASS:
            continue
        yield
        worth = charge_worth(chart, model, model_of(chart, option.id))
        if worth > most:
            best, most = option.id, worth
    return best


def charge_worth(chart: ZeroGAssessment, model: Model, foe: Model) -> float:
    """Return the value of a charge at an enemy in points; 0 if it is impossible."""
    view, distance = chart.view, gap(model.disc, foe.disc)
    chance, impacts = 0.0, 0.0
    if is_free(model):
        chance = 1.0 if distance <= ON_FOOT else 0.0
    else:
        chance = arrives(view, model, distance)
        impacts = average(impact_spread(model, distance))
    if not chance:
        return 0.0
    unit = view.table.units[model.unit]
    if refused_charger(view, unit) or refused_charge(view, model.unit, foe.unit):
        return 0.0
    outlook = ZeroGPlaceEvaluator(chart, model)
    fight = outlook.fight(foe, impacts=round(impacts))
    return chance * fight - (1.0 - chance) * chart.weights.short_charge * outlook.price


def after_the_kill(chart: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``ZG-23``  Push off if that leads to a better place."""
    yield
    model = model_of(chart, asked.about)
    stays = stays_worth(chart, model, pushed=True)
    moves = push_worth(chart, model, PUSH)
    return "push off" if moves > stays else PASS


OFF = 13.0
"""Distance in inches of points fired at, unless the table's edge is nearer."""
INSIDE = 0.05


def target(chart: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``CC-07``, ``ZG-16``  Shoot at the best target, fire for the recoil only, or hold."""
    model = model_of(chart, asked.about)
    outlook = ZeroGPlaceEvaluator(chart, model)
    here = ModelState(model.at, model.heading, model.arrows, fired=True)
    best, most = PASS, outlook.worth(here) + _charge_after(chart, model, None)
    for option in asked.options:
        if option.id == PASS or option.id not in chart.view.table.units:
            continue
        yield
        worth = fire_worth(outlook, asked, option.id)
        if may_charge_after([model]):
            worth += _charge_after(chart, model, UnitId(option.id))
        if worth > most:
            best, most = option.id, worth
    if any([o.id == AT_A_POINT for o in asked.options]):
        yield
        for firing in _at_points(chart, model):
            worth = _pushed(outlook, firing) - chart.weights.recoil_gain
            if worth > most and worth + _strays(outlook, firing) > most:
                best, most = AT_A_POINT, worth + _strays(outlook, firing)
    return best


def _charge_after(chart: ZeroGAssessment, model: Model, foe: UnitId | None) -> float:
    """Return the value of a charge in this turn, at any enemy or at one unit only."""
    foes = [f for f in chart.foes if foe in (None, f.unit)]
    return max([charge_worth(chart, model, f) for f in foes], default=0.0)


def weapon(chart: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``CC-07``  Fire the weapon of the highest value, recoil and stray shots included."""
    outlook = ZeroGPlaceEvaluator(chart, model_of(chart, asked.about))
    best, most = asked.options[0].id, float("-inf")
    for option in asked.options:
        yield
        worth = fire_worth(outlook, asked, option.id)
        if worth > most:
            best, most = option.id, worth
    return best


def fire_worth(outlook: ZeroGPlaceEvaluator, asked: Choose, answer: str) -> float:
    """Return the value of firing at an enemy, recoil and stray shots included."""
    chart, model = outlook.chart, outlook.model
    table = chart.view.table
    firings = [*FIRINGS.of(chart.view, ConsideredAnswer(asked, answer))]
    if not firings:
        return float("-inf")
    firing, target = firings[0], firings[0].target
    assert target
    foe = table.models[target]
    odds = volley(chart.view, model.unit, foe.unit, {model.profile.name: firing.weapon})
    worth = _pushed(outlook, firing) + _strays(outlook, firing)
    if odds:
        worth += average(odds.wounds) / foe.wounds * chart.prices[foe.id]
        worth -= average(odds.own) / model.wounds * outlook.price
    return worth


def _pushed(outlook: ZeroGPlaceEvaluator, firing: FiringOption) -> float:
    """``ZG-15``  Return the value of the place where the recoil leads."""
    model, view = outlook.model, outlook.chart.view
    at = model.at
    for push in RECOILS.of(view, firing):
        if push.lost:
            return float(push.exit.amount) if push.exit else float("-inf")
        if push.path:
            at = push.path[-1]
    return outlook.worth(ModelState(at, model.heading, model.arrows, fired=True))


def _strays(outlook: ZeroGPlaceEvaluator, firing: FiringOption) -> float:
    """``ZG-17``  Return the value of hits by stray shots, on friends and on enemies."""
    chart, worth = outlook.chart, 0.0
    models = chart.view.table.models
    for stray in STRAYS.of(chart.view, firing):
        for risk in stray.risks:
            struck = models[risk.model]
            if struck.where is Where.TABLE:
                hurt = _hurt(risk.strength, outlook.model, firing.weapon, struck.profile)
                loss = risk.chance * hurt / struck.wounds * chart.prices[struck.id]
                worth += -loss if struck.side == chart.side else loss
    return worth


def _hurt(strength: int, firer: Model, name: str, struck: Profile) -> float:
    ap = weapon_of(firer, name).ap
    pierced = ap is not None and struck.sv is not None and ap <= struck.sv
    saves = [n for n in (struck.inv, None if pierced else struck.sv) if n]
    return chance_of_face(to_wound(strength, struck.t)) * (
        1.0 - chance_of_face(min(saves, default=7))
    )


def _at_points(chart: ZeroGAssessment, model: Model) -> Iterator[FiringOption]:
    """``ZG-16``  Yield the shots at points: each weapon in one direction after the other."""
    board = chart.view.table.board
    for gun in pushing(chart.view, model):
        for degrees in range(0, 360, STEERING_STEP_DEGREES):
            along = direction(degrees)
            rim = distance_to_edge(model.at, along, (board.width, board.height)) - INSIDE
            if rim <= INSIDE:
                continue
            at = thousandths(point_ahead(model.at, along, min(OFF, rim)))
            yield FiringOption(
                model.id, weapon=gun.name, at=at, target=None, shots=rounds_at(model, gun, at)
            )


def _best_point(chart: ZeroGAssessment, model: Model, weapon: str = "") -> FiringOption | None:
    outlook, best, most = ZeroGPlaceEvaluator(chart, model), None, float("-inf")
    for firing in _at_points(chart, model):
        if weapon in ("", firing.weapon):
            worth = _pushed(outlook, firing) + _strays(outlook, firing)
            if worth > most:
                best, most = firing, worth
    return best


def weapon_to_push(chart: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``ZG-16``  Fire the weapon with the recoil that leads to the best place."""
    yield
    firing = _best_point(chart, model_of(chart, asked.about))
    return firing.weapon if firing else asked.options[0].id


def point(chart: ZeroGAssessment, asked: FireAt) -> Thoughts:
    """``ZG-16``  Fire at the point from which the recoil leads to the best place."""
    yield
    model = next(m for m in chart.mine if m.id == asked.about)
    firing = _best_point(chart, model, asked.weapon)
    at: Point = firing.at if firing else next(p for p in _corners(chart) if p != model.at)
    return [*at]


def _corners(chart: ZeroGAssessment) -> tuple[Point, Point]:
    board = chart.view.table.board
    return Point(0.0, 0.0), Point(board.width, board.height)


CHOICES: Mapping[DecisionKind | None, Callable[[ZeroGAssessment, Choose], Thoughts]] = {
    ZeroGKind.DRIFT: drift,
    CommonKind.TARGET: target,
    CommonKind.WEAPON: weapon,
    ZeroGKind.WEAPON_FOR_RECOIL: weapon_to_push,
    CommonKind.CHARGE: charge,
    ZeroGKind.AFTER_THE_KILL: after_the_kill,
    ContainerKind.TAKE_HOLD: take_hold,
    ContainerKind.LEAVE: take_hold,
    CommonKind.UNIT_TO_MOVE: next_to_move,
    CommonKind.UNIT_TO_SHOOT: next_to_shoot,
    CommonKind.UNIT_TO_CHARGE: next_to_charge,
}


def judge_of(
    view: GameView, side: Side, asked: Decision[Any], weights: SteadyWeights
) -> Thoughts | None:
    """Return the judge of a question; None if zero-g does not matter to it."""
    chart = ZeroGAssessment(view, side, weights.zero_g)
    if isinstance(asked, Choose):
        judge = CHOICES.get(asked.kind)
        return judge(chart, asked) if judge else None
    return _placed(chart, asked)


def _placed(chart: ZeroGAssessment, asked: Decision[Any]) -> Thoughts | None:
    """Return the judge of a question that is answered on the table."""
    match asked:
        case Aim(kind=CommonKind.TURN):
            return turn(chart, asked)
        case Steer():
            return push_off(chart, asked)
        case FireAt():
            return point(chart, asked)
        case Arrange():
            return deploy(chart, asked)
        case March() if not asked.must_touch:
            return fly(chart, asked)
        case _:
            return None

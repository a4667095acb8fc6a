"""The steady bot's answers by kind of question in zero-g.

Those about shooting and charging are here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from threading import local
from typing import Any

from game.bots.protocol import Thoughts
from game.bots.steady.personalities import SteadyWeights
from game.bots.steady.scored_answers import ScoredAnswers
from game.cores.classic.bot.shooting import may_charge_after, wounds_expected
from game.cores.classic.rules.assault import refused_charge, refused_charger
from game.cores.classic.rules.shooting_odds import volley_odds
from game.cores.classic.rules.unit_state import to_wound
from game.cores.kit.dice_chances import chance_of_face
from game.cores.kit.probability import average
from game.cores.kit.queries import ConsideredAnswer
from game.geometry.points import Point, direction, gap, point_ahead, thousandths
from game.physics.travel import distance_to_edge
from game.play.decisions import PASS, Aim, Choose, CommonKind, Decision, DecisionKind
from game.play.game import GameView, Snapshot
from game.play.moves.arrange import Arrange
from game.play.moves.march import March
from game.play.moves.single_move import Steer
from game.systems.zero_g.bot import movement
from game.systems.zero_g.bot.assessment import ZeroGAssessment
from game.systems.zero_g.bot.movement import (
    STEERING_STEP_DEGREES,
    deploy,
    drift,
    fly,
    model_of,
    next_to_shoot,
    push_off,
    push_worth,
    stays_worth,
    take_hold,
)
from game.systems.zero_g.bot.position_value import (
    ModelState,
    ZeroGPlaceEvaluator,
    evaluator_of,
)
from game.systems.zero_g.bot.weights import ZeroGWeights
from game.systems.zero_g.rules import charge_odds
from game.systems.zero_g.rules.charge_odds import impact_spread
from game.systems.zero_g.rules.containers import ContainerKind
from game.systems.zero_g.rules.mobility import ZeroGKind, is_free
from game.systems.zero_g.rules.movement import PUSH
from game.systems.zero_g.rules.shooting import AT_A_POINT, FireAt, pushing, rounds_at, weapon_of
from game.systems.zero_g.rules.shot_outcomes import FIRINGS, RECOILS, STRAYS, FiringOption
from game.table.records import Model, Profile, Side, UnitId, Where

ON_FOOT = 12.0
"""``CC-18``  Inches that free movers charge."""
OFF = 13.0
"""Distance in inches of points fired at, unless the table's edge is nearer."""
INSIDE = 0.05
MAX_REMEMBERED = 200
"""Number of models, each against the enemy as it stands, whose values are remembered."""


def next_to_charge(assessment: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``CC-23``  Let the model with the best charge go first; none if none is good."""
    best, most = PASS, 0.0
    for option in asked.options:
        if option.id == PASS:
            continue
        yield
        model = model_of(assessment, option.id)
        worth = max(
            [charge_worth(assessment, model, foe) for foe in assessment.foes], default=0.0
        )
        if worth > most:
            best, most = option.id, worth
    return best


def charge(assessment: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``CC-23``, ``ZG-20``  Weigh the enemies to charge; none is worth nothing."""
    model = model_of(assessment, asked.about)
    scored = ScoredAnswers(assessment.weights.temperature)
    scored.add(0.0, PASS)
    for option in asked.options:
        if option.id == PASS:
            continue
        yield
        foe = model_of(assessment, option.id)
        scored.add(charge_worth(assessment, model, foe), option.id)
    return scored


def charge_worth(assessment: ZeroGAssessment, model: Model, foe: Model) -> float:
    """Return the value of a charge at an enemy in points; 0 if it is impossible."""
    view, distance = assessment.view, gap(model.disc, foe.disc)
    chance, impacts = 0.0, 0.0
    if is_free(model):
        chance = 1.0 if distance <= ON_FOOT else 0.0
    else:
        chance = charge_odds.arrives(view, model, distance)
        impacts = average(impact_spread(model, distance))
    if not chance:
        return 0.0
    unit = view.table.units[model.unit]
    if refused_charger(view, unit) or refused_charge(view, model.unit, foe.unit):
        return 0.0
    evaluator = evaluator_of(assessment, model.id)
    fight = evaluator.fight(foe, impacts=round(impacts))
    return chance * fight - (1.0 - chance) * assessment.weights.short_charge * evaluator.price


def after_the_kill(assessment: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``ZG-23``  Weigh the place that a push off leads to, and this one."""
    yield
    model = model_of(assessment, asked.about)
    scored = ScoredAnswers(assessment.weights.temperature)
    scored.add(stays_worth(assessment, model, pushed=True), PASS)
    scored.add(push_worth(assessment, model, PUSH), "push off")
    return scored


def target(assessment: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``CC-07``, ``ZG-16``  Weigh the targets, fire for the recoil only, and to hold fire."""
    model = model_of(assessment, asked.about)
    evaluator = evaluator_of(assessment, model.id)
    here = ModelState(model.at, model.heading, model.arrows, fired=True)
    scored = ScoredAnswers(assessment.weights.temperature)
    most = evaluator.worth(here) + _charge_after(assessment, model, None)
    scored.add(most, PASS)
    for option in asked.options:
        if option.id == PASS or option.id not in assessment.view.table.units:
            continue
        yield
        worth = fire_worth(evaluator, asked, option.id)
        if may_charge_after([model]):
            worth += _charge_after(assessment, model, UnitId(option.id))
        why = partial(wounds_expected, assessment.view, model.unit, UnitId(option.id))
        scored.add(worth, option.id, why)
        most = max(most, worth)
    if any([o.id == AT_A_POINT for o in asked.options]):
        yield
        for firing in _at_points(assessment, model):
            worth = _pushed(evaluator, firing) - assessment.weights.recoil_gain
            if worth > most and worth + _strays(evaluator, firing) > most:
                most = worth + _strays(evaluator, firing)
                scored.add(most, AT_A_POINT, partial(_recoil_motive, evaluator, firing))
    return scored


def _charge_after(assessment: ZeroGAssessment, model: Model, foe: UnitId | None) -> float:
    """Return the value of a charge in this turn, at any enemy or at one unit only."""
    foes = [f for f in assessment.foes if foe in (None, f.unit)]
    return max([charge_worth(assessment, model, f) for f in foes], default=0.0)


def weapon(assessment: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``CC-07``  Weigh the weapons, recoil and stray shots included."""
    evaluator = evaluator_of(assessment, model_of(assessment, asked.about).id)
    scored = ScoredAnswers(assessment.weights.temperature)
    for option in asked.options:
        yield
        scored.add(fire_worth(evaluator, asked, option.id), option.id)
    return scored


def fire_worth(evaluator: ZeroGPlaceEvaluator, asked: Choose, answer: str) -> float:
    """Return the value of firing at an enemy, recoil and stray shots included."""
    assessment, model = evaluator.assessment, evaluator.model
    table = assessment.view.table
    firings = [*FIRINGS.of(assessment.view, ConsideredAnswer(asked, answer))]
    if not firings:
        return float("-inf")
    firing, target = firings[0], firings[0].target
    assert target
    foe = table.models[target]
    odds = volley_odds(
        assessment.view, model.unit, foe.unit, {model.profile.name: firing.weapon}
    )
    worth = _pushed(evaluator, firing) + _strays(evaluator, firing)
    if odds:
        worth += average(odds.wounds) / foe.wounds * assessment.prices[foe.id]
        worth -= average(odds.own) / model.wounds * evaluator.price
    return worth


def _pushed(evaluator: ZeroGPlaceEvaluator, firing: FiringOption) -> float:
    """``ZG-15``  Return the value of the place where the recoil leads."""
    end = _recoil_end(evaluator, firing)
    return end if isinstance(end, float) else evaluator.worth(end)


def _recoil_end(evaluator: ZeroGPlaceEvaluator, firing: FiringOption) -> ModelState | float:
    """Return where the recoil leads; the value of leaving the table if it leads off it."""
    model, view = evaluator.model, evaluator.assessment.view
    at = model.at
    for push in RECOILS.of(view, firing):
        if push.left:
            return float(push.exit.amount) if push.exit else float("-inf")
        if push.path:
            at = push.path[-1]
    return ModelState(at, model.heading, model.arrows, fired=True)


def _recoil_motive(evaluator: ZeroGPlaceEvaluator, firing: FiringOption) -> str:
    """Return for what a model fires to be pushed along."""
    end, model = _recoil_end(evaluator, firing), evaluator.model
    if isinstance(end, float):
        return ""
    here = ModelState(model.at, model.heading, model.arrows, fired=True)
    return evaluator.motive(end, here)


def _strays(evaluator: ZeroGPlaceEvaluator, firing: FiringOption) -> float:
    """``ZG-17``  Return the value of hits by stray shots, on friends and on enemies."""
    assessment, worth = evaluator.assessment, 0.0
    models = assessment.view.table.models
    for stray in STRAYS.of(assessment.view, firing):
        for risk in stray.risks:
            struck = models[risk.model]
            if struck.where is Where.TABLE:
                hurt = _hurt(risk.strength, evaluator.model, firing.weapon, struck.profile)
                loss = risk.chance * hurt / struck.wounds * assessment.prices[struck.id]
                worth += -loss if struck.side == assessment.side else loss
    return worth


def _hurt(strength: int, firer: Model, name: str, struck: Profile) -> float:
    ap = weapon_of(firer, name).ap
    pierced = ap is not None and struck.sv is not None and ap <= struck.sv
    saves = [n for n in (struck.inv, None if pierced else struck.sv) if n]
    return chance_of_face(to_wound(strength, struck.t)) * (
        1.0 - chance_of_face(min(saves, default=7))
    )


def _at_points(assessment: ZeroGAssessment, model: Model) -> Iterator[FiringOption]:
    """``ZG-16``  Yield the shots at points: each weapon in one direction after the other."""
    board = assessment.view.table.board
    for gun in pushing(assessment.view, model):
        for degrees in range(0, 360, STEERING_STEP_DEGREES):
            along = direction(degrees)
            rim = distance_to_edge(model.at, along, (board.width, board.height)) - INSIDE
            if rim <= INSIDE:
                continue
            at = thousandths(point_ahead(model.at, along, min(OFF, rim)))
            yield FiringOption(
                model.id, weapon=gun.name, at=at, target=None, shots=rounds_at(model, gun, at)
            )


def _best_point(
    assessment: ZeroGAssessment, model: Model, weapon: str = ""
) -> FiringOption | None:
    evaluator, best, most = evaluator_of(assessment, model.id), None, float("-inf")
    for firing in _at_points(assessment, model):
        if weapon in ("", firing.weapon):
            worth = _pushed(evaluator, firing) + _strays(evaluator, firing)
            if worth > most:
                best, most = firing, worth
    return best


def weapon_to_push(assessment: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``ZG-16``  Fire the weapon with the recoil that leads to the best place."""
    yield
    firing = _best_point(assessment, model_of(assessment, asked.about))
    return firing.weapon if firing else asked.options[0].id


def point(assessment: ZeroGAssessment, asked: FireAt) -> Thoughts:
    """``ZG-16``  Fire at the point from which the recoil leads to the best place."""
    yield
    model = next(m for m in assessment.mine if m.id == asked.about)
    firing = _best_point(assessment, model, asked.weapon)
    at: Point = firing.at if firing else next(p for p in _corners(assessment) if p != model.at)
    return [*at]


def _corners(assessment: ZeroGAssessment) -> tuple[Point, Point]:
    board = assessment.view.table.board
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
    CommonKind.UNIT_TO_MOVE: movement.next_to_move,
    CommonKind.UNIT_TO_SHOOT: next_to_shoot,
    CommonKind.UNIT_TO_CHARGE: next_to_charge,
}


class _Latest(local):
    """The assessment that was made last in a thread."""

    assessment: ZeroGAssessment | None = None


_LATEST = _Latest()


def _assessment(view: GameView, side: Side, weights: ZeroGWeights) -> ZeroGAssessment:
    """Return a side's view of a game; the same again while nothing happens on the table."""
    known = _LATEST.assessment
    alike = (
        known
        and known.weights is weights
        and known.view.rules is view.rules
        and known.view.table.board is view.table.board
    )
    if known and alike and known.side == side and known.view.table == view.table:
        return known
    memory = known.memory if known and alike and len(known.memory) < MAX_REMEMBERED else {}
    _LATEST.assessment = ZeroGAssessment(Snapshot.of(view), side, weights, memory)
    return _LATEST.assessment


def judge_of(
    view: GameView, side: Side, asked: Decision[Any], weights: SteadyWeights
) -> Thoughts | None:
    """Return the judge of a question; None if zero-g does not matter to it."""
    assessment = _assessment(view, side, weights.of(ZeroGWeights))
    if isinstance(asked, Choose):
        judge = CHOICES.get(asked.kind)
        return judge(assessment, asked) if judge else None
    return _placed(assessment, asked)


def _placed(assessment: ZeroGAssessment, asked: Decision[Any]) -> Thoughts | None:
    """Return the judge of a question that is answered on the table."""
    match asked:
        case Aim(kind=CommonKind.TURN):
            return movement.turn(assessment, asked)
        case Steer():
            return push_off(assessment, asked)
        case FireAt():
            return point(assessment, asked)
        case Arrange():
            return deploy(assessment, asked)
        case March() if not asked.must_touch:
            return fly(assessment, asked)
        case _:
            return None

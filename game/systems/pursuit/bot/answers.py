"""Answers by kind of question; keep pace or slow down, by exact chances (PU-11 to PU-15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.bots.protocol import Policy, Thoughts
from game.bots.steady.personalities import SteadyWeights
from game.cores.kit.probability import of_total
from game.geometry.points import Point, distance, point_ahead
from game.play.decisions import Aim, Choose, CommonKind, Decision, DecisionKind
from game.play.game import GameView
from game.play.placement import Lay, Place
from game.play.session import Session
from game.play.single_move import Ride
from game.systems.pursuit.bot.assessment import (
    PhaseOutcome,
    PursuitAssessment,
    backs_freely,
    ends,
    fate,
)
from game.systems.pursuit.bot.combat import (
    lay,
    lay_marker,
    lay_mines,
    mines_at,
    parts,
    sets_up,
    target,
    turn,
    weapon,
)
from game.systems.pursuit.bot.movement import FAR_BACK, best_ride
from game.systems.pursuit.rules.pursuit_phase import DICE, KEEP
from game.systems.pursuit.rules.state import PursuitKind
from game.systems.pursuit.rules.threats import Threat, threats
from game.table.records import DiceExpression, Model, ModelId, Side

LONGEST_ROLL = 6 * max(DICE.values())
LOOKED_AT = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18
"""Inches back that are computed exactly where something is in the way."""


def pace(scene: PursuitAssessment, asked: Choose) -> Thoughts:
    """Keep pace where nothing comes; else compare the ways to slow down, over all dice."""
    model = scene.view.table.models[ModelId(asked.about)]
    found = threats(scene.view.table, model.id)
    yield
    if not found:
        return KEEP
    back = {0: _stands(scene, model, found, model.at)}
    freely = backs_freely(scene.view, model.id, float(LONGEST_ROLL))
    for inches in range(1, LONGEST_ROLL + 1):
        if freely:
            at = point_ahead(model.at, scene.street.back, float(inches))
            back[inches] = _stands(scene, model, found, at)
        else:
            back[inches] = back[inches - 1]
            if inches in LOOKED_AT:
                back[inches] = _going_back(scene, model, found, inches)
        yield
    worth = {KEEP: back[0]}
    for option, dice in DICE.items():
        worth[option] = 0.0
        for inches, chance in enumerate(of_total(0, DiceExpression(dice))):
            if chance:
                worth[option] += chance * back[inches]
    return max((o.id for o in asked.options), key=lambda name: worth[name])


def _going_back(
    scene: PursuitAssessment, model: Model, found: Sequence[Threat], inches: int
) -> float:
    """Return the value of going *inches* back, with everything that is in the way."""
    worth = 0.0
    for end in ends(scene.view, model.id, float(inches)):
        if end.stopped:
            worth += end.chance * _worth(scene, model, end.at, PhaseOutcome(taken=1.0))
        else:
            worth += end.chance * _stands(scene, model, found, end.at)
    return worth


def _stands(
    scene: PursuitAssessment, model: Model, found: Sequence[Threat], at: Point
) -> float:
    """Return the value of a place straight back, given the pieces that will come there."""
    rear = scene.street.to_rear(model.disc._replace(at=at))
    if rear < 0.0:
        return 0.0
    there = fate(scene.view, model, found, rear, distance(at, model.at))
    return _worth(scene, model, at, there)


def _worth(scene: PursuitAssessment, model: Model, at: Point, found: PhaseOutcome) -> float:
    """Return the value of a place and a fate there to the model's side."""
    street, lanes, weights = scene.street, scene.lanes(model), scene.weights
    if not scene.is_rider(model):
        fell = weights.fell_back * (street.off(at) - street.off(model.at))
        taken = found.taken * weights.taken * weights.taken
        return found.free * lanes.before(at, model.facing) + taken - fell
    back = street.at(min(street.long - 1.0, street.off(at) + FAR_BACK), street.along(at))
    taken = weights.taken * lanes.before(back, street.facing) + weights.spare
    return found.free * (lanes.before(at, model.facing) + weights.spare) + found.taken * taken


class KeepPaceBot(Policy):
    """``PU-11``  A bot that keeps pace; it is asked only for models that nothing can hit."""

    def think(self, session: Session) -> Thoughts:
        """Think in a single slice; return the answer "keep"."""
        yield
        return self.answer(session)

    def answer(self, session: Session) -> Any:
        """Return the answer "keep" to any question."""
        return KEEP


CHOICES: Mapping[DecisionKind | None, Callable[[PursuitAssessment, Choose], Thoughts]] = {
    CommonKind.PACE: pace,
    PursuitKind.PART: parts,
    PursuitKind.MINES: mines_at,
    CommonKind.TARGET: target,
    CommonKind.WEAPON: weapon,
}
PLACES: Mapping[DecisionKind | None, Callable[[PursuitAssessment, Place], Thoughts]] = {
    PursuitKind.SET_UP: sets_up,
    PursuitKind.MINE_CLUSTER: lay_mines,
    CommonKind.BLAST: lay_marker,
}


def judge_of(
    view: GameView, side: Side, asked: Decision[Any], weights: SteadyWeights
) -> Thoughts | None:
    """Return the judge of a question; None if it has nothing to do with the pursuit."""
    scene = PursuitAssessment(view, side, weights.pursuit)
    if isinstance(asked, Choose):
        judge = CHOICES.get(asked.kind)
        return judge(scene, asked) if judge else None
    return _placed(scene, asked)


def _placed(scene: PursuitAssessment, asked: Decision[Any]) -> Thoughts | None:
    """Return the judge of a question that is answered on the table."""
    match asked:
        case Ride():
            return best_ride(scene, asked)
        case Aim(kind=CommonKind.TURN):
            return turn(scene, asked)
        case Lay():
            return lay(scene, asked)
        case Place() if asked.kind in PLACES:
            return PLACES[asked.kind](scene, asked)
        case _:
            return None

"""The steady bot's answers by kind of question in the pursuit.

To keep pace or slow down is decided here, by exact chances (PU-11 to PU-15).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.bots.protocol import Policy, Thoughts
from game.bots.steady.personalities import SteadyWeights
from game.bots.steady.scored_answers import ScoredAnswers
from game.cores.kit.probability import of_total
from game.geometry.points import Point, distance, point_ahead
from game.play.decisions import Aim, Choose, CommonKind, Decision, DecisionKind
from game.play.game import GameView
from game.play.log.wording import spoken_name
from game.play.moves.placement import Lay, Place
from game.play.moves.single_move import Ride
from game.play.session import Session
from game.systems.pursuit.bot import combat, laying, shooting
from game.systems.pursuit.bot.assessment import PursuitAssessment
from game.systems.pursuit.bot.combat import breaks_off
from game.systems.pursuit.bot.deployment import sets_up
from game.systems.pursuit.bot.laying import lay_marker, lay_mines, mines_at
from game.systems.pursuit.bot.movement import FAR_BACK, best_ride
from game.systems.pursuit.bot.weights import PursuitWeights
from game.systems.pursuit.rules import phase_odds, threats
from game.systems.pursuit.rules.phase_odds import PhaseOutcome, backs_freely, fate
from game.systems.pursuit.rules.pursuit_phase import DICE, KEEP
from game.systems.pursuit.rules.state import PursuitKind
from game.systems.pursuit.rules.threats import Threat
from game.table.records import DiceExpression, Model, ModelId, Side

LONGEST_ROLL = 6 * max(DICE.values())
LOOKED_AT = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18
"""Inches back that are computed exactly where something is in the way."""
PLACES: Mapping[DecisionKind | None, Callable[[PursuitAssessment, Place], Thoughts]] = {
    PursuitKind.SET_UP: sets_up,
    PursuitKind.MINE_CLUSTER: lay_mines,
    CommonKind.BLAST: lay_marker,
}


def pace(assessment: PursuitAssessment, asked: Choose) -> Thoughts:
    """Keep pace where nothing comes; else compare the ways to slow down, over all dice."""
    model = assessment.view.table.models[ModelId(asked.about)]
    found = threats.threats(assessment.view.table, model.id)
    yield
    if not found:
        return KEEP
    back = {0: _stands(assessment, model, found, model.at)}
    freely = backs_freely(assessment.view, model.id, float(LONGEST_ROLL))
    for inches in range(1, LONGEST_ROLL + 1):
        if freely:
            at = point_ahead(model.at, assessment.street.back, float(inches))
            back[inches] = _stands(assessment, model, found, at)
        else:
            back[inches] = back[inches - 1]
            if inches in LOOKED_AT:
                back[inches] = _going_back(assessment, model, found, inches)
        yield
    worth = {KEEP: back[0]}
    for option, dice in DICE.items():
        worth[option] = 0.0
        for inches, chance in enumerate(of_total(0, DiceExpression(dice))):
            if chance:
                worth[option] += chance * back[inches]
    scored = ScoredAnswers(assessment.weights.temperature)
    motive = f"before {spoken_name(assessment.view.table, found[0].piece)}"
    for answer in asked.options:
        scored.add(worth[answer.id], answer.id, lambda: motive)
    return scored


def _going_back(
    assessment: PursuitAssessment, model: Model, found: Sequence[Threat], inches: int
) -> float:
    """Return the value of going *inches* back, with everything that is in the way."""
    worth = 0.0
    for end in phase_odds.ends(assessment.view, model.id, float(inches)):
        if end.stopped:
            worth += end.chance * _worth(assessment, model, end.at, PhaseOutcome(taken=1.0))
        else:
            worth += end.chance * _stands(assessment, model, found, end.at)
    return worth


def _stands(
    assessment: PursuitAssessment, model: Model, found: Sequence[Threat], at: Point
) -> float:
    """Return the value of a place straight back, given the pieces that will come there."""
    rear = assessment.street.to_rear(model.disc._replace(at=at))
    if rear < 0.0:
        return 0.0
    there = fate(assessment.view, model, found, rear, distance(at, model.at))
    return _worth(assessment, model, at, there)


def _worth(
    assessment: PursuitAssessment, model: Model, at: Point, found: PhaseOutcome
) -> float:
    """Return the value of a place and a fate there to the model's side."""
    street, lanes, weights = assessment.street, assessment.lanes(model), assessment.weights
    if not assessment.is_rider(model):
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
    PursuitKind.PART: breaks_off,
    PursuitKind.MINES: mines_at,
    CommonKind.TARGET: shooting.target,
    CommonKind.WEAPON: shooting.weapon,
}


def judge_of(
    view: GameView, side: Side, asked: Decision[Any], weights: SteadyWeights
) -> Thoughts | None:
    """Return the judge of a question; None if it has nothing to do with the pursuit."""
    assessment = PursuitAssessment(view, side, weights.of(PursuitWeights))
    if isinstance(asked, Choose):
        judge = CHOICES.get(asked.kind)
        return judge(assessment, asked) if judge else None
    return _placed(assessment, asked)


def _placed(assessment: PursuitAssessment, asked: Decision[Any]) -> Thoughts | None:
    """Return the judge of a question that is answered on the table."""
    match asked:
        case Ride():
            return best_ride(assessment, asked)
        case Aim(kind=CommonKind.TURN):
            return combat.turn(assessment, asked)
        case Lay():
            return laying.lay(assessment, asked)
        case Place() if asked.kind in PLACES:
            return PLACES[asked.kind](assessment, asked)
        case _:
            return None

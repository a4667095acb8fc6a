"""Answers by kind of question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.bots.policy import Thoughts
from game.bots.steady.pursuit.assessment import PursuitAssessment
from game.bots.steady.pursuit.combat import (
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
from game.bots.steady.pursuit.movement import best_ride
from game.bots.steady.pursuit.pace import pace
from game.play.decisions import Aim, Choose, CommonKind, Decision, DecisionKind
from game.play.game import GameView
from game.play.placement import Lay, Place
from game.play.single_move import Ride
from game.rules.pursuit.state import PursuitKind
from game.table.records import Side

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


def judge_of(view: GameView, side: Side, asked: Decision[Any]) -> Thoughts | None:
    """Return the judge of a question; None if it has nothing to do with the pursuit."""
    scene = PursuitAssessment(view, side)
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

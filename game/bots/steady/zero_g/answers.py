"""Answers by kind of question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.bots.policy import Thoughts
from game.bots.steady.zero_g.assessment import ZeroGAssessment
from game.bots.steady.zero_g.combat import (
    after_the_kill,
    charge,
    next_to_charge,
    point,
    target,
    weapon,
    weapon_to_push,
)
from game.bots.steady.zero_g.movement import (
    deploy,
    drift,
    fly,
    next_to_move,
    next_to_shoot,
    push_off,
    take_hold,
    turn,
)
from game.play.arrange import Arrange
from game.play.decisions import Aim, Choose, CommonKind, Decision, DecisionKind
from game.play.game import GameView
from game.play.march import March
from game.play.single_move import Steer
from game.rules.zero_g.mobility import ZeroGKind
from game.rules.zero_g.salvage import ContainerKind
from game.rules.zero_g.shooting import FireAt
from game.table.records import Side

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


def judge_of(view: GameView, side: Side, asked: Decision[Any]) -> Thoughts | None:
    """Return the judge of a question; None if zero-g does not matter to it."""
    chart = ZeroGAssessment(view, side)
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

"""Who answers what in a battle of the modern core."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.bots.policy import Thoughts
from game.bots.steady.battle import choosing, setup, tactics, wading
from game.bots.steady.battle.moving import best_march, falls_back, next_to_move, pace
from game.bots.steady.battle.scene import Scene
from game.play.arrange import Arrange
from game.play.decisions import Choose, Decision
from game.play.game import GameView
from game.play.march import March, moves_to_json
from game.play.placement import Place
from game.rules.kit.charge_moves import Charge
from game.rules.kit.modules import BREAK_IN
from game.rules.matched.tactical_objectives.drawing import STRATAGEM
from game.rules.modern.fight import Closing
from game.rules.modern.movement import FallBack
from game.table.records import Side

CHOICES: Mapping[str, Callable[[Scene, Choose], Thoughts]] = {
    "zone map": setup.zone_map,
    "zone": setup.zone,
    "deploy": setup.next_to_deploy,
    "first": setup.first_turn,
    "pace": pace,
    "difficult": wading.enters,
    "main body": wading.main_body,
    "power": choosing.power,
    "deny": choosing.deny,
    "target": choosing.target,
    "charge": choosing.charge,
    "charge, also": choosing.nobody_else,
    "overwatch": choosing.for_nothing,
    "spawn": choosing.for_nothing,
    "fire support": choosing.strike_at,
    "fighter": choosing.fighter,
    "strike at": choosing.strike_at,
    "strike with": choosing.strike_with,
    "casualty": choosing.casualty,
    "debris": choosing.strike_at,
    "restored unit": choosing.strike_at,
    "edge": setup.edge,
    "break in": choosing.break_in,
    "strike out": tactics.strike_out,
    "advice": tactics.advice,
    "discard": tactics.discard,
    "priority": tactics.priority,
    "sewer rats": choosing.kept_below,
    "drain": choosing.drain,
}
UNITS: Mapping[str, Callable[[Scene, Choose], Thoughts]] = {
    "MC-04": next_to_move,
    "MC-12": choosing.next_of,
    "MC-20": choosing.charger,
}
"""Which unit comes next, by the clause that asks."""


def judge_of(look: GameView, side: Side, asked: Decision[Any]) -> Thoughts | None:
    """Return who thinks about a question; None if it is of no matter."""
    scene = Scene(look, side)
    if isinstance(asked, Choose):
        if asked.clause == STRATAGEM.clause and asked.kind == BREAK_IN:
            return tactics.new_orders(scene, asked)
        named = UNITS.get(asked.clause) if asked.kind == "unit" else CHOICES.get(asked.kind)
        return named(scene, asked) if named else None
    return _placed(scene, asked)


def _placed(scene: Scene, asked: Decision[Any]) -> Thoughts | None:
    """Return who thinks about a question that is answered on the table."""
    match asked:
        case Arrange():
            return setup.arrange(scene, asked)
        case Place():
            return setup.marker(scene, asked)
        case FallBack():
            return falls_back(scene, asked)
        case Closing() | Charge():
            return _as_suggested(asked)
        case March():
            return best_march(scene, asked)
        case _:
            return None


def _as_suggested(asked: Closing | Charge) -> Thoughts:
    """Go as the rules worked out: nobody, where nobody can."""
    yield
    return moves_to_json(asked.suggested)

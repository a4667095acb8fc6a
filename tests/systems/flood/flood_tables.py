"""Small floods for tests of single rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.content.situations.situation_files import situation_of
from game.cores.kit.game_rules import GameRules
from game.cores.kit.queries import TableView
from game.play.dice_sequences import Dice, ScriptedDice
from game.play.session import Session
from game.rules.situation_setup import set_up
from game.table.state import Table
from tests.tools.replay_check import fought

ORIGIN = {"class": "FloodOrigin", "point": [0, 10]}
LANE = {"class": "Lane", "polyline": [[0, 10], [40, 10]]}
STRAIGHT = (ORIGIN, LANE)


def squad_at(*places: tuple[float, float], id: str = "squad", **more: Any) -> dict[str, Any]:  # noqa: A002
    like = {"side": "wardens", "profile": "warden", **more}
    return {"id": id, "at": [list(at) for at in places], **like}


def flood(
    *units: dict[str, Any],
    dice: str | Dice = "",
    objects: tuple[dict[str, Any], ...] = STRAIGHT,
    phase: str = "flood",
    round_: int = 5,
    **more: Any,
) -> Session:
    """Open a battle of the classic core in the flood phase; the test will replay it."""
    rules, table = rules_and_table(units, objects, {"phase": phase, "round": round_}, **more)
    row = dice if not isinstance(dice, str) else ScriptedDice(tuple(map(int, dice.split())))
    session = Session(rules, table, row)
    fought.append(session)
    return session


def view_before_flood(
    *units: dict[str, Any],
    objects: tuple[dict[str, Any], ...] = STRAIGHT,
    round_: int = 2,
    **more: Any,
) -> TableView:
    """Return a table in a player's Shooting phase, before any flood, and its rules."""
    clock = {"phase": "shooting", "round": round_, "side": "wardens"}
    rules, table = rules_and_table(units, objects, clock, **more)
    return TableView(table, rules)


def rules_and_table(
    units: Sequence[dict[str, Any]],
    objects: Sequence[dict[str, Any]],
    clock: dict[str, Any],
    **more: Any,
) -> tuple[GameRules, Table]:
    raw = {
        "title": "a test",
        "clauses": [],
        "system": "classic",
        "modules": ["flood"],
        "object": list(objects),
        "unit": list(units),
        "clock": clock,
        **more,
    }
    return set_up(situation_of(raw, "a test"))

"""Moves of scouts before the first turn (CC-35)."""

from __future__ import annotations

from functools import partial

from game.cores.classic.rules.movement import COHERENCY, carry_out
from game.cores.kit.difficult_ground import ask_to_cross
from game.cores.kit.marks import HANDLED, marked
from game.cores.kit.units import in_turn
from game.play.decisions import CommonKind
from game.play.game import Game, Step
from game.play.moves.base_placement import MoveClauses
from game.play.moves.march import March
from game.table.events import Act
from game.table.records import UnitId
from game.table.state import Table

SCOUT_MOVE = 6.0
SCOUT_OFF = 12.0
SCOUTING = MoveClauses(move="CC-35", chain="CC-19", table="CC-18", ground="CC-20")


def next_scout(table: Table) -> UnitId | None:
    """``CC-35``  Return the next unit with a scout move to make, the first side's first."""
    for side in in_turn(table, table.sides[0]):
        for unit in table.fielded(side):
            scouts = all(m.profile.has("scout") for m in table.of(unit.id))
            if scouts and not unit.mark(HANDLED):
                return unit.id
    return None


def scouting(table: Table) -> Step | None:
    """``CC-35``  Return the next scout move as a step; None if none is left."""
    unit_id = next_scout(table)
    return partial(scout, unit_id=unit_id) if unit_id else None


async def scout(game: Game, *, unit_id: UnitId) -> None:
    """``CC-35``  Make a free 6" move before the first turn, not within 12" of an enemy."""
    unit = game.table.units[unit_id]
    distances = {m.id: SCOUT_MOVE for m in game.table.of(unit_id)}
    leave = await ask_to_cross(game, unit_id, distances, game.table.difficult)
    inches = max([limit.distance for limit in leave.model_limits.values()], default=0.0)
    moves = await March(
        unit.side,
        "CC-35",
        f'Scout move with {unit.name}: up to {inches:g}", staying more than 12" from enemies',
        unit=unit_id,
        model_limits=leave.model_limits,
        clauses=SCOUTING,
        keep_off=SCOUT_OFF,
        chain=COHERENCY,
        off_limits=leave.off_limits,
        kind=CommonKind.MOVE,
    )
    game.do(marked("CC-35", unit_id, HANDLED))
    await carry_out(game, "CC-35", unit_id, Act.MOVES, moves)

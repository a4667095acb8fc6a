"""The Movement phase of the classic core (CC-18 to CC-20, CC-32).

Units that fall back go first.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.cores.classic.rules import UNIT_MOVED
from game.cores.classic.rules.retreat import retreat
from game.cores.classic.rules.unit_state import is_falling_back, is_locked, is_pinned
from game.cores.classic.rules.wounds import test_ground
from game.cores.kit.attempts import REFUSED, Attempt
from game.cores.kit.coherency import detached_models, main_body
from game.cores.kit.difficult_ground import GroundPermission, ask_to_cross
from game.cores.kit.hooks import ReplaceHook
from game.cores.kit.marks import HANDLED, MOVED, marked
from game.cores.kit.movement import ask_mover, carry_out_moves
from game.geometry.points import length
from game.play.decisions import CommonKind, Option, Refusal
from game.play.game import Game, GameView, Step
from game.play.log.wording import unit_does
from game.play.moves.base_placement import MoveClauses
from game.play.moves.march import March
from game.play.moves.paths import Moves
from game.table.events import Act
from game.table.records import Model, Side, Unit, UnitId
from game.table.state import Table

FAST = frozenset({"bike", "jump infantry", "skimmer", "flier"})
CLAUSES = MoveClauses(move="CC-18", chain="CC-19", table="CC-18", ground="CC-20")
COHERENCY = 2.0


def normal_move(model: Model) -> float:
    """``CC-18``  Return a model's move in inches.

    It is 12 for bikes, jump infantry, skimmers and fliers, 6 for others.
    """
    return 12.0 if model.profile.has_any(FAST) else 6.0


def movement(table: Table) -> Step | None:
    """Return the next step: units that fall back go first, then the others may move."""
    side = table.clock.side
    assert side
    for unit in table.fielded(side):
        if is_falling_back(unit) and not unit.mark(HANDLED) and not is_locked(unit):
            return retreat(unit.id)
    return move if next(ready(table, side), None) else None


def ready(table: Table, side: Side) -> Iterator[Unit]:
    """Yield the units that may still move; units that arrived have moved (``CC-35``)."""
    for unit in table.fielded(side):
        if not (unit.mark(HANDLED) or unit.mark(MOVED) or is_pinned(table, unit)):
            yield unit


async def move(game: Game) -> None:
    """``CC-18``  Let the active side pick a unit and move it, or end the phase."""
    table, side = game.table, game.table.clock.side
    assert side
    found = [
        (Option(unit.id, unit.name, "CC-18", unit.id), refused_move(game, unit))
        for unit in table.fielded(side)
        if is_pinned(table, unit) or not unit.mark(HANDLED)
    ]
    picked = await ask_mover(game, found, "CC-18", "CC-33")
    if picked:
        await MOVING.happens(game, picked)


def refused_move(view: GameView, unit: Unit) -> Refusal | None:
    """``CC-31``, ``CC-35``  Return why a unit may not be picked to move; None if it may."""
    if is_pinned(view.table, unit):
        return Refusal(
            unit_does(view.table, unit, "is locked in combat and cannot move"), "CC-31"
        )
    if unit.mark(MOVED):
        no = unit_does(view.table, unit, "arrived this turn and counts as having moved")
        return Refusal(no, "CC-35")
    return next(REFUSED.of(view, Attempt(unit.id, Act.MOVES)), None)


async def move_unit(game: Game, unit_id: UnitId) -> None:
    """``CC-18`` to ``CC-21``  Ask about Difficult ground, move, test Dangerous ground."""
    distances = {m.id: normal_move(m) for m in main_body(game.table, unit_id)}
    await march(
        game, unit_id, await ask_to_cross(game, unit_id, distances, game.table.difficult)
    )


async def march(game: Game, unit_id: UnitId, leave: GroundPermission) -> None:
    """``CC-18``, ``CC-21``  Ask for the paths of a unit's models and carry them out."""
    unit = game.table.units[unit_id]
    moves = await March(
        unit.side,
        "CC-18",
        f"Move {unit.name}",
        unit=unit_id,
        model_limits=leave.model_limits,
        clauses=CLAUSES,
        chain=COHERENCY,
        off_limits=leave.off_limits,
        detached=detached_models(game.table, unit_id),
        kind=CommonKind.MOVE,
    )
    game.do(marked("CC-33", unit_id, HANDLED))
    if any(length(path) for _, path in moves):
        game.do(marked("CC-09", unit_id, MOVED))
    await carry_out(game, "CC-18", unit_id, Act.MOVES, moves)


MOVING = ReplaceHook[UnitId]("a unit's move", move_unit, ("movement",))


async def carry_out(game: Game, clause: str, unit_id: UnitId, act: Act, moves: Moves) -> None:
    """Move the models along their paths, then test the ground that they crossed."""
    moves = carry_out_moves(game, clause, unit_id, act, moves)
    await test_ground(game, unit_id, moves)
    await UNIT_MOVED.has_come(game, Attempt(unit_id, act))

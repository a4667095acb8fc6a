"""Moves of units carried out along their paths."""

from __future__ import annotations

from collections.abc import Iterable

from game.cores.kit.asking import ask_unit
from game.cores.kit.attempts import MUST_MOVE
from game.geometry.points import Path, degrees, length, segments_of
from game.play.decisions import CommonKind, Option, Refusal, pass_option, sorted_options
from game.play.game import Game
from game.play.moves.paths import Moves
from game.table.events import Act, Acted, Moved
from game.table.records import ModelId, UnitId


async def ask_mover(
    game: Game, found: Iterable[tuple[Option, Refusal | None]], clause: str, ends: str
) -> UnitId | None:
    """Ask for a unit to move; None if the phase ends, by the clause *ends*."""
    options, greyed = sorted_options(found)
    units = [game.table.units[UnitId(option.id)] for option in options]
    return await ask_unit(
        game,
        options,
        greyed,
        clause=clause,
        asks="Move which unit?",
        ends=pass_option("End Movement phase", ends),
        kind=CommonKind.UNIT_TO_MOVE,
        idle=Act.STAYS,
        stuck=next((no for unit in units for no in MUST_MOVE.of(game, unit)), None),
    )


def carry_out_moves(game: Game, clause: str, unit_id: UnitId, act: Act, moves: Moves) -> Moves:
    """Log the act of a unit and move its models; return the moves that are none of 0 inches."""
    moves = tuple([move for move in moves if length(move[1])])
    game.do(Acted(clause, unit_id, act if moves else Act.STAYS))
    for model, path in moves:
        carry_out_path(game, clause, model, path)
    return moves


def carry_out_path(game: Game, clause: str, model_id: ModelId, path: Path) -> Moves:
    """Move one model along a path; return the move, or none if the path is empty."""
    ways = [toward for _, toward, _ in segments_of(path)]
    if not ways:
        return ()
    game.do(Moved(clause, model=model_id, path=path, facing=degrees(ways[-1])))
    return ((model_id, path),)

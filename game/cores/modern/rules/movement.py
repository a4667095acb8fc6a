"""The Movement phase (MC-04 to MC-06)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.cores.kit import difficult_ground
from game.cores.kit.attempts import REFUSED, Attempt
from game.cores.kit.coherency import detached_models, main_body
from game.cores.kit.dice import Roll, roll
from game.cores.kit.difficult_ground import GroundPermission, ask_to_cross
from game.cores.kit.hooks import ReplaceHook
from game.cores.kit.marks import ADVANCED, FELL_BACK, HANDLED, MOVED, marked
from game.cores.kit.movement import ask_mover, carry_out_path
from game.cores.kit.units import pairs_within
from game.cores.modern.rules import ADVANCE, DIFFICULT, UNIT_MOVED, FinishedMove
from game.cores.modern.rules.wounds import trait
from game.geometry.limits import is_within
from game.geometry.points import Disc, gap, length
from game.play.decisions import Choose, CommonKind, Option, Refusal
from game.play.game import Game, GameView, Step
from game.play.log.wording import join_names
from game.play.moves.base_placement import MoveClauses
from game.play.moves.march import March
from game.play.moves.paths import MoveLimits, Moves
from game.table.board import Terrain
from game.table.events import Act, Acted, RollKind
from game.table.records import Model, ModelId, Side, Unit, UnitId
from game.table.state import Table

CLAUSES = MoveClauses(move="MC-04", chain="MC-04", table="MC-04", ground="CC-20", slows=False)
AWAY = MoveClauses(move="MC-06", chain="MC-04", table="MC-04", ground="MC-04", slows=False)
COHERENCY = 2.0
NEAR = 1.0
"""Inches within which an enemy puts a unit in a fight."""
WAYS = 32
"""Number of sample moves tried to find a way out of a fight."""


def movement(table: Table) -> Step | None:
    """Return the next step, or None when no unit may still move."""
    side = table.clock.side
    assert side
    return move if ready(table, side) else None


def ready(table: Table, side: Side) -> list[Unit]:
    """Return the units that may still move; units that arrived have moved (``MC-07``)."""
    return [u for u in table.fielded(side) if not u.mark(HANDLED) and not u.mark(MOVED)]


def engaged(table: Table, unit_id: UnitId) -> bool:
    """``MC-06``, ``MC-12``, ``MC-20``  Return whether an enemy is within 1" of a unit.

    Models of the unit that are out of coherency do not count.
    """
    foes = table.standing(table.enemy(table.units[unit_id].side))
    return any(True for _ in pairs_within(main_body(table, unit_id), foes, NEAR))


async def move(game: Game) -> None:
    """``MC-04``  Let the active side pick a unit and move it, or end the phase."""
    table, side = game.table, game.table.clock.side
    assert side
    found = [_mover(game, unit) for unit in table.fielded(side) if not unit.mark(HANDLED)]
    picked = await ask_mover(game, found, "MC-04", "MC-02")
    if picked:
        await MOVING.happens(game, picked)


def _mover(view: GameView, unit: Unit) -> tuple[Option, Refusal | None]:
    """``MC-04``, ``MC-06``  Return the option to move a unit, and why it may not, or None."""
    fights = engaged(view.table, unit.id)
    option = Option(unit.id, unit.name, "MC-06" if fights else "MC-04", unit.id)
    return option, refused_move(view, unit, Act.FALLS_BACK if fights else Act.MOVES)


def refused_move(view: GameView, unit: Unit, act: Act) -> Refusal | None:
    """``MC-07``  Return why a unit may not be picked to move; None if it may."""
    if unit.mark(MOVED):
        return Refusal(f"{unit.name} arrived this turn and counts as having moved", "MC-07")
    return next(REFUSED.of(view, Attempt(unit.id, act)), None)


async def move_unit(game: Game, unit_id: UnitId) -> None:
    """``MC-04`` to ``MC-06``  Move a unit, or let it fall back if an enemy is within 1"."""
    if engaged(game.table, unit_id):
        await fall_back(game, unit_id)
    else:
        await move_on(game, unit_id)


MOVING = ReplaceHook[UnitId]("a unit's move", move_unit, ("movement",))


async def move_on(game: Game, unit_id: UnitId, leave: GroundPermission | None = None) -> None:
    """``MC-04``, ``MC-05``  Let a unit move as usual, or advance.

    *leave*: each model's distance, if Difficult ground has settled it already.
    """
    unit = game.table.units[unit_id]
    distance = max([trait(game, m, "m").now for m in main_body(game.table, unit_id)])
    if leave:
        distance = round(max([going.distance for going in leave.model_limits.values()]))
    normal = Option("move", f'Move up to {distance}"', "MC-04", unit_id)
    inches = "inch" if distance == 1 else "inches"
    words = f"Advance: roll a die, move {distance} {inches} and that many more"
    faster = Option("advance", words, "MC-05", unit_id)
    no = next(REFUSED.of(game, Attempt(unit_id, Act.ADVANCES)), None)
    answer = await Choose(
        unit.side,
        clause="MC-05",
        asks=f"{unit.name}: move or advance?",
        options=(normal,) if no else (normal, faster),
        greyed=((faster, no),) if no else (),
        about=unit_id,
        kind=CommonKind.PACE,
    )
    if answer == normal.id:
        await _march(game, Act.MOVES, unit_id, 0, leave)
    else:
        await advance(game, unit_id, leave)


async def advance(game: Game, unit_id: UnitId, leave: GroundPermission | None = None) -> None:
    """``MC-05``  Advance a unit: add d6 inches to the move of each model."""
    more = await advance_die(game, unit_id)
    game.do(marked("MC-05", unit_id, ADVANCED))
    await _march(game, Act.ADVANCES, unit_id, more, leave)


async def advance_die(game: Game, unit_id: UnitId) -> int:
    """``MC-05``  Return the inches that an advance adds to a unit's move: d6 and modifiers."""
    side, reasons = game.table.units[unit_id].side, tuple(ADVANCE.of(game, unit_id))
    cast = Roll(
        "MC-05",
        by=side,
        what="advance",
        need=0,
        who=unit_id,
        reasons=reasons,
        total=True,
        kind=RollKind.DISTANCE,
    )
    cast = await roll(game, 1, cast)
    return max(0, cast.sum + sum([r.amount for r in reasons]))


async def _march(
    game: Game, act: Act, unit_id: UnitId, more: int, leave: GroundPermission | None
) -> None:
    """``MC-04``, ``MC-05``, ``CC-20``  Move a unit; Difficult ground slows the move only."""
    unit, advances = game.table.units[unit_id], act is Act.ADVANCES
    clause = "MC-05" if advances else "MC-04"
    leave = leave or await ask_to_cross(
        game, unit_id, move_limits(game, unit_id), difficult(game)
    )
    model_limits = {
        m: MoveLimits(g.distance + more, g.over) for m, g in leave.model_limits.items()
    }
    distance = max([going.distance for going in model_limits.values()], default=0.0)
    moves = await March(
        unit.side,
        clause,
        f'Advance {unit.name}: up to {distance:g}"' if advances else f"Move {unit.name}",
        unit=unit_id,
        model_limits=model_limits,
        clauses=CLAUSES,
        keep_off=NEAR,
        chain=COHERENCY,
        off_limits=leave.off_limits,
        detached=detached_models(game.table, unit_id),
        kind=CommonKind.RUN if advances else CommonKind.MOVE,
    )
    await carry_out(game, clause, unit_id, act, moves)


def pace(view: GameView, model: Model) -> float:
    """``MC-04``  Return the move of a model, in inches."""
    return float(trait(view, model, "m").now)


def move_limits(view: GameView, unit_id: UnitId) -> dict[ModelId, float]:
    return {m.id: pace(view, m) for m in main_body(view.table, unit_id)}


def difficult(view: GameView) -> tuple[Terrain, ...]:
    """``CC-20``, ``MC-04``  Return the ground that modules make Difficult."""
    return tuple(DIFFICULT.of(view, None))


async def fall_back(game: Game, unit_id: UnitId) -> None:
    """``MC-06``  Let the unit stay, or fall back until no enemy is within 1"."""
    unit = game.table.units[unit_id]
    moves = await FallBack(
        unit.side,
        "MC-06",
        f"{unit.name}: fall back, or stay in the fight",
        unit=unit_id,
        model_limits=difficult_ground.reach_of(game.table, unit_id, move_limits(game, unit_id)),
        clauses=AWAY,
        keep_off=NEAR,
        chain=COHERENCY,
        detached=detached_models(game.table, unit_id),
    )
    if any(length(path) for _, path in moves):
        game.do(marked("MC-06", unit_id, FELL_BACK))
    await carry_out(game, "MC-06", unit_id, Act.FALLS_BACK, moves)


async def carry_out(game: Game, clause: str, unit_id: UnitId, act: Act, moves: Moves) -> None:
    """Move models along their paths; mark the unit as handled, and as moved if it did."""
    moves = tuple([move for move in moves if length(move[1])])
    game.do(marked("MC-02", unit_id, HANDLED))
    if moves:
        game.do(marked("MC-14", unit_id, MOVED))
    game.do(Acted(clause, unit_id, act if moves else Act.STAYS))
    for model, path in moves:
        carry_out_path(game, clause, model, path)
    await UNIT_MOVED.has_come(game, FinishedMove(unit_id, act if moves else Act.STAYS, moves))


@dataclass(frozen=True, slots=True)
class FallBack(March):
    """``MC-06``  A move that leaves no enemy within 1" of any model; or no move at all."""

    def ends_wrong(
        self, table: Table, bases: Mapping[ModelId, Disc], moves: Moves
    ) -> Refusal | None:
        """Return the refusal of the final position of the unit as a whole, or None."""
        if not any(length(path) for _, path in moves):
            return None
        foes = [foe.disc for foe in table.standing(table.enemy(self.by))]
        caught = [
            m
            for m in self.body(table)
            if any([is_within(gap(bases[m], foe), NEAR) for foe in foes])
        ]
        if caught:
            return Refusal(
                f'{join_names(caught)} would still be within 1" of an enemy', "MC-06"
            )
        return super(FallBack, self).ends_wrong(table, bases, moves)

    def _fix(self, table: Table, answer: Moves) -> list[list[Any]] | None:
        """Return the nearest legal answer found, else any way out of the fight, or None."""
        fix = super(FallBack, self)._fix(table, answer)
        return fix or next((moves for moves in self.samples(table, WAYS) if moves), None)

    def sample(self, table: Table, k: int, n: int) -> list[list[Any]] | None:
        """Return the k-th of a range of moves; None if it does not get the unit away."""
        found = super(FallBack, self).sample(table, k, n)
        return found if not found or self._legal(table, self.read(found)) else None

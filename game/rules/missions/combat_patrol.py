"""The mission Combat patrol (MI-03)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from game.content.faults import Fault
from game.geometry.points import EPSILON, Disc
from game.geometry.points import gap as between
from game.play.game import Game, Step
from game.play.phases import END, NEXT, Interrupt, Phase, Todo, When, once
from game.rules.classic.deployment import deploy, has_models, is_destroyed, scouting, two_zones
from game.rules.classic.unit_state import is_falling_back, is_locked
from game.rules.kit.deployment import next_to_deploy, order_turns, pick_zone
from game.rules.kit.modules import Module
from game.rules.kit.parts import Mission, Score
from game.rules.kit.unit_marks import is_astray
from game.table.board import Board, ObjectiveMarker
from game.table.events import Ended, PhaseOver, Scored
from game.table.records import Model, Side, many
from game.table.state import Table

CLAUSE = "MI-03"
HOLDS = 3.0
PER_UNIT = 1
PER_MARKER = 2


def combat_patrol(options: Mapping[str, Any]) -> Module:
    """``MI-03``  Return the mission: set-up, scout moves, and points after the last turn."""
    turns = int(options.get("turns", 6))
    return Module(
        "combat_patrol",
        phases=(
            once("zones", CLAUSE, partial(pick_zone, clause=CLAUSE), When.SETUP),
            Phase("deployment", CLAUSE, deployment, When.SETUP),
            Phase("scouts", "CC-35", scouting, When.SETUP),
            once("first turn", CLAUSE, partial(order_turns, clause=CLAUSE), When.SETUP),
            Phase("tally", CLAUSE, tallying(turns), When.END, then=(NEXT, END)),
        ),
        interrupts=(Interrupt("wiped out", CLAUSE, wiped_out, then=(END,)),),
        unfit=unfit,
    )


def unfit(board: Board) -> list[Fault]:
    """``MI-03``  Return the faults of a board that does not have two usable zones.

    The check of maps judges the number of markers.
    """
    return two_zones(board, CLAUSE)


def deployment(table: Table) -> Step | None:
    return partial(deploy, clause=CLAUSE) if next_to_deploy(table) else None


def wiped_out(table: Table) -> Step | None:
    """``MI-03``  End the battle when a side has no models left: it loses at once."""
    gone = [side for side in table.sides if not has_models(table, side)]
    return partial(end_at_once, gone=gone) if gone else None


async def end_at_once(game: Game, *, gone: list[Side]) -> None:
    winner = None if len(gone) == 2 else game.table.enemy(gone[0])
    game.do(Ended(CLAUSE, winner, "no models left"))


def tallying(turns: int) -> Todo:
    """``MI-03``  Return a phase that counts the points at the end of the last turn."""

    def todo(table: Table) -> Step | None:
        return tally if table.clock.round >= turns else go_on

    return todo


async def go_on(game: Game) -> None:
    game.do(PhaseOver(CLAUSE))


async def tally(game: Game) -> None:
    """``MI-03``  Score 1 point for each enemy unit destroyed, 2 for each marker held."""
    table = game.table
    for side in table.sides:
        for unit in table.units.values():
            if unit.side != side and is_destroyed(table, unit):
                game.do(Scored(CLAUSE, side, PER_UNIT, unit.id))
    for marker in table.board.markers:
        if holder := holder_of(table, marker):
            game.do(Scored(CLAUSE, holder, PER_MARKER, marker.id))
    one, other = table.sides
    lead = table.scores.get(one, 0) - table.scores.get(other, 0)
    winner = None if lead == 0 else one if lead > 0 else other
    game.do(Ended(CLAUSE, winner, "points"))


def holder_of(table: Table, marker: ObjectiveMarker) -> Side | None:
    """``MI-03``  Return the side that holds a marker; None if no side does.

    It needs a steady unit within 3 inches, and no enemy within 3 inches.
    """
    spot = Disc(marker.at, 0.0)
    near = [m for m in table.standing() if between(m.disc, spot) <= HOLDS + EPSILON]
    sides = {m.side for m in near}
    if len(sides) != 1:
        return None
    return near[0].side if any(_steady(table, m) for m in near) else None


def _steady(table: Table, model: Model) -> bool:
    unit = table.units[model.unit]
    return not (is_falling_back(unit) or is_locked(unit) or is_astray(table, model))


def _points(table: Table, side: Side) -> int:
    """``MI-03``  Return a side's points; before they are scored, those that it would score."""
    if any(table.scores.values()):
        return table.scores.get(side, 0)
    objectives = table.objectives if table.clock.round else ()
    held = [holder_of(table, marker) for marker in objectives].count(side)
    enemies = [unit for unit in table.units.values() if unit.side != side]
    destroyed = sum(is_destroyed(table, unit) for unit in enemies)
    return PER_MARKER * held + PER_UNIT * destroyed


MISSION = Mission(
    combat_patrol,
    ("classic", "modern"),
    Score(
        goals=(
            (f"Control markers {{end}}: {many(PER_MARKER, 'point')} each.", CLAUSE),
            (f"Destroy enemy units: {many(PER_UNIT, 'point')} each.", CLAUSE),
        ),
        counts=_points,
        unscored="not scored yet",
        holder_of=holder_of,
    ),
)

"""The turning of the floor by both players (TC-07)."""

from __future__ import annotations

from dataclasses import replace

from game.play.decisions import Amount
from game.play.game import Game, Step
from game.systems.cage.rules import PAGE, CageKind, bout_of, fighter
from game.systems.cage.rules.floor import cell_of
from game.systems.cage.table import STEP
from game.systems.cage.table.events import RingTurned
from game.table.events import Handled, PhaseOver, Queued
from game.table.records import Side
from game.table.state import Table

MAX_TURN = 180 - STEP
"""Maximum degrees one way, a step less than half a turn; half a turn the other way."""


def turning(table: Table) -> Step | None:
    """``TC-07``  Return the next step of turning the floor, or None."""
    if bout_of(table).floor != table.clock.round:
        return begins_turning
    return turns_next if table.queue else None


async def begins_turning(game: Game) -> None:
    """``TC-07``  Queue both sides, the initiative second; ``TC-13``: parries lapse."""
    table = game.table
    first = table.first or table.sides[0]
    bout = replace(bout_of(table), floor=table.clock.round, parries="")
    game.do(PAGE.write("TC-13", bout))
    game.do(Queued("TC-07", (table.enemy(first), first)))


async def turns_next(game: Game) -> None:
    """``TC-07``  Let a player turn the ring that their champion stands on, or the centre."""
    table = game.table
    side = Side(table.queue[0])
    game.do(Handled("TC-07"))
    me = fighter(table, side)
    ring = cell_of(table, me.id).ring
    what = f"ring {ring}" if ring else "the centre"
    by = await Amount(
        side,
        clause="TC-07",
        asks=f"Turn {what} by how much?",
        least=-MAX_TURN,
        most=180,
        step=STEP,
        about=me.id,
        kind=CageKind.FLOOR,
        unit="°",
    )
    if by:
        game.do(RingTurned("TC-07", side, ring, by))
    if not table.queue:
        game.do(PhaseOver("TC-07"))

"""Turning the floor after each game turn: ``TC-07``."""

from __future__ import annotations

from dataclasses import replace

from game.play.decisions import Amount
from game.play.game import Game, Step
from game.rules.cage.moves import cell_of
from game.rules.cage.state import PAGE, bout_of, fighter
from game.table.cage_floor import STEP
from game.table.events import Handled, PhaseOver, Queued, RingTurned
from game.table.records import Side
from game.table.state import Table

FURTHEST = 180 - STEP
"""Degrees: half a turn less one step one way, half a turn the other; more is the other way."""


def turning(table: Table) -> Step | None:
    """``TC-07``  Who may still turn the floor."""
    if bout_of(table).floor != table.clock.round:
        return begins
    return turns_next if table.queue else None


async def begins(game: Game) -> None:
    """``TC-07``  The initiative goes second; ``TC-13``: parries lapse."""
    table = game.table
    first = table.first or table.sides[0]
    bout = replace(bout_of(table), floor=table.clock.round, parries="")
    game.do(PAGE.write("TC-13", bout))
    game.do(Queued("TC-07", (table.enemy(first), first)))


async def turns_next(game: Game) -> None:
    """``TC-07``  A player may turn the ring that his champion stands on, or the centre."""
    table = game.table
    side = Side(table.queue[0])
    game.do(Handled("TC-07"))
    me = fighter(table, side)
    ring = cell_of(me).ring
    what = f"ring {ring}" if ring else "the centre"
    by = await Amount(
        side,
        "TC-07",
        f"Turn {what}? Degrees clockwise",
        -FURTHEST,
        180,
        STEP,
        about=me.id,
        kind="floor",
        unit="°",
    )
    if by:
        game.do(RingTurned("TC-07", side, ring, by))
    if not table.queue:
        game.do(PhaseOver("TC-07"))

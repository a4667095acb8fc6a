"""Dead of night: ``MP-21``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.play.game import Game, GameView, Phase, When
from game.rules.matched.twists.state import PAGE, during, todo_during
from game.rules.modern.hooks import REACH
from game.table.events import Announced, PhaseOver, Reason
from game.table.records import Side
from game.table.state import Table

NIGHT = 11
AT_FIRST = 12
MORE = 6
"""Inches that the first 4+ adds to the limit; the second twice as many, and so on."""
GROWS_ON = 4
SECOND = 2


def limit(table: Table) -> int:
    """``MP-21``  Return how many inches shots and powers reach: 12, 18, 30, 48, 72, and on."""
    grown = PAGE.of(table).grown
    return AT_FIRST + MORE * grown * (grown + 1) // 2


def _short(look: GameView, side: Side) -> Iterator[Reason]:
    yield Reason(limit(look.table), "dead of night", "MP-21")


async def brightens(game: Game) -> None:
    """``MP-21``  The player with the first turn rolls: on 4+ one sees further."""
    table, note = game.table, PAGE.of(game.table)
    by = table.first or table.sides[0]
    (face,) = game.throw("MP-21", by, "does it brighten?", need=GROWS_ON)
    if face >= GROWS_ON:
        game.do(PAGE.write("MP-21", replace(note, grown=note.grown + 1)))
        game.do(Announced("MP-21", f'Shots and powers reach {limit(game.table)}"'))
    game.do(PhaseOver("MP-21"))


DEAD_OF_NIGHT = (during(NIGHT, REACH, _short),)
NIGHT_PHASES = (Phase("night", "MP-21", todo_during(NIGHT, brightens, SECOND), When.START),)

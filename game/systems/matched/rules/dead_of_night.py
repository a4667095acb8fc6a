"""The twist Dead of night (MP-21)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.cores.modern.rules import REACH
from game.play.game import Game, GameView
from game.play.phases import Phase, When
from game.systems.matched.rules.twist_state import (
    FROM_SECOND_ROUND,
    PAGE,
    Twist,
    during,
    todo_during,
)
from game.table.events import Announced, PhaseOver, Reason
from game.table.records import Side
from game.table.state import Table

NIGHT = 11
AT_FIRST = 12
MORE = 6
"""Inches that the first 4+ adds to the limit; the second adds twice as many, and so on."""
GROWS_ON = 4


def limit(table: Table) -> int:
    """``MP-21``  Return the reach of shots and powers in inches: 12, 18, 30, 48, 72, and on."""
    grown = PAGE.of(table).grown
    return AT_FIRST + MORE * grown * (grown + 1) // 2


def _short(view: GameView, side: Side) -> Iterator[Reason]:
    yield Reason(limit(view.table), "dead of night", "MP-21")


async def brightens(game: Game) -> None:
    """``MP-21``  Let the player with the first turn roll: on 4+ the limit grows."""
    table, note = game.table, PAGE.of(game.table)
    by = table.first or table.sides[0]
    (face,) = game.throw("MP-21", by, "does it brighten?", need=GROWS_ON)
    if face >= GROWS_ON:
        game.do(PAGE.write("MP-21", replace(note, grown=note.grown + 1)))
        game.do(Announced("MP-21", f'Shots and powers reach {limit(game.table)}"'))
    game.do(PhaseOver("MP-21"))


def _night_now(table: Table) -> str:
    return f'to {limit(table)}"'


DEAD_OF_NIGHT = Twist(
    NIGHT,
    name="Dead of night",
    clause="MP-21",
    words=f'At first shots and powers reach {AT_FIRST}" at most',
    hooks=(during(NIGHT, REACH, _short),),
    phases=(
        Phase(
            "night",
            clause="MP-21",
            todo=todo_during(NIGHT, brightens, FROM_SECOND_ROUND),
            when=When.START,
        ),
    ),
    now=_night_now,
)

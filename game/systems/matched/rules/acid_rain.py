"""The twist Acid rain (MP-13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.cores.modern.rules import ADVANCE, CHARGE, SHOT
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
from game.table.state import Table

RAIN = 3
TURNS_ON = 4


def _worse(view: GameView, subject: object) -> Iterator[Reason]:
    """``MP-13``  Yield -1 to hit in shooting, to advances and to charges while it rains."""
    if PAGE.of(view.table).raining:
        yield Reason(-1, "acid rain", "MP-13")


async def changes(game: Game) -> None:
    """``MP-13``  Let the player with the first turn roll: on 4+ rain stops, or starts again."""
    table, note = game.table, PAGE.of(game.table)
    what = "does the rain stop?" if note.raining else "does the rain start again?"
    (face,) = game.throw("MP-13", table.first or table.sides[0], what, need=TURNS_ON)
    if face >= TURNS_ON:
        game.do(PAGE.write("MP-13", replace(note, raining=not note.raining)))
        game.do(Announced("MP-13", _changed(now=not note.raining)))
    game.do(PhaseOver("MP-13"))


def _changed(*, now: bool) -> str:
    return "The acid rain starts again" if now else "The acid rain stops"


def _rain_now(table: Table) -> str:
    return "raining" if PAGE.of(table).raining else "dry"


ACID_RAIN = Twist(
    RAIN,
    name="Acid rain",
    clause="MP-13",
    words="-1 to hit in shooting, -1 to advances and charges, while it rains",
    hooks=(
        during(RAIN, SHOT, _worse),
        during(RAIN, ADVANCE, _worse),
        during(RAIN, CHARGE, _worse),
    ),
    phases=(
        Phase(
            "rain",
            clause="MP-13",
            todo=todo_during(RAIN, changes, FROM_SECOND_ROUND),
            when=When.START,
        ),
    ),
    now=_rain_now,
)

"""Acid rain: ``MP-13``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.play.game import Game, GameView, Phase, When
from game.rules.matched.twists.state import PAGE, during, todo_during
from game.rules.modern.hooks import ADVANCE, CHARGE, SHOT
from game.table.events import Announced, PhaseOver, Reason

RAIN = 3
TURNS_ON = 4
SECOND = 2


def _worse(look: GameView, subject: object) -> Iterator[Reason]:
    """``MP-13``  -1 to hit in shooting, to advances and to charges."""
    if PAGE.of(look.table).raining:
        yield Reason(-1, "acid rain", "MP-13")


async def changes(game: Game) -> None:
    """``MP-13``  The player with the first turn rolls: on 4+ it stops, or starts again."""
    table, note = game.table, PAGE.of(game.table)
    what = "does the rain stop?" if note.raining else "does the rain start again?"
    (face,) = game.throw("MP-13", table.first or table.sides[0], what, need=TURNS_ON)
    if face >= TURNS_ON:
        game.do(PAGE.write("MP-13", replace(note, raining=not note.raining)))
        game.do(Announced("MP-13", _changed(now=not note.raining)))
    game.do(PhaseOver("MP-13"))


def _changed(*, now: bool) -> str:
    return "The acid rain starts again" if now else "The acid rain stops"


ACID_RAIN = (
    during(RAIN, SHOT, _worse),
    during(RAIN, ADVANCE, _worse),
    during(RAIN, CHARGE, _worse),
)
RAIN_PHASES = (Phase("rain", "MP-13", todo_during(RAIN, changes, SECOND), When.START),)

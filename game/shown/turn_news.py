"""The news that the turn of another side has begun."""

from __future__ import annotations

from typing import NamedTuple

from game.play.log.wording import possessive, side_name, turn_word
from game.table.records import Side
from game.table.state import Table


class TurnNotice(NamedTuple):
    words: str
    side: Side
    team: int
    """Place of the side among the table's sides."""


class TurnNews:
    """Notices a new player turn, once; the turn that a battle opens with is no news."""

    def __init__(self) -> None:
        self._turn: tuple[int, Side] | None = None
        self._watched = False
        """True once a table was seen."""

    def look(self, table: Table) -> TurnNotice | None:
        """Return the notice of the turn that has begun since the last look."""
        clock = table.clock
        turn = (clock.round, clock.side) if clock.round and clock.side else None
        before, self._turn = self._turn, turn
        watched, self._watched = self._watched, True
        if turn is None or turn == before or not watched:
            return None
        number, side = turn
        words = f"{possessive(side_name(side))} {turn_word(table)} {number}"
        return TurnNotice(words, side, table.sides.index(side))

"""The sandbox's stored page."""

from __future__ import annotations

from dataclasses import dataclass

from game.play.game import Game
from game.rules.kit.queries import DrawnMarker
from game.table.events import PhaseBegan
from game.table.records import Side
from game.table.state import StatePage, Table

FREE = "free play"
"""The phase in which deeds are done."""


@dataclass(frozen=True, slots=True)
class SandboxState:
    turn: str = ""
    """``SB-01``  Whose turn it is; empty: the first side's."""
    played: tuple[str, ...] = ()
    """``SB-14``  The phases that were played in this game turn."""
    came: int = 0
    """``SB-02``  How many units came out of the box so far."""
    drawn: int = 0
    """``SB-08``  How many markers were drawn so far."""
    tokens: tuple[DrawnMarker, ...] = ()
    """``SB-08``  The markers on the table."""


PAGE = StatePage("sandbox", SandboxState())


def bench_of(table: Table) -> SandboxState:
    return PAGE.of(table)


def is_free(table: Table) -> bool:
    """Return whether the players may do whatever they like just now."""
    return table.clock.phase == FREE


def in_turn(table: Table) -> Side:
    """``SB-01``  Return the side whose turn it is, whatever is played."""
    return Side(bench_of(table).turn) or table.sides[0]


def back_to_free(game: Game) -> None:
    """``SB-01``  Go back to where deeds are done."""
    game.do(PhaseBegan("SB-01", game.table.clock.round, FREE, in_turn(game.table)))

"""Rules of the sandbox table, where play is free (SB).

The rules of any system may lie under it, or none. Here is its state.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from game.cores.kit.queries import DrawnMarker
from game.play.decisions import DecisionKind
from game.play.game import Game
from game.table.events import PhaseBegan
from game.table.records import Side
from game.table.state import StatePage, Table

FREE = "free play"
"""Name of the phase of free play."""


@dataclass(frozen=True, slots=True)
class SandboxState:
    """The stored state of a sandbox table."""

    turn: str = ""
    """``SB-01``  The side in turn; empty for the first side."""
    played: tuple[str, ...] = ()
    """``SB-14``  Phases that were played in this game turn."""
    came: int = 0
    """``SB-02``  Number of units taken from rosters so far."""
    _: KW_ONLY
    drawn: int = 0
    """``SB-08``  Number of markers drawn so far."""
    tokens: tuple[DrawnMarker, ...] = ()
    """``SB-08``  Markers on the table."""
    out: tuple[str, ...] = ()
    """``SB-16``  Ids of the lamps that are out."""
    fog: str = ""
    """``SB-17``  The fog on the table: a value of ``Fog``."""
    revealed: tuple[str, ...] = ()
    """``SB-18``  Ids of the hidden notes that the players were shown."""


PAGE = StatePage("sandbox", SandboxState())


def bench_of(table: Table) -> SandboxState:
    """Return the sandbox state of a table."""
    return PAGE.of(table)


def is_free(table: Table) -> bool:
    """Return whether free play is going on, rather than a phase of the rules."""
    return table.clock.phase == FREE


def in_turn(table: Table) -> Side:
    """``SB-01``  Return the side in turn, in free play and in any phase."""
    return Side(bench_of(table).turn) or table.sides[0]


def back_to_free(game: Game) -> None:
    """``SB-01``  Return to free play."""
    game.do(PhaseBegan("SB-01", game.table.clock.round, FREE, in_turn(game.table)))


class SandboxKind(DecisionKind):
    """Kinds of decisions of the sandbox."""

    DEED = "deed"
    """The choice of a sandbox action."""

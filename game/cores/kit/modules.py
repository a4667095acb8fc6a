"""The form of every module, be it a core or a mission."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from game.content.faults import Fault
from game.cores.kit.hooks import HookHandler
from game.play.game import Game
from game.play.phases import Interrupt, Phase
from game.table.board import Board
from game.table.records import Side
from game.table.state import PieceKind, StatePage, Table

if TYPE_CHECKING:
    # Formats of files load pydantic, which no game needs.
    from game.content.rosters import Roster

Judge: TypeAlias = Callable[[Board], Sequence[Fault]]
Objector: TypeAlias = Callable[[Table], Sequence[Fault]]


class Caution(NamedTuple):
    """Something for players to consider before they begin; it prevents nothing."""

    words: str
    clause: str


Adviser: TypeAlias = Callable[[Table], Sequence[Caution]]


def _none(_: object) -> tuple[()]:
    return ()


def change_nothing(*_: object) -> None:
    """Change nothing."""


def _always(table: Table, phase: Phase) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Module:
    """Rules laid over a core: handlers for its hooks, phases and a stored state.

    A core, a mission and a twist all have this form; the core's phases come first.
    """

    name: str
    hooks: tuple[HookHandler, ...] = ()
    phases: tuple[Phase, ...] = ()
    _: KW_ONLY
    page: StatePage[Any] | None = None
    pages: tuple[StatePage[Any], ...] = ()
    """States of the other systems from which it uses events."""
    pieces: tuple[PieceKind, ...] = ()
    """Kinds of pieces of a map that are set up only because of this module."""
    interrupts: tuple[Interrupt, ...] = ()
    unfit: Judge = _none
    """Returns the faults that prevent play on a board; called when a battle is set up."""
    cautions: Adviser = _none
    """Returns warnings before a battle begins, given the table as it is set up."""
    box: tuple[str, ...] = ()
    """``SB-02``  Systems with all their rosters available; then no side has to bring one."""
    clash: Objector = _none
    """Returns conflicts of the module's options with each other or with the forces.

    Called when a battle is set up.
    """
    uses: tuple[str, ...] = ()
    """Names of other systems and modules of which this one plays rules."""
    opens: Callable[[Table], None] = change_nothing
    """Sets up the part's own state on the table of a battle, from its board."""
    brings: Callable[[Table, Side, Roster], None] = change_nothing
    """Takes from a side's roster what the part needs besides units and pieces."""
    settles: Callable[[Game, str], None] = change_nothing
    """Updates the state that follows from models that were placed by hand; cites a clause."""
    left_out: tuple[str, ...] = ()
    """``SB-14``  Names of phases that free play replaces."""
    why_not: Callable[[Table, Phase], str] = _always
    """``SB-14``  Returns why a phase cannot be played by hand now; empty if it can."""

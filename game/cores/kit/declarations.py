"""Declarations of the parts that rule systems add to the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from game.content.faults import Fault
from game.cores.kit.core import Core
from game.cores.kit.modules import Module, change_nothing
from game.cores.kit.score import POINTS_SCORED, Score
from game.geometry.points import Point
from game.play.game import Game, Rule
from game.play.phases import Phase
from game.table.board import Board
from game.table.records import Cell, Model, ModelId, Side
from game.table.state import StatePage, SystemEvent, Table

if TYPE_CHECKING:
    # Formats of files load pydantic, which no game needs.
    from game.content.situations.expectations import Expectations
    from game.content.situations.situation_schema import Situation


Options: TypeAlias = Mapping[str, Any]
"""Values of a scenario's options, by their ids."""
SMALL_BOARD = "small board"
"""Kind of the fault of a board that is too small for a system, but not for others."""


@dataclass(frozen=True, slots=True)
class System:
    """A rule system that a scenario may name."""

    build: Callable[[Options], Module]
    core: Core
    options: tuple[str, ...] = ()
    """Options that its rules and missions read."""
    _: KW_ONLY
    turns: int = 0
    """Number of turns after which it ends without a mission, unless an option sets it."""
    score: Score = POINTS_SCORED


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission that a scenario may name."""

    build: Callable[[Options], Module]
    systems: tuple[str, ...]
    """Systems with which it is played."""
    score: Score = POINTS_SCORED
    turns: int = 0
    """Number of turns after which it ends, unless an option sets it."""


@dataclass(frozen=True, slots=True)
class AddOn:
    """A module that a scenario or an option may add to the rules of a game."""

    build: Callable[[Options, Core], Module]
    clause: str
    systems: tuple[str, ...]
    """Systems with which it is played."""
    turned_on_by: Callable[[Board], bool] = lambda _: False
    """Returns whether trials on a board turn on the scenario's option of its name."""


class Cells(Protocol):
    """``SB-03``  Cells of a board: a model in one stands in its middle and faces an edge."""

    def at(self, spot: Point) -> Cell | None:
        """Return the cell at a position, if there is one."""

    def middle(self, cell: Cell) -> Point:
        """Return where a model in a cell stands."""

    def edge(self, cell: Cell, facing: float) -> int:
        """Return the edge or corner of a cell nearest to a facing in degrees."""

    def of(self, model_id: ModelId) -> Cell | None:
        """Return the cell that a model stands in, if it is in one."""

    def step(self, clause: str, model_id: ModelId, cell: Cell, edge: int) -> SystemEvent:
        """Return the event that puts a model into a cell, facing an edge of it."""


def no_cells(table: Table) -> Cells | None:
    """Return None: models stand anywhere."""
    return None


@dataclass(frozen=True, slots=True)
class EventByHand:
    """``SB-10`` to ``SB-13``  An event of a part that players of a sandbox may start."""

    id: str
    label: str
    clause: str
    _: KW_ONLY
    does: Callable[[Game, Side, Core], Rule[None]]
    """Starts it for the side in turn."""
    why_not: Callable[[Table], str]
    """Returns the reason why it is impossible now; empty if it is possible."""
    phase: Callable[[Core], Phase] | None = None
    """Returns the phase that it leads to."""
    pages: tuple[StatePage[Any], ...] = ()
    """Stored states that it writes."""
    opens: Callable[[Table], None] = change_nothing
    """Sets up, on the table of a sandbox, what it changes."""
    cells: Callable[[Table], Cells | None] = no_cells
    """Returns the cells of a table's board, if it has any."""


@dataclass(frozen=True, slots=True)
class SituationPart:
    """The additions of a system to the format of situations."""

    faults: Callable[[Situation, Table], Iterator[Fault]]
    lay: Callable[[Situation, Table], None]
    """Lays what it reads on the table."""
    compared: Callable[[Expectations, Table], Iterator[str]]
    """Yields a message for each expectation about the table that does not hold."""
    values: Callable[[Table, Model], Mapping[str, Any]]
    """Returns the values of a model that a situation may expect."""


def unfit_for(what: str, faults: Sequence[Fault]) -> str:
    """Return why a map is not fit for an event; empty if there are no faults."""
    return f"this map is not fit for {what}: {faults[0]}" if faults else ""

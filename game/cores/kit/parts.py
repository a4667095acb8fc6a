"""The interface of cores to modules, and declarations of systems, missions and modules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from game.content.faults import Fault
from game.cores.kit import EventHook, Module, QueryHook, change_nothing
from game.geometry.points import Point
from game.play.arrange import Spots
from game.play.decisions import Refusal
from game.play.game import Game, GameView, Rule
from game.play.phases import Phase
from game.table.board import ObjectiveMarker, Terrain
from game.table.events import Act, Reason, RollKind
from game.table.records import Cell, Model, ModelId, Side, Unit, UnitId
from game.table.state import StatePage, SystemEvent, Table

if TYPE_CHECKING:
    # Formats of files load pydantic, which no game needs.
    from game.content.situations.expectations import Expectations
    from game.content.situations.situation_schema import Situation


@dataclass(frozen=True, slots=True)
class Core:
    """The functions and numbers of a core that modules use without knowing which core it is."""

    name: str
    """The system of which it is the core."""
    strike: Callable[[Game, ModelId, int], Rule[None]]
    """Give a model a hit of some Strength that allows no save."""
    lock: Callable[[Game, str], None]
    """Mark the units that are in combat now, given the positions of models; cites a clause."""
    _: KW_ONLY
    locked: Callable[[Table, UnitId], bool]
    """Return whether the main body of a unit is in combat."""
    holds: float
    """Inches within which an enemy pins a model that is out of coherency."""
    pace: Callable[[GameView, Model], float]
    """Return the distance in inches that a model moves on open ground."""
    rough: Callable[[GameView], Sequence[Terrain]]
    """Return the terrain that is Difficult."""
    skirmish: Callable[[Game, UnitId, UnitId, Side], Rule[object]]
    """Fight a round of combat between all models of two units, wherever they are.

    The side is the one that acts.
    """
    lands_off: float
    """Inches that a unit arriving during the battle must stay away from enemies."""
    arrive: Callable[[Game, str, UnitId, Spots], Rule[None]]
    """Bring a unit from reserve onto the table, each model to its place; cites a clause."""


class Attempt(NamedTuple):
    """An action that a unit is about to take, perhaps against another unit."""

    unit: UnitId
    act: Act
    target: UnitId | None = None


class Shot(NamedTuple):
    """One model attacking a unit with one weapon, by a shot or in close combat."""

    model: ModelId
    weapon: str
    target: UnitId


REFUSED = QueryHook[Attempt, Refusal]("may it?")
MUST_MOVE = QueryHook[Unit, Refusal]("may the phase end without it?")
"""Reasons why a unit must move before its player may end the Movement phase."""
UNIT_SHOT = EventHook[Attempt]("a unit has shot")
KILLED = EventHook[ModelId]("a model has lost its last wound")


class Trait(NamedTuple):
    """A characteristic of a model, by its name in the profile: ``"s"``, ``"ws"``."""

    model: ModelId
    name: str


TRAIT = QueryHook[Trait, Reason]("characteristic")


class Value(NamedTuple):
    """A characteristic with its modifiers and their reasons."""

    base: int
    reasons: tuple[Reason, ...] = ()
    most: int = 10
    """Upper limit of the modified value: 10 in the classic core (``CC-01``)."""

    @property
    def now(self) -> int:
        """Return the modified value, limited to 0 to *most*."""
        base = self.base
        if self.reasons:
            base += sum([r.amount for r in self.reasons])
        return max(0, min(self.most, base))


def trait(view: GameView, model: Model, name: str, most: int = 10) -> Value:
    """``CC-01``, ``MC-01``  Return a characteristic (``"ws"``, …) with its modifiers."""
    return Value(
        getattr(model.profile, name) or 0, tuple(TRAIT.of(view, Trait(model.id, name))), most
    )


def strength_test(game: Game, clause: str, model_id: ModelId) -> bool:
    """``CC-02``  Roll a Strength test; return whether it passes.

    The value or less passes. A 6 fails and a 1 passes; 0 fails without a roll.
    """
    model = game.table.models[model_id]
    value = trait(game, model, "s")
    if value.now == 0:
        return False
    need = max(1, min(5, value.now))
    (face,) = game.throw(
        clause,
        model.side,
        "S test",
        need=need,
        under=True,
        id_=model_id,
        reasons=value.reasons,
        kind=RollKind.STRENGTH,
    )
    return face <= need


def majority(values: Iterable[int]) -> int:
    """``CC-27``, ``MC-16``  Return the most frequent value; of equally frequent the highest."""
    counts = Counter(values)
    return max(counts, key=lambda value: (counts[value], value))


Options: TypeAlias = Mapping[str, Any]
"""Values of a scenario's options, by their ids."""
Earned: TypeAlias = Callable[[Table, Side], Iterator[tuple[int, str]]]
"""Yields the points that a side would score, each with its reason."""
Open: TypeAlias = Callable[[Table, Side], bool]
"""Returns whether a side can still earn a bonus."""
Counted: TypeAlias = Callable[[Table, Side], int]


def to_the_end(table: Table, side: Side) -> bool:
    """Return True for a bonus that can be earned until the last moment."""
    return True


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus that is scored at the end of a battle."""

    name: str
    clause: str
    words: str
    """Condition and points, as shown to players."""
    _: KW_ONLY
    earned: Earned
    may: Open = to_the_end


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a mission, or of a system that is played without one."""

    goals: tuple[tuple[str, str], ...] = ()
    """The goals, a line each with its clause; ``{end}`` stands for the end of the battle."""
    bonuses: tuple[Bonus, ...] = ()
    counts: Counted | None = None
    """Returns a side's current score, if it is not simply the points scored."""
    _: KW_ONLY
    due: Counted | None = None
    """Returns the points that a side scores only at the end of the battle, as of now."""
    unscored: str = ""
    """Label of points that are in no event if the battle ends before they are scored."""
    holder_of: Callable[[Table, ObjectiveMarker], Side | None] | None = None
    """Returns the side that holds an objective marker."""
    unit: str = "points"
    """The unit of the sides' numbers."""
    clause: str = ""
    """Clause of the unit, if it is not points."""
    has_sheet: bool = True
    """Whether a score sheet shows the numbers by turn."""
    is_losses: bool = False
    """True if the numbers change only by losses, which are shown anyway."""


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
    score: Score = Score()


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission that a scenario may name."""

    build: Callable[[Options], Module]
    systems: tuple[str, ...]
    """Systems with which it is played."""
    score: Score = Score()
    turns: int = 0
    """Number of turns after which it ends, unless an option sets it."""


@dataclass(frozen=True, slots=True)
class AddOn:
    """A module that a scenario or an option may add to the rules of a game."""

    build: Callable[[Options, Core], Module]
    clause: str
    systems: tuple[str, ...]
    """Systems with which it is played."""


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


SMALL_BOARD = "small board"
"""Kind of the fault of a board that is too small for a system, but not for others."""


def unfit_for(what: str, faults: Sequence[Fault]) -> str:
    """Return why a map is not fit for an event; empty if there are no faults."""
    return f"this map is not fit for {what}: {faults[0]}" if faults else ""

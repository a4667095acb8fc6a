"""Table: the whole state of a game, and the pages modules keep in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from game.table.board import BARE, Board, ObjectiveMarker, Terrain
from game.table.events import Noted
from game.table.pieces import Piece
from game.table.records import (
    START,
    Clock,
    Command,
    Dropped,
    Loss,
    Model,
    ModelId,
    Result,
    Side,
    Spare,
    Unit,
    UnitId,
    Where,
)


@dataclass(slots=True)
class Table:
    board: Board = BARE
    sides: tuple[Side, Side] = (Side("wardens"), Side("brood"))
    models: dict[ModelId, Model] = field(default_factory=dict)
    units: dict[UnitId, Unit] = field(default_factory=dict)
    """In the order of the rosters, the first side's first."""
    clock: Clock = START
    first: Side | None = None
    """Who has the first turn, once it is settled."""
    zones: dict[Side, str] = field(default_factory=dict)
    """Who deploys where; whoever picked first comes first."""
    queue: tuple[str, ...] = ()
    """Who is still to be handled in this phase, the first first."""
    scores: dict[Side, int] = field(default_factory=dict)
    ground: tuple[Terrain, ...] = ()
    """What ground has become something else since the game began: beside the map's terrain."""
    losses: tuple[Loss, ...] = ()
    notes: dict[str, Any] = field(default_factory=dict)
    """One frozen record for each module; only the module knows what it says (see ``Page``)."""
    rolls: int = 0
    """How many dice were rolled so far: the bookmark in the endless row of dice."""
    result: Result | None = None
    pieces: dict[str, Piece] = field(default_factory=dict)
    """What drifts about and is no model."""
    rings: tuple[int, ...] = ()
    """``TC-07``  How the rings of a cage stand, in degrees (``Rings``); the centre first."""
    dropped: tuple[Dropped, ...] = ()
    """``TC-19``  The weapons that lie in a cage, in the order in which they fell."""
    command: dict[Side, Command] = field(default_factory=dict)
    """``MC-26``  The command points of each side; empty in a game without them."""
    markers: dict[str, ObjectiveMarker] = field(default_factory=dict)
    """The objective markers that a mission placed: they count in place of the map's."""

    spares: dict[UnitId, Spare] = field(default_factory=dict)
    """``MP-10``  Units that belong to no army yet, and may come to be."""

    def fork(self) -> Table:
        """Copy the table in a microsecond: the records are frozen, so both may hold them."""
        return Table(
            self.board,
            self.sides,
            self.models.copy(),
            self.units.copy(),
            self.clock,
            self.first,
            self.zones.copy(),
            self.queue,
            self.scores.copy(),
            self.ground,
            self.losses,
            self.notes.copy(),
            self.rolls,
            self.result,
            self.pieces.copy(),
            self.rings,
            self.dropped,
            self.command.copy(),
            self.markers.copy(),
            self.spares.copy(),
        )

    @property
    def objectives(self) -> tuple[ObjectiveMarker, ...]:
        """Return the objective markers of this battle."""
        return tuple(self.markers.values()) or self.board.markers

    @property
    def areas(self) -> tuple[Terrain, ...]:
        """Return all ground that is not plain floor: the map's first."""
        return (*self.board.areas, *self.ground)

    @property
    def difficult(self) -> tuple[Terrain, ...]:
        if not self.ground:
            return self.board.difficult
        return (*self.board.difficult, *(t for t in self.ground if t.difficult))

    def enemy(self, side: Side) -> Side:
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def standing(self, side: Side | None = None) -> list[Model]:
        """Return the models on the table, in the order of the rosters."""
        return [
            m
            for m in self.models.values()
            if m.where is Where.TABLE and (side is None or m.side == side)
        ]

    def of(self, unit: UnitId) -> list[Model]:
        """Return the models of a unit that stand on the table."""
        models = self.models
        return [m for i in self.units[unit].models if (m := models[i]).where is Where.TABLE]

    def fielded(self, side: Side | None = None) -> list[Unit]:
        """Return the units that have a model on the table, in the order of the rosters."""
        models, on, found = self.models, Where.TABLE, list[Unit]()
        for unit in self.units.values():
            if side is None or unit.side == side:
                # Mostly the first model stands: nothing is gained by looking at all.
                for m in unit.models:
                    if models[m].where is on:
                        found.append(unit)
                        break
        return found


Note = TypeVar("Note")


@dataclass(frozen=True, slots=True)
class StatePage(Generic[Note]):
    """A module's page: its name in saves, and what stands on it before anything is written.

    A note is a frozen dataclass of plain values, so that it can be saved and shared by forks.
    """

    name: str
    blank: Note

    def of(self, table: Table) -> Note:
        return cast("Note", table.notes.get(self.name, self.blank))

    def write(self, clause: str, note: Note) -> Noted:
        return Noted(clause, self.name, note)

"""The table, which is the whole state of a game.

It includes movable pieces, and the states that modules store.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, Generic, Self, TypeVar, cast

from game.geometry.points import Disc, Path, Point, thousandths, vector_of_heading
from game.geometry.polygons import Box, box
from game.table.board import BARE, Board, ObjectiveMarker, Spot, Terrain, fields_alone
from game.table.records import (
    START,
    Clock,
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

CONTAINER = 0.5
"""``MI-05``  Radius of a container, in inches."""
_extent = lru_cache(maxsize=1024)(box)
Note = TypeVar("Note")


class PieceKind(StrEnum):
    """The kinds of movable pieces."""

    CONTAINER = "container"
    """``MI-05``"""
    DEBRIS = "loose debris"
    CITY = "city piece"
    MINES = "mines"
    """A cluster of mines."""


@dataclass(frozen=True)
class Piece:
    """A movable piece of terrain: its shape in its own frame, and its place.

    Moving it does not rebuild its shape.
    """

    id: str
    kind: PieceKind
    at: Point
    """Its centre."""
    _: KW_ONLY
    radius: float = 0.0
    """Radius of a round piece in inches; 0 for one with an outline."""
    outline: Path = ()
    """Corners relative to its centre, if it is not round."""
    arrows: int = 0
    heading: float = 0.0
    """Degrees, 0 up the table, clockwise; meaningless without arrows."""
    holder: ModelId | None = None
    """The model that holds it."""
    turned: float = 0.0
    """Degrees, clockwise, by which its outline is turned about its centre."""
    where: Where = Where.TABLE
    """In reserve if it is off the table, to return or to be brought on."""
    size: int = 0
    """1, 2 or 3 for a city piece."""
    intact: bool = False
    """True if it is a city piece but no ruin."""
    impassable: bool = False
    on: str = ""
    """The piece that it is attached to."""

    __getstate__ = fields_alone

    @cached_property
    def blocks_sight(self) -> bool:
        """Return whether it blocks line of sight: debris, or Impassable and on the table."""
        debris = self.kind is PieceKind.DEBRIS
        return debris or (self.where is Where.TABLE and self.impassable)

    @cached_property
    def disc(self) -> Disc:
        """Return its centre and radius as a disc."""
        return Disc(self.at, self.radius)

    @cached_property
    def corners(self) -> Path:
        """Return its corners on the table."""
        x, y = self.at
        return tuple([Point(x + cx, y + cy) for cx, cy in self.shape])

    @cached_property
    def box(self) -> Box:
        """Return the box around its outline on the table."""
        (x, y), (left, top, right, low) = self.at, self.extent
        return x + left, y + top, x + right, y + low

    @cached_property
    def extent(self) -> Box:
        """Return the box around its outline, relative to its centre."""
        return _extent(self.shape)

    @cached_property
    def shape(self) -> Path:
        """Return its turned outline, relative to its centre."""
        return _turned(self.outline, self.turned) if self.turned else self.outline


@lru_cache(maxsize=1024)
def _turned(outline: Path, by: float) -> Path:
    sine, minus_cosine = vector_of_heading(by)
    return tuple(
        thousandths(Point(-x * minus_cosine - y * sine, x * sine - y * minus_cosine))
        for x, y in outline
    )


def container(spot: Spot) -> Piece:
    """``MI-05``  Return the container at a spot of a map."""
    return Piece(spot.id, PieceKind.CONTAINER, spot.outline[0], radius=CONTAINER)


def debris(spot: Spot) -> Piece:
    """Return the loose debris at a spot of a map."""
    corners = spot.outline
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    # The centre of its box, in thousandths, so that its corners keep their values.
    at = Point(round((min(xs) + max(xs)) / 2, 3), round((min(ys) + max(ys)) / 2, 3))
    outline = tuple(Point(round(x - at.x, 3), round(y - at.y, 3)) for x, y in corners)
    return Piece(spot.id, PieceKind.DEBRIS, at, outline=outline)


@dataclass(slots=True)
class Table:
    """The whole state of a game; only ``apply`` changes it."""

    board: Board = BARE
    sides: tuple[Side, Side] = (Side("wardens"), Side("brood"))
    models: dict[ModelId, Model] = field(default_factory=dict)
    _: KW_ONLY
    units: dict[UnitId, Unit] = field(default_factory=dict)
    """In the order of the rosters, the first side's first."""
    clock: Clock = START
    first: Side | None = None
    """The side with the first turn, once it is determined."""
    zones: dict[Side, str] = field(default_factory=dict)
    """The deployment zone of each side, in the order of choice."""
    queue: tuple[str, ...] = ()
    """Ids still to be handled in this phase, in order."""
    scores: dict[Side, int] = field(default_factory=dict)
    ground: tuple[Terrain, ...] = ()
    """Ground that changed since the game began, in addition to the map's terrain."""
    losses: tuple[Loss, ...] = ()
    notes: dict[str, Any] = field(default_factory=dict)
    """One frozen record for each module, which alone interprets it (see ``StatePage``)."""
    rolls: int = 0
    """Number of dice rolled so far: the position in the sequence of dice."""
    result: Result | None = None
    pieces: dict[str, Piece] = field(default_factory=dict)
    """Movable pieces of terrain, which are no models."""
    markers: dict[str, ObjectiveMarker] = field(default_factory=dict)
    """Objective markers that a mission placed; they replace the map's."""

    spares: dict[UnitId, Spare] = field(default_factory=dict)
    """``MP-10``  Units that belong to no army yet but may join one."""

    def fork(self) -> Table:
        """Return a copy in about a microsecond; both share the records, which are frozen."""
        return Table(
            self.board,
            sides=self.sides,
            models=self.models.copy(),
            units=self.units.copy(),
            clock=self.clock,
            first=self.first,
            zones=self.zones.copy(),
            queue=self.queue,
            scores=self.scores.copy(),
            ground=self.ground,
            losses=self.losses,
            notes=self.notes.copy(),
            rolls=self.rolls,
            result=self.result,
            pieces=self.pieces.copy(),
            markers=self.markers.copy(),
            spares=self.spares.copy(),
        )

    def moved(self, moves: Iterable[tuple[ModelId, Path]]) -> Table:
        """Return the table as if models stood at the ends of their paths."""
        table = self.fork()
        for model_id, path in moves:
            table.models[model_id] = replace(table.models[model_id], at=path[-1])
        return table

    @property
    def objectives(self) -> tuple[ObjectiveMarker, ...]:
        """Return the objective markers of this battle."""
        return tuple(self.markers.values()) or self.board.markers

    @property
    def areas(self) -> tuple[Terrain, ...]:
        """Return all ground that is not plain, the map's first."""
        return (*self.board.areas, *self.ground)

    @property
    def difficult(self) -> tuple[Terrain, ...]:
        """Return all Difficult ground, the map's first."""
        if not self.ground:
            return self.board.difficult
        return (*self.board.difficult, *[t for t in self.ground if t.difficult])

    def enemy(self, side: Side) -> Side:
        """Return the other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def standing(self, side: Side | None = None) -> list[Model]:
        """Return the models on the table, of a side or of both, in the order of the rosters."""
        # Members of enums are looked up once in each call, here and below: it is called often.
        on, models = Where.TABLE, self.models.values()
        if side is None:
            return [m for m in models if m.where is on]
        return [m for m in models if m.where is on and m.side == side]

    def of(self, unit: UnitId) -> list[Model]:
        """Return the models of a unit that stand on the table."""
        on, models = Where.TABLE, self.models
        return [m for i in self.units[unit].models if (m := models[i]).where is on]

    def fielded(self, side: Side | None = None) -> list[Unit]:
        """Return the units with a model on the table, in the order of the rosters."""
        models, on, found = self.models, Where.TABLE, list[Unit]()
        for unit in self.units.values():
            if side is None or unit.side == side:
                # Usually the first model is on the table, so the search ends there.
                for m in unit.models:
                    if models[m].where is on:
                        found.append(unit)
                        break
        return found


@dataclass(frozen=True, slots=True)
class SystemState:
    """Base of pages that the events of a system change, rather than ``Noted``.

    A table's hash holds their values as if they were fields of the table, but for those with
    ``hash=False``.
    """

    def by_model(self) -> Mapping[ModelId, tuple[Any, ...]]:
        """Return the values that a table's hash holds as if they were fields of models."""
        return {}

    def when_placed(self, model: ModelId) -> Self:
        """Return the state after a model was placed at a point."""
        return self

    def in_next_phase(self) -> Self:
        """Return the state at the beginning of the next phase."""
        return self


@dataclass(frozen=True, slots=True)
class Noted:
    """A module replaced its stored state."""

    clause: str
    page: str
    note: Any


@dataclass(frozen=True, slots=True)
class StatePage(Generic[Note]):
    """The stored state of a module: its name in saves, and its initial value.

    A state is a frozen dataclass of plain values, so that it can be saved and shared by forks.
    """

    name: str
    blank: Note

    def of(self, table: Table) -> Note:
        """Return the module's state on a table, or its initial value."""
        return cast("Note", table.notes.get(self.name, self.blank))

    def write(self, clause: str, note: Note) -> Noted:
        """Return the event that replaces the module's state."""
        return Noted(clause, self.name, note)

    def put(self, table: Table, note: Note) -> None:
        """Set the state while a table is laid or an event applied."""
        table.notes[self.name] = note


@dataclass(frozen=True, slots=True)
class SystemEvent:
    """Base of the events of one system."""

    clause: str

    @property
    def mover(self) -> ModelId | None:
        """Return the model that goes where the event puts it, if it is about one."""
        return None

    def apply(self, table: Table) -> None:
        """Change a table by this event."""
        raise NotImplementedError

"""The floor of a cage during a bout: its page, the events, and how they change a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import StrEnum
from typing import Any, Self, TypeAlias, assert_never

from game.systems.cage.table import Dropped, Rings, Stance, floor_of, pose_in_cell, rings_of
from game.table.records import ORIGIN, Cell, ModelId, Side, SystemEvent, Where
from game.table.state import StatePage, SystemState, Table


@dataclass(frozen=True, slots=True)
class FloorState(SystemState):
    """The state of a cage's floor; a table without a cage has none."""

    rings: Rings = ()
    """``TC-07``  Degrees of the rings, the centre's first."""
    dropped: tuple[Dropped, ...] = ()
    """``TC-19``  Weapons on the floor, in the order in which they fell."""
    stances: Mapping[ModelId, Stance] = field(default_factory=dict, hash=False)
    """``TC-01``  The stances of the champions that have been in a cell."""

    def by_model(self) -> Mapping[ModelId, tuple[Any, ...]]:
        return self.stances

    def when_placed(self, model: ModelId) -> Self:
        """Return the state in which a model stands in no cell."""
        if model not in self.stances:
            return self
        return replace(self, stances={m: s for m, s in self.stances.items() if m != model})


FLOOR = StatePage("floor", FloorState())


def rings_now(table: Table) -> Rings:
    """``TC-07``  Return the degrees of a table's rings; empty without a cage."""
    return FLOOR.of(table).rings


def stance_of(table: Table, model: ModelId) -> Stance | None:
    """Return the stance of a model in a cage; None if it is in no cell."""
    return FLOOR.of(table).stances.get(model)


def stand(
    table: Table, model: ModelId, cell: Cell, edge: int, where: Where = Where.TABLE
) -> None:
    """``TC-03``  Put a model into a cell, from which its place and facing follow."""
    state = FLOOR.of(table)
    at, facing = pose_in_cell(floor_of(table.board), state.rings, cell, edge)
    table.models[model] = replace(table.models[model], at=at, facing=facing, where=where)
    FLOOR.put(table, replace(state, stances={**state.stances, model: Stance(cell, edge)}))


def lay_rings(table: Table, rings: Rings = (), dropped: tuple[Dropped, ...] = ()) -> None:
    """``TC-01``  Lay the floor of a board that has rings; by default they are not turned."""
    table.notes.pop(FLOOR.name, None)
    if rings := rings or rings_of(table.board):
        FLOOR.put(table, FloorState(rings, dropped))


@dataclass(frozen=True, slots=True)
class BoutBegan(SystemEvent):
    """A new bout began: all in the cage is reset but the score."""

    clause: str
    number: int


class StepKind(StrEnum):
    """The ways in which a champion takes up a cell and facing, as verbs."""

    GOES = "goes"
    ENTERS = "enters"
    TURNS = "turns"
    ADVANCES = "advances"
    FALLS_BACK = "falls back"
    RETREATS = "retreats"


@dataclass(frozen=True, slots=True)
class Stepped(SystemEvent):
    """A champion moved to a cell of a cage, or turned in it.

    It faces one of the cell's edges.
    """

    clause: str
    model: ModelId
    cell: Cell
    _: KW_ONLY
    edge: int
    """In halves, as in ``Stance.edge``."""
    step: StepKind = field(default=StepKind.GOES, compare=False)


@dataclass(frozen=True, slots=True)
class RingTurned(SystemEvent):
    """A ring of a cage was turned, with all that is on it."""

    clause: str
    side: Side
    """The side that turned it."""
    ring: int
    """Number of the ring; 0 is the centre."""
    by: int
    """Degrees clockwise."""


@dataclass(frozen=True, slots=True)
class WeaponDropped(SystemEvent):
    """A champion's weapon fell onto a cell."""

    clause: str
    model: ModelId
    weapon: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class WeaponTaken(SystemEvent):
    """A champion picked up one of its weapons."""

    clause: str
    model: ModelId
    weapon: str


CageEvent: TypeAlias = BoutBegan | Stepped | RingTurned | WeaponDropped | WeaponTaken


def apply_cage_event(table: Table, event: CageEvent) -> None:
    """Apply an event of a bout to a table."""
    state = FLOOR.of(table)
    match event:
        case Stepped(model=mover, cell=cell, edge=edge):
            stand(table, mover, cell, edge)
        case RingTurned(_, _, ring, by):
            _turn_ring(table, ring, by)
        case WeaponDropped(_, model, weapon, cell):
            dropped = (*state.dropped, Dropped(model, weapon, cell))
            FLOOR.put(table, replace(state, dropped=dropped))
        case WeaponTaken(_, model, weapon):
            kept = tuple(d for d in state.dropped if (d.model, d.weapon) != (model, weapon))
            FLOOR.put(table, replace(state, dropped=kept))
        case BoutBegan():
            _begin_bout(table)
        case _:
            assert_never(event)


def _turn_ring(table: Table, ring: int, by: int) -> None:
    """Turn a ring by *by* degrees, with all models on it."""
    state, floor = FLOOR.of(table), floor_of(table.board)
    degrees = list(state.rings)
    degrees[ring] = (degrees[ring] + by) % 360
    rings = tuple(degrees)
    FLOOR.put(table, replace(state, rings=rings))
    for model_id, stance in state.stances.items():
        model = table.models[model_id]
        if stance.cell.ring == ring and model.where is Where.TABLE:
            at, facing = pose_in_cell(floor, rings, *stance)
            table.models[model_id] = replace(model, at=at, facing=facing)


def _begin_bout(table: Table) -> None:
    """Reset a cage to its state before the models entered it."""
    lay_rings(table)
    table.losses, table.first = (), None
    for model in list(table.models.values()):
        table.models[model.id] = replace(
            model,
            at=ORIGIN,
            facing=0.0,
            where=Where.RESERVE,
            wounds=model.profile.w,
            marks=(),
        )

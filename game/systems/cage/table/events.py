"""The events of a bout."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field, replace
from enum import StrEnum

from game.systems.cage.table import Dropped, floor_of, pose_in_cell, rings_turned
from game.systems.cage.table.floor_state import FLOOR, lay_rings, stand
from game.table.records import ORIGIN, Cell, ModelId, Side, Where
from game.table.state import SystemEvent, Table


@dataclass(frozen=True, slots=True)
class BoutBegan(SystemEvent):
    """A new bout began: all in the cage is reset but the score."""

    number: int

    def apply(self, table: Table) -> None:
        _begin_bout(table)


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

    model: ModelId
    cell: Cell
    _: KW_ONLY
    edge: int
    """In halves, as in ``Stance.edge``."""
    step: StepKind = field(default=StepKind.GOES, compare=False)

    @property
    def mover(self) -> ModelId:
        return self.model

    def apply(self, table: Table) -> None:
        stand(table, self.model, self.cell, self.edge)


@dataclass(frozen=True, slots=True)
class RingTurned(SystemEvent):
    """A ring of a cage was turned, with all that is on it."""

    side: Side
    """The side that turned it."""
    ring: int
    """Number of the ring; 0 is the centre."""
    by: int
    """Degrees clockwise."""

    def apply(self, table: Table) -> None:
        _turn_ring(table, self.ring, self.by)


@dataclass(frozen=True, slots=True)
class WeaponDropped(SystemEvent):
    """A champion's weapon fell onto a cell."""

    model: ModelId
    weapon: str
    cell: Cell

    def apply(self, table: Table) -> None:
        state = FLOOR.of(table)
        dropped = (*state.dropped, Dropped(self.model, self.weapon, self.cell))
        FLOOR.put(table, replace(state, dropped=dropped))


@dataclass(frozen=True, slots=True)
class WeaponTaken(SystemEvent):
    """A champion picked up one of its weapons."""

    model: ModelId
    weapon: str

    def apply(self, table: Table) -> None:
        state, mine = FLOOR.of(table), (self.model, self.weapon)
        kept = tuple(d for d in state.dropped if (d.model, d.weapon) != mine)
        FLOOR.put(table, replace(state, dropped=kept))


def _turn_ring(table: Table, ring: int, by: int) -> None:
    """Turn a ring by *by* degrees, with all models on it."""
    state, floor = FLOOR.of(table), floor_of(table.board)
    rings = rings_turned(state.rings, ring, by)
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


EVENTS = (BoutBegan, Stepped, RingTurned, WeaponDropped, WeaponTaken)

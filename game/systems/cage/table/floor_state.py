"""The state of a cage's floor during a bout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from game.systems.cage.table import Dropped, Rings, Stance, floor_of, pose_in_cell, rings_of
from game.table.records import Cell, ModelId, Where
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

"""Turning of the rings by the players of a sandbox (SB-13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.cores.kit.core import Core
from game.cores.kit.declarations import EventByHand
from game.geometry.points import Point
from game.play.decisions import Amount, Choose, Option
from game.play.game import Game
from game.systems.cage.table import (
    STEP,
    Floor,
    Rings,
    Stance,
    cell_at,
    floor_of,
    pose_in_cell,
    spot_of,
)
from game.systems.cage.table.events import RingTurned, Stepped
from game.systems.cage.table.floor_state import FLOOR, lay_rings, rings_now
from game.table.records import Cell, ModelId, Side
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class CageCells:
    """``SB-03``  The cells of a cage, with its rings as they are turned."""

    floor: Floor
    rings: Rings
    stances: Mapping[ModelId, Stance]

    def of(self, model_id: ModelId) -> Cell | None:
        stance = self.stances.get(model_id)
        return stance.cell if stance else None

    def at(self, spot: Point) -> Cell | None:
        return cell_at(self.floor, self.rings, spot)

    def middle(self, cell: Cell) -> Point:
        return spot_of(self.floor, self.rings, cell)

    def edge(self, cell: Cell, facing: float) -> int:
        """``TC-03``  Return the edge or corner of a cell nearest to a facing in degrees."""

        def off(edge: int) -> float:
            turned = pose_in_cell(self.floor, self.rings, cell, edge)[1]
            return abs((turned - facing + 180.0) % 360.0 - 180.0)

        return min(range(2 * self.floor.edges(cell)), key=off)

    def step(self, clause: str, model_id: ModelId, cell: Cell, edge: int) -> Stepped:
        return Stepped(clause, model=model_id, cell=cell, edge=edge)


def cells(table: Table) -> CageCells | None:
    """Return the cells of a table's cage, if it has one."""
    state = FLOOR.of(table)
    if not state.rings:
        return None
    return CageCells(floor_of(table.board), state.rings, state.stances)


async def turns_ring(game: Game, side: Side, core: Core) -> None:
    """``SB-13``  Turn any ring of a cage, with everything on it."""
    options = tuple(
        Option(str(n), ring, "SB-13", does=f"Turn {ring.lower()}")
        for n in range(len(rings_now(game.table)))
        for ring in (f"Ring {n}" if n else "The centre",)
    )
    ring = int(await Choose(side, clause="SB-13", asks="Turn which ring?", options=options))
    asks = "Turn it how many degrees clockwise?"
    by = await Amount(
        side, clause="SB-13", asks=asks, least=STEP - 180, most=180, step=STEP, unit="°"
    )
    if by:
        game.do(RingTurned("SB-13", side, ring, by))


BY_HAND = EventByHand(
    "ring",
    label="Turn a ring",
    clause="SB-13",
    does=turns_ring,
    why_not=lambda table: "" if rings_now(table) else "the map has no rings",
    opens=lay_rings,
    cells=cells,
)

"""Assembly of the cage rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.content.faults import Fault
from game.geometry.points import Point
from game.play.decisions import Amount, Choose, Option
from game.play.game import Game
from game.play.phases import END, NEXT, Interrupt, Phase, When
from game.play.wording import side_name
from game.rules.cage import queries
from game.rules.cage.match_flow import (
    CHAMPIONS,
    acting,
    champions,
    decided,
    initiative,
    reckoning,
    turning,
)
from game.rules.cage.state import PAGE
from game.rules.classic.system import CLASSIC
from game.rules.classic.unit_state import modified_characteristics
from game.rules.kit.core_api import Core
from game.rules.kit.modules import Module
from game.rules.kit.parts import EventByHand, Score, System
from game.rules.kit.queries import CHARACTERISTICS
from game.table.board import Board
from game.table.cage import STEP, Floor, Rings, Stance, cell_at, floor_of, pose_in_cell, spot_of
from game.table.cage.floor_state import FLOOR, lay_rings, rings_now, stance_of
from game.table.events import RingTurned
from game.table.records import Cell, ModelId, Side
from game.table.state import Table


def cage(options: Mapping[str, Any]) -> Module:
    """``TC-06``, ``TC-07``  Return the cage system: actions in turn, end check, floor."""
    return Module(
        "cage",
        hooks=(CHARACTERISTICS.gets(modified_characteristics), *queries.HOOKS),
        phases=(
            Phase(CHAMPIONS, "TC-04", champions, When.SETUP),
            Phase("initiative", "TC-05", initiative, When.SETUP),
            Phase("actions", "TC-06", acting, When.START),
            Phase(
                "reckoning",
                "TC-31",
                reckoning,
                When.END,
                then=(NEXT, CHAMPIONS, END),
            ),
            Phase("floor", "TC-07", turning, When.END),
        ),
        page=PAGE,
        interrupts=(Interrupt("a champion is out", "TC-30", decided, then=(CHAMPIONS, END)),),
        unfit=unfit,
        opens=lay_rings,
        left_out=(CHAMPIONS, "reckoning"),
        why_not=no_bout,
    )


def no_bout(table: Table, phase: Phase) -> str:
    """``TC-04``  Return why there is no bout: it needs one champion of each side in a cell."""
    for side in table.sides:
        if len(there := table.standing(side)) != 1 or stance_of(table, there[0].id) is None:
            whose = side_name(side)
            many = len(there)
            return f"a bout needs one champion of each side in the cage, not {many} of {whose}"
    return ""


def unfit(board: Board) -> list[Fault]:
    """``TC-01``  Return a fault if the map has no rings; others are found on reading it."""
    if any(spot.kind == "ring" for spot in board.spots):
        return []
    reason = "there are none: bouts are fought in a cage (TC-01)"
    return [Fault("rings", reason, "no rings")]


def _bouts(table: Table, side: Side) -> int:
    won = table.result is not None and table.result.winner == side
    return max(table.scores.get(side, 0), int(won))


SYSTEM = System(
    cage,
    CLASSIC,
    options=("turns", "three"),
    score=Score(
        goals=(
            ("Wound the other champion until it has no wounds left.", "TC-30"),
            ("Or push it out of the outer ring: it loses at once.", "TC-23"),
            ("Turns without an attack may end the bout: then both lose.", "TC-31"),
        ),
        counts=_bouts,
        unit="bouts won",
        clause="TC-30",
        has_sheet=False,
    ),
)


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


def cells(table: Table) -> CageCells | None:
    """Return the cells of a table's cage, if it has one."""
    state = FLOOR.of(table)
    if not state.rings:
        return None
    return CageCells(floor_of(table.board), state.rings, state.stances)


async def turns_ring(game: Game, side: Side, core: Core) -> None:
    """``SB-13``  Turn any ring of a cage, with everything on it."""
    options = tuple(
        Option(str(n), f"Ring {n}" if n else "The centre", "SB-13")
        for n in range(len(rings_now(game.table)))
    )
    ring = int(await Choose(side, "SB-13", "Turn which ring?", options))
    asks = "Turn it how many degrees clockwise?"
    by = await Amount(side, "SB-13", asks, STEP - 180, 180, STEP, unit="°")
    if by:
        game.do(RingTurned("SB-13", side, ring, by))


BY_HAND = EventByHand(
    "ring",
    "Turn a ring",
    "SB-13",
    turns_ring,
    why_not=lambda table: "" if rings_now(table) else "the map has no rings",
    opens=lay_rings,
    cells=cells,
)

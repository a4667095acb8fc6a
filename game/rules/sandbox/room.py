"""Where a hand may set something down: ``SB-03``."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import partial

from game.geometry.points import Disc, Point
from game.play.base_placement import base_under, nearest_place, on_table
from game.play.placement import OnTable
from game.table.board import Board
from game.table.cage_floor import cell_at, floor_of, pose_in_cell, spot_of
from game.table.records import Cell, Model, ModelId, Where
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Free:
    """``SB-03``  Anywhere on the table but over other bases; in a cage in a cell of its own."""

    board: Board
    radius: float
    stands: dict[ModelId, Disc] = field(default_factory=dict)
    rings: tuple[int, ...] = ()
    taken: tuple[Cell, ...] = ()
    """The cells of a cage that others stand in."""
    snap: float = 1.0
    """A hand within so many inches of a place that will do is drawn to it."""

    def wrong(self, at: Point) -> str | None:
        if cell := self.cell(at):
            return "is in a cell that another stands in" if cell in self.taken else None
        if not on_table(self.board, Disc(at, self.radius)):
            return "lies off the table"
        return (
            "overlaps another base" if base_under(self.stands, Disc(at, self.radius)) else None
        )

    def nearest(self, at: Point) -> Point | None:
        inside = OnTable(self.board.width, self.board.height, self.radius).nearest(at)
        return nearest_place(inside, lambda spot: self.wrong(spot) is None)

    def sample(self, k: int, n: int) -> Point | None:
        spot = OnTable(self.board.width, self.board.height, self.radius).sample(k, n)
        return spot if self.wrong(spot) is None else None

    def cell(self, at: Point) -> Cell | None:
        """Return the cell of a cage that a place is in, if it is in one."""
        return cell_at(floor_of(self.board), self.rings, at) if self.rings else None


def room_for(table: Table, model: Model, mates: Collection[ModelId] = ()) -> Free:
    """``SB-03``  Return where a model may be set down; *mates* move with it."""
    others = [
        m
        for m in table.models.values()
        if m.id != model.id and m.id not in mates and m.where in (Where.TABLE, Where.BODY)
    ]
    return Free(
        table.board,
        model.base,
        {m.id: m.disc for m in others},
        table.rings,
        tuple(m.cell for m in others if m.cell),
    )


def edge_toward(table: Table, cell: Cell, facing: float) -> int:
    """``TC-03``  Return which edge or corner of a cell is faced that way, or nearly."""
    floor = floor_of(table.board)
    turned = partial(pose_in_cell, floor, table.rings, cell)

    def off(edge: int) -> float:
        return abs((turned(edge)[1] - facing + 180.0) % 360.0 - 180.0)

    return min(range(2 * floor.edges(cell)), key=off)


def middle_of(table: Table, cell: Cell) -> Point:
    """Return the middle of a cell as the rings stand."""
    return spot_of(floor_of(table.board), table.rings, cell)

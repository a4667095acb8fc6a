"""A cage as a situation has it: rings, champions in cells, weapons on the floor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.content.faults import Fault
from game.content.situation_format import ModelAt, Situation
from game.table.cage_floor import cell_name, edge_faced, floor_of, pose_in_cell
from game.table.records import Cell, Dropped, ModelId
from game.table.state import Table


def lay_cage(s: Situation, table: Table) -> None:
    """Turn the rings, and put champions and weapons into their cells."""
    if s.rings:
        table.rings = tuple(s.rings)
    table.dropped = tuple(Dropped(ModelId(d.model), d.weapon, Cell(*d.cell)) for d in s.dropped)
    for m in s.models:
        if m.cell is not None:
            _stand(table, m, Cell(*m.cell))


def no_such_cell(s: Situation, table: Table) -> Iterator[Fault]:
    """``TC-01``, ``TC-04``  Find cells that are not there, or hold two champions."""
    cells, found = floor_of(table.board).cells if table.rings else (), dict[Cell, str]()
    if s.rings and len(s.rings) != len(cells):
        yield Fault("rings", f"are {len(s.rings)}; the cage has {len(cells)} with its centre")
    told = [(f"dropped[{n}].cell", d.cell, "") for n, d in enumerate(s.dropped)]
    told += [(f"model {m.id}: cell", m.cell, m.id) for m in s.models if m.cell is not None]
    for place, at, who in told:
        cell = Cell(*at)
        if cell.ring >= len(cells) or cell.number >= cells[cell.ring]:
            yield Fault(place, f"there is no {cell_name(cell)} (TC-01)")
        elif who and cell in found:
            yield Fault(place, f"{cell_name(cell)} is held by {found[cell]} (TC-08)")
        elif who:
            found[cell] = who
    for m in s.models:
        if m.cell and m.cell[0] < len(cells):
            edges = floor_of(table.board).edges(Cell(*m.cell))
            if edge_faced(Cell(*m.cell), m.faces, edges) is None:
                no = f"nobody faces {m.faces!r} in {cell_name(Cell(*m.cell))} (TC-03)"
                yield Fault(f"model {m.id}: faces", no)


def _stand(table: Table, m: ModelAt, cell: Cell) -> None:
    """Put a champion into its cell: its place and facing follow."""
    floor = floor_of(table.board)
    edge = edge_faced(cell, m.faces, floor.edges(cell)) or 0
    at, facing = pose_in_cell(floor, table.rings, cell, edge)
    who = ModelId(m.id)
    table.models[who] = replace(table.models[who], at=at, facing=facing, cell=cell, edge=edge)

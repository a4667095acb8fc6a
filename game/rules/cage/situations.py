"""Rings, cells and dropped weapons in situations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from game.content.faults import Fault
from game.content.situation_format import ModelAt, Situation
from game.content.situation_parts import Expectations
from game.rules.cage.floor import held
from game.rules.kit.parts import SituationPart
from game.table.cage import Dropped, cell_name, edge_faced, facing_text, floor_of, rings_of
from game.table.cage.floor_state import lay_rings, rings_now, stance_of, stand
from game.table.records import Cell, Model, ModelId
from game.table.state import Table


def faults(s: Situation, table: Table) -> Iterator[Fault]:
    """``TC-01``, ``TC-04``  Yield faults for cells that do not exist or hold two champions."""
    has_rings = bool(rings_of(table.board))
    cells, found = floor_of(table.board).cells if has_rings else (), dict[Cell, str]()
    if s.rings and len(s.rings) != len(cells):
        yield Fault("rings", f"are {len(s.rings)}; the cage has {len(cells)} with its centre")
    listed = [(f"dropped[{n}].cell", d.cell, "") for n, d in enumerate(s.dropped)]
    listed += [(f"model {m.id}: cell", m.cell, m.id) for m in s.models if m.cell is not None]
    for place, at, id_ in listed:
        cell = Cell(*at)
        if cell.ring >= len(cells) or cell.number >= cells[cell.ring]:
            yield Fault(place, f"there is no {cell_name(cell)} (TC-01)")
        elif id_ and cell in found:
            yield Fault(place, f"{cell_name(cell)} is held by {found[cell]} (TC-08)")
        elif id_:
            found[cell] = id_
    for m in s.models:
        if m.cell and m.cell[0] < len(cells):
            edges = floor_of(table.board).edges(Cell(*m.cell))
            if edge_faced(Cell(*m.cell), m.faces, edges) is None:
                no = f"nobody faces {m.faces!r} in {cell_name(Cell(*m.cell))} (TC-03)"
                yield Fault(f"model {m.id}: faces", no)


def lay(s: Situation, table: Table) -> None:
    """Turn the rings, and put champions and dropped weapons into their cells."""
    dropped = tuple(Dropped(ModelId(d.model), d.weapon, Cell(*d.cell)) for d in s.dropped)
    lay_rings(table, tuple(s.rings), dropped)
    for m in s.models:
        if m.cell is not None:
            _stand(table, m, Cell(*m.cell))


def _stand(table: Table, m: ModelAt, cell: Cell) -> None:
    """Put a champion into its cell, and compute its position and facing."""
    edge = edge_faced(cell, m.faces, floor_of(table.board).edges(cell)) or 0
    model_id = ModelId(m.id)
    stand(table, model_id, cell, edge, table.models[model_id].where)


def compared(expect: Expectations, table: Table) -> Iterator[str]:
    """Yield a message if the rings stand otherwise than expected."""
    if expect.rings is not None and expect.rings != rings_now(table):
        yield f"the rings stand at {list(rings_now(table))}, not {list(expect.rings)}"


def values(table: Table, model: Model) -> Mapping[str, Any]:
    """Return the values of a model that a situation may expect."""
    stance = stance_of(table, model.id)
    return {
        "cell": stance and tuple(stance.cell),
        "faces": stance and facing_text(*stance),
        "holds": tuple(w.name for w in held(table, model)),
    }


PART = SituationPart(faults, lay, compared, values)

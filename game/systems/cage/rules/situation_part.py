"""Additions of the cage to the format of situations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from game.content.faults import Fault
from game.cores.kit.declarations import SituationPart
from game.systems.cage.rules.floor import held
from game.systems.cage.table import (
    Dropped,
    cell_name,
    edge_faced,
    facing_text,
    floor_of,
    rings_of,
)
from game.systems.cage.table.floor_state import lay_rings, rings_now, stance_of, stand
from game.table.records import Cell, Model, ModelId
from game.table.state import Table

if TYPE_CHECKING:
    # Formats of files load pydantic, which no game needs.
    from game.content.situations.expectations import Expectations
    from game.content.situations.situation_schema import Situation
    from game.systems.cage.content.keys import (
        CageSituationKeys,
        ChampionKeys,
        ExpectedCageKeys,
    )


def faults(s: Situation, table: Table) -> Iterator[Fault]:
    """``TC-01``, ``TC-04``  Yield faults for cells that do not exist or hold two champions."""
    has_rings, keys = bool(rings_of(table.board)), cast("CageSituationKeys", s)
    cells, found = floor_of(table.board).cells if has_rings else (), dict[Cell, str]()
    if keys.rings and len(keys.rings) != len(cells):
        number, wanted = len(keys.rings), len(cells)
        yield Fault("rings", f"are {number}; the cage has {wanted} with its centre")
    champions = [(m.id, cast("ChampionKeys", m)) for m in s.models]
    listed = [(f"dropped[{n}].cell", d.cell, "") for n, d in enumerate(keys.dropped)]
    listed += [(f"model {id_}: cell", c.cell, id_) for id_, c in champions if c.cell]
    for place, at, id_ in listed:
        cell = Cell(*at)
        if cell.ring >= len(cells) or cell.number >= cells[cell.ring]:
            yield Fault(place, f"there is no {cell_name(cell)} (TC-01)")
        elif id_ and cell in found:
            yield Fault(place, f"{cell_name(cell)} is held by {found[cell]} (TC-08)")
        elif id_:
            found[cell] = id_
    for id_, c in champions:
        if c.cell and c.cell[0] < len(cells):
            edges = floor_of(table.board).edges(Cell(*c.cell))
            if edge_faced(Cell(*c.cell), c.faces, edges) is None:
                no = f"nobody faces {c.faces!r} in {cell_name(Cell(*c.cell))} (TC-03)"
                yield Fault(f"model {id_}: faces", no)


def lay(s: Situation, table: Table) -> None:
    """Turn the rings, and put champions and dropped weapons into their cells."""
    keys = cast("CageSituationKeys", s)
    dropped = tuple(Dropped(ModelId(d.model), d.weapon, Cell(*d.cell)) for d in keys.dropped)
    lay_rings(table, tuple(keys.rings), dropped)
    for m in s.models:
        champion = cast("ChampionKeys", m)
        if champion.cell is not None:
            _stand(table, ModelId(m.id), Cell(*champion.cell), champion.faces)


def _stand(table: Table, model_id: ModelId, cell: Cell, faces: str) -> None:
    """Put a champion into its cell, and compute its position and facing."""
    edge = edge_faced(cell, faces, floor_of(table.board).edges(cell)) or 0
    stand(table, model_id, cell, edge, table.models[model_id].where)


def compared(expect: Expectations, table: Table) -> Iterator[str]:
    """Yield a message if the rings stand otherwise than expected."""
    rings = cast("ExpectedCageKeys", expect).rings
    if rings is not None and rings != rings_now(table):
        yield f"the rings stand at {list(rings_now(table))}, not {list(rings)}"


def values(table: Table, model: Model) -> Mapping[str, Any]:
    """Return the values of a model that a situation may expect."""
    stance = stance_of(table, model.id)
    return {
        "cell": stance and tuple(stance.cell),
        "faces": stance and facing_text(*stance),
        "holds": tuple(w.name for w in held(table, model)),
    }


PART = SituationPart(faults, lay, compared, values)

"""Coming into a cell, however: ``TC-03``, ``TC-19``, ``TC-23``."""

from __future__ import annotations

from game.play.decisions import Choose, Option
from game.play.game import Game
from game.play.wording import name
from game.rules.cage.floor import facings
from game.rules.cage.hands import pick_up
from game.table.cage_floor import cell_id, cell_name, edge_id, facing_text, floor_of
from game.table.events import Stepped
from game.table.records import Cell, Model, ModelId, Where
from game.table.state import Table


def cell_of(model: Model) -> Cell:
    """Return where a champion stands that is in the cage."""
    assert model.cell is not None, f"{model.id} is in no cell"
    return model.cell


def taken(table: Table, but: ModelId) -> Cell | None:
    """Return the cell that the other champion holds."""
    for model in table.models.values():
        if model.where is Where.TABLE and model.id != but:
            return model.cell
    return None


def cell_option(label: str, cell: Cell, clause: str, before: str = "") -> Option:
    """Return the option of a cell; its anchor is the cell."""
    id_ = cell_id(cell)
    return Option(f"{before}{id_}", f"{label} {cell_name(cell)}", clause, id_)


async def enter(game: Game, clause: str, who: ModelId, cell: Cell) -> None:
    """``TC-03``, ``TC-19``  Come into a cell; in and out of the centre the facing changes."""
    table = game.table
    model = table.models[who]
    may = facings(floor_of(table.board), table.rings, cell_of(model), model.edge, cell)
    edge = may[0]
    if len(may) > 1:
        told = {facing_text(cell, e): e for e in may}
        options = tuple(
            Option(word, f"Face {word}", "TC-03", edge_id(cell, e)) for word, e in told.items()
        )
        asks = f"{name(table, who)} faces which edge of {cell_name(cell)}?"
        edge = told[await Choose(model.side, "TC-03", asks, options, about=who, kind="facing")]
    game.do(Stepped(clause, who, cell, edge))
    pick_up(game, who)

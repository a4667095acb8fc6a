"""Who fights, from where, and who acts first: ``TC-04``, ``TC-05``."""

from __future__ import annotations

from game.play.decisions import Choose, Option
from game.play.game import Game, Step
from game.rules.cage.state import fighter
from game.rules.kit.core_api import trait
from game.rules.kit.dice import roll_off
from game.table.cage_floor import IN, floor_of
from game.table.events import PhaseOver, Stepped, TurnsOrdered
from game.table.records import Cell, Model, ModelId, Side, Where
from game.table.state import Table


def champions(table: Table) -> Step | None:
    """``TC-04``  Both are picked in secret, and come in together."""
    if table.clock.over:
        return None
    return picks


def to_pick(table: Table, side: Side) -> list[Model]:
    """Return the champions that a side may pick from."""
    return [m for m in table.models.values() if m.side == side and m.where is Where.RESERVE]


async def picks(game: Game) -> None:
    """``TC-04``  Each player picks one of his champions; nobody sees the other's before.

    Who brings only one has picked.
    """
    table = game.table
    picked = list[Model]()
    for side in table.sides:
        may = to_pick(table, side)
        told = may[0].id
        if len(may) > 1:
            options = tuple(Option(m.id, table.units[m.unit].name, "TC-04", m.id) for m in may)
            asks = "Who fights for you?"
            told = ModelId(
                await Choose(side, "TC-04", asks, options, kind="champion", sealed=True)
            )
        picked.append(table.models[told])
    notches = starts(table)
    for model in picked:
        game.do(Stepped("TC-04", model.id, notches[model.side], IN))
    game.do(PhaseOver("TC-04"))


def starts(table: Table) -> dict[Side, Cell]:
    """``TC-04``  Return the notch of each side: the one kept for it, else the first free."""
    floor = floor_of(table.board)
    found = {
        Side(side): Cell(floor.outer, number)
        for number, side in floor.notches
        if side in table.sides
    }
    free = [Cell(floor.outer, n) for n, side in floor.notches if side not in table.sides]
    for side in table.sides:
        if side not in found:
            found[side] = free.pop(0)
    return found


def initiative(table: Table) -> Step | None:
    """``TC-05``  Who acts first in this bout."""
    return None if table.first else settles


async def settles(game: Game) -> None:
    """``TC-05``  The higher Initiative; equal, by roll-off, once for the bout."""
    table = game.table
    one, other = (trait(game, fighter(table, side), "i").now for side in table.sides)
    if one == other:
        first = roll_off(game, "TC-05", "initiative", table.sides[0])
    else:
        first = table.sides[0] if one > other else table.sides[1]
    game.do(TurnsOrdered("TC-05", first))

"""The opening of a bout (TC-04, TC-05).

Both champions are picked, then the initiative is settled.
"""

from __future__ import annotations

from game.cores.kit.dice import roll_off
from game.cores.kit.traits import trait
from game.play.decisions import Choose, Option
from game.play.game import Game, Step
from game.systems.cage.rules import CageKind, fighter
from game.systems.cage.table import IN, floor_of
from game.systems.cage.table.events import StepKind, Stepped
from game.table.events import PhaseOver, RollKind, TurnsOrdered
from game.table.records import Cell, Model, ModelId, Side, Where
from game.table.state import Table


def champions(table: Table) -> Step | None:
    """``TC-04``  Return the step in which both champions are picked in secret and come in."""
    return picks


async def picks(game: Game) -> None:
    """``TC-04``  Let each player pick a champion, sealed until both have picked.

    A player with only one champion is not asked.
    """
    table = game.table
    picked = list[Model]()
    for side in table.sides:
        may = to_pick(table, side)
        model_id = may[0].id
        if len(may) > 1:
            options = tuple(
                Option(m.id, called, "TC-04", m.id, does=f"Send {called}")
                for m in may
                for called in (table.units[m.unit].name,)
            )
            asks = "Who fights for you?"
            model_id = ModelId(
                await Choose(
                    side,
                    clause="TC-04",
                    asks=asks,
                    options=options,
                    kind=CageKind.CHAMPION,
                    sealed=True,
                )
            )
        picked.append(table.models[model_id])
    notches = starts(table)
    for model in picked:
        game.do(
            Stepped(
                "TC-04", model=model.id, cell=notches[model.side], edge=IN, step=StepKind.ENTERS
            )
        )
    game.do(PhaseOver("TC-04"))


def to_pick(table: Table, side: Side) -> list[Model]:
    """Return the champions that a side may pick from."""
    return [m for m in table.models.values() if m.side == side and m.where is Where.RESERVE]


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
    """``TC-05``  Return the step that settles the side with the first action, or None."""
    return None if table.first else settles


async def settles(game: Game) -> None:
    """``TC-05``  Give the first action to the higher Initiative; equal, by roll-off."""
    table = game.table
    one, other = (trait(game, fighter(table, side), "i").now for side in table.sides)
    if one == other:
        first = roll_off(game, "TC-05", "initiative", table.sides[0], RollKind.CONTEST)
    else:
        first = table.sides[0] if one > other else table.sides[1]
    game.do(TurnsOrdered("TC-05", first, initiative=True))

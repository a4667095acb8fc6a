"""The end of a battle, with the units that are left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.play.game import Game, Step
from game.play.phases import END, NEXT, Phase, When
from game.table.events import Ended
from game.table.records import Side, Unit, Where
from game.table.state import Table

ALIVE = Where.TABLE, Where.RESERVE
"""The places of models that are not lost."""


def is_destroyed(table: Table, unit: Unit) -> bool:
    """Return whether no model of a unit is left, on the table or to come."""
    return all(table.models[m].where not in ALIVE for m in unit.models)


def has_models(table: Table, side: Side) -> bool:
    """Return whether a side has a model left, on the table or to come."""
    return any(u.side == side and not is_destroyed(table, u) for u in table.units.values())


def ending(clause: str, turns: int, tally: Step, name: str = "tally") -> Phase:
    """Return a phase that ends the game by *tally* at the end of the last turn."""

    def todo(table: Table) -> Step | None:
        return tally if table.clock.round >= turns else None

    return Phase(name, clause=clause, todo=todo, when=When.END, then=(NEXT, END))


def end_by(game: Game, clause: str, points: Mapping[Side, int], reason: str) -> None:
    """End the battle; the side with more points wins, equal points are a draw."""
    one, other = game.table.sides
    lead = points.get(one, 0) - points.get(other, 0)
    winner = None if lead == 0 else one if lead > 0 else other
    game.do(Ended(clause, winner, reason))


async def end_without(game: Game, *, clause: str, gone: Sequence[Side], reason: str) -> None:
    """End the battle: a side without models loses; if both are, it is a draw."""
    winner = None if len(gone) == 2 else game.table.enemy(gone[0])
    game.do(Ended(clause, winner, reason))


def destroyed_units(table: Table, by: Side) -> list[Unit]:
    """``MI-02``, ``MI-03``  Return the enemy units that are destroyed."""
    return [u for u in table.units.values() if u.side != by and is_destroyed(table, u)]

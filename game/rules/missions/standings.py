"""What would be paid if the game ended now: for the eye, by the mission's own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from game.rules.missions import combat_patrol
from game.table.board import Marker
from game.table.records import Side
from game.table.state import Table

HolderOf: TypeAlias = Callable[[Table, Marker], Side | None]


@dataclass(frozen=True, slots=True)
class Prices:
    """How a mission pays."""

    holder_of: HolderOf
    marker: int
    unit: int
    clause: str


MISSIONS: Mapping[str, Prices] = {
    "combat_patrol": Prices(
        combat_patrol.holder_of, combat_patrol.PER_MARKER, combat_patrol.PER_UNIT, "MI-03"
    )
}


def holders(mission: str, table: Table) -> dict[str, Side]:
    """Return which side holds which objective marker, by the marker's id."""
    prices = MISSIONS.get(mission)
    if prices is None or table.clock.round == 0:
        return {}
    found = {m.id: prices.holder_of(table, m) for m in table.board.markers}
    return {id_: side for id_, side in found.items() if side is not None}


def points(mission: str, table: Table) -> dict[Side, int]:
    """Return the points of each side, as they would be if the battle ended now."""
    prices = MISSIONS.get(mission)
    if prices is None or any(table.scores.values()):
        return {side: table.scores.get(side, 0) for side in table.sides}
    held = [*holders(mission, table).values()]
    return {
        side: prices.marker * held.count(side) + prices.unit * _destroyed(table, side)
        for side in table.sides
    }


def goal(mission: str, turns: int) -> tuple[tuple[str, str], ...]:
    """Return what a mission pays for, in a line each, with its clause; *turns*: how many."""
    prices = MISSIONS.get(mission)
    if prices is None:
        return ()
    end = f"after turn {turns}" if turns else "at the end"
    return (
        (f"Hold markers {end}: {_points(prices.marker)} each.", prices.clause),
        (f"Destroy enemy units: {_points(prices.unit)} each.", prices.clause),
    )


def _points(number: int) -> str:
    return f"{number} point" if number == 1 else f"{number} points"


def _destroyed(table: Table, by: Side) -> int:
    """Return how many enemy units a side has destroyed."""
    enemies = [u for u in table.units.values() if u.side != by]
    return sum(combat_patrol.is_destroyed(table, u) for u in enemies)

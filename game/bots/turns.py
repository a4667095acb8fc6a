"""The turns that a side has left."""

from __future__ import annotations

from game.play.game import GameView
from game.table.records import Side
from game.table.state import Table

TURNS = 6
"""Number of game turns if no option sets it."""


def turns_left(view: GameView, side: Side) -> int:
    """Return the number of player turns that a side has left, the current one included."""
    table = view.table
    total = view.rules.options.get("turns", TURNS)
    left = int(total) - table.clock.round + 1
    if table.clock.round and _is_over(table, side):
        left -= 1
    return max(0, left)


def _is_over(table: Table, side: Side) -> bool:
    """Return whether a side has already had its turn in this game turn."""
    return table.clock.side not in (side, None) and side == (table.first or table.sides[0])

"""What a mission is about: the only place where the bot knows how a game is won."""

from __future__ import annotations

from dataclasses import dataclass

from game.geometry.points import Point, distance
from game.play.game import Look
from game.rules.kit.insight import AIMS
from game.table.records import Side
from game.table.state import Table

TURNS = 6
"""How many game turns there are, where no option says it."""


@dataclass(frozen=True, slots=True)
class Stake:
    """A place that is worth points to whoever holds it when the game ends."""

    id: str
    at: Point
    value: float
    reach: float
    """Inches from a base's edge within which it is held, and denied."""


MARKER_VALUE = 2.0
MARKER_REACH = 3.0
UNIT_VALUE = 1.0
"""What it is worth to destroy a unit."""


def stakes(look: Look, side: Side) -> tuple[Stake, ...]:
    """``MI-03``  Every marker is worth two points, unless the mission says otherwise."""
    aims = tuple(Stake(a.id, a.at, a.value, a.reach) for a in AIMS.of(look, side))
    return aims or tuple(
        Stake(marker.id, marker.at, MARKER_VALUE, MARKER_REACH)
        for marker in look.table.board.markers
    )


def turns_left(look: Look, side: Side) -> int:
    """Return how many player turns a side has, the one that it is in among them."""
    table = look.table
    total = look.rules.options.get("turns", TURNS)
    left = int(total) - table.clock.round + 1
    if table.clock.round and _is_over(table, side):
        left -= 1
    return max(0, left)


def _is_over(table: Table, side: Side) -> bool:
    """Return whether a side had its turn in this game turn."""
    return table.clock.side not in (side, None) and side == (table.first or table.sides[0])


def claims(table: Table, stake: Stake, side: Side) -> bool:
    """Return whether a side has a model within reach of a stake."""
    return any(distance(m.at, stake.at) - m.base <= stake.reach for m in table.standing(side))

"""What a mission is about: the only place where the bot knows how a game is won."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from game.geometry.points import Point, distance
from game.geometry.polygons import Polygon, box, inside, off_polygon
from game.play.game import GameView
from game.rules.kit.queries import AIMS
from game.table.records import Side
from game.table.state import Table

TURNS = 6
"""How many game turns there are, where no option says it."""


@dataclass(frozen=True)
class Stake:
    """A place that is worth points to whoever holds it when the game ends.

    Or to whoever is there in some of his turns, or to whoever goes off by it: see Aim.
    """

    id: str
    at: Point
    value: float
    reach: float
    """Inches from a base's edge within which it is held, and denied."""
    turns: int = 0
    each: bool = False
    outline: Polygon = ()

    def off(self, at: Point) -> float:
        """Return how far a point is from it, in inches."""
        return off_polygon(at, self.outline) if self.outline else distance(at, self.at)

    @cached_property
    def goals(self) -> tuple[Point, ...]:
        """Return where to go, to be there."""
        if not self.outline:
            return (self.at,)
        left, top, right, low = box(self.outline)
        across, down = int(right - left), int(low - top)
        spread = (
            Point(left + (i + 0.5) * (right - left) / (across + 1), top + j)
            for i in range(across + 1)
            for j in range(1, down)
        )
        return tuple(at for at in spread if inside(at, self.outline)) or (self.at,)


MARKER_VALUE = 2.0
MARKER_REACH = 3.0
UNIT_VALUE = 1.0
"""What it is worth to destroy a unit."""


def stakes(look: GameView, side: Side) -> tuple[Stake, ...]:
    """``MI-03``  Every marker is worth two points, unless the mission says otherwise."""
    aims = tuple(
        Stake(a.id, a.at, a.value, a.reach, a.turns, a.each, a.outline)
        for a in AIMS.of(look, side)
    )
    return aims or tuple(
        Stake(marker.id, marker.at, MARKER_VALUE, MARKER_REACH)
        for marker in look.table.objectives
    )


def turns_left(look: GameView, side: Side) -> int:
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

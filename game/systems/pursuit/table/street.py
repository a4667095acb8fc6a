"""The street of a board, which rolls."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from game.geometry.points import Disc, Point, heading_of_vector
from game.table.board import Board

ARRIVAL = "arrival"
ROLL = 12.0
"""``PU-08``  Inches that the table rolls in each Pursuit phase."""


@dataclass(frozen=True, slots=True)
class Street:
    """A table seen along its length, from the Arrival to the rear edge."""

    width: float
    height: float
    back: Point
    """Unit vector straight away from the Arrival."""

    @property
    def ahead(self) -> Point:
        """Return the unit vector straight toward the Arrival."""
        return Point(-self.back.x + 0.0, -self.back.y + 0.0)

    @property
    def facing(self) -> float:
        """Return the facing, in degrees, of a model that looks toward the Arrival."""
        return heading_of_vector(self.ahead)

    @property
    def long(self) -> float:
        """Return the inches from the Arrival edge to the rear edge."""
        return self.width if self.back.x else self.height

    @property
    def wide(self) -> float:
        """Return the inches across the street."""
        return self.height if self.back.x else self.width

    def off(self, at: Point) -> float:
        """Return the distance of a point from the Arrival, in inches."""
        x, y = self.back
        if x:
            return at.x if x > 0.0 else self.width - at.x
        return at.y if y > 0.0 else self.height - at.y

    def along(self, at: Point) -> float:
        """Return the inches along the Arrival edge to a point, from the left or the top."""
        return at.y if self.back.x else at.x

    def at(self, off: float, along: float) -> Point:
        """Return the point *off* inches from the Arrival and *along* inches along it."""
        x, y = self.back
        if x:
            return Point(off if x > 0.0 else self.width - off, along)
        return Point(along, off if y > 0.0 else self.height - off)

    def to_rear(self, base: Disc) -> float:
        """Return the inches back after which a base touches the rear edge."""
        return self.long - base.radius - self.off(base.at)

    def turned_away(self, facing: float) -> float:
        """``PU-12``  Return the degrees between a facing and the direction to the Arrival."""
        return abs((facing - self.facing + 180.0) % 360.0 - 180.0)


@lru_cache(maxsize=16)
def street_of(board: Board) -> Street:
    """Return a board as a street; raise StopIteration if it has no Arrival."""
    spot = next(spot for spot in board.spots if spot.kind == ARRIVAL)
    xs, ys = {at.x for at in spot.outline}, {at.y for at in spot.outline}
    if len(xs) == 1:
        back = Point(1.0, 0.0) if xs == {0.0} else Point(-1.0, 0.0)
    else:
        back = Point(0.0, 1.0) if ys == {0.0} else Point(0.0, -1.0)
    return Street(board.width, board.height, back)


def table_rolls(board: Board) -> bool:
    """Return whether a table rolls, which it does if it has an Arrival."""
    return any(spot.kind == ARRIVAL for spot in board.spots)

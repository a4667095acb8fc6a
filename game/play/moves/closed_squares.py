"""Squares of the table in which no base of a radius can stand, each examined once."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, sqrt

from game.geometry.points import Disc, Point
from game.geometry.polygons import Box

SIDE = 1.0
"""Inches of the side of the largest squares; the others halve it again and again."""
SIZES = 4
"""Number of sizes of squares."""
SLACK = 0.01
"""Inches by which rules of what may stand where are less than exact, at most."""


class ClosedSquares:
    """Tells for many points that no base of a radius can stand there, before each is examined.

    In a square no base can stand if its *core* cannot: the disc around the middle of the square
    that is covered by every base of the radius whose own middle lies in the square.
    """

    def __init__(self, radius: float, refuses: Callable[[Disc], bool]) -> None:
        """Take the radius in inches, and what refuses a base.

        It must refuse every base that covers one that it refuses.
        """
        self._radius = radius
        self._refuses = refuses
        self._found = dict[tuple[int, int, int], bool]()

    def __contains__(self, at: Point) -> bool:
        """Return whether a point lies in a closed square; where it does not, a base may fit."""
        side = SIDE
        for size in range(SIZES):
            if self._is_closed(size, floor(at.x / side), floor(at.y / side)):
                return True
            side /= 2
        return False

    def cover(self, area: Box) -> bool:
        """Return whether all of an area is closed, so that no base can stand in it."""
        left, top, right, bottom = area
        return all(
            self._is_all_closed(0, column, row)
            for column in range(floor(left / SIDE), floor(right / SIDE) + 1)
            for row in range(floor(top / SIDE), floor(bottom / SIDE) + 1)
        )

    def _is_all_closed(self, size: int, column: int, row: int) -> bool:
        """Return whether a square is closed, or all its quarters are."""
        if self._is_closed(size, column, row):
            return True
        return size + 1 < SIZES and all(
            self._is_all_closed(size + 1, 2 * column + right, 2 * row + low)
            for right in (0, 1)
            for low in (0, 1)
        )

    def _is_closed(self, size: int, column: int, row: int) -> bool:
        key = size, column, row
        if (closed := self._found.get(key)) is None:
            side = SIDE / 2**size
            core = self._radius - side * sqrt(0.5) - SLACK
            middle = Point((column + 0.5) * side, (row + 0.5) * side)
            closed = self._found[key] = core > 0 and self._refuses(Disc(middle, core))
        return closed

"""Clear lines to one base from many places, with the terrain sorted by direction."""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import atan2, pi

import numpy as np

from game.geometry.array_sweeps import Floats, corners
from game.geometry.line_of_sight import blocked
from game.geometry.points import Disc, Point
from game.geometry.polygons import Segment
from game.table.board import Board, Terrain

SECTORS = 96
"""Number of directions from the base by which sides of terrain are sorted."""
SURE = 1e-6
"""Sectors by which a side reaches further than computed, beyond all rounding."""
NEAR = 0.001
"""Inches from the end of a side within which its direction is not exact."""
MAX_KNOWN = 5000
"""Number of places that one object remembers."""


class SightSectors:
    """The sides of terrain around a base, by the direction in which they lie.

    A line to the middle of the base is tested against the sides in its own direction only.
    """

    def __init__(self, board: Board, base: Disc) -> None:
        self._base = base
        around = [piece for piece in board.opaque if not piece.area]
        self._sides: list[Segment] = [side for piece in around for side in piece.sides()]
        self._areas: list[Terrain] = [
            piece for piece in board.opaque if piece.area and not piece.holds(base)
        ]
        """``CC-37``  Areas that a line must not pass through."""
        self._by_sector: dict[int, list[Segment]] = {}
        self._known: dict[Point, bool] = {}

    def is_clear_from(self, eye: Point) -> bool:
        """Return whether the straight line from a place to the middle of the base is clear."""
        known = self._known.get(eye)
        if known is None:
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()
            known = self._known[eye] = self._is_clear_from(eye)
        return known

    def _is_clear_from(self, eye: Point) -> bool:
        x, y = self._base.at
        sector = int((atan2(eye.y - y, eye.x - x) / pi + 1.0) / 2.0 * SECTORS) % SECTORS
        if (sides := self._by_sector.get(sector)) is None:
            sides = self._by_sector[sector] = self._sides_in(sector)
        if blocked(eye, self._base.at, sides):
            return False
        return not any(
            blocked(eye, self._base.at, area.sides()) and not area.holds(Disc(eye, 0.0))
            for area in self._areas
        )

    def _sides_in(self, sector: int) -> list[Segment]:
        """Return the sides of which any part may lie in a sector."""
        first, across = self._spans
        ahead = (sector - first) % SECTORS
        inside = (ahead <= across) | (ahead >= SECTORS - 1.0 - SURE)
        return [self._sides[n] for n in np.flatnonzero(inside)]

    @cached_property
    def _spans(self) -> tuple[Floats, Floats]:
        """The direction where each side begins, and how far it goes, in sectors."""
        x, y = self._base.at
        ax, ay, bx, by = corners(self._sides)
        a, b = (
            (np.arctan2(down - y, across - x) / pi + 1.0) / 2.0 * SECTORS
            for across, down in ((ax, ay), (bx, by))
        )
        turn = (b - a) % SECTORS
        turns_back = turn > SECTORS / 2
        first = np.where(turns_back, b, a) - SURE
        across = np.where(turns_back, SECTORS - turn, turn) + 2.0 * SURE
        # A side on which the middle of the base lies, or nearly, may lie in any direction.
        near = np.minimum(np.hypot(ax - x, ay - y), np.hypot(bx - x, by - y)) < NEAR
        across[near | (across > SECTORS / 2 - SECTORS * SURE)] = SECTORS
        return first, across


sight_sectors = lru_cache(256)(SightSectors)

"""A region of a table that keeps off its edges, and off some points."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.geometry.points import EPSILON, Disc, Point, distance, thousandths
from game.geometry.polygons import Polygon, box, clipped, off_polygon
from game.play.base_placement import nearest_place
from game.play.placement import Bounds
from game.play.spread import spread

STEPS = 100
"""What cannot be kept whole is kept by so many steps less."""
GRID = 0.5
"""Inches between the places at which room is looked for."""
TRIES = 400


@dataclass(frozen=True, slots=True)
class Clearance:
    """Where a point may lie: in an outline, so far from the table's edges and other points."""

    width: float
    height: float
    outline: Polygon
    edge: float
    """Inches from every edge of the table at least."""
    others: tuple[Point, ...]
    apart: float
    """Inches from each of the others at least."""

    @property
    def bounds(self) -> Bounds:
        """Return what the region looks like."""
        rim = self.edge, self.edge, self.width - self.edge, self.height - self.edge
        others = tuple(Disc(other, self.apart) for other in self.others)
        return Bounds(clipped(self.outline, rim), others)

    def wrong(self, at: Point) -> str | None:
        if off_polygon(at, self.outline) > EPSILON:
            return "does not lie in the zone"
        near = min(at.x, at.y, self.width - at.x, self.height - at.y)
        if near < self.edge - EPSILON:
            return f'is only {near:.1f}" from an edge: {self.edge:g}" are needed'
        for other in self.others:
            if (off := distance(at, other)) < self.apart - EPSILON:
                return f'is only {off:.1f}" from another marker: {self.apart:g}" are needed'
        return None

    def nearest(self, at: Point) -> Point | None:
        left, top, right, low = box(self.outline)
        pulled = Point(min(max(at.x, left), right), min(max(at.y, top), low))
        return nearest_place(pulled, self._fits, within=self.width + self.height)

    def sample(self, k: int, n: int) -> Point | None:
        left, top, right, low = box(self.outline)
        for more in range(TRIES):
            across, down = spread(k + more * max(1, n))
            at = Point(left + across * (right - left), top + down * (low - top))
            if self._fits(at := thousandths(at)):
                return at
        return self._first_place()

    def relaxed(self) -> Clearance:
        """Return the same region, with distances no larger than leave room for a point.

        The others are kept off for as long as there is room at all near some edge.
        """
        for apart in (1.0, 0.0):
            for step in range(STEPS, -1, -1):
                share = step / STEPS
                kept = max(apart, share)
                less = replace(self, edge=self.edge * share, apart=self.apart * kept)
                if less.sample(0, 1) is not None:
                    return less
        return replace(self, edge=0.0, apart=0.0)

    def _fits(self, at: Point) -> bool:
        return self.wrong(at) is None

    def _first_place(self) -> Point | None:
        """Return the first place of a grid where the point may lie."""
        left, top, right, low = box(self.outline)
        for row in range(int((low - top) / GRID) + 1):
            for column in range(int((right - left) / GRID) + 1):
                at = Point(left + column * GRID, top + row * GRID)
                if self._fits(at):
                    return at
        return None

"""Regions in which a point or an object may be placed."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from typing import NamedTuple, Protocol

from game.geometry.limits import is_more_than, is_within
from game.geometry.points import (
    CONTACT,
    EPSILON,
    Disc,
    Path,
    Point,
    direction,
    distance,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.geometry.polygons import Polygon, box, clipped, off_polygon
from game.play.decisions import low_discrepancy_point
from game.play.moves.base_placement import nearest_place

STEPS = 100
"""Number of steps in which distances are reduced until there is room."""
GRID = 0.5
"""Inches between the points at which room is searched for."""
TRIES = 400


class PlacedAt(NamedTuple):
    """The answer to a Place: a point, and a facing if one was given."""

    at: Point
    facing: float | None = None
    """Degrees, 0 up the table, clockwise; None if none was given."""


class Region(Protocol):
    """The region in which a point may be placed."""

    def wrong(self, at: Point) -> str | None:
        """Return why a point is not allowed, or None."""

    def nearest(self, at: Point) -> Point | None:
        """Return the nearest allowed point, in thousandths, or None."""

    def sample(self, k: int, n: int) -> Point | None:
        """Return the k-th of *n* points spread over the region, or None."""


class Bounds(NamedTuple):
    """The shape of a region, for a search or a drawing."""

    outline: Path
    kept_off: tuple[Disc, ...] = ()
    """Discs that the point must stay out of; their rims are allowed."""


@dataclass(frozen=True, slots=True)
class OnTable:
    """Anywhere on the table; with a radius, for the whole base."""

    width: float
    height: float
    radius: float = 0.0

    def wrong(self, at: Point) -> str | None:
        """Return why a point is not allowed, or None."""
        return None if self._clamped(at) == at else "would be off the table"

    def nearest(self, at: Point) -> Point:
        """Return the nearest allowed point."""
        return self._clamped(at)

    def sample(self, k: int, n: int) -> Point:
        """Return the k-th of *n* points spread over the table."""
        across, down = low_discrepancy_point(k)
        r = self.radius
        spot = Point(r + across * (self.width - 2 * r), r + down * (self.height - 2 * r))
        return self._clamped(thousandths(spot))

    def _clamped(self, at: Point) -> Point:
        r = self.radius
        return Point(
            min(max(at.x, r), self.width - r),
            min(max(at.y, r), self.height - r),
        )


@dataclass(frozen=True, slots=True)
class Touching:
    """In contact with any of some discs; it may overlap the others (``CC-11``)."""

    discs: tuple[Disc, ...]
    radius: float

    def wrong(self, at: Point) -> str | None:
        """Return why a point is not allowed, or None."""
        if is_more_than(min([self._off(at, disc) for disc in self.discs]), CONTACT):
            return "must touch a blast already placed"
        return None

    def nearest(self, at: Point) -> Point:
        """Return the point straight toward or away from the disc with the nearest rim."""
        if self.wrong(at) is None:
            return at
        return min(
            [self._beside(disc, at) for disc in self.discs], key=lambda spot: distance(at, spot)
        )

    def sample(self, k: int, n: int) -> Point:
        """Return the k-th of *n* points around the discs in turn."""
        disc = self.discs[k % len(self.discs)]
        turn = direction(k * 360 // max(1, n))
        return thousandths(point_ahead(disc.at, turn, disc.radius + self.radius))

    def _off(self, at: Point, disc: Disc) -> float:
        return abs(distance(at, disc.at) - disc.radius - self.radius)

    def _beside(self, disc: Disc, at: Point) -> Point:
        toward = direction(0) if at == disc.at else unit_vector(disc.at, at)
        return thousandths(point_ahead(disc.at, toward, disc.radius + self.radius))


class Site(Protocol):
    """The region in which an object with an outline may be placed."""

    def wrong(self, spot: PlacedAt) -> str | None:
        """Return why a place and rotation are not allowed, or None."""

    def fitted(self, spot: PlacedAt) -> PlacedAt:
        """Return a free place nearby in the contact that is needed, else *spot*."""

    def nearest(self, spot: PlacedAt) -> PlacedAt | None:
        """Return the nearest allowed place, in thousandths, or None."""

    def sample(self, k: int, n: int) -> PlacedAt | None:
        """Return the k-th of *n* places spread over the site, or None."""

    def samples(self, n: int) -> list[PlacedAt]:
        """Return all *n* places that there are."""


@dataclass(frozen=True, slots=True)
class Clearance:
    """A region in an outline, more than some inches from the table's edges and other points."""

    width: float
    height: float
    outline: Polygon
    _: KW_ONLY
    edge: float
    """Inches that a point must exceed from every edge of the table."""
    others: tuple[Point, ...]
    apart: float
    """Inches that a point must exceed from each of the others."""

    @property
    def bounds(self) -> Bounds:
        """Return the region's shape: the outline without its margins; the discs to avoid."""
        rim = self.edge, self.edge, self.width - self.edge, self.height - self.edge
        others = tuple(Disc(other, self.apart) for other in self.others)
        return Bounds(clipped(self.outline, rim), others)

    def wrong(self, at: Point) -> str | None:
        """Return why a point is not allowed, or None."""
        if off_polygon(at, self.outline) > EPSILON:
            return "must be in the zone"
        near = min(at.x, at.y, self.width - at.x, self.height - at.y)
        if is_within(near, self.edge):
            return f'is {near:.1f}" from the edge; it must be more than {self.edge:g}" away'
        for other in self.others:
            if is_within(off := distance(at, other), self.apart):
                away = f'it must be more than {self.apart:g}" away'
                return f'is {off:.1f}" from another marker; {away}'
        return None

    def nearest(self, at: Point) -> Point | None:
        """Return the nearest allowed point, in thousandths, or None."""
        left, top, right, low = box(self.outline)
        pulled = Point(min(max(at.x, left), right), min(max(at.y, top), low))
        return nearest_place(pulled, self._fits, within=self.width + self.height)

    def sample(self, k: int, n: int) -> Point | None:
        """Return the k-th of *n* points spread over the region, or None."""
        left, top, right, low = box(self.outline)
        for more in range(TRIES):
            across, down = low_discrepancy_point(k + more * max(1, n))
            at = Point(left + across * (right - left), top + down * (low - top))
            if self._fits(at := thousandths(at)):
                return at
        return self._first_place()

    def relaxed(self) -> Clearance:
        """Return the region with its distances reduced until there is room for a point.

        The distance from edges is reduced first; that from other points is kept for as long as
        any edge distance leaves room.
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
        """Return the first point of a grid that is allowed, or None."""
        left, top, right, low = box(self.outline)
        for row in range(int((low - top) / GRID) + 1):
            for column in range(int((right - left) / GRID) + 1):
                at = Point(left + column * GRID, top + row * GRID)
                if self._fits(at):
                    return at
        return None

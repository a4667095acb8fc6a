"""Decisions that place one thing (Place, Lay), and their allowed regions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, NamedTuple, Protocol

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
from game.play.base_placement import nearest_place
from game.play.decisions import Decision, IllegalAnswer, low_discrepancy_point, read_point
from game.table.state import Table


class PlacedAt(NamedTuple):
    at: Point
    facing: float | None = None
    """Degrees, 0 up the table, clockwise; None if none was given."""


class Region(Protocol):
    """Where something may be set down."""

    def wrong(self, at: Point) -> str | None:
        """Say why it may not lie there."""

    def nearest(self, at: Point) -> Point | None:
        """Return the nearest place where it may lie, in thousandths."""

    def sample(self, k: int, n: int) -> Point | None:
        """Return the k-th of *n* places spread over the region."""


class Bounds(NamedTuple):
    """What a region looks like, for whoever looks for a place in it."""

    outline: Path
    kept_off: tuple[Disc, ...] = ()
    """Where no middle may be, but at the rim."""


@dataclass(frozen=True, slots=True)
class OnTable:
    """Anywhere on the table; with a radius, the whole base."""

    width: float
    height: float
    radius: float = 0.0

    def wrong(self, at: Point) -> str | None:
        return None if self._clamped(at) == at else "lies off the table"

    def nearest(self, at: Point) -> Point:
        return self._clamped(at)

    def sample(self, k: int, n: int) -> Point:
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
    """Rim to rim with any of some discs; over the others it may lie (``CC-11``)."""

    discs: tuple[Disc, ...]
    radius: float

    def wrong(self, at: Point) -> str | None:
        if min([self._off(at, disc) for disc in self.discs]) > CONTACT + EPSILON:
            return "does not touch what it must"
        return None

    def nearest(self, at: Point) -> Point:
        """Return the place straight toward or away from the disc whose rim is nearest."""
        if self.wrong(at) is None:
            return at
        return min(
            [self._beside(disc, at) for disc in self.discs], key=lambda spot: distance(at, spot)
        )

    def sample(self, k: int, n: int) -> Point:
        disc = self.discs[k % len(self.discs)]
        turn = direction(k * 360 // max(1, n))
        return thousandths(point_ahead(disc.at, turn, disc.radius + self.radius))

    def _off(self, at: Point, disc: Disc) -> float:
        return abs(distance(at, disc.at) - disc.radius - self.radius)

    def _beside(self, disc: Disc, at: Point) -> Point:
        toward = direction(0) if at == disc.at else unit_vector(disc.at, at)
        return thousandths(point_ahead(disc.at, toward, disc.radius + self.radius))


@dataclass(frozen=True, slots=True)
class Place(Decision[PlacedAt]):
    """A point inside an allowed region, as ``[x, y]``; with *turns*, ``[x, y, facing]`` too."""

    region: Region
    about: str = ""
    """The unit, model or weapon for which it is."""
    turns: bool = False
    """Whether a facing may be given."""
    facing: float = 0.0
    """Which way it faces, or is turned, if none is given: degrees."""
    does: str = "Set it down here"
    """What the answer does, in a few words."""

    def read(self, told: Any) -> PlacedAt:
        if self.turns and isinstance(told, list | tuple) and len(told) == 3:
            *place, facing = told
            if isinstance(facing, bool) or not isinstance(facing, int | float):
                raise IllegalAnswer(f"{facing!r} is not a number of degrees", self.clause)
            if not isfinite(facing):
                raise IllegalAnswer(f"{facing!r} is no direction", self.clause)
            return PlacedAt(read_point(place), facing % 360.0)
        return PlacedAt(read_point(told))

    def judge(self, table: Table, answer: PlacedAt) -> None:
        if no := self.region.wrong(answer.at):
            near = self.region.nearest(answer.at)
            fix = None if near is None else self._told(near, answer.facing)
            raise IllegalAnswer(f"it {no}", self.clause, fix)

    def sample(self, table: Table, k: int, n: int) -> list[float] | None:
        at = self.region.sample(k, n)
        if at is None:
            return None
        return self._told(at, k * 360.0 / max(1, n) if self.turns else None)

    def _told(self, at: Point, facing: float | None) -> list[float]:
        return [*at] if facing is None else [*at, facing]


class Site(Protocol):
    """Where something with an outline may be set down."""

    def wrong(self, spot: PlacedAt) -> str | None:
        """Say why it may not lie there, turned like this."""

    def fitted(self, spot: PlacedAt) -> PlacedAt:
        """Return a place beside it where it would touch what it has to, if it is free."""

    def nearest(self, spot: PlacedAt) -> PlacedAt | None:
        """Return the nearest place where it may lie, in thousandths."""

    def sample(self, k: int, n: int) -> PlacedAt | None:
        """Return the k-th of *n* places spread over the site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lay(Place):
    """A point and by how many degrees it is turned: ``[x, y, turned]``, or ``[x, y]``.

    Its *region* is of no more meaning than where the middle may be at all.
    """

    site: Site
    turns: bool = True

    def judge(self, table: Table, answer: PlacedAt) -> None:
        if no := self.site.wrong(answer):
            near = self.site.nearest(answer)
            fix = None if near is None else spot_to_json(near)
            raise IllegalAnswer(f"it {no}", self.clause, fix)

    def sample(self, table: Table, k: int, n: int) -> list[float] | None:
        spot = self.site.sample(k, n)
        return None if spot is None else spot_to_json(spot)


def spot_to_json(spot: PlacedAt) -> list[Any]:
    """Return a place as the JSON of an answer."""
    return [*spot.at] if spot.facing is None else [*spot.at, spot.facing]


def rotation_of(spot: PlacedAt) -> float:
    """Return by how many degrees it is turned, as tables keep it."""
    return round(spot.facing or 0.0, 3) % 360.0


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
            across, down = low_discrepancy_point(k + more * max(1, n))
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

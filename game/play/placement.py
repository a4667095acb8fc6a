"""One thing to be set down: the decision behind a blast marker, an arrival, a scatter point."""

from __future__ import annotations

from dataclasses import dataclass
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
from game.play.decisions import Decision, IllegalAnswer, read_point
from game.play.spread import spread
from game.table.state import Table


class Spot(NamedTuple):
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
        across, down = spread(k)
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
class Place(Decision[Spot]):
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

    def read(self, told: Any) -> Spot:
        if self.turns and isinstance(told, list | tuple) and len(told) == 3:
            *place, facing = told
            if isinstance(facing, bool) or not isinstance(facing, int | float):
                raise IllegalAnswer(f"{facing!r} is not a number of degrees", self.clause)
            if not isfinite(facing):
                raise IllegalAnswer(f"{facing!r} is no direction", self.clause)
            return Spot(read_point(place), facing % 360.0)
        return Spot(read_point(told))

    def judge(self, table: Table, answer: Spot) -> None:
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

"""Decisions that place one object."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from math import isfinite
from typing import Any

from game.geometry.points import Point
from game.play.decisions import Decision, IllegalAnswer, read_point
from game.play.moves.placement_regions import PlacedAt, Region, Site
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Place(Decision[PlacedAt]):
    """A point in an allowed region, as ``[x, y]``; with *turns*, ``[x, y, facing]`` too."""

    _: KW_ONLY
    region: Region
    about: str = ""
    """The unit, model or weapon to be placed."""
    turns: bool = False
    """True if a facing may be given."""
    facing: float = 0.0
    """Facing or rotation in degrees, if none is given."""
    does: str = "Place it here"
    """Effect of the answer, in a few words."""

    def read(self, raw: Any) -> PlacedAt:
        """Return the place; raise IllegalAnswer if it is malformed."""
        if self.turns and isinstance(raw, list | tuple) and len(raw) == 3:
            *place, facing = raw
            if isinstance(facing, bool) or not isinstance(facing, int | float):
                raise IllegalAnswer(f"{facing!r} is not a number of degrees", self.clause)
            if not isfinite(facing):
                raise IllegalAnswer(f"{facing!r} is not a direction", self.clause)
            return PlacedAt(read_point(place), facing % 360.0)
        return PlacedAt(read_point(raw))

    def judge(self, table: Table, answer: PlacedAt) -> None:
        """Raise IllegalAnswer, with the nearest allowed place, if it is not allowed."""
        if no := self.region.wrong(answer.at):
            near = self.region.nearest(answer.at)
            fix = None if near is None else self._to_json(near, answer.facing)
            raise IllegalAnswer(f"it {no}", self.clause, fix)

    def sample(self, table: Table, k: int, n: int) -> list[float] | None:
        """Return the k-th of *n* places in the region, or None."""
        at = self.region.sample(k, n)
        if at is None:
            return None
        return self._to_json(at, k * 360.0 / max(1, n) if self.turns else None)

    def _to_json(self, at: Point, facing: float | None) -> list[float]:
        return [*at] if facing is None else [*at, facing]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lay(Place):
    """A point and a rotation in degrees: ``[x, y, turned]``, or ``[x, y]``.

    Its *region* only bounds the centre; the *site* decides.
    """

    site: Site
    turns: bool = True

    def judge(self, table: Table, answer: PlacedAt) -> None:
        """Raise IllegalAnswer, with the nearest allowed place, if it is not allowed."""
        if no := self.site.wrong(answer):
            near = self.site.nearest(answer)
            fix = None if near is None else spot_to_json(near)
            raise IllegalAnswer(f"it {no}", self.clause, fix)

    def sample(self, table: Table, k: int, n: int) -> list[float] | None:
        """Return the k-th of *n* places on the site, or None."""
        spot = self.site.sample(k, n)
        return None if spot is None else spot_to_json(spot)


def spot_to_json(spot: PlacedAt) -> list[Any]:
    """Return a place as the JSON of an answer."""
    return [*spot.at] if spot.facing is None else [*spot.at, spot.facing]


def rotation_of(spot: PlacedAt) -> float:
    """Return the rotation of a place, 0 to 360 degrees in thousandths."""
    return round(spot.facing or 0.0, 3) % 360.0

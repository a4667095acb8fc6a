"""A piece to be set down, turned as its placer likes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from game.play.decisions import IllegalAnswer
from game.play.placement import Place, Spot
from game.table.state import Table


class Site(Protocol):
    """Where something with an outline may be set down."""

    def wrong(self, spot: Spot) -> str | None:
        """Say why it may not lie there, turned like this."""

    def fitted(self, spot: Spot) -> Spot:
        """Return a place beside it where it would touch what it has to, if it is free."""

    def nearest(self, spot: Spot) -> Spot | None:
        """Return the nearest place where it may lie, in thousandths."""

    def sample(self, k: int, n: int) -> Spot | None:
        """Return the k-th of *n* places spread over the site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lay(Place):
    """A point and by how many degrees it is turned: ``[x, y, turned]``, or ``[x, y]``.

    Its *region* is of no more meaning than where the middle may be at all.
    """

    site: Site
    turns: bool = True

    def judge(self, table: Table, answer: Spot) -> None:
        if no := self.site.wrong(answer):
            near = self.site.nearest(answer)
            fix = None if near is None else told(near)
            raise IllegalAnswer(f"it {no}", self.clause, fix)

    def sample(self, table: Table, k: int, n: int) -> list[float] | None:
        spot = self.site.sample(k, n)
        return None if spot is None else told(spot)


def told(spot: Spot) -> list[Any]:
    """Return a place as the JSON of an answer."""
    return [*spot.at] if spot.facing is None else [*spot.at, spot.facing]


def turned(spot: Spot) -> float:
    """Return by how many degrees it is turned, as tables keep it."""
    return round(spot.facing or 0.0, 3) % 360.0

"""Placing a piece with a turn: its site judges both together."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from game.geometry.points import Point
from game.play.decisions import IllegalAnswer
from game.play.moves.placement import Lay
from game.play.moves.placement_regions import OnTable, PlacedAt
from game.table.records import Side
from game.table.state import Table


@dataclass(frozen=True)
class Upright:
    """A site on which pieces must stand upright."""

    def wrong(self, spot: PlacedAt) -> str | None:
        return "leans" if spot.facing else None

    def fitted(self, spot: PlacedAt) -> PlacedAt:
        return spot

    def nearest(self, spot: PlacedAt) -> PlacedAt:
        return PlacedAt(spot.at, 0.0)

    def sample(self, k: int, n: int) -> PlacedAt | None:
        return PlacedAt(Point(float(k), 0.0), 0.0) if k % 2 else None

    def samples(self, n: int) -> list[PlacedAt]:
        return [spot for k in range(n) if (spot := self.sample(k, n))]


LAY = Lay(Side("riders"), "PU-09", "lay it", region=OnTable(48.0, 48.0), site=Upright())


def test_its_turn_is_judged_too() -> None:
    LAY.judge(Table(), LAY.read([3, 4]))
    LAY.judge(Table(), LAY.read([3, 4, 360]))
    with pytest.raises(IllegalAnswer, match="it leans") as no:
        LAY.judge(Table(), LAY.read([3, 4, 90]))

    assert (no.value.clause, no.value.fix) == ("PU-09", [3.0, 4.0, 0.0])


def test_its_samples_are_those_of_the_site() -> None:
    assert list(LAY.samples(Table(), 4)) == [[1.0, 0.0, 0.0], [3.0, 0.0, 0.0]]

"""Paths of a base past other models, against a search for each crowd."""

from __future__ import annotations

from functools import cached_property
from random import Random

import pytest

from game.bots.steady.unit_paths import CrowdMap, crowd_around, squares_around
from game.bots.steady.walking_distance import WalkableGrid
from game.geometry.points import Disc, Point
from game.table.board import Board, TerrainKind, terrain
from game.table.records import ModelId
from tests.tiers import few

BLOCK = tuple(Point(*at) for at in ((6.0, 4.0), (9.0, 4.0), (9.0, 7.0), (6.0, 7.0)))
GROUND = WalkableGrid(
    Board(width=16, height=16, terrain=(terrain("block", TerrainKind.BLOCK, BLOCK),)), 0.5
)


class SearchedCrowd(CrowdMap):
    """A crowd that has no way of a base alone, and searches its own."""

    def _is_open_way(self, _n: int) -> bool:
        return False

    @cached_property
    def _around(self) -> list[int]:
        return squares_around(self.ground, self.base.at, self.distance)


@pytest.mark.parametrize("seed", few(range(40), 2))
def test_ways_that_a_crowd_leaves_free_are_those_of_a_search_past_it(seed: int) -> None:
    chance = Random(seed)
    many, tight = chance.randint(2, 14), chance.choice((2.0, 4.0, 6.0))
    spots = [Point(*(round(8 + chance.uniform(-tight, tight), 3) for _ in "xy")) for _ in "ab"]
    spots += [
        Point(*(round(at + chance.uniform(-tight, tight), 3) for at in spots[0]))
        for _ in range(many)
    ]
    bases = {ModelId(str(n)): Disc(at, 0.5) for n, at in enumerate(spots)}
    base, inches = bases[ModelId("0")], chance.choice((1.0, 3.0, 5.995))
    others = crowd_around(bases, ModelId("0"), inches)
    groups = [[bases[ModelId("1")]]] if chance.random() < 0.3 else []
    for _ in range(3):
        goal = Point(chance.uniform(0, 16), chance.uniform(0, 16))
        field = GROUND.field((GROUND.nearest(goal),))

        found = CrowdMap(GROUND, base, inches, others).paths(field, groups, 2.0)

        searched = SearchedCrowd(GROUND, base, inches, others).paths(field, groups, 2.0)
        assert [*found] == [*searched]

"""The chance to get through is the same where only a few places are asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.geometry.points import Point
from game.systems.pursuit.bot.breakthrough import BreakthroughOdds
from game.systems.pursuit.bot.street_layout import lie_of
from tests.bots.shipped_weights import PURSUIT
from tests.systems.pursuit.pursuit_tables import mustered, winding


@pytest.mark.parametrize("places", [((40.0, 9.0),), ((2.0, 30.0), (14.5, 44.0))])
def test_few_places_have_the_values_that_they_have_among_all(
    places: tuple[tuple[float, float], ...],
) -> None:
    table = mustered(winding())
    rider = next(iter(table.models.values()))
    whole = lie_of(table, rider.profile, rider.base)
    layouts = whole, replace(whole, walls=whole.walls[1:])
    spots = tuple(Point(*place) for place in places)
    every = BreakthroughOdds(layouts, 0.5, PURSUIT, plain=True)
    few = replace(every, places=spots)

    assert [few.each_before(at, 90.0) for at in spots] == [
        every.each_before(at, 90.0) for at in spots
    ]

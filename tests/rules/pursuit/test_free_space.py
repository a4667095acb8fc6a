"""Legal places to set models down, and the places that are tried: ``PU-04``."""

from __future__ import annotations

import pytest

from game.geometry.points import Point
from game.rules.pursuit.free_space import RearRegion, SwarmRegion, crowd_of
from tests.rules.pursuit.pursuit_tables import mustered, rectangle, street

pytestmark = pytest.mark.rule("PU-04")


def test_the_zone_of_the_riders_is_shown_as_wide_as_the_table() -> None:
    # 48" from the Arrival at x = 72: up to x = 24.
    outline = SwarmRegion(crowd_of(mustered(street())), 0.75).bounds.outline

    assert sorted(outline) == sorted(rectangle(0, 0, 24, 48))


def test_a_fig_that_comes_on_looks_at_every_half_inch_of_the_rear_edge() -> None:
    region = RearRegion(crowd_of(mustered(street())), 0.75)

    # From edge to edge: middles from 0.75 to 47.25.
    assert region.spots() == [Point(0.75, 0.75 + n / 2) for n in range(94)]
    assert all(region.fits(spot) for spot in region.spots())

"""Legal places to set models down, and the places that are tried: ``PU-04``."""

from __future__ import annotations

from random import Random

import pytest

from game.geometry import sliding
from game.geometry.points import Disc, Path, Point
from game.geometry.sliding import allowed_positions
from game.systems.pursuit.rules.free_space import RearRegion, SwarmRegion, crowd_of
from tests.systems.pursuit.pursuit_tables import mustered, rectangle, street
from tests.tiers import few

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


def _polygon(chance: Random, x: float, y: float) -> Path:
    """Return corners at thousandths or whole inches around a point; some coincide."""
    size, digits = chance.choice((1, 3, 6)), chance.choice((0, 3))
    return tuple(
        Point(
            round(x + chance.uniform(-size, size), digits),
            round(y + chance.uniform(-size, size), digits),
        )
        for _ in range(chance.randint(3, 6))
    )


@pytest.mark.rule("PU-09")
@pytest.mark.parametrize("seed", few(range(600), 20))
def test_arrays_leave_the_same_positions_as_a_loop_over_all_pairs(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(seed)
    others = [
        _polygon(chance, chance.uniform(0, 48), chance.uniform(0, 16))
        for _ in range(chance.randint(1, 10))
    ]
    discs = [
        Disc(Point(chance.uniform(0, 48), chance.uniform(0, 12)), chance.choice((0.5, 0.75)))
        for _ in range(chance.randint(0, 6))
    ]
    shape, along = _polygon(chance, 0, 4), chance.choice((Point(0.0, 1.0), Point(1.0, 0.0)))
    steps = [n / 2 for n in range(97)]
    found = list[list[int]]()
    for many in (0, 10**9):
        monkeypatch.setattr(sliding, "MANY_PAIRS", many)
        found.append(allowed_positions(shape, along, others, discs, 2.0, steps))

    assert found[0] == found[1]

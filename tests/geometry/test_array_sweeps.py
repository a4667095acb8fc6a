"""Many sweeps at once give the same results as single ones."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from game.geometry.array_sweeps import Barriers, straight_paths
from game.geometry.points import Point, distance, unit_vector
from game.geometry.polygons import Segment
from game.geometry.sweeps import Walls, sweep

WAYS, WALLS = 2000, 40


def somewhere(rng: Random, step: float) -> Point:
    """Return a lattice point, so that paths graze walls, end on them and run along them."""
    return Point(
        round(rng.uniform(0, 20) / step) * step, round(rng.uniform(0, 20) / step) * step
    )


def random_segment(rng: Random, step: float) -> Segment:
    """Return a path or a wall: many are upright, or level."""
    a, b = somewhere(rng, step), somewhere(rng, step)
    return a, rng.choice([b, Point(a.x, b.y), Point(b.x, a.y)])


@pytest.mark.parametrize("radius", [0.0, 0.005, 0.5])
@pytest.mark.parametrize("step", [1.0, 0.25, 0.001])
def test_a_way_is_blocked_if_a_sweep_along_it_meets_a_wall_that_it_heeds(
    radius: float, step: float
) -> None:
    rng = Random(7)
    walls = [random_segment(rng, step) for _ in range(WALLS)]
    pairs = [(a, b) for a, b in (random_segment(rng, step) for _ in range(WAYS)) if a != b]
    owners = [n % 3 for n in range(WALLS)]
    heeds = [[rng.random() < 0.3 for _ in range(3)] for _ in pairs]

    ways = straight_paths(*np.array([(*a, *b) for a, b in pairs]).T)
    found = Barriers(walls, owners).block(ways, radius, np.array(heeds)).tolist()

    alone, kept = list[bool](), dict[tuple[bool, ...], Walls]()
    for (a, b), heed in zip(pairs, heeds, strict=True):
        of = tuple(heed)
        if of not in kept:
            kept[of] = Walls(tuple(w for n, w in enumerate(walls) if of[owners[n]]))
        heeded = kept[of]
        inches = distance(a, b)
        alone.append(sweep(a, unit_vector(a, b), inches, radius, heeded, {}) is not None)
    assert found == alone
    assert 0.1 * len(pairs) < sum(found) < 0.9 * len(pairs)


def test_without_walls_no_way_is_blocked() -> None:
    ways = straight_paths(*np.array([[1.0], [1.0], [5.0], [5.0]]))
    assert not Barriers([], []).block(ways, 0.5, np.ones((1, 1), dtype=np.bool_)).any()

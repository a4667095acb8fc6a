"""Cost of geometry relative to its floor.

A sweep's floor is to visit every base once; that of a line of sight is to visit every wall
once.
"""

from __future__ import annotations

import random

from pytest_benchmark.fixture import BenchmarkFixture

from game.geometry.line_of_sight import seen_point
from game.geometry.points import Disc, Point, direction
from game.geometry.sweeps import Walls, sweep
from tests.bench.worlds import bases, blocks, measure, walls

BLOCKS = blocks(75)
WALLS = Walls(walls(300))
BASES = bases(60, BLOCKS)
RNG = random.Random(3)
MOVES = [(name, direction(RNG.randrange(360))) for name in BASES]
PAIRS = [(BASES[a].at, BASES[b]) for a, b in (RNG.sample(list(BASES), 2) for _ in range(60))]
SCREENS = list(WALLS.segments[:60])


def test_sixty_sweeps(benchmark: BenchmarkFixture) -> None:
    """A base goes 6 inches among 300 wall segments and 60 bases."""

    def swept() -> None:
        for name, toward in MOVES:
            at, radius = BASES[name]
            sweep(at, toward, 6.0, radius, WALLS, BASES, (name,))

    measure(benchmark, swept)


def test_the_floor_of_sixty_sweeps(benchmark: BenchmarkFixture) -> None:
    def looked_at() -> None:
        for name, _ in MOVES:
            (x, y), radius = BASES[name]
            for (atx, aty), away in BASES.values():
                _ = atx - x, aty - y, away + radius

    measure(benchmark, looked_at)


def test_sixty_looks(benchmark: BenchmarkFixture) -> None:
    """One base looks at another across the table, past 60 blocking segments."""

    def looked() -> None:
        for eye, base in PAIRS:
            seen_point(eye, base, SCREENS)

    measure(benchmark, looked)


def test_the_floor_of_sixty_looks(benchmark: BenchmarkFixture) -> None:
    def looked_at() -> None:
        for (x, y), _ in PAIRS:
            for (ax, ay), (bx, by) in SCREENS:
                _ = ax > x, ay > y, bx > x, by > y

    measure(benchmark, looked_at)


def test_the_yardstick(benchmark: BenchmarkFixture) -> None:
    """A loop with a million empty iterations, by which machines are compared."""

    def turned() -> None:
        for _ in range(10**6):
            pass

    measure(benchmark, turned, 5)


def test_the_table_is_crowded_as_it_says() -> None:
    assert len(WALLS.segments) == 300
    assert len(BASES) == 60
    assert all(isinstance(b, Disc) and isinstance(b.at, Point) for b in BASES.values())

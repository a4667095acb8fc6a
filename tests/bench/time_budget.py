"""Bounds of the README, adjusted for a machine that is slower, or busy, just now."""

from __future__ import annotations

from statistics import median
from timeit import repeat

from pytest_benchmark.fixture import BenchmarkFixture

QUIET = 0.0105
"""Seconds that the yardstick takes on the machine of the README's figures."""
NOISE = 2.0
"""Other work comes and goes between the yardstick and what it is held against."""


def allowed(seconds: float) -> float:
    """Return a bound of the README, as much wider as a plain loop takes longer here and now."""
    loop = median(repeat("for i in range(10**6): pass", number=1, repeat=7))
    return seconds * NOISE * max(1.0, loop / QUIET)


def hold(benchmark: BenchmarkFixture, seconds: float) -> None:
    """Print the median of what was measured; raise AssertionError if it is over the bound."""
    assert benchmark.stats is not None
    took = float(benchmark.stats.stats.median)
    print(f"\n{benchmark.name}: {took * 1e3:.3f} ms")
    assert took <= allowed(seconds)

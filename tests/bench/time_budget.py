"""Time bounds of the benches, adjusted to a machine that is slower, or busy, at the moment."""

from __future__ import annotations

from statistics import median
from timeit import repeat

from pytest_benchmark.fixture import BenchmarkFixture

QUIET = 0.0105
"""Seconds that the reference loop takes on the machine whose figures the README gives."""
NOISE = 2.0
"""Allowance factor, because load changes between the reference loop and the measurement."""


def allowed(seconds: float) -> float:
    """Return a bound in seconds, scaled by how slowly a plain loop runs here and now."""
    loop = median(repeat("for i in range(10**6): pass", number=1, repeat=7))
    return seconds * NOISE * max(1.0, loop / QUIET)


def hold(benchmark: BenchmarkFixture, seconds: float) -> None:
    """Print the median of the measurement; raise AssertionError if it exceeds the bound."""
    assert benchmark.stats is not None
    took = float(benchmark.stats.stats.median)
    print(f"\n{benchmark.name}: {took * 1e3:.3f} ms")
    assert took <= allowed(seconds)

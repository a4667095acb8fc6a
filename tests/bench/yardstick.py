"""What a figure may be on a machine that is slow, or busy, just now."""

from __future__ import annotations

import os
from statistics import median
from timeit import repeat

QUIET = 0.0105
"""Seconds that the yardstick takes on the machine of the README's figures."""
NOISE = 2.0
"""Other work comes and goes between the yardstick and what it is held against."""


def seeds(many: int, few: int = 1) -> range:
    """Return the seeds of so many games; of a few on a worker, beside other tests."""
    return range(1, 1 + (few if "PYTEST_XDIST_WORKER" in os.environ else many))


def allowed(figure: float) -> float:
    """Return a bound of the README, as much wider as a plain loop takes longer here and now."""
    loop = median(repeat("for i in range(10**6): pass", number=1, repeat=7))
    return figure * NOISE * max(1.0, loop / QUIET)

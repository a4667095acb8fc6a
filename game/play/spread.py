"""Numbers that fill a stretch or a square evenly, however many of them are taken."""

from __future__ import annotations

_ACROSS, _DOWN = 0.7548776662466927, 0.5698402909980532
_GOLDEN = 0.6180339887498949


def spread(k: int) -> tuple[float, float]:
    """Return the k-th point of a row that fills the unit square ever more evenly."""
    return (0.5 + k * _ACROSS) % 1.0, (0.5 + k * _DOWN) % 1.0


def share(k: int) -> float:
    """Return the k-th number of a row that fills the stretch from 0 to 1 ever more evenly."""
    return (0.5 + k * _GOLDEN) % 1.0

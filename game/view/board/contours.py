"""Outlines of where a field of numbers is above nought: marching squares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from game.geometry.points import Path, Point

Floats = npt.NDArray[np.float64]
Edge: TypeAlias = tuple[int, int, bool]
"""Between a spot (row, column) and the next one to its right; or below it, if true."""


def contours(field: Floats, corner: Point, step: float) -> tuple[Path, ...]:
    """Return closed outlines of the ground where a field is above nought.

    *field*: numbers of spots *step* inches apart, the first of them at *corner*. At its rim it
    has to be below nought.
    """
    inside = field > 0.0
    links = dict[Edge, list[Edge]]()
    for a, b in _stretches(inside):
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)
    return tuple(
        tuple(_spot(field, edge, corner, step) for edge in loop) for loop in _loops(links)
    )


def _stretches(inside: npt.NDArray[np.bool_]) -> Iterator[tuple[Edge, Edge]]:
    """Yield which edges of each square an outline joins."""
    count = inside[:-1, :-1].astype(int) + inside[:-1, 1:] + inside[1:, :-1] + inside[1:, 1:]
    for row, column in np.argwhere((count > 0) & (count < 4)).tolist():
        top, low = (row, column, False), (row + 1, column, False)
        left, right = (row, column, True), (row, column + 1, True)
        corner = bool(inside[row, column])
        crossed = [
            edge
            for edge, differs in (
                (top, corner != inside[row, column + 1]),
                (left, corner != inside[row + 1, column]),
                (low, inside[row + 1, column] != inside[row + 1, column + 1]),
                (right, inside[row, column + 1] != inside[row + 1, column + 1]),
            )
            if differs
        ]
        for n in range(0, len(crossed), 2):
            yield crossed[n], crossed[n + 1]


def _loops(links: dict[Edge, list[Edge]]) -> Iterator[list[Edge]]:
    left = dict.fromkeys(links)
    while left:
        here = next(iter(left))
        loop = list[Edge]()
        while here in left:
            del left[here]
            loop.append(here)
            here = next((e for e in links[here] if e in left), here)
        yield loop


def _spot(field: Floats, edge: Edge, corner: Point, step: float) -> Point:
    """Return where between two spots the field is nought."""
    row, column, down = edge
    here = float(field[row, column])
    there = float(field[row + down, column + (not down)])
    share = here / (here - there)
    return Point(
        round(corner.x + (column + share * (not down)) * step, 3),
        round(corner.y + (row + share * down) * step, 3),
    )

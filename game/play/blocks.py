"""Ranks and files: setting a unit down as a block around a point."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from game.geometry.points import EPSILON, Disc, Point, gap, thousandths
from game.table.records import ModelId

Fits: TypeAlias = Callable[[ModelId, Point], bool]

SHAPES = ((1, 1), (1, 4), (4, 1))
"""How dear a step along a rank and one along a file are: a square, a line, a column."""
_SIDE = range(-9, 10)
LATTICES = tuple(
    tuple(
        sorted(
            ((i, j) for i in _SIDE for j in _SIDE),
            key=lambda cell: (cell[0] ** 2 * across + cell[1] ** 2 * down, cell),
        )
    )
    for across, down in SHAPES
)
TRIES = 6
"""So many cells are tried for each model before a block is given up."""


def block(
    models: Mapping[ModelId, float],
    fits: Fits,
    anchor: Point,
    shape: int,
    apart: float,
    chain: float,
) -> dict[ModelId, Disc] | None:
    """Return a block of ranks around *anchor*, its neighbours *apart* inches from each other.

    Models go where they fit, each within *chain* inches of one before. None if some find no
    place, or if the first does not fit at the anchor.
    """
    pitch = 2 * max(models.values()) + apart
    cells = iter(LATTICES[shape % len(LATTICES)][: TRIES * len(models)])
    placed = dict[ModelId, Disc]()
    for who, radius in models.items():
        for i, j in cells:
            at = thousandths(Point(anchor.x + i * pitch, anchor.y + j * pitch))
            if linked(placed, base := Disc(at, radius), chain) and fits(who, at):
                placed[who] = base
                break
            if not placed:
                return None
        else:
            return None
    return placed


def linked(placed: Mapping[ModelId, Disc], base: Disc, chain: float) -> bool:
    """Return whether a base is within *chain* inches of one of *placed*, if there is any."""
    return not placed or any(gap(base, disc) <= chain + EPSILON for disc in placed.values())

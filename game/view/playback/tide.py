"""When water comes to each part of a board: how many inches it has run by then. For the eye."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from game.geometry.points import Path, Point
from game.geometry.polygons import box
from game.table.board import Board
from game.table.water import Water, water_from
from game.view.board.water import Wet

CELL = 0.25
"""Inches."""
BEGINS = 0.4
"""So many inches beside its channel water is at once; from there it spreads."""
SLOWER = 1.3
"""How much longer water takes for an inch out of its channel."""
STEPS = (
    *((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)),
    *((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)),
)
"""From cell to cell: rows and columns."""
RAGGED = 0.9
"""Inches that the front is uneven by."""
FOAMY = 0.3
"""Which share of the cells carries foam as the front goes by."""
DRIFTS = 1.1
"""Inches on either side of such a cell, along the water, that are wet, too."""
DRIFTING = 0.01
"""Which share of the cells shows that the water runs, and which way."""

Size: TypeAlias = tuple[int, int]
Flags: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.floating[Any]]


class Tide:
    """A flood over a board, in quarter-inch cells, those that it reaches first first."""

    def __init__(self, board: Board, spot: str) -> None:
        water = water_from(board, spot)
        self.wet = Wet(board, water.flooded)
        size = round(board.height / CELL), round(board.width / CELL)
        wet = _squares(self.wet.outlines, size)
        run = _runs(water, wet)
        chance = np.random.default_rng(7).random((2, *size))
        come = np.maximum(0.0, run + RAGGED * (chance[0] - 0.5))
        order = np.argsort(come, axis=None, kind="stable")[: int(np.isfinite(run).sum())]
        self.rows, self.columns = np.divmod(order, size[1])
        self.come: Floats = come.flat[order]
        """When each cell gets wet, in inches that the water has run."""
        with np.errstate(invalid="ignore"):  # beside what stays dry
            down, right = np.gradient(run)
            turn = np.arctan2(down, right) / (2 * np.pi)
        self.turns: Floats = turn.flat[order]
        """Which way the water runs there: of a whole turn clockwise, 0 to the right."""
        luck = chance[1].flat[order]
        self.foamy = np.flatnonzero(luck < FOAMY)
        runs = self._stays(wet, -DRIFTS) & self._stays(wet, DRIFTS)
        self.drifting = np.flatnonzero((luck < DRIFTING) & runs)
        self.far = float(self.come[-1]) if len(order) else 0.0
        """How far it runs in all."""

    def _stays(self, wet: Flags, inches: float) -> Flags:
        """Return in which cells water still is so many inches on."""
        turns = np.nan_to_num(self.turns) * 2 * np.pi
        far = inches / CELL
        rows = (self.rows + np.sin(turns) * far).round().astype(np.intp)
        columns = (self.columns + np.cos(turns) * far).round().astype(np.intp)
        high, across = wet.shape
        on = (rows >= 0) & (rows < high) & (columns >= 0) & (columns < across)
        there = wet[np.clip(rows, 0, high - 1), np.clip(columns, 0, across - 1)]
        stays: Flags = on & there & np.isfinite(self.turns)
        return stays


def _squares(outlines: tuple[Path, ...], size: Size) -> Flags:
    """Return which cells lie in outlines, all of them rectangles."""
    wet: Flags = np.zeros(size, np.bool_)
    for outline in outlines:
        left, top, right, low = (round(edge / CELL) for edge in box(outline))
        wet[top:low, left:right] = True
    return wet


def _runs(water: Water, wet: Flags) -> Floats:
    """Return how far the water has run when it comes to each wet cell, and those beside it.

    Along the lanes, or from where it enters, and from there round what is in its way.
    """
    middles: Floats = (np.indices(wet.shape, np.float64) + 0.5) * CELL
    y, x = middles
    best: Floats = np.full(wet.shape, np.inf)
    run: Floats = np.zeros(wet.shape)
    for path, enters in _sources(water):
        walked = enters
        for a, b in pairwise(path):
            off, along = _off(x, y, a, b)
            nearer = off < best
            best = np.where(nearer, off, best)
            run = np.where(nearer, walked + along, run)
            walked += float(np.hypot(b.x - a.x, b.y - a.y))
    start: Floats = np.where(wet & (best <= BEGINS), run, np.inf)
    spread = _spread(start, wet, SLOWER if water.lanes else 1.0)
    return np.where(wet & ~np.isfinite(spread), run + best, spread)


def _sources(water: Water) -> Iterator[tuple[Path, float]]:
    """Yield paths along which water comes, each with how far it has run where it enters."""
    if water.lanes:
        for stretch in water.lanes.stretches:
            yield stretch.path, stretch.off
    else:
        yield (water.origin if len(water.origin) > 1 else water.origin * 2), 0.0


def _spread(run: Floats, wet: Flags, slow: float) -> Floats:
    """Return how far it is to each wet cell, and to its neighbours, round what is dry.

    *slow*: how much longer an inch takes than in the channel.
    """
    while True:
        before = run
        for down, right in STEPS:
            far = CELL * slow * float(np.hypot(down, right))
            run = np.where(wet, np.minimum(run, _moved(run, down, right) + far), np.inf)
        if np.array_equal(run, before):
            break
    beside = [_moved(run, down, right) for down, right in STEPS[:8]]
    return np.where(wet, run, np.minimum.reduce(beside) + CELL)


def _moved(run: Floats, down: int, right: int) -> Floats:
    """Return a field moved by so many cells; what comes in from outside is never reached."""
    moved: Floats = np.full(run.shape, np.inf)
    rows, columns = run.shape
    moved[max(0, down) : rows + min(0, down), max(0, right) : columns + min(0, right)] = run[
        max(0, -down) : rows + min(0, -down), max(0, -right) : columns + min(0, -right)
    ]
    return moved


def _off(x: Floats, y: Floats, a: Point, b: Point) -> tuple[Floats, Floats]:
    """Return how far cells are off a leg, and how far along it the nearest point lies."""
    wide, high = b.x - a.x, b.y - a.y
    leg = float(np.hypot(wide, high))
    if leg == 0.0:
        return np.hypot(x - a.x, y - a.y), np.zeros(x.shape)
    along = np.clip(((x - a.x) * wide + (y - a.y) * high) / leg, 0.0, leg)
    at_x, at_y = a.x + along * wide / leg, a.y + along * high / leg
    return np.hypot(x - at_x, y - at_y), along

"""The advancing front of a flood."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import cos, inf, sin
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pygame

from game.geometry.points import Path, Point
from game.geometry.polygons import Box, box
from game.systems.flood.table.water import Water, water_from
from game.systems.flood.view.painting import FloodedGround
from game.table.board import Board
from game.view.camera import Camera
from game.view.memory import spare

CELL = 0.25
"""Side of a cell in inches."""
BEGINS = 0.4
"""Inches beside its channel that water reaches at once; from there it spreads."""
SLOWER = 1.3
"""Factor by which water takes longer for an inch out of its channel."""
STEPS = (
    *((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)),
    *((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)),
)
"""Steps from cell to cell, as rows and columns."""
EDGE = max(abs(cells) for step in STEPS for cells in step)
"""Number of cells that the longest step leads beyond the board."""
RAGGED = 0.9
"""Unevenness of the front, in inches."""
FOAMY = 0.3
"""Share of the cells that carry foam as the front passes."""
DRIFTS = 1.1
"""Inches up and down the current from a drifting cell that have to be wet too."""
DRIFTING = 0.01
"""Share of the cells that show a streak drifting with the current."""

Size: TypeAlias = tuple[int, int]
Flags: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.floating[Any]]
RISES = 1.6
"""Inches behind the front after which the water has its full depth."""
FOAM = 2.4
"""Inches that the foam extends behind the front."""
MAX_FOAM = 420
"""Maximum number of flecks of foam drawn at a time."""
MAX_KEPT = 4
"""Maximum number of floods, each with the arrival of its water, that are kept."""
MAX_PARTS = 24
"""Maximum number of cached parts of the board."""
DRIFT = 2.6
"""Inches per second that standing water drifts."""
STREAK = 1.5
"""Inches that a streak drifts before it fades and another begins."""
WAYS = 16
"""Number of directions that streaks are drawn in."""
LEVELS = 6
"""Number of strengths that foam and streaks are drawn in."""
WHITE = (226, 246, 240)
Blit = tuple[pygame.Surface, tuple[int, int]]


class FloodArrivalTimes:
    """The arrival of a flood in each quarter-inch cell of a board, in order of time."""

    def __init__(self, board: Board, spot: str) -> None:
        water = water_from(board, spot)
        self.wet = FloodedGround(board, water.flooded)
        size = round(board.height / CELL), round(board.width / CELL)
        wet = _squares(self.wet.outlines, size)
        run = _runs(water, wet)
        chance = np.random.default_rng(7).random((2, *size))
        come = np.maximum(0.0, run + RAGGED * (chance[0] - 0.5))
        self._cells: Floats = come
        order = np.argsort(come, axis=None, kind="stable")[: int(np.isfinite(run).sum())]
        self.rows, self.columns = np.divmod(order, size[1])
        self.come: Floats = come.flat[order]
        """Inches that the water has run when each cell gets wet."""
        with np.errstate(invalid="ignore"):  # Cells beside dry ground are infinite.
            down, right = np.gradient(run)
            turn = np.arctan2(down, right) / (2 * np.pi)
        self.turns: Floats = turn.flat[order]
        """Direction of the water, as a share of a whole turn clockwise; 0 is to the right."""
        luck = chance[1].flat[order]
        self.foamy = np.flatnonzero(luck < FOAMY)
        runs = self._stays(wet, -DRIFTS) & self._stays(wet, DRIFTS)
        self.drifting = np.flatnonzero((luck < DRIFTING) & runs)
        self.distance = float(self.come[-1]) if len(order) else 0.0
        """Inches that the water runs in all."""

    def arrives(self, at: Point) -> float:
        """Return the inches that the water has run when it reaches a point, or infinity."""
        rows, columns = self._cells.shape
        row, column = int(at.y / CELL), int(at.x / CELL)
        if not (0 <= row < rows and 0 <= column < columns):
            return inf
        return float(self._cells[row, column])

    def _stays(self, wet: Flags, inches: float) -> Flags:
        """Return the cells from which water still is present *inches* downstream."""
        turns = np.nan_to_num(self.turns) * 2 * np.pi
        distance = inches / CELL
        rows = (self.rows + np.sin(turns) * distance).round().astype(np.intp)
        columns = (self.columns + np.cos(turns) * distance).round().astype(np.intp)
        high, across = wet.shape
        on = (rows >= 0) & (rows < high) & (columns >= 0) & (columns < across)
        there = wet[np.clip(rows, 0, high - 1), np.clip(columns, 0, across - 1)]
        stays: Flags = on & there & np.isfinite(self.turns)
        return stays


@spare
@lru_cache(maxsize=MAX_KEPT)
def arrival_times(board: Board, spot: str) -> FloodArrivalTimes:
    """Return the arrival of the flood from a spot, which all views of a board share."""
    return FloodArrivalTimes(board, spot)


def _squares(outlines: tuple[Path, ...], size: Size) -> Flags:
    """Return the cells inside outlines, all of which are rectangles."""
    wet: Flags = np.zeros(size, np.bool_)
    for outline in outlines:
        left, top, right, low = (round(edge / CELL) for edge in box(outline))
        wet[top:low, left:right] = True
    return wet


def _runs(water: Water, wet: Flags) -> Floats:
    """Return the inches that water has run when it reaches each wet cell, and its neighbours.

    It runs along the lanes, or from its origin, and spreads from there around obstacles.
    """
    places = np.flatnonzero(wet)
    rows, columns = np.divmod(places, wet.shape[1])
    x: Floats = (columns + 0.5) * CELL
    y: Floats = (rows + 0.5) * CELL
    best: Floats = np.full(places.shape, np.inf)
    run: Floats = np.zeros(places.shape)
    for path, enters in _sources(water):
        walked = enters
        for a, b in pairwise(path):
            off, along = _off(x, y, a, b)
            nearer = off < best
            best = np.where(nearer, off, best)
            run = np.where(nearer, walked + along, run)
            walked += float(np.hypot(b.x - a.x, b.y - a.y))
    start: Floats = np.full(wet.shape, np.inf)
    start.flat[places] = np.where(best <= BEGINS, run, np.inf)
    spread = _spread(start, wet, SLOWER if water.lanes else 1.0)
    come = spread.flat[places]
    spread.flat[places] = np.where(np.isfinite(come), come, run + best)
    return spread


def _sources(water: Water) -> Iterator[tuple[Path, float]]:
    """Yield the paths of the water, each with the inches it has run at the start."""
    if water.lanes:
        for stretch in water.lanes.stretches:
            yield stretch.path, stretch.off
    else:
        yield (water.origin if len(water.origin) > 1 else water.origin * 2), 0.0


def _spread(run: Floats, wet: Flags, slow: float) -> Floats:
    """Return the running distance to each wet cell, and its neighbours, around dry ground.

    *slow* is the factor by which an inch takes longer than in the channel.
    """
    # Beyond an edge of dry cells, no step leads out of the board or to its other side.
    open_ = np.pad(wet, EDGE).ravel()
    come: Floats = np.pad(np.where(wet, run, np.inf), EDGE, constant_values=np.inf)
    across, flat = come.shape[1], come.ravel()
    steps = [
        (down * across + right, CELL * slow * float(np.hypot(down, right)))
        for down, right in STEPS
    ]
    reached = np.flatnonzero(np.isfinite(flat))
    while len(reached):
        earlier: Flags = np.zeros(flat.shape, np.bool_)
        for step, distance in steps:
            to, then = reached + step, flat[reached] + distance
            sooner = open_[to] & (then < flat[to])
            to = to[sooner]
            flat[to], earlier[to] = then[sooner], True
        reached = np.flatnonzero(earlier)
    run = come[EDGE:-EDGE, EDGE:-EDGE]
    beside = [_moved(run, down, right) for down, right in STEPS[:8]]
    return np.where(wet, run, np.minimum.reduce(beside) + CELL)


def _moved(run: Floats, down: int, right: int) -> Floats:
    """Return a field moved by some cells; the uncovered edge is infinite."""
    moved: Floats = np.full(run.shape, np.inf)
    rows, columns = run.shape
    moved[max(0, down) : rows + min(0, down), max(0, right) : columns + min(0, right)] = run[
        max(0, -down) : rows + min(0, -down), max(0, -right) : columns + min(0, -right)
    ]
    return moved


def _off(x: Floats, y: Floats, a: Point, b: Point) -> tuple[Floats, Floats]:
    """Return the distance of cells from a segment, and of their nearest point along it."""
    wide, high = b.x - a.x, b.y - a.y
    leg = float(np.hypot(wide, high))
    if leg == 0.0:
        return np.hypot(x - a.x, y - a.y), np.zeros(x.shape)
    along = np.clip(((x - a.x) * wide + (y - a.y) * high) / leg, 0.0, leg)
    at_x, at_y = a.x + along * wide / leg, a.y + along * high / leg
    return np.hypot(x - at_x, y - at_y), along


class FloodFront:
    """Shows a board being flooded, as far as the water has come."""

    def __init__(self, tide: FloodArrivalTimes) -> None:
        self.tide = tide
        self.front = 0.0
        """Inches that the water has run."""
        self._parts: dict[object, _Part] = {}
        self._flecks: dict[tuple[int, int], list[pygame.Surface]] = {}

    @property
    def over(self) -> bool:
        """Return whether the water has come everywhere and has its full depth."""
        return self.front >= self.tide.distance + FOAM

    def has_reached(self, at: Point) -> bool:
        """Return whether the water has come to a point."""
        return self.tide.arrives(at) <= self.front

    def go(self, share: float) -> None:
        """Set how far the water has come, from 0, nowhere, to 1, everywhere."""
        self.front = share * (self.tide.distance + FOAM)

    def part(
        self, key: object, dry: pygame.Surface, wet: pygame.Surface, area: Box, ppi: int
    ) -> pygame.Surface:
        """Return a part of the board as far as it is wet by now.

        *key* identifies the part; *dry* and *wet* are its pictures before and after the flood.
        """
        known = self._parts.get(key)
        if known is None or known.wet is not wet or known.front > self.front:
            if len(self._parts) >= MAX_PARTS:
                self._parts.clear()
            known = self._parts[key] = _Part(self.tide, dry, wet, area, ppi)
        known.come(self.front)
        return known.seen

    def foam(self, camera: Camera) -> list[Blit]:
        """Return the foam of the front, to be drawn premultiplied."""
        tide, ppi = self.tide, camera.ppi
        come = tide.come[tide.foamy]
        first, last = np.searchsorted(come, (self.front - FOAM, self.front))
        near = tide.foamy[first:last]
        near = near[:: max(1, len(near) // MAX_FOAM)]
        if not len(near):
            return []
        age = (self.front - tide.come[near]) / FOAM
        puffs = self._puffs(ppi)
        level = ((1.0 - age) * (LEVELS - 1)).round().astype(np.intp)
        half = puffs[0].get_width() / 2
        xs = (camera.left + (tide.columns[near] + 0.5) * CELL * ppi - half).astype(np.intp)
        ys = (camera.top + (tide.rows[near] + 0.5) * CELL * ppi - half).astype(np.intp)
        spots = zip(level.tolist(), xs.tolist(), ys.tolist(), strict=True)
        return [(puffs[n], (x, y)) for n, x, y in spots]

    def streaks(self, camera: Camera, seconds: float) -> list[Blit]:
        """Return glints that drift on the water, *seconds* after the flood began."""
        tide, ppi = self.tide, camera.ppi
        last = np.searchsorted(tide.come[tide.drifting], self.front - FOAM)
        there = tide.drifting[:last]
        if not len(there):
            return []
        phase = (seconds * DRIFT / STREAK + there * 0.618034) % 1.0
        distances = (phase - 0.5) * STREAK
        turn = tide.turns[there] * 2 * np.pi
        xs = camera.left + ((tide.columns[there] + 0.5) * CELL + np.cos(turn) * distances) * ppi
        ys = camera.top + ((tide.rows[there] + 0.5) * CELL + np.sin(turn) * distances) * ppi
        level = (np.sin(phase * np.pi) * (LEVELS - 1)).round().astype(np.intp)
        step = (tide.turns[there] * WAYS).round().astype(np.intp) % WAYS
        blits = list[Blit]()
        for n, w, x, y in zip(level.tolist(), step.tolist(), xs, ys, strict=True):
            picture = self._streaks(ppi, w)[n]
            wide, high = picture.get_size()
            blits.append((picture, (round(x - wide / 2), round(y - high / 2))))
        return blits

    def _puffs(self, ppi: int) -> list[pygame.Surface]:
        key = ppi, -1
        if key not in self._flecks:
            self._flecks[key] = [_puff(ppi, n / (LEVELS - 1)) for n in range(LEVELS)]
        return self._flecks[key]

    def _streaks(self, ppi: int, direction: int) -> list[pygame.Surface]:
        key = ppi, direction
        if key not in self._flecks:
            self._flecks[key] = [
                _streak(ppi, direction, n / (LEVELS - 1)) for n in range(LEVELS)
            ]
        return self._flecks[key]


class _Part:
    """A part of the board while it is being flooded."""

    def __init__(
        self,
        tide: FloodArrivalTimes,
        dry: pygame.Surface,
        wet: pygame.Surface,
        area: Box,
        ppi: int,
    ) -> None:
        self.wet, self.seen = wet, dry.copy()
        self.front = 0.0
        self._half = dry.copy()
        veil = wet.copy()
        veil.set_alpha(110)
        self._half.blit(veil, (0, 0))
        left, top, right, low = (edge / CELL for edge in area)
        rows, columns = tide.rows, tide.columns
        mine = (columns >= left) & (columns < right) & (rows >= top) & (rows < low)
        self._come = tide.come[mine]
        x, y, wide = columns[mine] - left, rows[mine] - top, CELL * ppi
        corners = np.stack([x * wide, y * wide, (x + 1) * wide, (y + 1) * wide], axis=1)
        self._corners = corners.round().astype(np.intp)
        self._shallow = self._deep = 0
        """Number of cells that the water has reached, and in which it has risen."""

    def come(self, front: float) -> None:
        """Update the picture for a front at *front* inches."""
        shallow, deep = np.searchsorted(self._come, (front, front - RISES))
        self._lay(self._half, self._shallow, int(shallow))
        self._lay(self.wet, self._deep, int(deep))
        self.front, self._shallow, self._deep = front, int(shallow), int(deep)

    def _lay(self, picture: pygame.Surface, first: int, last: int) -> None:
        if last > first:
            corners = self._corners[first:last].tolist()
            cells = [(x, y, x1 - x, y1 - y) for x, y, x1, y1 in corners]
            self.seen.blits([(picture, cell, cell) for cell in cells], doreturn=False)


def _puff(ppi: int, strength: float) -> pygame.Surface:
    """Return a fleck of foam: bubbles in a soft cloud."""
    side = max(6, round(ppi * (0.6 + 0.6 * strength)))
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    middle = side / 2
    for n in range(6, 0, -1):
        alpha = round(130 * strength * ((7 - n) / 6) ** 2) + 4
        pygame.draw.aacircle(picture, (*WHITE, alpha), (middle, middle), side * n / 12)
    for n in range(3):
        turn, distance = n * 2.4 + strength, side * (0.2 + 0.06 * n)
        at = middle + cos(turn) * distance, middle + sin(turn) * distance
        alpha = round(150 * strength)
        pygame.draw.circle(picture, (*WHITE, alpha), at, max(1.0, side * 0.05))
    return picture.premul_alpha()


def _streak(ppi: int, direction: int, strength: float) -> pygame.Surface:
    """Return a glint along one of the directions."""
    long, wide = max(8, round(ppi * 0.9)), max(4, round(ppi * 0.22))
    picture = pygame.Surface((long, wide), pygame.SRCALPHA)
    for n in range(4, 0, -1):
        place = pygame.Rect(0, 0, round(long * n / 4), max(1, round(wide * n / 4)))
        place.center = long // 2, wide // 2
        pygame.draw.ellipse(picture, (*WHITE, round(22 * strength * (5 - n))), place)
    return pygame.transform.rotozoom(picture.premul_alpha(), -360 * direction / WAYS, 1.0)

"""The flood on its way over the board: its front, the foam, and water that runs."""

from __future__ import annotations

from math import cos, sin

import numpy as np
import pygame

from game.geometry.polygons import Box
from game.view.camera import Camera
from game.view.playback.tide import CELL, Tide

LASTS = 4.0
"""Seconds that the surge takes to run over the whole board."""
RISES = 1.6
"""Inches behind the front after which the water is as deep as it gets."""
FOAM = 2.4
"""Inches that the foam reaches behind the front."""
MOST_FOAM = 420
"""So many flecks of foam are drawn at a time."""
MOST_PARTS = 24
"""So many parts of the board are kept."""
DRIFT = 2.6
"""Inches a second that water runs once it is there."""
STREAK = 1.5
"""Inches that a streak is seen to drift before it fades, and another begins."""
WAYS = 16
"""Streaks are drawn for so many directions."""
LEVELS = 6
"""Foam and streaks are drawn at so many strengths."""
WHITE = (226, 246, 240)

Blit = tuple[pygame.Surface, tuple[int, int]]


class Surge:
    """Shows as much of a flooded board as the water has come to."""

    def __init__(self, tide: Tide) -> None:
        self.tide = tide
        self.front = 0.0
        """How many inches the water has run."""
        self._parts: dict[object, _Part] = {}
        self._flecks: dict[tuple[int, int], list[pygame.Surface]] = {}

    @property
    def over(self) -> bool:
        """Return whether the water has come everywhere, and is as deep as it gets."""
        return self.front >= self.tide.far + FOAM

    def go(self, share: float) -> None:
        """Let the water have come so far: from 0, not at all, to 1, everywhere."""
        self.front = share * (self.tide.far + FOAM)

    def part(
        self, key: object, dry: pygame.Surface, wet: pygame.Surface, area: Box, ppi: int
    ) -> pygame.Surface:
        """Return a part of the board as far as it is wet by now.

        *key* tells parts apart; *dry*, *wet*: how it looks before and afterwards.
        """
        known = self._parts.get(key)
        if known is None or known.wet is not wet or known.front > self.front:
            if len(self._parts) >= MOST_PARTS:
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
        near = near[:: max(1, len(near) // MOST_FOAM)]
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
        """Return light on the water, drifting with it, after so many seconds of the flood."""
        tide, ppi = self.tide, camera.ppi
        last = np.searchsorted(tide.come[tide.drifting], self.front - FOAM)
        there = tide.drifting[:last]
        if not len(there):
            return []
        phase = (seconds * DRIFT / STREAK + there * 0.618034) % 1.0
        far = (phase - 0.5) * STREAK
        turn = tide.turns[there] * 2 * np.pi
        xs = camera.left + ((tide.columns[there] + 0.5) * CELL + np.cos(turn) * far) * ppi
        ys = camera.top + ((tide.rows[there] + 0.5) * CELL + np.sin(turn) * far) * ppi
        level = (np.sin(phase * np.pi) * (LEVELS - 1)).round().astype(np.intp)
        way = (tide.turns[there] * WAYS).round().astype(np.intp) % WAYS
        blits = list[Blit]()
        for n, w, x, y in zip(level.tolist(), way.tolist(), xs, ys, strict=True):
            picture = self._streaks(ppi, w)[n]
            wide, high = picture.get_size()
            blits.append((picture, (round(x - wide / 2), round(y - high / 2))))
        return blits

    def _puffs(self, ppi: int) -> list[pygame.Surface]:
        key = ppi, -1
        if key not in self._flecks:
            self._flecks[key] = [_puff(ppi, n / (LEVELS - 1)) for n in range(LEVELS)]
        return self._flecks[key]

    def _streaks(self, ppi: int, way: int) -> list[pygame.Surface]:
        key = ppi, way
        if key not in self._flecks:
            self._flecks[key] = [_streak(ppi, way, n / (LEVELS - 1)) for n in range(LEVELS)]
        return self._flecks[key]


class _Part:
    """A part of the board while the water comes over it."""

    def __init__(
        self, tide: Tide, dry: pygame.Surface, wet: pygame.Surface, area: Box, ppi: int
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
        """How many of the cells water has come to, and in how many it has risen."""

    def come(self, front: float) -> None:
        """Let the water come to where it has run so many inches."""
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
    """Draw a fleck of foam: bubbles in a soft cloud."""
    side = max(6, round(ppi * (0.6 + 0.6 * strength)))
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    middle = side / 2
    for n in range(6, 0, -1):
        alpha = round(130 * strength * ((7 - n) / 6) ** 2) + 4
        pygame.draw.aacircle(picture, (*WHITE, alpha), (middle, middle), side * n / 12)
    for n in range(3):
        turn, far = n * 2.4 + strength, side * (0.2 + 0.06 * n)
        at = middle + cos(turn) * far, middle + sin(turn) * far
        alpha = round(150 * strength)
        pygame.draw.circle(picture, (*WHITE, alpha), at, max(1.0, side * 0.05))
    return picture.premul_alpha()


def _streak(ppi: int, way: int, strength: float) -> pygame.Surface:
    """Draw a glint that lies along one of some directions."""
    long, wide = max(8, round(ppi * 0.9)), max(4, round(ppi * 0.22))
    picture = pygame.Surface((long, wide), pygame.SRCALPHA)
    for n in range(4, 0, -1):
        place = pygame.Rect(0, 0, round(long * n / 4), max(1, round(wide * n / 4)))
        place.center = long // 2, wide // 2
        pygame.draw.ellipse(picture, (*WHITE, round(22 * strength * (5 - n))), place)
    return pygame.transform.rotozoom(picture.premul_alpha(), -360 * way / WAYS, 1.0)

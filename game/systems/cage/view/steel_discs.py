"""Pictures of the discs of brushed steel that a cage stands on."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pygame

from game.content.own_folders import cache as cache_folder
from game.view.board.textures import Field, noise
from game.view.picture_disk_cache import PictureDiskCache, fingerprint_of

FRAME = 0.26
"""Width of the frame around each plate, in inches."""
SEAM, BEVEL = 0.05, 0.085
"""Inches from the middle of a seam to the start and to the end of its bright bevel."""
STEPS = 2048
"""Angular steps of the brushed texture around a disc."""
BRUSH = 96
"""Length of a brush stroke, in steps."""
STEEL = np.array((1.00, 1.02, 1.05), np.float32)
LAMP = np.array((1.06, 1.00, 0.92), np.float32)
ROOM = 1.55
"""Maximum brightness of a disc relative to its own colour."""
EDGES = 0.72
"""Share of the centre's radius where the marks between its edges begin."""
RIVET, OFF = 0.075, 0.16
"""Radius of a rivet's head, and its distance from an edge, in inches."""

MAX_CACHED_BYTES = 32 << 20
"""Maximum size of the pictures in the disk cache, packed: the discs of some 20 zooms."""


class SteelDisc(NamedTuple):
    inner: float
    """Radius of the disc within it, in inches; 0 for the centre."""
    outer: float
    """Radius of its rim, in inches."""
    cells: int
    """Number of plates, clockwise from the top; for the centre, the number of its edges."""


class _Polar(NamedTuple):
    """Polar coordinates of the pixels of a square, about its middle."""

    x: Field
    y: Field
    far: Field
    """Distance from the middle, in inches."""
    turn: Field
    """Share of a whole turn, clockwise from the top, from 0 to 1."""


def cached_steel(disc: SteelDisc, ppi: int, seed: int) -> pygame.Surface:
    """Return the picture of a disc from the disk cache, or painted now."""
    cache = _disk_cache(cache_folder() / "discs")
    return cache.made(fingerprint_of(disc, ppi, seed), lambda: steel(disc, ppi, seed))


@lru_cache(maxsize=1)
def _disk_cache(folder: Path) -> PictureDiskCache:
    return PictureDiskCache(folder, "RGBA", MAX_CACHED_BYTES)


def steel(disc: SteelDisc, ppi: int, seed: int) -> pygame.Surface:
    """Return a square picture of a disc, not yet lit by ``sheen``."""
    seen = _polar(disc.outer, ppi)
    rim = np.minimum(seen.far - disc.inner, disc.outer - seen.far)
    if disc.inner == 0.0:
        rim = disc.outer - seen.far
    shade = 0.45 + _brushed(disc, seen, ppi, seed) + _stained(seen, seed)
    if disc.inner:
        seam = _off_seam(disc, seen)
        shade *= _plates(disc, seen, np.minimum(seam, rim), seed)
        shade *= _groove(seam)
        shade *= _rivets(disc, seen)
    else:
        edges = np.where(seen.far > EDGES * disc.outer, _off_seam(disc, seen), np.float32(9))
        shade *= _groove(edges)
    shade *= _groove(rim)
    return _surface(shade * np.float32(ROOM), STEEL, np.clip(rim * ppi + 0.5, 0, 1))


def sheen(outer: float, ppi: int) -> pygame.Surface:
    """Return the light on a floor of discs, to be multiplied; it does not turn with them."""
    seen = _polar(outer, ppi)
    across = np.cos((seen.turn * 2 + 38 / 180) * np.float32(2 * np.pi))
    light = 0.80 + 0.16 * across + 0.30 * np.maximum(0, across) ** 8
    for x, y, bright, wide in ((-0.60, -0.68, 0.55, 0.66), (0.84, 0.80, 0.16, 0.60)):
        off = (seen.x / outer - x) ** 2 + (seen.y / outer - y) ** 2
        light += bright * np.exp(-off / wide**2)
    light *= 1 - 0.38 * np.minimum(1, seen.far / outer) ** 2.2
    return _surface(light / np.float32(ROOM), LAMP, np.float32(1))


def _polar(outer: float, ppi: int) -> _Polar:
    side = round(2 * outer * ppi)
    line = (np.arange(side) - (side - 1) / 2) / ppi
    square = np.broadcast_to(line.astype(np.float32), (side, side))
    x, y = square, square.T
    turn = (np.arctan2(x, -y) / (2 * np.pi) % 1.0).astype(np.float32)
    return _Polar(x, y, np.sqrt(x * x + y * y), turn)


def _brushed(disc: SteelDisc, seen: _Polar, ppi: int, seed: int) -> Field:
    """Return the brush strokes around the disc."""
    rows = int((disc.outer - disc.inner) * ppi) + 2
    loose = np.random.default_rng(seed).normal(0, 1, (rows, STEPS)).astype(np.float32)
    total = np.cumsum(np.concatenate([loose, loose[:, :BRUSH]], axis=1), axis=1)
    strokes = (total[:, BRUSH:] - total[:, :-BRUSH]) / np.float32(BRUSH**0.5)
    row = np.clip((seen.far - disc.inner) * ppi, 0, rows - 1).astype(np.intp)
    step = (seen.turn * STEPS).astype(np.intp) % STEPS
    brushed: Field = np.float32(0.024) * strokes[row, step]
    return brushed


def _stained(seen: _Polar, seed: int) -> Field:
    """Return the worn and the dull parts as changes of the shade."""
    field = noise(128, 3, seed)
    side = len(field)
    down = ((seen.y * 52).astype(np.intp) + seed * 97) % side
    right = ((seen.x * 52).astype(np.intp) + seed * 61) % side
    stained: Field = np.float32(0.34) * (field[down, right] - np.float32(0.5))
    return stained


def _off_seam(disc: SteelDisc, seen: _Polar) -> Field:
    """Return the distance along the ring to the nearest seam, in inches."""
    share = seen.turn * disc.cells % 1.0
    off: Field = np.minimum(share, 1 - share) * seen.far * np.float32(2 * np.pi / disc.cells)
    return off


def _plates(disc: SteelDisc, seen: _Polar, off: Field, seed: int) -> Field:
    """Return the shade of each plate in its frame; *off* is inches to its nearest edge."""
    tones = np.random.default_rng(seed + 5).normal(1, 0.035, disc.cells).astype(np.float32)
    plate = (seen.turn * disc.cells).astype(np.intp) % disc.cells
    inside = off - np.float32(FRAME)
    shade: Field = np.where(inside > 0, np.float32(0.86), np.float32(1)) * tones[plate]
    shade[(inside > 0) & (inside < 0.06)] *= np.float32(0.72)
    shade[(inside <= 0) & (inside > -0.045)] *= np.float32(1.16)
    return shade


def _groove(off: Field) -> Field:
    """Return the shade of a dark line at an edge, and of the bright bevel beside it."""
    bevel = np.where(off < BEVEL, np.float32(1.25), np.float32(1))
    groove: Field = np.where(off < SEAM, np.float32(0.28), bevel)
    return groove


def _rivets(disc: SteelDisc, seen: _Polar) -> Field:
    """Return the shade of the rivets in all corners of the frames."""
    shade = np.ones_like(seen.far)
    side = len(shade)
    ppi = side / (2 * disc.outer)
    reach = int(RIVET * ppi) + 2
    for n in range(disc.cells):
        for distance in (disc.inner + OFF, disc.outer - OFF):
            for aside in (-OFF, OFF):
                angle = 2 * np.pi * n / disc.cells + aside / distance
                x, y = distance * np.sin(angle), -distance * np.cos(angle)
                column, row = (round((at + disc.outer) * ppi) for at in (x, y))
                near = np.s_[
                    max(0, row - reach) : row + reach, max(0, column - reach) : column + reach
                ]
                dx, dy = seen.x[near] - x, seen.y[near] - y
                shade[near][dx * dx + dy * dy < RIVET**2] = 0.55
                lit = (dx + 0.3 * RIVET) ** 2 + (dy + 0.3 * RIVET) ** 2
                shade[near][lit < (0.55 * RIVET) ** 2] = 1.4
    return shade


def _surface(light: Field, tint: Field, alpha: Field | np.float32) -> pygame.Surface:
    """Return a surface of tinted light from 0 to 1.

    Channels are converted one at a time to save memory.
    """
    pixels = np.empty((*light.shape, 4), np.uint8)
    for n, share in enumerate(tint):
        pixels[..., n] = np.clip(light * (share * 255), 0, 255)
    pixels[..., 3] = alpha * 255
    return pygame.image.frombuffer(pixels.data, light.shape[::-1], "RGBA").convert_alpha()

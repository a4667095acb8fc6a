"""The 256 colours of a film without true colour."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice

import numpy as np
import numpy.typing as npt
import pygame
from PIL import Image

from game.content.palettes import Colour, palette
from game.view.colours import AMBER, CREAM, DONE, HALO, LOST_WOUND, WOUND
from game.view.squad_signs import SQUAD_SIGNS

MAX_COLOURS = 255
"""Number of colours; one more index stands for a pixel that does not change."""
UNCHANGED = 255
"""Index of a pixel that keeps its colour of the frame before."""
BITS = 5
"""Bits of each channel by which the nearest colour is looked up."""
THRESHOLDS = np.array(
    [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], dtype=np.float32
)
"""Order in which the pixels of a square of 4 × 4 get lighter (Bayer's matrix).

Unlike error diffusion it changes nothing around a pixel that changes, so frames stay small.
"""
SPREAD = 14.0
"""Steps of a channel, of 256, over which dithering mixes two colours."""
Pixels = npt.NDArray[np.uint8]


def signal_colours() -> Sequence[Colour]:
    """Return the colours of sides, squads and signals, which stay exact however rare."""
    chosen = palette()
    teams = (*chosen.teams, DONE)
    shades = [shade for team in teams for shade in (team.light, team.plain, team.dark)]
    signs = [sign.colour for sign in SQUAD_SIGNS]
    return [*shades, *signs, chosen.good, chosen.bad, AMBER, CREAM, WOUND, LOST_WOUND, HALO]


class FilmPalette:
    """Colours chosen from many frames, with the nearest one to any other colour."""

    def __init__(self, samples: Sequence[Pixels], exact: Sequence[Colour] = ()) -> None:
        """Choose from frames as rows of pixels; *exact* colours are among them."""
        kept = [tuple(pygame.Color(shade)[:3]) for shade in exact]
        mosaic = Image.fromarray(np.concatenate([one.reshape(1, -1, 3) for one in samples], 1))
        rest = MAX_COLOURS - len(kept)
        chosen = mosaic.quantize(rest, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        found = (chosen.getpalette() or [])[: 3 * rest]
        parts = [*found, *(part for shade in kept for part in shade)]
        # Unused places repeat the colours.
        whole = [*islice(cycle(parts), 3 * MAX_COLOURS), 0, 0, 0]
        self.colours = np.array(whole, dtype=np.uint8).reshape(-1, 3)
        self._nearest = self._table()

    def _table(self) -> Pixels:
        """Return the index of the nearest colour to the middle of each cell of the cube."""
        side = 1 << BITS
        step = 256 // side
        line = np.arange(side, dtype=np.float32) * step + step / 2
        cube = np.stack(np.meshgrid(line, line, line, indexing="ij"), -1).reshape(-1, 3)
        ours = self.colours[:MAX_COLOURS].astype(np.float32)
        # |a - b|² without a², which is the same for all of them.
        away = (ours**2).sum(1) - 2.0 * (cube @ ours.T)
        found: Pixels = away.argmin(1).astype(np.uint8)
        return found

    def indices(self, pixels: Pixels) -> Pixels:
        """Return a frame as indices of colours, dithered."""
        high, wide, _ = pixels.shape
        tile = (THRESHOLDS + 0.5) / THRESHOLDS.size - 0.5
        shift = np.tile(np.rint(tile * SPREAD).astype(np.int16), (high // 4 + 1, wide // 4 + 1))
        mixed = pixels.astype(np.int16)
        mixed += shift[:high, :wide, None]
        np.clip(mixed, 0, 255, out=mixed)
        mixed >>= 8 - BITS
        red, green, blue = (mixed[..., n].astype(np.int32) for n in range(3))
        found: Pixels = self._nearest[(red << 2 * BITS) | (green << BITS) | blue]
        return found

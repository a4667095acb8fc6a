"""Heat maps over the board."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pygame

from game.content.palettes import Colour
from game.view.surface_arrays import surfarray

MAX_ALPHA = 190
"""Alpha of the hottest square, of 255."""
MIN_ALPHA = 26
"""Minimum alpha of a square above zero, of 255; squares at zero are transparent."""


class HeatMapLayer:
    """Draws a heat map; it is scaled once for each position of the board, and then copied."""

    def __init__(self) -> None:
        self._known: object = None
        self._picture: pygame.Surface | None = None
        self._at = (0, 0)

    def draw(
        self,
        board: pygame.Surface,
        ppi: int,
        corner: tuple[int, int],
        shares: npt.NDArray[np.float64],
        side: float,
        colour: Colour,
    ) -> None:
        """Draw squares of *side* inches; *shares* are their values from 0 to 1, by rows."""
        known = ppi, corner, board.get_size(), id(shares), side, colour
        if known != self._known:
            self._known = known
            self._kept = shares  # Keeping the array alive keeps its id unique.
            self._picture, self._at = _scaled(board, ppi, corner, shares, side, colour)
        if self._picture:
            board.blit(self._picture, self._at, special_flags=pygame.BLEND_PREMULTIPLIED)


def _scaled(
    board: pygame.Surface,
    ppi: int,
    corner: tuple[int, int],
    shares: npt.NDArray[np.float64],
    side: float,
    colour: Colour,
) -> tuple[pygame.Surface | None, tuple[int, int]]:
    """Return the visible part of the squares, and its place."""
    size, (rows, columns) = ppi * side, shares.shape
    left = max(0, int(-corner[0] // size))
    top = max(0, int(-corner[1] // size))
    right = min(columns, int((board.get_width() - corner[0]) // size) + 1)
    low = min(rows, int((board.get_height() - corner[1]) // size) + 1)
    if left >= right or top >= low:
        return None, (0, 0)
    squares = _heat_squares(shares[top:low, left:right], colour)
    place = (corner[0] + round(left * size), corner[1] + round(top * size))
    whole = round((right - left) * size), round((low - top) * size)
    return pygame.transform.scale(squares.premul_alpha(), whole), place


def _heat_squares(shares: npt.NDArray[np.float64], colour: Colour) -> pygame.Surface:
    """Return a picture with one pixel for each square."""
    rows, columns = shares.shape
    picture = pygame.Surface((columns, rows), pygame.SRCALPHA)
    picture.fill(pygame.Color(colour))
    alpha = np.where(shares > 0.0, MIN_ALPHA + shares * (MAX_ALPHA - MIN_ALPHA), 0.0)
    surfarray.pixels_alpha(picture)[:] = alpha.T.astype(np.uint8)
    return picture

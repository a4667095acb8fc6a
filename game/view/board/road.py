"""What is painted on a street that rolls: dashes and arrows toward the Arrival, all worn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pygame

from game.geometry.points import Path, Point, point_ahead
from game.geometry.polygons import box
from game.table.board import Board
from game.table.pieces import Street, street_of, table_rolls
from game.view.board.canvas import Easel, within
from game.view.board.textures import grained, mixed

PITCH: Final = 6.0
"""Inches from one dash to the next, and of a slab: so the street repeats where it must."""
DASH: Final = 2.6
LINE: Final = 0.20
PAINT: Final = "#C9C2A8"
LANES: Final = (0.26, 0.5, 0.74)
"""Where lines run, as shares of the street's width."""
ARROWS: Final = (0.38, 0.62)
"""Where arrows are."""
EVERY: Final = 12.0
"""Inches from one arrow to the next."""
BEYOND: Final = 3.0
"""Inches that ground goes on beyond the ends: further than its edges are soft."""


def paint_road(easel: Easel, board: Board) -> None:
    """``PU-02``  Paint the marks of a street, if a board is one."""
    if not table_rolls(board):
        return
    street = street_of(board)
    paint = pygame.Surface(easel.canvas.get_size())
    for mark, wide in _marks(street):
        if easel.sees(box(mark), 1.0):
            spots = easel.spots(mark)
            pixels = max(1, round(wide * easel.ppi))
            if len(mark) == 2:
                pygame.draw.line(paint, "white", spots[0], spots[1], pixels)
            else:
                pygame.draw.polygon(paint, "white", spots)
    worn = easel.paper(mixed(33))
    worn.fill((120,) * 3, special_flags=pygame.BLEND_RGB_MULT)
    worn.fill((40,) * 3, special_flags=pygame.BLEND_RGB_ADD)
    easel.lay(within(paint, worn), easel.paper(grained(PAINT, 0.8, 25)))


def beyond_ends(outline: Path, board: Board) -> Path:
    """Return ground that ends where a street does as going on there: the street repeats."""
    if not table_rolls(board):
        return outline
    street = street_of(board)
    return tuple(
        street.at(off + BEYOND * ((off >= street.long) - (off <= 0.0)), street.along(at))
        for at in outline
        for off in (street.off(at),)
    )


def _marks(street: Street) -> Iterator[tuple[Path, float]]:
    for share in LANES:
        for n in range(int(street.long / PITCH)):
            off = n * PITCH + (PITCH - DASH) / 2
            start = street.at(off, share * street.wide)
            yield (start, point_ahead(start, street.back, DASH)), LINE
    for m, share in enumerate(ARROWS):
        for n in range(int(street.long / EVERY)):
            off = (n + 0.5 * m + 0.25) * EVERY
            yield _arrow(street, off, share * street.wide), 0.0


def _arrow(street: Street, off: float, along: float) -> Path:
    """Return an arrow toward the Arrival whose tip is so far off it."""
    shape = ((0, 0), (0.9, 0.55), (0.9, 0.16), (2.9, 0.16))
    corners = [*shape, *((far, -side) for far, side in reversed(shape[1:]))]
    return tuple(Point(*street.at(off + far, along + side)) for far, side in corners)

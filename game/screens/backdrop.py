"""What lies behind menus: a shipped table in lamp light, darker toward the words."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pygame

from game.content.complaints import UnusableFile
from game.content.folders import MAPS
from game.content.maps import load_map
from game.screens.screen import Frame
from game.table.board import Board
from game.view.bake import Bake
from game.view.sprites import Sprites, State, Token
from game.widgets.palette import INK
from game.widgets.theme import Theme

MAP = "old-quarter.tmj"
CLOSE = 54
"""Pixels an inch at a scale of 1."""


class Piece(NamedTuple):
    """A token that stands on the title: where it is, as shares of the window, and how wide."""

    icon: str
    team: int
    x: float
    y: float
    units: float
    turn: int


PIECES = (
    Piece("units/helmet", 0, 0.615, 0.43, 150, 8),
    Piece("units/rifle", 0, 0.565, 0.62, 116, 6),
    Piece("units/plasma", 0, 0.67, 0.67, 116, 5),
    Piece("units/brute", 1, 0.855, 0.50, 176, 18),
    Piece("units/leaper", 1, 0.765, 0.37, 110, 15),
    Piece("units/skitterer", 1, 0.775, 0.66, 110, 20),
)


@lru_cache(maxsize=1)
def _board() -> Board | None:
    try:
        return load_map(MAPS / MAP)
    except UnusableFile:
        return None


@lru_cache(maxsize=2)
def _table(size: tuple[int, int], ppi: int) -> pygame.Surface:
    """Return the middle of the board, or bare ink where there is no board."""
    canvas = pygame.Surface(size).convert()
    canvas.fill(INK)
    if board := _board():
        wide, high = size[0] // ppi + 1, size[1] // ppi + 1
        left = max(0, round((board.width - wide) / 2))
        top = max(0, round((board.height - high) / 2))
        canvas.blit(Bake(board).part((left, top, left + wide, top + high), ppi), (0, 0))
    return canvas


def paint_backdrop(canvas: pygame.Surface, frame: Frame, share: float = 0.28) -> None:
    """Paint the whole window; *share* of the table's light is left."""
    canvas.blit(_table(canvas.get_size(), frame.theme.px(CLOSE)), (0, 0))
    level = round(255 * share)
    canvas.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)


def title_picture(frame: Frame) -> pygame.Surface:
    """Return the table with tokens on it, dark on the left where the words stand."""
    width, high = frame.size
    canvas = _table((width, high), frame.theme.px(CLOSE)).copy()
    # Fonts and caches of the frame's own theme belong to whoever draws meanwhile.
    sprites = Sprites(Theme(frame.theme.scale))
    for piece in PIECES:
        pixels = frame.theme.px(piece.units)
        token = Token(piece.icon, piece.team, State.READY, 1, 1, pixels, piece.turn)
        picture = sprites.token(token)
        middle = round(piece.x * width), round(piece.y * high)
        canvas.blit(
            picture,
            picture.get_rect(center=middle),
            special_flags=pygame.BLEND_PREMULTIPLIED,
        )
    canvas.blit(_dusk((width, high)), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return canvas


def _dusk(size: tuple[int, int]) -> pygame.Surface:
    """Return the light from left to right, and from the middle to the edges above and below."""
    across = pygame.Surface((64, 16)).convert()
    for x in range(64):
        for y in range(16):
            light = min(1.0, max(0.05, (x / 63 - 0.22) * 2.0))
            edge = 1.0 - 0.55 * abs((y - 7.5) / 7.5) ** 2.2
            level = round(255 * light * edge)
            across.set_at((x, y), (level, level, level))
    return pygame.transform.smoothscale(across, size)

"""Unpainted tables for fast tests of windows; everything around and on them is as usual."""

from __future__ import annotations

import pygame
import pytest

from game.picture_cache import PICTURES, PictureCache
from game.screens import title_actions
from game.screens.screen import WindowContext
from game.screens.title_background import PACE
from game.systems.cage import view as cage
from game.systems.cage.view.steel_discs import SteelDisc
from game.systems.pursuit import view as pursuit
from game.systems.pursuit.view import buildings
from game.view.board.painter import BoardPainter
from game.view.board.tiles import BoardTiles, TileDiskCache
from game.view.camera import Camera
from game.view.overlays import renderer
from game.view.style import draw_svg
from game.widgets.panel_stack import NO_AREA
from game.widgets.theme import Box

_BARE = PictureCache(pixels=40_000_000, pictures=40_000)
"""Pictures made without paint, so that no other test sees one; many tests draw the same."""
_LINES = PictureCache(pixels=8_000_000)
"""The lines of overlays, which many tests draw at the same places."""
_lines = _LINES.keeps(draw_svg)


class Dark:
    """A black stand-in for the demo battle behind the title."""

    frames = PACE

    def due(self) -> pygame.Rect:
        return NO_AREA

    def fit(self, frame: WindowContext) -> None: ...

    def update(self, seconds: float) -> None: ...

    def use_idle_time(self) -> None: ...

    def draw(self, canvas: pygame.Surface) -> None:
        canvas.fill("black")

    def wait(self) -> None: ...

    def leave(self) -> None: ...


def leave_bare(patch: pytest.MonkeyPatch) -> None:
    """Paint no boards, which is the slowest part."""
    patch.setattr(BoardPainter, "part", _black)
    patch.setattr(BoardTiles, "draw", _draw_black)
    # Unpainted boards must not enter the disk cache.
    patch.setattr(TileDiskCache, "find", lambda *_: None)
    patch.setattr(TileDiskCache, "keep", lambda *_: None)
    # Functions that draw are bound to the cache itself.
    patch.setattr(PICTURES, "__dict__", vars(_BARE))
    patch.setattr(PictureCache, "fit", lambda *_: None)
    for street in (buildings, pursuit):
        patch.setattr(street, "building", _unbuilt)
    patch.setattr(cage, "cached_steel", _uncut)
    patch.setattr(cage, "sheen", _unlit)


def share_lines(patch: pytest.MonkeyPatch) -> None:
    """Draw the lines of equal overlays once for all tests."""
    patch.setattr(renderer, "draw_svg", _lines)


def close_doors(patch: pytest.MonkeyPatch) -> None:
    """Play no demo battle behind the title."""
    patch.setattr(title_actions, "demo_battle", lambda *_: Dark())


def forget() -> None:
    """Clear the pictures of tables that were made without paint."""
    _BARE.clear()


def _black(_: BoardPainter, area: Box, ppi: int) -> pygame.Surface:
    left, top, right, bottom = area
    return pygame.Surface((round((right - left) * ppi), round((bottom - top) * ppi)))


def _draw_black(
    self: BoardTiles, canvas: pygame.Surface, camera: Camera, _: object = None
) -> bool:
    """Stand in for ``BoardTiles.draw``: all tiles are painted at once, and black."""
    if not self._whole_ppi:
        self._whole_ppi, board = camera.fitting, self.bake.board
        self._whole = _black(self.bake, (0, 0, board.width, board.height), self._whole_ppi)
    canvas.fill("black", camera.window)
    return True


def _unbuilt(*_: object) -> buildings.Building:
    return buildings.Building(pygame.Surface((1, 1), pygame.SRCALPHA), 0, 0)


def _uncut(disc: SteelDisc, ppi: int, _: int) -> pygame.Surface:
    """Stand in for ``cached_steel``: a black square of the disc's size."""
    return _unlit(disc.outer, ppi)


def _unlit(outer: float, ppi: int) -> pygame.Surface:
    side = round(2 * outer * ppi)
    square = pygame.Surface((side, side), pygame.SRCALPHA)
    square.fill("black")
    return square

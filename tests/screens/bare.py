"""Unpainted tables for fast tests of windows; everything around and on them is as usual."""

from __future__ import annotations

import pygame
import pytest

from game.screens import menu_screen, title_actions
from game.screens.screen import WindowContext
from game.view import pursuit
from game.view.board.painter import BoardPainter
from game.view.board.tiles import TileDiskCache
from game.view.pursuit import buildings
from game.widgets.theme import Box


class Dark:
    """A black stand-in for the demo battle behind the title."""

    def fit(self, frame: WindowContext) -> None: ...

    def update(self, seconds: float) -> None: ...

    def use_idle_time(self) -> None: ...

    def draw(self, canvas: pygame.Surface) -> None:
        canvas.fill("black")

    def leave(self) -> None: ...


def leave_bare(patch: pytest.MonkeyPatch) -> None:
    """Paint no boards, which is the slowest part; call ``forget`` afterwards."""
    patch.setattr(BoardPainter, "part", _black)
    # Unpainted boards must not enter the disk cache.
    patch.setattr(TileDiskCache, "find", lambda *_: None)
    patch.setattr(TileDiskCache, "keep", lambda *_: None)
    for module in (buildings, pursuit):
        patch.setattr(module, "building", _unbuilt)


def close_doors(patch: pytest.MonkeyPatch) -> None:
    """Play no demo battle behind the title."""
    patch.setattr(title_actions, "demo_battle", lambda *_: Dark())


def forget() -> None:
    """Clear the caches of table pictures, so that no test sees one made without paint."""
    for kept in (menu_screen._table, menu_screen._picture, menu_screen._painted):
        kept.cache_clear()


def _black(_: BoardPainter, area: Box, ppi: int) -> pygame.Surface:
    left, top, right, bottom = area
    return pygame.Surface((round((right - left) * ppi), round((bottom - top) * ppi)))


def _unbuilt(*_: object) -> buildings.Building:
    return buildings.Building(pygame.Surface((1, 1), pygame.SRCALPHA), 0, 0)

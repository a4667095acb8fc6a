"""Windows whose tables are left without paint: what lies on and around them is as ever."""

from __future__ import annotations

import pygame
import pytest

from game.screens import demo_battle, thumbnails, title_actions
from game.screens.screen import WindowContext
from game.view.board.painter import BoardPainter
from game.view.board.tiles import TileDiskCache
from game.widgets.theme import Box


class Dark:
    """Nothing goes on behind the doors."""

    def fit(self, frame: WindowContext) -> None: ...

    def update(self, seconds: float) -> None: ...

    def draw(self, canvas: pygame.Surface) -> None:
        canvas.fill("black")

    def leave(self) -> None: ...


def leave_bare(patch: pytest.MonkeyPatch) -> None:
    """Paint no boards, which takes longer than all else; call ``forget`` afterwards."""
    patch.setattr(BoardPainter, "part", _black)
    # No board without paint may come back from the disk later.
    patch.setattr(TileDiskCache, "find", lambda *_: None)
    patch.setattr(TileDiskCache, "keep", lambda *_: None)
    patch.setattr(thumbnails, "building", _unbuilt)


def close_doors(patch: pytest.MonkeyPatch) -> None:
    """Let no battle be fought behind the title."""
    patch.setattr(title_actions, "demo_battle", lambda *_: Dark())


def forget() -> None:
    """Let nobody else see pictures of tables that were made without paint."""
    for kept in (demo_battle._table, thumbnails._picture, thumbnails._painted):
        kept.cache_clear()


def _black(_: BoardPainter, area: Box, ppi: int) -> pygame.Surface:
    left, top, right, bottom = area
    return pygame.Surface((round((right - left) * ppi), round((bottom - top) * ppi)))


def _unbuilt(*_: object) -> tuple[pygame.Surface, float, float]:
    return pygame.Surface((1, 1), pygame.SRCALPHA), 0.0, 0.0

"""A copy of the display that takes only the areas announced as changed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import pygame
import pytest

from game import app
from game.background import loading
from game.screens.battle.screen import BattleScreen

TOLERANCE = 8
"""Levels of a channel by which a pixel may differ."""
TRIES = 4
"""Number of drawings of which one has to agree; between two a thread may paint the board."""


class DisplayCopy:
    """A copy of the window, to which changed areas are copied as frames announce them."""

    def __init__(self, window: app.Window) -> None:
        self.window = window
        self.surface = pygame.Surface(window.canvas.get_size())

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Copy what each frame announces, meanwhile."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pygame.display, "update", self._update)
            yield

    def _update(self, areas: Sequence[pygame.Rect]) -> None:
        for area in areas:
            self.surface.blit(self.window.canvas, area, area)

    def stale(self, screen: BattleScreen) -> pygame.Rect:
        """Draw the whole window anew; return the box of what the display shows otherwise."""
        # What threads and processes compute or paint is drawn when it is ready.
        while loading() or screen.extras.computes:
            time.sleep(0.01)
            screen.update(0.0)
            self._update(screen.draw(self.window.canvas))
        for _ in range(TRIES):
            self._update(screen.draw(self.window.canvas))
            fresh = _drawn_anew(screen, self.window.canvas)
            if not (box := _different(self.surface, fresh)):
                break
        return box


def _drawn_anew(screen: BattleScreen, canvas: pygame.Surface) -> pygame.Surface:
    """Return the picture of a screen, drawn without anything of the frames before."""
    parts, fresh = screen.parts, canvas.copy()
    parts.stack.spoil()
    parts.board.spoil()
    parts._is_opening = True  # noqa: SLF001  no player can have all drawn anew
    for panel in parts.stack.open_panels:
        panel.dirty = True
    fresh.fill("#FF00FF")
    screen.draw(fresh)
    return fresh


def _different(one: pygame.Surface, other: pygame.Surface) -> pygame.Rect:
    """Return the box of the pixels in which two pictures differ."""
    assert one.get_size() == other.get_size()
    a, b = (pygame.surfarray.pixels2d(picture) for picture in (one, other))
    # Most pixels are the same in all channels, which is quick to tell.
    columns, rows = np.nonzero(a != b)
    a, b = (pygame.surfarray.pixels3d(picture) for picture in (one, other))
    channels = (pixels[columns, rows].astype(np.int16) for pixels in (a, b))
    is_far = np.abs(np.subtract(*channels)).max(axis=1) > TOLERANCE
    columns, rows = columns[is_far], rows[is_far]
    if not len(columns):
        return pygame.Rect(0, 0, 0, 0)
    left, top = int(columns.min()), int(rows.min())
    return pygame.Rect(left, top, int(columns.max()) - left + 1, int(rows.max()) - top + 1)

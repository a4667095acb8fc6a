"""Small panels that lie over the board while there is something to show."""

from __future__ import annotations

import pygame

from game.screens.battle.board_view import BoardView
from game.widgets.log_view import Log
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import Box, Plate
from game.widgets.widget import Pixel, Widget

SLIP = Plate("#1B2125", "#12171A", "#4A5963", corner=0.0)
"""Floats have no round corners: nothing may show the board through an opaque panel."""
GAP = 10.0
"""Units between a float and the edge of the board."""


class Float(Panel):
    """Comes and goes; where it was, the board is drawn anew."""

    def __init__(self, desk: PanelStack, board: BoardView) -> None:
        super().__init__(desk.theme, (0, 0, 10, 10), SLIP)
        self.desk, self.board = desk, board

    @property
    def there(self) -> bool:
        return self in self.desk.panels

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Let the board have what happens over a float that only tells something."""
        told = [w for w in self.widgets if isinstance(w, Log)]
        pressable = any(
            type(w).handle is not Widget.handle for w in self.widgets if w not in told
        )
        return super().handle(event, at) and pressable

    def put(self, box: Box) -> None:
        """Show it in a place of the window, in units."""
        if box != self.box:
            self.board.spoil()
            self.move(box)
        if not self.there:
            self.desk.add(self)
            self.dirty = True

    def drop(self) -> None:
        """Take it away."""
        if self.there:
            self.desk.panels.remove(self)
            self.board.spoil()


def board_box(board: BoardView) -> Box:
    """Return where the board lies in the window, in units."""
    window, scale = board.window, board.theme.scale
    return window.x / scale, window.y / scale, window.width / scale, window.height / scale

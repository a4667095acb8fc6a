"""A screen that shows one message."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.screens.screen import Change, Close, WindowContext
from game.widgets.button import Style
from game.widgets.keys import Key
from game.widgets.panel_stack import Dialog, PanelStack, Reply
from game.widgets.theme import INK


class NoticeScreen:
    """A screen that shows one message and closes with it."""

    def __init__(self, title: str, words: str) -> None:
        self.caption, self.words = title, words
        self.stack: PanelStack

    def fill(self, frame: WindowContext) -> None:
        """Build the dialog for a window."""
        self.stack = PanelStack(frame.theme)
        close = Reply("Close", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE))
        self.stack.ask(Dialog(frame.theme, self.caption, self.words, (close,), width=620))

    def handle(self, event: pygame.Event) -> Change | None:
        """Handle an event; return ``Close`` once the dialog is closed."""
        self.stack.handle(event)
        return None if self.stack.dialog else Close()

    def update(self, seconds: float) -> Change | None:
        """Advance the dialog by *seconds*."""
        self.stack.update(seconds)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw the dialog; return the changed areas."""
        canvas.fill(INK)
        self.stack.draw(canvas)
        return [canvas.get_rect()]

    def leave(self) -> None:
        pass

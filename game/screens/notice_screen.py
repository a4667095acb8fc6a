"""A screen that shows one message."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.screens.backdrop import Backdrop
from game.screens.screen import Change, Close, WindowContext
from game.widgets.button import Style
from game.widgets.keys import Key
from game.widgets.panel_stack import Dialog, PanelStack, Reply

LIGHT = 0.72
"""Share of the light of the table behind it, which the dialog darkens to that of menus."""


class NoticeScreen:
    """A screen that shows one message and closes with it."""

    def __init__(self, title: str, words: str) -> None:
        self.caption, self.words = title, words
        self.frame: WindowContext
        self.stack: PanelStack
        self.backdrop: Backdrop

    def fill(self, frame: WindowContext) -> None:
        """Build the dialog for a window."""
        self.frame = frame
        self.stack, self.backdrop = PanelStack(frame.theme), Backdrop(LIGHT)
        close = Reply("Close", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE))
        self.stack.ask(Dialog(frame.theme, self.caption, self.words, (close,)))

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
        return self.backdrop.draw(canvas, self.frame, self.stack)

    def leave(self) -> None:
        pass

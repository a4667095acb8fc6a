"""Something that a player has to read before anything else, over whatever comes after."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.screens.screen import Change, Close, Frame
from game.widgets.button import Style
from game.widgets.keys import Key
from game.widgets.panel_stack import Dialog, PanelStack, Reply
from game.widgets.theme import INK


class NoticeScreen:
    def __init__(self, title: str, words: str) -> None:
        self.title, self.words = title, words
        self.desk: PanelStack

    def fill(self, frame: Frame) -> None:
        self.desk = PanelStack(frame.theme)
        close = Reply("Close", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE))
        self.desk.ask(Dialog(frame.theme, self.title, self.words, (close,), width=620))

    def handle(self, event: pygame.Event) -> Change | None:
        self.desk.handle(event)
        return None if self.desk.dialog else Close()

    def update(self, seconds: float) -> Change | None:
        self.desk.update(seconds)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        canvas.fill(INK)
        self.desk.draw(canvas)
        return [canvas.get_rect()]

    def leave(self) -> None:
        pass

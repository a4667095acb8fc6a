"""Single-line text field, and the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

import pygame

from game.widgets.theme import AMBER, DIM, TEXT, WELL, Box, focus_ring, plate
from game.widgets.widget import Pixel, Visible, Widget


class Clipboard:
    def __init__(self) -> None:
        self._text = ""

    def put(self, text: str) -> None:
        """Copy a text, also for other programs; an empty one changes nothing."""
        if text:
            self._text = text
            with suppress(pygame.error):
                pygame.scrap.put_text(text)

    def text(self) -> str:
        """Return the text copied last, here or elsewhere; empty for none."""
        with suppress(pygame.error):
            if found := pygame.scrap.get_text():
                return found
        return self._text


CLIPBOARD = Clipboard()
"""Clipboard of the program, shared by all screens."""


SIZE = 15
PADDING = 10


class TextField(Widget):
    """A line of editable text; Return calls ``on_enter``."""

    focusable: ClassVar[bool] = True
    takes_keys: ClassVar[bool] = True

    text = Visible[str]()
    caret = Visible[int]()
    """Index at which the next character is inserted."""
    marked = Visible[bool]()
    """True if all text is selected, and is replaced by the next input."""

    def __init__(
        self,
        box: Box,
        text: str = "",
        *,
        ghost: str = "",
        longest: int = 60,
        on_change: Callable[[str], None] = lambda _: None,
        on_enter: Callable[[str], None] = lambda _: None,
        on_leave: Callable[[str], None] = lambda _: None,
    ) -> None:
        super().__init__(box)
        self.text, self.caret, self.marked = text, len(text), False
        self.ghost = ghost
        """Placeholder that is shown while the field is empty."""
        self.longest = longest
        self.on_change, self.on_enter, self.on_leave = on_change, on_enter, on_leave

    def leave(self) -> None:
        """Deselect the text, and call ``on_leave``."""
        self.marked = False
        self.on_leave(self.text)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Place the caret on a click inside; return whether it was one."""
        if event.type != pygame.MOUSEBUTTONDOWN or not self.rect.collidepoint(at):
            return False
        x = at[0] - self.rect.left - self.theme.px(PADDING)
        edges = [self.theme.width(self.text[:n], SIZE) for n in range(len(self.text) + 1)]
        self.caret = min(range(len(edges)), key=lambda n: abs(edges[n] - x))
        self.marked = False
        return True

    def take_key(self, event: pygame.Event) -> bool:
        """Insert text, or edit it by a key; return whether the event was used."""
        if event.type == pygame.TEXTINPUT:
            self._put(event.text)
            return True
        if event.type != pygame.KEYDOWN:
            return False
        if event.mod & pygame.KMOD_CTRL:
            return self._command(event.key)
        return self._edit(event.key) or bool(event.unicode and event.unicode.isprintable())

    def _command(self, key: int) -> bool:
        """Select all, copy, cut or paste; return whether the key was one of these."""
        match key:
            case pygame.K_a:
                self.marked = bool(self.text)
            case pygame.K_c:
                CLIPBOARD.put(self.text)
            case pygame.K_x:
                CLIPBOARD.put(self.text)
                self._replace(0, len(self.text), "")
            case pygame.K_v:
                self._put(CLIPBOARD.text())
            case _:
                return False
        return True

    def _put(self, words: str) -> None:
        """Insert text at the caret, or in place of the selection."""
        start, end = (0, len(self.text)) if self.marked else (self.caret, self.caret)
        room = self.longest - len(self.text) + end - start
        self._replace(start, end, "".join(filter(str.isprintable, words))[:room])

    def _edit(self, key: int) -> bool:
        end = len(self.text)
        before, after = max(0, self.caret - 1), min(end, self.caret + 1)
        match key:
            case pygame.K_BACKSPACE | pygame.K_DELETE if self.marked:
                self._replace(0, end, "")
            case pygame.K_BACKSPACE:
                self._replace(before, self.caret, "")
            case pygame.K_DELETE:
                self._replace(self.caret, after, "")
            case pygame.K_LEFT:
                self.caret = before
            case pygame.K_RIGHT:
                self.caret = after
            case pygame.K_HOME:
                self.caret = 0
            case pygame.K_END:
                self.caret = end
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                self.on_enter(self.text)
            case _:
                return False
        self.marked = False
        return True

    def _replace(self, start: int, end: int, words: str) -> None:
        after = self.text[:start] + words + self.text[end:]
        if after == self.text or len(after) > self.longest:
            return
        self.text, self.caret, self.marked = after, start + len(words), False
        self.on_change(after)

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the text or the placeholder, the selection and the caret."""
        px, rect = self.theme.px, self.rect
        canvas.blit(plate(self.theme, rect.size, WELL), rect)
        words = self.theme.text(self.text or self.ghost, SIZE, TEXT if self.text else DIM)
        place = words.get_rect(left=rect.left + px(PADDING), centery=rect.centery)
        if self.marked:
            canvas.fill(DIM, place)
        canvas.blit(words, place)
        if self.focused:
            x = rect.left + px(PADDING) + self.theme.width(self.text[: self.caret], SIZE)
            tall = px(SIZE + 5)
            canvas.fill(AMBER, (x, rect.centery - tall // 2, px(1.5), tall))
            focus_ring(self.theme, canvas, rect)

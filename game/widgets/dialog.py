"""A question that must be answered before anything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.widgets.button import Button
from game.widgets.keys import Key
from game.widgets.label import LEADING, Label, Paragraph
from game.widgets.palette import AMBER
from game.widgets.panel import Panel
from game.widgets.plates import CARD
from game.widgets.styles import Style
from game.widgets.text_layout import Script, Span
from game.widgets.theme import Theme
from game.widgets.widget import Pixel, Widget

PADDING = 24
TITLE = 40
BUTTONS = 42


def _nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Reply:
    """A button of a dialog. Pressing it closes the dialog, then calls back."""

    label: str
    on_press: Callable[[], None] = _nothing
    style: Style = Style.PLAIN
    shortcut: Key | None = None


CANCEL = Reply("Cancel", style=Style.GHOST, shortcut=Key(pygame.K_ESCAPE))


class Dialog(Panel):
    """A title, some words and a row of replies, in the middle of the window.

    *room* leaves so many units between words and replies, for widgets that the caller adds
    from *body_top* down.
    """

    def __init__(
        self,
        theme: Theme,
        title: str,
        words: str | Sequence[Span],
        replies: Sequence[Reply] = (CANCEL,),
        *,
        width: float = 460,
        room: float = 0,
    ) -> None:
        spans = (Span(words),) if isinstance(words, str) else tuple(words)
        inner = width - 2 * PADDING
        size = 14 * theme.running
        leading = round(size * LEADING)
        script = Script(theme, size, leading)
        high = len(script.wrap(spans, theme.px(inner))) * leading if words else 0
        self.body_top = PADDING + TITLE + high + (14 if room else 0)
        bottom = self.body_top + room + 18
        super().__init__(theme, (0, 0, width, bottom + BUTTONS + PADDING), CARD)
        self.closed = False
        title_box = (PADDING, PADDING - 6, inner, 30)
        self.add(Label(title_box, title.upper(), size=24, colour=AMBER, face="title"))
        self.add(Paragraph((PADDING, PADDING + TITLE, inner, high), spans, size=size))
        self._add_replies(replies, bottom, inner)

    def _add_replies(self, replies: Sequence[Reply], top: float, inner: float) -> None:
        gap = 10
        wide = (inner - gap * (len(replies) - 1)) / max(1, len(replies))
        for n, reply in enumerate(replies):
            box = (PADDING + n * (wide + gap), top, wide, BUTTONS)
            self.add(
                Button(
                    box,
                    reply.label,
                    partial(self._reply, reply),
                    style=reply.style,
                    shortcut=reply.shortcut,
                )
            )

    def _reply(self, reply: Reply) -> None:
        self.closed = True
        reply.on_press()

    def opening_focus(self) -> Widget | None:
        """Return what the keyboard speaks to first: what is typed into, else what is urged."""
        able = [w for w in self.widgets if w.focusable]
        typed = [w for w in able if w.takes_keys]
        urged = [w for w in able if isinstance(w, Button) and w.style is Style.PRIMARY]
        return next(iter(typed + urged + able), None)

    def fit(self, theme: Theme) -> None:
        super().fit(theme)
        # Whatever lies under a dialog is seen at its rounded corners.
        self.surface = pygame.Surface(self.rect.size, pygame.SRCALPHA)

    def centre(self, window: pygame.Rect) -> None:
        self.rect.center = window.center

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        super().handle(event, at)
        return True

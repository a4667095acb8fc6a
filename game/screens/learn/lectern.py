"""The card of a lesson, below the rosters: what to do, why, and how far the lesson is."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.content.key_bindings import Action
from game.content.learning import LessonStep, StepCondition
from game.content.rulebook import clause
from game.widgets.button import Button, Style
from game.widgets.keys import insert_key_names, key_for
from game.widgets.label import Label
from game.widgets.log_view import Log, LogEntry
from game.widgets.panel import Panel
from game.widgets.text_layout import TextSpan
from game.widgets.theme import AMBER, DIM, GLOW, MUTED, TEXT, URGENT, Box, Theme

MOST = 372.0
"""Units of height: all the words of the longest card."""
SHARE = 0.56
"""So much of a low column it takes at most; then its words are scrolled."""


class Lectern:
    def __init__(
        self,
        theme: Theme,
        box: Box,
        on_next: Callable[[], None],
        on_leave: Callable[[], None],
        on_clause: Callable[[str], None],
    ) -> None:
        _, _, wide, high = box
        self.panel = Panel(theme, box, URGENT)
        self.step = self.panel.add(Label((14, 8, wide - 28, 20), "", size=12, colour=DIM))
        title = Label((14, 28, wide - 28, 26), "", size=20, colour=AMBER, face="title")
        self.title = self.panel.add(title)
        text = (14, 58, wide - 16, high - 58 - 54)
        self.text = self.panel.add(Log(text, on_clause, indent=0))
        half = (wide - 28 - 8) / 2
        next_ = Button(
            (14, high - 46, half + 14, 36), "Next", on_next, shortcut=key_for(Action.CARD)
        )
        self.next = self.panel.add(next_)
        leave = (14 + half + 22, high - 46, half - 14, 36)
        self.panel.add(Button(leave, "Leave", on_leave, style=Style.GHOST))

    def show(self, card: LessonStep, number: int, many: int) -> None:
        """Show a card; *number* counts from 1."""
        waits = card.until is not StepCondition.READ
        self.step.text = f"STEP {number} OF {many}"
        self.step.colour = MUTED
        self.title.text = card.title
        why = clause(card.clause)
        words = (TextSpan("Why: ", MUTED), TextSpan(f"{why.id} {why.title}", AMBER, why.id))
        self.text.show(
            [LogEntry((TextSpan(insert_key_names(card.text), TEXT),)), LogEntry(words)]
        )
        self.text.lay_out()
        self.text.scroll.to(0)
        self.next.label = "Finish" if number == many else "Skip" if waits else "Next"
        self.next.style = Style.PLAIN if waits else Style.PRIMARY


def frame(canvas: pygame.Surface, rect: pygame.Rect, theme: Theme) -> pygame.Rect:
    """Draw the frame around the part of the screen that a card is about."""
    pygame.draw.rect(canvas, GLOW, rect, theme.px(3), border_radius=theme.px(6))
    return rect

"""When the flood may come next, and how likely that is; a click tells the rule."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pygame

from game.rules.flood.odds import FloodTrigger
from game.widgets.button import Button
from game.widgets.theme import AMBER, GLOW, MUTED, TEXT, Box, focus_ring
from game.widgets.widget import Visible

CLAUSE = "FF-06"
WIDE = 132.0


class Omen(Button):
    """Two lines, without a plate: it is no more than a word in passing."""

    trigger = Visible[FloodTrigger | None]()
    turn = Visible[int]()

    def __init__(self, box: Box, on_clause: Callable[[str], None]) -> None:
        super().__init__(box, "", lambda: on_clause(CLAUSE))
        self.trigger, self.turn = None, 0
        self.shown = False

    def show(self, trigger: FloodTrigger | None, turn: int) -> None:
        """Tell a trigger, seen from a game turn; None: there is nothing to be told."""
        self.trigger, self.turn, self.shown = trigger, turn, trigger is not None

    @property
    def tip(self) -> str:
        if self.trigger is None:
            return ""
        need, round_ = self.trigger.need, self.trigger.round
        how = f"on {need}+: {odds(self.trigger)}" if need else "without a roll"
        return f"The flood comes at the start of turn {round_} {how} ({CLAUSE})"

    def paint(self, canvas: pygame.Surface) -> None:
        if self.trigger is None:
            return
        theme, rect, now = self.theme, self.rect, self.trigger.round == self.turn
        head = theme.text(
            f"FLOOD {when(self.trigger, self.turn).upper()}", 13, MUTED, "heading"
        )
        colour = AMBER if now or self.trigger.chance == 1.0 else TEXT
        line = theme.text(odds(self.trigger), 21, GLOW if self.hovered else colour, "title")
        middle = theme.px(17), theme.px(39)
        canvas.blit(head, head.get_rect(left=rect.left, centery=rect.top + middle[0]))
        spot = line.get_rect(left=rect.left, centery=rect.top + middle[1])
        canvas.blit(line, spot)
        if self.trigger.need:
            need = theme.text(f"on {self.trigger.need}+", 14, MUTED, "heading")
            canvas.blit(
                need, need.get_rect(left=spot.right + theme.px(8), centery=spot.centery)
            )
        if self.focused:
            focus_ring(theme, canvas, rect)


def when(trigger: FloodTrigger, turn: int) -> str:
    """Return when it may come, seen from a game turn."""
    if trigger.round == turn:
        return "this turn"
    return "next turn" if turn and trigger.round == turn + 1 else f"in turn {trigger.round}"


def odds(trigger: FloodTrigger) -> str:
    """Return its chance in words: ``1 in 2``."""
    share = Fraction(trigger.chance).limit_denominator(36)
    return "certain" if share == 1 else f"{share.numerator} in {share.denominator}"

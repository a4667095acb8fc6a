"""How near the foremost rider is to the Arrival; a click tells the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from game.play.wording import name
from game.table.pieces import street_of
from game.table.records import Side
from game.table.state import Table
from game.widgets.button import Button
from game.widgets.theme import AMBER, GLOW, MUTED, TEXT, Box, focus_ring
from game.widgets.widget import Visible

CLAUSE = "PU-26"
CLOSE = 12.0
"""Inches that a fig may move in one turn (``PU-18``)."""


class Foremost(NamedTuple):
    """Who is nearest to the Arrival of those who are to reach it."""

    who: str
    far: float
    """Inches from its rim."""


def foremost(table: Table) -> Foremost | None:
    """``PU-26``  Return the rider nearest to the Arrival; None if none is on the table."""
    street, side = street_of(table.board), Side(table.sides[0])
    offs = [(max(0.0, street.off(m.at) - m.base), m.id) for m in table.standing(side)]
    if not offs:
        return None
    far, who = min(offs)
    return Foremost(name(table, who), far)


class Lead(Button):
    """Two lines, without a plate: it is no more than a word in passing."""

    lead = Visible[Foremost | None]()

    def __init__(self, box: Box, on_clause: Callable[[str], None]) -> None:
        super().__init__(box, "", lambda: on_clause(CLAUSE))
        self.lead, self.shown = None, False

    def show(self, lead: Foremost | None) -> None:
        """Tell how far it is; None: there is nothing to be told."""
        self.lead, self.shown = lead, lead is not None

    @property
    def tip(self) -> str:
        if self.lead is None:
            return ""
        who, far = self.lead
        return f'{who} is foremost: {far:.1f}" to the Arrival ({CLAUSE})'

    def paint(self, canvas: pygame.Surface) -> None:
        if self.lead is None:
            return
        theme, rect = self.theme, self.rect
        head = theme.text("TO THE ARRIVAL", 13, MUTED, "heading")
        colour = AMBER if self.lead.far <= CLOSE else TEXT
        words = f'{self.lead.far:.1f}"'
        line = theme.text(words, 21, GLOW if self.hovered else colour, "title")
        middle = theme.px(17), theme.px(39)
        canvas.blit(head, head.get_rect(left=rect.left, centery=rect.top + middle[0]))
        canvas.blit(line, line.get_rect(left=rect.left, centery=rect.top + middle[1]))
        if self.focused:
            focus_ring(theme, canvas, rect)

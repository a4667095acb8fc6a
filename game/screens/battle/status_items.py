"""Status items of the header, and the banner beside the ribbon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.content.palettes import Colour
from game.table.records import Side
from game.view.style import NEUTRAL
from game.widgets.button import Button
from game.widgets.theme import (
    AMBER,
    DIM,
    GLOW,
    MUTED,
    TEXT,
    Box,
    Face,
    Plate,
    focus_ring,
    plate,
)
from game.widgets.widget import Visible

INSET = 14.0
"""Units between the edge of a plate and its words."""
PIP, PITCH = 5, 14
"""Units: radius of a pip, and distance between two of them."""


@dataclass(frozen=True, slots=True)
class StatusSpan:
    """Words, an icon or pips in a row of a status."""

    text: str = ""
    size: float = 13.0
    ink: Colour = MUTED
    face: Face = "body"
    icon: str = ""
    pips: tuple[int, int] = (0, 0)
    """Number of full pips, and of all."""
    before: float = 0.0
    """Units left free before it."""
    room: float = 0.0
    """Units that it takes at least."""
    lights: bool = False
    """True if it is lit while the mouse points at the status."""


def head(words: str) -> StatusSpan:
    """Return the small words above a figure."""
    return StatusSpan(words.upper(), 13, MUTED, "heading")


def figure(words: str, *, urgent: bool = False) -> StatusSpan:
    """Return the large words of a status."""
    return StatusSpan(words, 21, AMBER if urgent else TEXT, "title", lights=True)


@dataclass(frozen=True, slots=True)
class Status:
    """Something that players have to know at any time, in one or two rows."""

    rows: tuple[tuple[StatusSpan, ...], ...]
    tip: str
    clause: str = ""
    """The clause that a click opens."""
    orders_of: Side | None = None
    """The side whose standing orders a click changes."""


class StatusItem(Button):
    """A status on the header, or on a plate of its own."""

    status = Visible[Status | None]()

    def __init__(
        self,
        on_clause: Callable[[str], None],
        on_orders: Callable[[Side], None] = lambda _: None,
        *,
        plated: bool = False,
    ) -> None:
        super().__init__((0.0, 0.0, 0.0, 0.0), "", self._press)
        self.on_clause, self.on_orders, self.plated = on_clause, on_orders, plated
        self.status = None
        self.shown = False

    def show(self, status: Status | None) -> None:
        """Show a status; None hides the item."""
        self.status, self.shown = status, status is not None

    def _press(self) -> None:
        if self.status and self.status.orders_of:
            self.on_orders(self.status.orders_of)
        elif self.status and self.status.clause:
            self.on_clause(self.status.clause)

    @property
    def tip(self) -> str:
        return self.status.tip if self.status else ""

    @property
    def wide(self) -> float:
        """Return the width in units of the plate; 0 if there is no status."""
        if self.status is None:
            return 0.0
        rows = [sum(self._width(span) for span in row) for row in self.status.rows]
        return max(rows) / self.theme.scale + 2 * INSET

    def _width(self, span: StatusSpan) -> int:
        words = self.theme.width(span.text, span.size, span.face) if span.text else 0
        units = max(span.room, span.pips[1] * PITCH)
        before, room = (self.theme.px(n) if n else 0 for n in (span.before, units))
        return before + max(room, words)

    def paint(self, canvas: pygame.Surface) -> None:
        if self.status is None:
            return
        theme, rect, px = self.theme, self.rect, self.theme.px
        place = rect
        if self.plated:
            place = pygame.Rect(rect.left, 0, px(self.wide), px(34))
            place.centery = rect.centery
            edge = AMBER if self.hovered else NEUTRAL.plain
            look = Plate("#231E14", "#15130E", edge, corner=17.0, line=1.6)
            canvas.blit(plate(theme, place.size, look), place)
        rows = self.status.rows
        first, second = (18, 41) if rows[0][0].pips[1] else (17, 39)
        low = rect.top + px(first), rect.top + px(second)
        middles = low if len(rows) > 1 else (rect.centery,)
        for row, middle in zip(rows, middles, strict=True):
            left = place.left + (px(INSET) if self.plated else 0)
            for span in row:
                before = px(span.before) if span.before else 0
                self._paint(canvas, span, left + before, middle)
                left += self._width(span)
        if self.focused:
            focus_ring(theme, canvas, place)

    def _paint(self, canvas: pygame.Surface, span: StatusSpan, left: int, middle: int) -> None:
        theme, px = self.theme, self.theme.px
        full, most = span.pips
        for n in range(most):
            spot = left + px(PIP + 2 + n * PITCH), middle
            pygame.draw.aacircle(canvas, span.ink if n < full else DIM, spot, px(PIP))
            if n >= full:
                pygame.draw.aacircle(canvas, "#171D21", spot, px(PIP) - 1)
        ink = GLOW if span.lights and self.hovered else span.ink
        if span.icon:
            drawn = theme.icon(span.icon, px(15), ink)
            canvas.blit(drawn, drawn.get_rect(left=left, centery=middle))
        if span.text:
            words = theme.text(span.text, span.size, ink, span.face)
            canvas.blit(words, words.get_rect(left=left, centery=middle))


def item_box(left: float, high: float, n: int, many: int, wide: float) -> Box:
    """Return the box of the n-th of some statuses in one place of the header."""
    return (left, 0.0, wide, high) if many == 1 else (left, 5.0 + 25.0 * n, wide, 25.0)

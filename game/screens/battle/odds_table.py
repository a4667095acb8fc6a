"""A table of odds with bar charts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

import pygame

from game.screens.side_panels import MIN_DOCK
from game.shown.odds_rows import MAX_COLUMNS, Column, OddsRow, OddsRowKind, percent
from game.widgets.sizes import EDGE, NOTE_TEXT, SMALL_TEXT, TIGHT
from game.widgets.theme import AMBER, CHOSEN, DIM, MUTED, RULE, TEXT, Theme, focus_ring
from game.widgets.widget import Pixel, Visible, Widget

COLUMN_HEIGHT = 12
"""Height of the fullest column, in units."""
HIGH = COLUMN_HEIGHT + 2 * NOTE_TEXT
"""Height of a row of columns with its letters, in units."""
BAR_LENGTH, MIN_BAR = 44, 14
"""Maximum and minimum length of bars in units."""
HEIGHTS: dict[OddsRowKind, float] = {
    OddsRowKind.HEAD: 2 * NOTE_TEXT,
    OddsRowKind.FIGURE: SMALL_TEXT + TIGHT,
    OddsRowKind.WHY: NOTE_TEXT + TIGHT,
    OddsRowKind.SPREAD: HIGH + TIGHT,
}
"""Heights of rows by kind, in units."""


def paint(
    theme: Theme,
    canvas: pygame.Surface,
    at: pygame.Rect,
    bars: tuple[tuple[str, str, float], ...],
) -> None:
    """Paint columns, each with a label below, a text above and its share."""
    px = theme.px
    wide = min(at.width // max(1, len(bars)), px(44))
    fullest = max([share for _, _, share in bars], default=1.0)
    foot = at.bottom - px(EDGE)
    for n, (label, above, share) in enumerate(bars):
        place = pygame.Rect(at.left + n * wide, 0, wide - px(3), 0)
        tall = max(1, round(px(COLUMN_HEIGHT) * share / fullest))
        canvas.fill(RULE, (place.left, foot, place.width, 1))
        canvas.fill(CHOSEN, (place.left, foot - tall, place.width, tall))
        number = theme.text(label, NOTE_TEXT, TEXT, "strong")
        canvas.blit(number, number.get_rect(centerx=place.centerx, top=foot))
        percent = theme.text(above, NOTE_TEXT, MUTED)
        canvas.blit(percent, percent.get_rect(centerx=place.centerx, bottom=foot - tall))


def paint_small(canvas: pygame.Surface, at: pygame.Rect, likely: tuple[Column, ...]) -> None:
    """Paint columns without any words, in the room of a bar."""
    wide = max(2, at.width // max(MAX_COLUMNS, len(likely)))
    fullest = max([column.chance for column in likely], default=1.0)
    for n, column in enumerate(likely):
        tall = max(1, round(at.height * column.chance / fullest))
        place = (at.left + n * wide, at.bottom - tall, wide - 1, tall)
        canvas.fill(CHOSEN, place)
    canvas.fill(RULE, (at.left, at.bottom, wide * len(likely), 1))


class ClauseRows(Widget):
    """A table of rows; a click on a row opens its clause."""

    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)
    state: ClassVar[frozenset[str]] = Widget.state | {"_under"}

    under = Visible[int]()
    """The row under the mouse, counted from 0; -1 for none."""

    def __init__(self, on_clause: Callable[[str], None]) -> None:
        super().__init__()
        self.on_clause, self.under = on_clause, -1

    @property
    def part(self) -> str:
        return str(self.under)

    @property
    def clauses(self) -> Sequence[str]:
        """Return the clause of each row."""
        raise NotImplementedError

    def places(self) -> Iterator[pygame.Rect]:
        """Yield the rectangle of each row."""
        raise NotImplementedError

    def point(self, at: Pixel) -> None:
        places = enumerate(self.places()) if self.hovered else ()
        self.under = next((n for n, place in places if place.collidepoint(at)), -1)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.point(at)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            clause = self.clauses[self.under] if 0 <= self.under < len(self.clauses) else ""
            if clause:
                self.on_clause(clause)
            return bool(clause)
        return False


class OddsTable(ClauseRows):
    """The odds table: a title and rows."""

    def __init__(
        self, title: str, rows: Sequence[OddsRow], on_clause: Callable[[str], None]
    ) -> None:
        super().__init__(on_clause)
        self.title, self.rows = title, tuple(rows)

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of title and rows."""
        return MIN_DOCK, high(self.rows)

    @property
    def clauses(self) -> Sequence[str]:
        return [row.clause for row in self.rows]

    @property
    def tip(self) -> str:
        return self.rows[self.under].tip if 0 <= self.under < len(self.rows) else ""

    def places(self) -> Iterator[pygame.Rect]:
        top = self.rect.top + self.theme.px(HEIGHTS[OddsRowKind.HEAD] + TIGHT)
        for row in self.rows:
            tall = self.theme.px(HEIGHTS[row.kind])
            yield pygame.Rect(self.rect.left, top, self.rect.width, tall)
            top += tall

    def paint(self, canvas: pygame.Surface) -> None:
        theme, px = self.theme, self.theme.px
        left, room = self.rect.left + px(EDGE), self.rect.width - 2 * px(EDGE)
        words = self.short(self.title.upper(), 16, room, "title", "-1")
        title = theme.text(words, 16, TEXT, "title")
        canvas.blit(title, (left, self.rect.top + px(7)))
        for n, (row, place) in enumerate(zip(self.rows, self.places(), strict=True)):
            inner = pygame.Rect(left, place.top, room, place.height)
            self._paint_row(canvas, row, inner, n, self._bar(room))
        if self.focused:
            focus_ring(theme, canvas, self.rect)

    def _bar(self, room: int) -> int:
        """Return the length of bars in pixels: shorter if labels would be cut otherwise."""
        px = self.theme.px
        words = [r.label for r in self.rows if r.kind is OddsRowKind.FIGURE]
        most = max([self.theme.width(label, 13) for label in words], default=0)
        return max(px(MIN_BAR), min(px(BAR_LENGTH), room - px(56 + 46 + 8) - most))

    def _paint_row(
        self, canvas: pygame.Surface, row: OddsRow, at: pygame.Rect, number: int, bar: int
    ) -> None:
        theme, px, part = self.theme, self.theme.px, str(number)
        if row.kind is OddsRowKind.HEAD:
            words = self.short(row.label.upper(), 13, at.width, "title", part)
            head = theme.text(words, 13, TEXT, "title")
            canvas.blit(head, head.get_rect(left=at.left, bottom=at.bottom - px(3)))
            pygame.draw.line(canvas, RULE, at.bottomleft, at.bottomright)
            return
        if row.kind is OddsRowKind.SPREAD:
            bars = tuple([(c.label, percent(c.chance), c.chance) for c in row.columns])
            paint(theme, canvas, at, bars)
            return
        lit = number == self.under and bool(row.clause)
        clause = theme.text(row.clause, 10.5, AMBER if lit else DIM, "mono")
        canvas.blit(clause, clause.get_rect(right=at.right, centery=at.centery))
        why = row.kind is OddsRowKind.WHY
        right = at.right - px(56) - (0 if why else px(46 + 8) + bar)
        start = at.left + (px(10) if why else 0)
        label = self.short(row.label, 12 if why else 13, right - start, part=part)
        look = theme.text(label, 12 if why else 13, MUTED if why else TEXT)
        canvas.blit(look, look.get_rect(left=start, centery=at.centery))
        if why:
            return
        if row.columns:
            paint_small(
                canvas,
                pygame.Rect(right + px(4), at.top + px(3), bar, at.height - px(6)),
                row.columns,
            )
        elif row.share >= 0.0:
            groove = pygame.Rect(right + px(4), 0, bar, px(5))
            groove.centery = at.centery
            pygame.draw.rect(canvas, RULE, groove, border_radius=px(2))
            full = groove.copy()
            full.width = round(groove.width * min(1.0, row.share))
            pygame.draw.rect(canvas, CHOSEN, full, border_radius=px(2))
        value = theme.text(row.number, 13, TEXT, "strong")
        canvas.blit(value, value.get_rect(right=at.right - px(58), centery=at.centery))


def high(rows: Sequence[OddsRow]) -> float:
    """Return the height in units of a table of these rows."""
    return sum((HEIGHTS[row.kind] for row in rows), HEIGHTS[OddsRowKind.HEAD] + EDGE)

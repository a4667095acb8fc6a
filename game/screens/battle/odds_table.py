"""A table of odds with bar charts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from itertools import zip_longest
from typing import NamedTuple

import pygame

from game.cores.kit.probability import Spread
from game.cores.kit.queries import ForecastFigure
from game.geometry.points import EPSILON
from game.play.wording import name
from game.table.events import Reason
from game.table.state import Table
from game.widgets.theme import AMBER, DIM, MUTED, RULE, TEXT, Box, Theme, focus_ring
from game.widgets.widget import Pixel, Visible, Widget

MAX_COLUMNS = 7
"""Maximum number of columns side by side."""
SELDOM = 0.005
"""Minimum chance of a first or last result to have a column of its own."""
COLUMN_HEIGHT, LETTERS = 12, 10.0
"""Height of the fullest column, and size of the letters, in units."""
HIGH = COLUMN_HEIGHT + 24
"""Height of a row of columns with its letters, in units."""


class Column(NamedTuple):
    """A result, or consecutive ones, with the chance of any of them."""

    label: str
    chance: float


def columns(spread: Spread, most: int = MAX_COLUMNS) -> tuple[Column, ...]:
    """Return a distribution as at most *most* columns; rare ends are merged."""
    found = [(n, n, p) for n, p in enumerate(spread) if p > 0.0]
    while len(found) > 1:
        low, high = found[0][2], found[-1][2]
        if len(found) <= most and min(low, high) >= SELDOM:
            break
        if len(found) > most:
            # The end that is rarer even with its neighbour.
            low, high = low + found[1][2], high + found[-2][2]
        if low < high:
            first, second = found[:2]
            found[:2] = [(first[0], second[1], first[2] + second[2])]
        else:
            first, second = found[-2:]
            found[-2:] = [(first[0], second[1], first[2] + second[2])]
    top = found[-1]
    return tuple(Column(_label(n, last, ends=(n, last, p) == top), p) for n, last, p in found)


def _label(first: int, last: int, *, ends: bool) -> str:
    if first == last:
        return str(first)
    return f"{first}+" if ends else f"{first}–{last}"


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
    foot = at.bottom - px(11)
    for n, (label, above, share) in enumerate(bars):
        place = pygame.Rect(at.left + n * wide, 0, wide - px(3), 0)
        tall = max(1, round(px(COLUMN_HEIGHT) * share / fullest))
        canvas.fill(RULE, (place.left, foot, place.width, 1))
        canvas.fill(AMBER, (place.left, foot - tall, place.width, tall))
        number = theme.text(label, LETTERS, TEXT, "strong")
        canvas.blit(number, number.get_rect(centerx=place.centerx, top=foot))
        percent = theme.text(above, LETTERS, MUTED)
        canvas.blit(percent, percent.get_rect(centerx=place.centerx, bottom=foot - tall))


def paint_small(canvas: pygame.Surface, at: pygame.Rect, likely: tuple[Column, ...]) -> None:
    """Paint columns without any words, in the room of a bar."""
    wide = max(2, at.width // max(MAX_COLUMNS, len(likely)))
    fullest = max([column.chance for column in likely], default=1.0)
    for n, column in enumerate(likely):
        tall = max(1, round(at.height * column.chance / fullest))
        place = (at.left + n * wide, at.bottom - tall, wide - 1, tall)
        canvas.fill(AMBER, place)
    canvas.fill(RULE, (at.left, at.bottom, wide * len(likely), 1))


NEVER = 7
BAR_LENGTH, MIN_BAR = 44, 14
"""Maximum and minimum length of bars in units."""
EDGE = 12


class OddsRowKind(Enum):
    """The kind of a row."""

    HEAD = "whom or what the next rows are about"
    FIGURE = "a number"
    WHY = "what made it what it is"
    SPREAD = "how likely each number is"


HEIGHTS: dict[OddsRowKind, float] = {
    OddsRowKind.HEAD: 24,
    OddsRowKind.FIGURE: 18,
    OddsRowKind.WHY: 16,
    OddsRowKind.SPREAD: HIGH + 4,
}
"""Heights of rows by kind, in units."""


class OddsRow(NamedTuple):
    kind: OddsRowKind
    label: str
    number: str = ""
    share: float = -1.0
    """A chance from 0 to 1, drawn as a bar; below 0 for none."""
    clause: str = ""
    tip: str = ""
    columns: tuple[Column, ...] = ()
    """The distribution as columns; in a figure only if no row below it shows them."""


def rows_of(figures: Sequence[ForecastFigure], table: Table) -> tuple[OddsRow, ...]:
    """Return the rows of a forecast, with figures about the same thing together."""
    rows, about = list[OddsRow](), ""
    for n, figure in enumerate(figures):
        if figure.what in _alike(figures, n):
            # The same figure of several: its name stands once, above their names.
            if figure.what != about:
                about = figure.what
                rows.append(OddsRow(OddsRowKind.HEAD, about))
            rows += _rows(replace(figure, what=name(table, figure.about)), table)
            continue
        if figure.about and figure.about != about:
            about = figure.about
            rows.append(OddsRow(OddsRowKind.HEAD, name(table, about)))
        rows += _rows(figure, table)
    return tuple(_once(rows))


def _once(rows: Sequence[OddsRow]) -> Iterator[OddsRow]:
    """Drop columns that equal those of the next figure."""
    for row, after in zip_longest(rows, rows[2:]):
        if not (row.columns and after and row.columns == after.columns):
            yield row


def _alike(figures: Sequence[ForecastFigure], n: int) -> set[str]:
    """Return the names of adjacent figures that are about another thing."""
    beside = [*figures[max(0, n - 1) : n], *figures[n + 1 : n + 2]]
    return {f.what for f in beside if f.about != figures[n].about}


def _rows(figure: ForecastFigure, table: Table) -> Iterator[OddsRow]:
    clause = figure.clause
    words = figure.what[:1].upper() + figure.what[1:]
    if figure.need:
        never = figure.need >= NEVER and not figure.value
        words += ": impossible" if never else f" {figure.need}+"
    if figure.spread:
        sure = max(figure.spread) >= 1.0 and figure.value == round(figure.value)
        number = f"{figure.value:.0f}" if sure else f"{figure.value:.1f}"
        tip = format_spread(figure.spread)
        yield OddsRow(
            OddsRowKind.FIGURE, label=words, number=number, share=-1.0, clause=clause, tip=tip
        )
        likely = columns(figure.spread)
        if len(likely) > 1:
            yield OddsRow(
                OddsRowKind.SPREAD,
                label="",
                number="",
                share=-1.0,
                clause=clause,
                tip=tip,
                columns=likely,
            )
    else:
        yield OddsRow(
            OddsRowKind.FIGURE,
            label=words,
            number=percent(figure.value),
            share=figure.value,
            clause=clause,
        )
    for reason in figure.reasons:
        yield OddsRow(OddsRowKind.WHY, reason_text(reason, table), clause=reason.clause)


def reason_text(reason: Reason, table: Table) -> str:
    """Return a modifier in words: amount, reason, and what gives it."""
    named = name(table, reason.about) if reason.about else ""
    words = reason.why.removesuffix(reason.about) + named
    return f"{reason.amount:+d} {words}" if reason.amount else words


def percent(chance: float) -> str:
    """Return a chance in percent: never 0 if it is possible, nor 100 if it is not sure."""
    if 0.0 < chance < 0.005:
        return "< 1%"
    if 0.995 <= chance < 1.0 - EPSILON:
        return "> 99%"
    return f"{100 * chance:.0f}%"


def format_spread(spread: Spread) -> str:
    """Return the chance of each number, without those below 0.5 percent.

    Empty if one number is sure.
    """
    if max(spread) >= 1.0:
        return ""
    likely = [(n, p) for n, p in enumerate(spread) if p >= 0.005]
    return "   ".join(f"{n}: {percent(p)}" for n, p in likely)


class ClauseRows(Widget):
    """A table of rows; a click on a row opens its clause."""

    under = Visible[int]()
    """The row under the mouse, counted from 0; -1 for none."""

    def __init__(self, box: Box, on_clause: Callable[[str], None]) -> None:
        super().__init__(box)
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

    title = Visible[str]()
    rows = Visible[tuple[OddsRow, ...]]()

    def __init__(self, box: Box, on_clause: Callable[[str], None]) -> None:
        super().__init__(box, on_clause)
        self.title, self.rows = "", ()

    @property
    def clauses(self) -> Sequence[str]:
        return [row.clause for row in self.rows]

    @property
    def tip(self) -> str:
        return self.rows[self.under].tip if 0 <= self.under < len(self.rows) else ""

    def fitting(self, most: float) -> tuple[OddsRow, ...]:
        """Return the rows that fit into *most* units.

        Distributions are dropped first, then reasons, each from the top; then figures from the
        bottom.
        """
        rows = self.rows
        for kind in (OddsRowKind.SPREAD, OddsRowKind.WHY):
            while high(rows) > most and any(row.kind is kind for row in rows):
                first = [row.kind for row in rows].index(kind)
                before = rows[:first]
                if kind is OddsRowKind.SPREAD:
                    # The columns are drawn small, beside the number.
                    before = (*before[:-1], before[-1]._replace(columns=rows[first].columns))
                rows = (*before, *rows[first + 1 :])
        while high(rows) > most:
            rows = rows[:-1]
        return rows

    def places(self) -> Iterator[pygame.Rect]:
        top = self.rect.top + self.theme.px(HEIGHTS[OddsRowKind.HEAD] + 4)
        for row in self.rows:
            tall = self.theme.px(HEIGHTS[row.kind])
            yield pygame.Rect(self.rect.left, top, self.rect.width, tall)
            top += tall

    def paint(self, canvas: pygame.Surface) -> None:
        theme, px = self.theme, self.theme.px
        left, room = self.rect.left + px(EDGE), self.rect.width - 2 * px(EDGE)
        words = self.short(self.title.upper(), 16, room, "title", "-1")
        title = theme.text(words, 16, AMBER, "title")
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
            pygame.draw.rect(canvas, AMBER, full, border_radius=px(2))
        value = theme.text(row.number, 13, TEXT, "strong")
        canvas.blit(value, value.get_rect(right=at.right - px(58), centery=at.centery))


def high(rows: Sequence[OddsRow]) -> float:
    """Return the height in units of a table of these rows."""
    return sum((HEIGHTS[row.kind] for row in rows), HEIGHTS[OddsRowKind.HEAD] + 12)

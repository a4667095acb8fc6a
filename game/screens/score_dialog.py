"""The dialog with the score sheet of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pygame

from game.lab.score_sheets import ScoreCell, ScoreRow, ScoreSheet
from game.play.log.wording import side_name
from game.screens.battle.odds_table import ClauseRows
from game.table.records import Side
from game.view.colours import TEAMS
from game.widgets.dialogs import CLOSE
from game.widgets.panel_stack import Dialog
from game.widgets.sizes import FIELD, LOW, MEDIUM, TIGHT
from game.widgets.theme import AMBER, DIM, MUTED, RULE, TEXT, Theme

WIDE = 960.0
MAX_ROUNDS = 12
"""Maximum number of rounds with a row each; of more, the last ones."""


class ScoreTable(ClauseRows):
    """A row for each round and each thing that counts at the end."""

    def __init__(
        self,
        sheet: ScoreSheet,
        sides: Sequence[Side],
        on_clause: Callable[[str], None],
    ) -> None:
        super().__init__(on_clause)
        self.sheet, self.sides = sheet, sides
        self.lines = (*sheet.rounds[-MAX_ROUNDS:], *sheet.ends)

    @property
    def clauses(self) -> Sequence[str]:
        return [line.clause for line in self.lines]

    @property
    def tip(self) -> str:
        if not 0 <= self.under < len(self.lines) or not self.lines[self.under].clause:
            return ""
        line = self.lines[self.under]
        return f"{line.words} ({line.clause})" if line.words else f"By {line.clause}"

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of all rows and headings."""
        heads = 2 + bool(self.sheet.ends)
        return WIDE, heads * MEDIUM + len(self.lines) * LOW + TIGHT

    def least_width(self, theme: Theme) -> float:
        """Return twice the width of the titles."""
        return 2 * FIELD

    def places(self) -> Iterator[pygame.Rect]:
        """Yield the rectangle of each row; a heading stands above those for the end."""
        px, top = self.theme.px, self.rect.top + self.theme.px(MEDIUM)
        ends = len(self.lines) - len(self.sheet.ends)
        for n in range(len(self.lines)):
            if n == ends:
                top += px(MEDIUM)
            yield pygame.Rect(self.rect.left, top, self.rect.width, px(LOW))
            top += px(LOW)

    def paint(self, canvas: pygame.Surface) -> None:
        theme, px = self.theme, self.theme.px
        columns = [*self._columns()]
        for n, (side, column) in enumerate(zip(self.sides, columns, strict=True)):
            words = theme.text(side_name(side).upper(), 17, TEAMS[n].light, "title")
            spot = words.get_rect(left=column.left, centery=self.rect.top + px(MEDIUM / 2))
            canvas.blit(words, spot)
        ends = len(self.lines) - len(self.sheet.ends)
        for n, (line, place) in enumerate(zip(self.lines, self.places(), strict=True)):
            if n == ends:
                self._heading(canvas, place)
            self._paint_line(canvas, n, line, place, columns)
        self._totals(canvas, columns)

    def _columns(self) -> Iterator[pygame.Rect]:
        px = self.theme.px
        wide = (self.rect.width - px(FIELD)) // len(self.sides)
        for n in range(len(self.sides)):
            left = self.rect.left + px(FIELD) + n * wide
            yield pygame.Rect(left, self.rect.top, wide - px(12), self.rect.height)

    def _heading(self, canvas: pygame.Surface, below: pygame.Rect) -> None:
        words = "AT THE END" if self.sheet.over else "AT THE END, SO FAR"
        head = self.theme.text(words, 13, AMBER, "heading")
        spot = head.get_rect(left=below.left, bottom=below.top - self.theme.px(5))
        canvas.blit(head, spot)

    def _paint_line(
        self,
        canvas: pygame.Surface,
        number: int,
        line: ScoreRow,
        place: pygame.Rect,
        columns: Sequence[pygame.Rect],
    ) -> None:
        theme, px, part = self.theme, self.theme.px, str(number)
        pygame.draw.line(canvas, RULE, place.topleft, place.topright)
        lit = number == self.under and bool(line.clause)
        clause = theme.text(line.clause, 11, AMBER if lit else DIM, "mono")
        spot = clause.get_rect(right=columns[0].left - px(16), centery=place.centery)
        canvas.blit(clause, spot)
        room = spot.left - place.left - px(8)
        title = theme.text(self.short(line.title, 14, room, part=part), 14, TEXT)
        canvas.blit(title, title.get_rect(left=place.left, centery=place.centery))
        for cell, column in zip(line.cells, columns, strict=True):
            self._paint_cell(canvas, cell, column, place, part)

    def _paint_cell(
        self,
        canvas: pygame.Surface,
        cell: ScoreCell,
        column: pygame.Rect,
        place: pygame.Rect,
        part: str,
    ) -> None:
        theme, px = self.theme, self.theme.px
        number = str(cell.points) if cell.points else "–"
        ink = TEXT if cell.points else DIM
        points = theme.text(number, 16, ink, "strong")
        canvas.blit(points, points.get_rect(right=column.left + px(22), centery=place.centery))
        text = self.short(cell.text, 12, column.width - px(32), part=part)
        words = theme.text(text, 12, MUTED if cell.points or cell.text == "open" else DIM)
        canvas.blit(words, words.get_rect(left=column.left + px(32), centery=place.centery))

    def _totals(self, canvas: pygame.Surface, columns: Sequence[pygame.Rect]) -> None:
        theme, px = self.theme, self.theme.px
        place = pygame.Rect(0, 0, self.rect.width, px(MEDIUM))
        place.bottomleft = self.rect.bottomleft
        pygame.draw.line(canvas, AMBER, place.topleft, place.topright)
        words = "Total" if self.sheet.over else "Total if it ended now"
        label = theme.text(words, 15, TEXT, "strong")
        canvas.blit(label, label.get_rect(left=place.left, centery=place.centery))
        for total, column in zip(self.sheet.totals, columns, strict=True):
            points = theme.text(str(total), 22, TEXT, "title")
            spot = points.get_rect(right=column.left + px(22), centery=place.centery)
            canvas.blit(points, spot)


def score_dialog(
    theme: Theme, sheet: ScoreSheet, sides: Sequence[Side], on_clause: Callable[[str], None]
) -> Dialog:
    """Return a dialog with the score sheet of a game."""
    words = "" if sheet.rounds else "Nothing scored yet."
    table = ScoreTable(sheet, sides, on_clause)
    return Dialog(theme, "Score sheet", words, (CLOSE,), width=WIDE, content=table)

"""The card of a model, with its characteristics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar, TypeAlias

import pygame

from game.content.palettes import palette
from game.cores.kit.queries import Characteristic
from game.shown.card_text import (
    CardCell,
    CardSubject,
    WeaponLine,
    card_cells,
    card_lines,
    cell_tip,
    short_card_line,
    weapon_lines,
    weapon_names,
)
from game.table.events import Reason
from game.table.records import Model
from game.view.busts import draw_framed_bust
from game.view.colours import TEAMS
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.theme import AMBER, CARD, DIM, GHOST, MUTED, TEXT, plate
from game.widgets.widget import Pixel, Visible, Widget

Portrait: TypeAlias = Callable[[Model, int], pygame.Surface]
FACE, LARGE_FACE, FACE_SHARE = 44, 80, 0.355
"""Least and greatest size of the bust in units, and its share of the card's height."""


class ModelCard(Widget):
    """The card of a model; without one it says how to see a card.

    A tooltip explains the characteristic under the mouse.
    """

    state: ClassVar[frozenset[str]] = Widget.state | {"_under", "_cells"}

    under = Visible[str]()
    """The characteristic under the mouse; empty if there is none."""
    shown_model = Visible[CardSubject | None]()

    def __init__(
        self,
        portrait: Portrait,
        subject: CardSubject | None = None,
        numbers: Mapping[str, Characteristic] = MappingProxyType({}),
        facts: tuple[Reason, ...] = (),
    ) -> None:
        super().__init__()
        self.portrait = portrait
        self.shown_model, self.numbers, self.facts = subject, numbers, facts
        self.under = ""
        self._cells: list[tuple[CardCell, pygame.Rect]] = []
        """The boxes as they were painted last, with their places on the panel."""

    @property
    def part(self) -> str:
        """Return the characteristic under the mouse."""
        return self.under

    @property
    def tip(self) -> str:
        """Return the words for the characteristic under the mouse; else those of all lines."""
        if self.shown_model is None:
            return ""
        cell = next((cell for cell, _ in self._cells if cell.name == self.under), None)
        if cell:
            return cell_tip(self.shown_model.model.profile, cell, self.numbers)
        return "\n".join(self._lines(self.shown_model))

    def point(self, at: Pixel) -> None:
        """Find the characteristic at a pixel of the panel."""
        cells = self._cells if self.hovered else ()
        self.under = next((cell.name for cell, place in cells if place.collidepoint(at)), "")

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Follow the mouse."""
        if event.type == pygame.MOUSEMOTION:
            self.point(at)
        return False

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.blit(plate(self.theme, self.rect.size, CARD), self.rect)
        self._cells = []
        if self.shown_model is None:
            words = self.theme.text("Point at a model to see its card", 14, DIM)
            canvas.blit(words, words.get_rect(center=self.rect.center))
            return
        px, inner = self.theme.px, self.rect.inflate(*[-2 * self.theme.px(8)] * 2)
        if self._is_low:
            inner = inner.inflate(0, px(6))
        pygame.draw.rect(
            canvas,
            TEAMS[self.shown_model.team].plain,
            (inner.left, self.rect.top, inner.width, px(2)),
        )
        bottom = self._paint_head(canvas, self.shown_model, inner)
        bottom = self._paint_profile(canvas, self.shown_model, inner, bottom)
        bottom = self._paint_weapons(canvas, self.shown_model, inner, bottom)
        self._paint_marks(canvas, self.shown_model, inner, bottom)

    def _paint_head(
        self, canvas: pygame.Surface, subject: CardSubject, inner: pygame.Rect
    ) -> int:
        theme, px = self.theme, self.theme.px
        high = max(px(FACE), min(px(LARGE_FACE), round(self.rect.height * FACE_SHARE)))
        face = pygame.Rect(inner.topleft, (high, high))
        draw_framed_bust(canvas, subject.model.profile, TEAMS[subject.team], face)
        token = self.portrait(subject.model, px(18))
        canvas.blit(token, token.get_rect(center=(face.right - px(2), face.bottom - px(6))))
        taken = high + px(14)
        x, room = inner.left + taken, inner.width - taken
        size = 20.0 if theme.width(subject.name.upper(), 20, "title") <= room else 16.0
        name = theme.text(
            self.short(subject.name.upper(), size, room, "title"), size, TEXT, "title"
        )
        canvas.blit(name, name.get_rect(left=x, centery=inner.top + px(9)))
        line = theme.text(self.short(subject.kinds_text, 12, room), 12, MUTED)
        canvas.blit(line, (x, inner.top + px(19)))
        self._paint_hearts(canvas, subject, (x, inner.top + px(34)))
        return face.bottom + px(4)

    def _paint_hearts(
        self, canvas: pygame.Surface, subject: CardSubject, at: tuple[int, int]
    ) -> None:
        theme, px = self.theme, self.theme.px
        left, most = subject.wounds
        line = theme.text(subject.strength_text, 12, MUTED)
        x, room = at[0], self.rect.right - px(10) - at[0] - px(5) - line.get_width()
        hearts = most if most * px(17) <= room else 1  # one for all if the words need the room
        for n in range(hearts):
            heart = theme.icon("ui/heart", px(14), palette().bad if n < left else DIM)
            canvas.blit(heart, (x, at[1] + px(1)))
            x += px(17)
        canvas.blit(line, (x + px(5), at[1]))

    def _paint_profile(
        self, canvas: pygame.Surface, subject: CardSubject, inner: pygame.Rect, top: int
    ) -> int:
        px = self.theme.px
        cells = card_cells(subject.model.profile, self.numbers)
        gap, tall = px(3), px(32 if self._is_low else 34)
        wide = (inner.width - gap * (len(cells) - 1)) / len(cells)
        for n, cell in enumerate(cells):
            left = inner.left + round(n * (wide + gap))
            place = pygame.Rect(left, top, round(wide), tall)
            self._cells.append((cell, place))
            self._paint_cell(canvas, cell, place)
        return top + tall + px(1)

    def _paint_cell(self, canvas: pygame.Surface, cell: CardCell, place: pygame.Rect) -> None:
        theme, px = self.theme, self.theme.px
        canvas.blit(plate(theme, place.size, GHOST), place)
        word = theme.text(cell.name, 10, MUTED, "heading")
        canvas.blit(word, word.get_rect(centerx=place.centerx, top=place.top + px(1)))
        size = 16 if len(cell.value) < 4 else 13
        ink = AMBER if cell.changed else TEXT
        number = theme.text(cell.value, size, ink, "title")
        canvas.blit(number, number.get_rect(center=(place.centerx, place.bottom - px(11))))

    @property
    def _is_low(self) -> bool:
        """Return whether there is room for one line of weapons only if all else is smaller."""
        return self.rect.height < self.theme.px(120)

    def _paint_weapons(
        self, canvas: pygame.Surface, subject: CardSubject, inner: pygame.Rect, top: int
    ) -> int:
        """Draw a row for each weapon; those without room share the last one."""
        px, lines = self.theme.px, weapon_lines(subject)
        rows = max(1, (inner.bottom + px(4) - top) // px(18))
        shown = lines if len(lines) <= rows and not self._is_low else lines[: rows - 1]
        for line in shown:
            self._paint_weapon(canvas, line, inner, top)
            top += px(18)
        if others := lines[len(shown) :]:
            texts = [f"{line.name}: {line.text}" for line in others]
            self.cut.setdefault("", []).extend(texts)
            top = self._paint_names(canvas, weapon_names(others), inner, top)
        return top + px(2)

    def _paint_names(
        self, canvas: pygame.Surface, words: str, inner: pygame.Rect, top: int
    ) -> int:
        """Draw names of weapons in as many lines as the marks below them leave room for."""
        theme, px = self.theme, self.theme.px
        marks = [*self._mark_lines(inner.width)]
        room = max(1, (inner.bottom + px(6) - top) // px(16) - len(marks))
        lines = self._broken(words, inner.width)
        for line in filter(None, (*lines[: room - 1], " ".join(lines[room - 1 :]))):
            fitted = self.short(line, 12, inner.width)
            canvas.blit(theme.text(fitted, 12, TEXT), (inner.left, top))
            top += px(16)
        return top + px(2)

    def _mark_lines(self, width: int) -> Iterator[str]:
        """Yield the lines about the shown model as they are broken."""
        for words in self._lines(self.shown_model) if self.shown_model else ():
            yield from self._broken(words, width)

    def _paint_weapon(
        self, canvas: pygame.Surface, line: WeaponLine, inner: pygame.Rect, top: int
    ) -> None:
        theme, px = self.theme, self.theme.px
        taken = min(theme.width(line.name, 13), round(inner.width * 0.42))
        text = self.short(line.text, 12, inner.width - taken - px(8), "mono")
        words = theme.text(text, 12, MUTED, "mono")
        title = self.short(line.name, 13, inner.width - words.get_width() - px(8))
        canvas.blit(theme.text(title, 13, TEXT if line.own else MUTED), (inner.left, top))
        canvas.blit(words, words.get_rect(right=inner.right, top=top + px(1)))

    def _paint_marks(
        self, canvas: pygame.Surface, subject: CardSubject, inner: pygame.Rect, top: int
    ) -> None:
        theme, px = self.theme, self.theme.px
        lines = [*self._mark_lines(inner.width)]
        room = (inner.bottom + px(8) - top) // px(16)
        if len(lines) > room:
            # The tooltip shows all of it.
            joined = short_card_line(subject, self.numbers, self.facts)
            lines = self._broken(joined, inner.width)
            lines = [*lines[: room - 1], " ".join(lines[room - 1 :])] if room > 0 else []
        for line in lines:
            shown = self.short(line, 12, inner.width)
            canvas.blit(theme.text(shown, 12, AMBER), (inner.left, top))
            top += px(16)

    def _lines(self, subject: CardSubject) -> list[str]:
        return card_lines(subject, self.numbers, self.facts)

    def _broken(self, words: str, width: int) -> list[str]:
        """Return words in as many lines as they need."""
        lines = TextStyle(self.theme, 12).wrap((TextSpan(words),), width)
        return ["".join(piece.span.text for piece in line) for line in lines]

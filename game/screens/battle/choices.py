"""What can be answered, as rows of the prompt's panel: pressed, pointed at, explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.prompts.prompt import Choice, Weight
from game.widgets.palette import AMBER, DIM, MUTED, ON_AMBER, TEXT, Colour
from game.widgets.plates import (
    GHOST,
    GHOST_LIT,
    PLAIN,
    PLAIN_LIT,
    PRIMARY,
    PRIMARY_LIT,
    ROW_CHOSEN,
    Plate,
    plate,
)
from game.widgets.scroll import Scroll
from game.widgets.short import folded, short
from game.widgets.theme import Box, Face, Theme
from game.widgets.widget import Pixel, Visible, Widget

HIGH, HIGHER = 36, 50
"""The heights of a row of one line and of two, in units."""
GAP = 6
EDGE = 12
"""Units from the edge of a row to its words."""

PLATES: dict[Weight, tuple[Plate, Plate]] = {
    Weight.PLAIN: (PLAIN, PLAIN_LIT),
    Weight.URGED: (PRIMARY, PRIMARY_LIT),
    Weight.QUIET: (GHOST, GHOST_LIT),
}


class Choices(Widget):
    """A click presses a row; a click on its clause opens the rulebook there."""

    choices = Visible[Sequence[Choice]]()
    under = Visible[str]()
    """The choice under the mouse."""

    def __init__(
        self,
        box: Box,
        on_press: Callable[[str], None],
        on_point: Callable[[str], None],
        on_clause: Callable[[str], None],
    ) -> None:
        super().__init__(box)
        self.choices = ()
        self.under = ""
        self.on_press, self.on_point, self.on_clause = on_press, on_point, on_clause
        self.scroll = Scroll()

    @property
    def tip(self) -> str:
        choice = next((c for c in self.choices if c.id == self.under), None)
        if choice is None or not choice.reason:
            return ""
        return f"{choice.reason} ({choice.clause})" if choice.clause else choice.reason

    def place(self, n: int) -> pygame.Rect:
        """Return where the n-th row lies on the panel."""
        px, top = self.theme.px, self.rect.top - self.scroll.offset
        for choice in self.choices[:n]:
            top += px(self._high(choice)) + px(GAP)
        wide = self.rect.width - (px(10) if self.scroll.most else 0)
        return pygame.Rect(self.rect.left, top, wide, px(self._high(self.choices[n])))

    def _high(self, choice: Choice) -> float:
        return HIGHER if self._lines(choice)[1] else HIGH

    def _lines(self, choice: Choice) -> tuple[str, str]:
        """Return the words of a row: its label, and below it why not, more, or the rest."""
        second = choice.reason or choice.detail
        if second:
            return choice.label, second
        wide = self.rect.width - self.theme.px(2 * EDGE + 10)
        return folded(self.theme, choice.label, 16, wide - right_of(self.theme, choice))

    def _at(self, at: Pixel) -> Choice | None:
        if not self.rect.collidepoint(at):
            return None
        rows = enumerate(self.choices)
        return next((c for n, c in rows if self.place(n).collidepoint(at)), None)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        choice = self._at(at)
        if event.type == pygame.MOUSEMOTION:
            self._point(choice.id if choice else "")
        elif event.type == pygame.MOUSEWHEEL and self.hovered:
            self.dirty |= self.scroll.wheel(event, self.theme.px(14))
            return True
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and choice:
            self._press(choice, at)
            return True
        return False

    def _point(self, id_: str) -> None:
        if id_ != self.under:
            self.under = id_
            self.on_point(id_)

    def _press(self, choice: Choice, at: Pixel) -> None:
        place = self.place([*self.choices].index(choice))
        if choice.clause and clause_place(self.theme, choice, place).collidepoint(at):
            self.on_clause(choice.clause)
        elif not choice.reason:
            self.on_press(choice.id)

    def paint(self, canvas: pygame.Surface) -> None:
        px = self.theme.px
        self.scroll.view = self.rect.height
        high = sum([px(self._high(c)) + px(GAP) for c in self.choices])
        self.scroll.content = max(0, high - px(GAP))
        self.scroll.to(self.scroll.offset)
        for n, choice in enumerate(self.choices):
            place = self.place(n)
            if place.colliderect(self.rect):
                self._paint_row(canvas, choice, place)
        self.scroll.paint(canvas, self.rect, self.theme)

    def _paint_row(self, canvas: pygame.Surface, choice: Choice, place: pygame.Rect) -> None:
        rest, lit = PLATES[choice.weight]
        look = lit if choice.id == self.under and not choice.reason else rest
        if choice.reason:
            look = GHOST
        elif choice.lit:
            look = ROW_CHOSEN
        canvas.blit(plate(self.theme, place.size, look), place)
        self._paint_words(canvas, choice, place)
        _paint_right(canvas, self.theme, choice, place)

    def _paint_words(self, canvas: pygame.Surface, choice: Choice, place: pygame.Rect) -> None:
        theme, px = self.theme, self.theme.px
        first, second = self._lines(choice)
        words, small = _colours(choice)
        room = place.width - px(2 * EDGE)
        right = right_of(theme, choice)
        label = short(theme, first, 16, room - right, "heading")
        line = theme.text(label, 16, words, "heading")
        x, lift = place.left + px(EDGE), px(9) if second else 0
        canvas.blit(line, line.get_rect(left=x, centery=place.centery - lift))
        if not second:
            return
        rest = bool(choice.reason or choice.detail)
        size, colour = (12, small) if rest else (16, words)
        face: Face = "body" if rest else "heading"
        below = theme.text(short(theme, second, size, room, face), size, colour, face)
        canvas.blit(below, below.get_rect(left=x, centery=place.centery + px(11)))


def right_of(theme: Theme, choice: Choice) -> int:
    """Return the room that key and clause take at the right edge, in pixels."""
    clause = theme.width(choice.clause, 12, "mono") + theme.px(12) if choice.clause else 0
    return _key_room(theme, choice) + clause


def _key_room(theme: Theme, choice: Choice) -> int:
    shown = choice.key and not choice.reason
    return theme.width(str(choice.key), 12, "mono") + theme.px(26) if shown else 0


def clause_place(theme: Theme, choice: Choice, place: pygame.Rect) -> pygame.Rect:
    """Return where a row's clause stands."""
    wide = theme.width(choice.clause, 12, "mono")
    spot = pygame.Rect(0, 0, wide, theme.px(16))
    right = place.right - theme.px(10) - _key_room(theme, choice)
    spot.midright = right, place.centery - _lift(theme, place)
    return spot


def _lift(theme: Theme, place: pygame.Rect) -> int:
    """Return how far above the middle of a row its first line stands."""
    return theme.px(9) if place.height > theme.px(HIGH) else 0


def _paint_right(
    canvas: pygame.Surface, theme: Theme, choice: Choice, place: pygame.Rect
) -> None:
    _, small = _colours(choice)
    if choice.clause:
        clause = theme.text(choice.clause, 12, small, "mono")
        middle = clause_place(theme, choice, place).center
        canvas.blit(clause, clause.get_rect(center=middle))
    if choice.key and not choice.reason:
        words = theme.text(str(choice.key), 12, small, "mono")
        cap = words.get_rect().inflate(theme.px(10), theme.px(4))
        cap.midright = place.right - theme.px(10), place.centery - _lift(theme, place)
        pygame.draw.rect(canvas, small, cap, 1, border_radius=theme.px(4))
        canvas.blit(words, words.get_rect(center=cap.center))


def _colours(choice: Choice) -> tuple[Colour, Colour]:
    """Return the colours of the words and of the small words."""
    if choice.reason:
        return DIM, MUTED
    if choice.lit:
        return TEXT, AMBER
    if choice.weight is Weight.URGED:
        return ON_AMBER, "#5B3A0B"
    return (MUTED, DIM) if choice.weight is Weight.QUIET else (TEXT, MUTED)

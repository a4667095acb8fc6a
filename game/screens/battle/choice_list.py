"""The answers of a question as rows, which can be pressed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

import pygame

from game.content.palettes import Colour
from game.prompts.prompt import PromptAction, Weight
from game.shown.options import ENTER, key_caps, option_tip
from game.widgets.scroll import Scroll
from game.widgets.sizes import BODY_TEXT, CLOSE, EDGE, GAP, NOTE_TEXT, TIGHT
from game.widgets.text_layout import Line, TextSpan, TextStyle
from game.widgets.theme import (
    AMBER,
    DIM,
    GHOST,
    GHOST_LIT,
    MUTED,
    OFFERED,
    ON_AMBER,
    PLAIN,
    PLAIN_LIT,
    PRIMARY,
    PRIMARY_LIT,
    TEXT,
    Plate,
    Theme,
    plate,
)
from game.widgets.views import BAR
from game.widgets.widget import Pixel, Visible, Widget

LABEL, SMALL = BODY_TEXT + TIGHT, NOTE_TEXT + TIGHT
"""Line heights of the label and of the small text below it."""
PLATES: dict[Weight, tuple[Plate, Plate]] = {
    Weight.PLAIN: (PLAIN, PLAIN_LIT),
    Weight.URGED: (PRIMARY, PRIMARY_LIT),
    Weight.QUIET: (GHOST, GHOST_LIT),
}


class ChoiceRow(NamedTuple):
    choice: PromptAction
    label: list[Line]
    below: list[Line]
    """The reason why it cannot be pressed, or its details."""
    top: int
    """Pixels from the upper edge of the first row."""
    high: int
    pad: int
    """Pixels above and below the words."""
    caps: tuple[str, ...]
    """The keys that choose it."""
    beside: str = ""
    """Its details, if they stand beside the label."""


def rows(
    theme: Theme, choices: Sequence[PromptAction], width: int, pad: float = CLOSE
) -> list[ChoiceRow]:
    """Return options as rows of *width* pixels, each as high as its words need.

    *pad*: units above and below the words.
    """
    laid, top = list[ChoiceRow](), 0
    room = width - theme.px(2 * EDGE)
    for given in choices:
        choice, caps, right = _with_room(theme, given, room)
        words, small = _colours(choice)
        first = (TextSpan(choice.label, words, face="heading"),)
        one_key = _key_room(theme, [ENTER if choice.key else ""])
        beside = _fits_beside(theme, choice, room - one_key) if pad < CLOSE else ""
        caps = caps[:1] if beside else caps
        second = (TextSpan("" if beside else choice.reason or choice.detail, small),)
        label = TextStyle(theme, BODY_TEXT, LABEL).wrap(first, room - right)
        below = TextStyle(theme, NOTE_TEXT, SMALL).wrap(second, room) if second[0].text else []
        high = theme.px(2 * pad + LABEL * len(label) + SMALL * len(below))
        inner = theme.px(pad)
        laid.append(
            ChoiceRow(
                choice, label, below, top=top, high=high, pad=inner, caps=caps, beside=beside
            )
        )
        top += high + theme.px(TIGHT)
    return laid


def _with_room(
    theme: Theme, choice: PromptAction, room: int
) -> tuple[PromptAction, tuple[str, ...], int]:
    """Return an option, its keys, and the width of keys and clause.

    There is room for the keys of a highlighted row too, so that rows keep their heights. Where
    the label needs it, the clause is left out, then the own key of a highlighted row.
    """
    now, lit = key_caps(choice), key_caps(replace(choice, lit=choice.key is not None))
    words = theme.width(choice.label, BODY_TEXT, "heading")
    for lean in (choice, replace(choice, clause="")) if choice.key else (choice,):
        right = max(_key_room(theme, now), _key_room(theme, lit)) + _clause_room(theme, lean)
        if words <= room - right or not choice.key:
            return lean, tuple(now), right
    now, lit = now[:1], lit[:1]
    return lean, tuple(now), max(_key_room(theme, now), _key_room(theme, lit))


def _fits_beside(theme: Theme, choice: PromptAction, room: int) -> str:
    """Return the details of an option if they have room beside its label and one key."""
    label = theme.width(choice.label, BODY_TEXT, "heading") + _clause_room(theme, choice)
    wide = theme.width(choice.detail, NOTE_TEXT) + theme.px(EDGE)
    return choice.detail if not choice.reason and label + wide <= room else ""


def _clause_room(theme: Theme, choice: PromptAction) -> int:
    return (
        theme.width(choice.clause, NOTE_TEXT, "mono") + theme.px(EDGE) if choice.clause else 0
    )


def _key_room(theme: Theme, keys: Sequence[str]) -> int:
    caps = [theme.width(key, NOTE_TEXT, "mono") + theme.px(16) for key in keys]
    return sum(caps) + theme.px(GAP) if caps else 0


def clause_place(theme: Theme, row: ChoiceRow, place: pygame.Rect) -> pygame.Rect:
    """Return the rectangle of a row's clause."""
    choice = row.choice
    spot = pygame.Rect(0, 0, theme.width(choice.clause, NOTE_TEXT, "mono"), theme.px(16))
    right = place.right - theme.px(GAP) - _key_room(theme, row.caps)
    spot.midright = right, _first_line(theme, row, place)
    return spot


def _first_line(theme: Theme, row: ChoiceRow, place: pygame.Rect) -> int:
    return place.top + row.pad + theme.px(LABEL) // 2


def paint_row(
    canvas: pygame.Surface, theme: Theme, row: ChoiceRow, place: pygame.Rect, *, pointed: bool
) -> None:
    """Draw a row at its place on the panel."""
    choice, px = row.choice, theme.px
    rest, lit = PLATES[choice.weight]
    look = lit if pointed and not choice.reason else rest
    if choice.reason:
        look = GHOST
    elif choice.lit:
        look = OFFERED
    canvas.blit(plate(theme, place.size, look), place)
    left, top = place.left + px(EDGE), place.top + row.pad
    TextStyle(theme, BODY_TEXT, LABEL).paint(canvas, row.label, (left, top))
    below = top + px(LABEL) * len(row.label)
    TextStyle(theme, NOTE_TEXT, SMALL).paint(canvas, row.below, (left, below))
    _paint_right(canvas, theme, row, place)


def _paint_right(
    canvas: pygame.Surface, theme: Theme, row: ChoiceRow, place: pygame.Rect
) -> None:
    choice = row.choice
    _, small = _colours(choice)
    if choice.clause:
        clause = theme.text(choice.clause, NOTE_TEXT, small, "mono")
        middle = clause_place(theme, row, place).center
        canvas.blit(clause, clause.get_rect(center=middle))
    if row.beside:
        words = theme.text(row.beside, NOTE_TEXT, small)
        left = place.left + theme.px(2 * EDGE) + theme.width(choice.label, BODY_TEXT, "heading")
        canvas.blit(words, words.get_rect(midleft=(left, _first_line(theme, row, place))))
    right = place.right - theme.px(GAP)
    for key in reversed(row.caps):
        words = theme.text(key, NOTE_TEXT, small, "mono")
        cap = words.get_rect().inflate(theme.px(10), theme.px(4))
        cap.midright = right, _first_line(theme, row, place)
        pygame.draw.rect(canvas, small, cap, 1, border_radius=theme.px(4))
        canvas.blit(words, words.get_rect(center=cap.center))
        right = cap.left - theme.px(6)


def _colours(choice: PromptAction) -> tuple[Colour, Colour]:
    """Return the colours of label and small text."""
    if choice.reason:
        return DIM, MUTED
    if choice.lit:
        return TEXT, AMBER
    if choice.weight is Weight.URGED:
        return ON_AMBER, "#5B3A0B"
    return (MUTED, DIM) if choice.weight is Weight.QUIET else (TEXT, MUTED)


class ChoiceList(Widget):
    """The options as rows; a click on a row presses it, a click on its clause opens that."""

    takes_wheel: ClassVar[bool] = True
    state: ClassVar[frozenset[str]] = Widget.state | {
        *("_under", "scroll", "_laid", "_laid_for", "_followed"),
    }

    under = Visible[str]()
    """The option under the mouse."""

    def __init__(
        self,
        choices: Sequence[PromptAction],
        on_press: Callable[[str], None],
        on_point: Callable[[str], None],
        on_clause: Callable[[str], None],
        *,
        question: str = "",
    ) -> None:
        """*question*: its words; the options of another one are shown from the first on."""
        super().__init__()
        self.choices, self.question = tuple(choices), question
        self.under = ""
        self.on_press, self.on_point, self.on_clause = on_press, on_point, on_clause
        self.scroll = Scroll()
        self._laid: list[ChoiceRow] = []
        self._laid_for: object = None
        self._followed = ""
        """The row that was last scrolled into view."""

    @property
    def tip(self) -> str:
        choice = next((c for c in self.choices if c.id == self.under), None)
        return option_tip(choice) if choice else ""

    @property
    def clause_under(self) -> str:
        """Return the clause of the option under the mouse; empty if there is none."""
        return next((c.clause for c in self.choices if c.id == self.under), "")

    @property
    def rows(self) -> list[ChoiceRow]:
        """Return the rows, lower if not all fit, and with room for a scroll bar if needed."""
        now = self.theme, self.choices, self.rect.size
        if now != self._laid_for:
            self._laid_for = now
            self._lay(self.rect.width, CLOSE)
            if self.scroll.most:
                self._lay(self.rect.width, TIGHT)
            if self.scroll.most:
                self._lay(self.rect.width - self.theme.px(BAR), TIGHT)
        return self._laid

    def _lay(self, width: int, pad: float) -> None:
        self._laid = rows(self.theme, self.choices, width, pad)
        self.scroll.view = self.rect.height
        self.scroll.content = self._laid[-1].top + self._laid[-1].high if self._laid else 0
        self.scroll.to(self.scroll.offset)

    def take(self, new: Widget) -> None:
        """Take over other options; those of another question are shown from the first on."""
        before = self.question
        super().take(new)
        if self.question != before:
            self.scroll.to(0)
            self._followed = ""

    def place(self, row: ChoiceRow) -> pygame.Rect:
        """Return the rectangle of a row on the panel."""
        wide = self.rect.width - (self.theme.px(BAR) if self.scroll.most else 0)
        top = self.rect.top - self.scroll.offset + row.top
        return pygame.Rect(self.rect.left, top, wide, row.high)

    def _at(self, at: Pixel) -> ChoiceRow | None:
        if not self.rect.collidepoint(at):
            return None
        return next((r for r in self.rows if self.place(r).collidepoint(at)), None)

    def label_at(self, at: Pixel) -> str:
        """Return the label of the option at a pixel of the panel; empty for none."""
        row = self._at(at)
        return row.choice.label if row else ""

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        row = self._at(at)
        if event.type == pygame.MOUSEMOTION:
            self._point(row.choice.id if row else "")
        elif event.type == pygame.MOUSEWHEEL and self.hovered:
            self.dirty |= self.scroll.wheel(event, self.theme.px(14))
            return True
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and row:
            self._press(row, at)
            return True
        return False

    def point(self, at: Pixel) -> None:
        """Forget the option under the mouse if another one lies there now.

        Only a mouse that moves highlights options, because Enter chooses what is highlighted.
        """
        row = self._at(at)
        if row is None or row.choice.id != self.under:
            self._point("")

    def _point(self, id_: str) -> None:
        if id_ != self.under:
            self.under = id_
            self.on_point(id_)

    def _press(self, row: ChoiceRow, at: Pixel) -> None:
        choice = row.choice
        place = clause_place(self.theme, row, self.place(row))
        if choice.clause and place.collidepoint(at):
            self.on_clause(choice.clause)
        elif not choice.reason:
            self.on_press(choice.id)

    def paint(self, canvas: pygame.Surface) -> None:
        laid = self.rows
        self._follow(laid)
        for row in laid:
            place = self.place(row)
            if place.colliderect(self.rect):
                paint_row(canvas, self.theme, row, place, pointed=row.choice.id == self.under)
        self.scroll.paint(canvas, self.rect, self.theme)

    def _follow(self, laid: Sequence[ChoiceRow]) -> None:
        """Scroll the row that keys have reached into view, unless the mouse is on it."""
        row = next((r for r in laid if r.choice.enters and not r.choice.quiet), None)
        name = f"{row.choice.id} {row.choice.label}" if row else ""
        if row and name != self._followed and row.choice.id != self.under:
            self.scroll.show(row.top, row.top + row.high)
        self._followed = name

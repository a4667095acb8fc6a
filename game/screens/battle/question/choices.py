"""What can be answered, as rows of the prompt's panel: pressed, pointed at, explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.prompts.prompt import PromptAction
from game.screens.battle.choice_list import Row, clause_place, paint, rows
from game.widgets.list_box import Scroll
from game.widgets.theme import Box
from game.widgets.widget import Pixel, Visible, Widget

BAR = 10
"""Units that the scroll bar takes, where there is more than fits."""


class Choices(Widget):
    """A click presses a row; a click on its clause opens the rulebook there."""

    choices = Visible[Sequence[PromptAction]]()
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
        self._laid: list[Row] = []
        self._laid_for: object = None
        self._followed = ""
        """The row that was brought into sight last."""

    @property
    def tip(self) -> str:
        choice = next((c for c in self.choices if c.id == self.under), None)
        if choice is None or not choice.reason:
            return ""
        return f"{choice.reason} ({choice.clause})" if choice.clause else choice.reason

    @property
    def clause_under(self) -> str:
        """Return the clause of the choice under the mouse; empty for none."""
        return next((c.clause for c in self.choices if c.id == self.under), "")

    @property
    def rows(self) -> list[Row]:
        """Return the choices laid out, with room for the scroll bar if they need one."""
        now = self.theme, self.choices, self.rect.size
        if now != self._laid_for:
            self._laid_for = now
            self._lay(self.rect.width)
            if self.scroll.most:
                self._lay(self.rect.width - self.theme.px(BAR))
        return self._laid

    def _lay(self, width: int) -> None:
        self._laid = rows(self.theme, self.choices, width)
        self.scroll.view = self.rect.height
        self.scroll.content = self._laid[-1].top + self._laid[-1].high if self._laid else 0
        self.scroll.to(self.scroll.offset)

    def place(self, row: Row) -> pygame.Rect:
        """Return where a row lies on the panel."""
        wide = self.rect.width - (self.theme.px(BAR) if self.scroll.most else 0)
        top = self.rect.top - self.scroll.offset + row.top
        return pygame.Rect(self.rect.left, top, wide, row.high)

    def _at(self, at: Pixel) -> Row | None:
        if not self.rect.collidepoint(at):
            return None
        return next((r for r in self.rows if self.place(r).collidepoint(at)), None)

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

    def _point(self, id_: str) -> None:
        if id_ != self.under:
            self.under = id_
            self.on_point(id_)

    def _press(self, row: Row, at: Pixel) -> None:
        choice = row.choice
        place = clause_place(self.theme, choice, self.place(row))
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
                paint(canvas, self.theme, row, place, pointed=row.choice.id == self.under)
        self.scroll.paint(canvas, self.rect, self.theme)

    def _follow(self, laid: Sequence[Row]) -> None:
        """Bring the row into sight that keys have come to, unless the mouse is at it."""
        row = next((r for r in laid if r.choice.enters and not r.choice.quiet), None)
        name = f"{row.choice.id} {row.choice.label}" if row else ""
        if row and name != self._followed and row.choice.id != self.under:
            self.scroll.show(row.top, row.top + row.high)
        self._followed = name

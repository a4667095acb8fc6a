"""The base of menu screens, which show a card over the backdrop."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.screens.backdrop import Backdrop
from game.screens.card import MARGIN, Card
from game.screens.clause_dialog import clause_dialog
from game.screens.screen import Change, Close, WindowContext
from game.widgets.button import Button
from game.widgets.dialogs import notice
from game.widgets.keys import Key
from game.widgets.layout import natural_height
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import CARD
from game.widgets.widget import Widget


class MenuScreen:
    """A screen with a card in the middle of the window; widgets set ``change`` to leave it.

    ``view`` describes what is shown. It is called when the screen is filled, after events, and
    after ``changed``; all that it shows is in the fields of the screen.
    """

    frame: WindowContext
    panel: Panel
    stack: PanelStack
    backdrop: Backdrop
    change: Change | None = None
    """The change of screens that a widget has requested."""
    caption = ""
    """The title of its card, for the bar of the window."""

    _stale = False
    """True if something changed that is not shown yet."""

    def fill(self, frame: WindowContext) -> None:
        before, self.frame = getattr(self, "frame", None), frame
        if before is None or (before.theme, before.size) != (frame.theme, frame.size):
            self._renew()
        self.backdrop.is_fresh = True
        self.show()

    def view(self) -> Card:
        """Describe what is shown."""
        raise NotImplementedError

    def changed(self) -> None:
        """Describe the screen before it is drawn again: something changed without an event."""
        self._stale = True

    def _renew(self) -> None:
        """Take a new stack for another window; the card keeps its widgets and the focus."""
        focused = self.stack.focus.on if hasattr(self, "stack") else None
        self.stack, self.backdrop = PanelStack(self.frame.theme), Backdrop()
        if focused is None and not hasattr(self, "panel"):
            self.panel = Panel(self.frame.theme, (0, 0, 1, 1), CARD)
            self.stack.add(self.panel)
            self._show_card(self.view(), opens=True)
            return
        self.panel.fit(self.frame.theme)
        self.panel.behind = None
        self.stack.add(self.panel)
        if focused in self.panel.widgets:
            self.stack.focus.to(focused)

    def show(self) -> None:
        """Show what ``view`` describes now."""
        self._show_card(self.view())

    def _show_card(self, card: Card, *, opens: bool = False) -> None:
        self._stale = False
        self.caption = card.title.capitalize() if card.title.isupper() else card.title
        theme, cell = self.frame.theme, card.cell
        across, down = self.frame.units
        most_wide, most_high = across - 2 * MARGIN, down - 2 * MARGIN
        wide = min(most_wide, card.size.width * card.grow)
        tall = card.size.height
        wanted = natural_height(theme, cell, wide) if tall is None else tall * card.grow
        high = min(most_high, wanted)
        # It begins at whole pixels: half ones would be rounded to and fro as it grows.
        left, top = (int(theme.scale * free / 2) for free in (across - wide, down - high))
        box = left / theme.scale, top / theme.scale, wide, high
        if box != self.panel.box:
            self.panel.move(box)
            self.panel.behind = None
            self.backdrop.is_fresh = True
        self.panel.show(cell)
        if opens and card.focus is not None:
            focus = card.focus
            self.stack.focus.to(focus if isinstance(focus, Widget) else self.panel.known(focus))

    def back_button(self) -> Button:
        """Return a button that closes the screen."""
        key = Key(pygame.K_ESCAPE)
        return Button("Back", self.back, icon="ui/arrow-left", shortcut=key)

    def back(self) -> None:
        self.change = Close()

    def show_message(self, title: str, words: str) -> None:
        self.stack.ask(notice(self.frame.theme, title, words))

    def open_clause(self, id_: str) -> None:
        self.stack.ask(clause_dialog(self.frame.theme, id_, self.open_clause))

    def handle(self, event: pygame.Event) -> Change | None:
        self.route(event)
        # The mouse changes nothing that is described while no widget uses its motion.
        if event.type != pygame.MOUSEMOTION or self.stack.acted:
            self.show()
        change, self.change = self.change, None
        return change

    def route(self, event: pygame.Event) -> None:
        """Pass an event to the widgets; arrow keys that none uses move the focus."""
        if not self.stack.handle(event):
            self.stack.walk(event)

    def update(self, seconds: float) -> Change | None:
        self.stack.update(seconds)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        if self._stale:
            self.show()
        return self.backdrop.draw(canvas, self.frame, self.stack)

    def leave(self) -> None:
        """Release nothing: threads end by themselves."""

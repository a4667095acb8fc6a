"""The base of menu screens: a card over the backdrop, its buttons, pictures of maps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.screens.backdrop import Backdrop
from game.screens.battle.clause_dialog import clause_dialog
from game.screens.screen import Change, Close, WindowContext
from game.widgets.button import Button, Style
from game.widgets.dialogs import notice
from game.widgets.keys import Key
from game.widgets.panel_stack import PanelStack
from game.widgets.text_view import Label
from game.widgets.theme import AMBER, CARD, Box
from game.widgets.widget import Panel

TITLE_BOX = (28.0, 16.0, 400.0, 42.0)


class MenuScreen:
    """A screen with a card in the middle of the window; widgets set ``change`` to leave it."""

    frame: WindowContext
    stack: PanelStack
    backdrop: Backdrop
    change: Change | None = None
    """The change of screens that a widget has requested."""
    caption = ""
    """The title of its card, for the bar of the window."""

    def fill(self, frame: WindowContext) -> None:
        self.frame = frame
        self.lay_out()

    def lay_out(self) -> None:
        """Create all widgets on a new card."""
        raise NotImplementedError

    def new_card(
        self, wide: float, high: float, title: str, box: Box = TITLE_BOX, size: float = 28
    ) -> Panel:
        """Replace all panels by a card; *box* and *size* are those of its title, if any."""
        self.stack, self.backdrop = PanelStack(self.frame.theme), Backdrop()
        self.caption = title.capitalize() if title.isupper() else title
        across, down = self.frame.units
        place = (across - wide) / 2, (down - high) / 2, wide, high
        card = self.stack.add(Panel(self.frame.theme, place, CARD))
        if title:
            card.add(Label(box, title, size=size, colour=AMBER, face="title"))
        return card

    def add_button(
        self,
        box: Box,
        label: str,
        press: Callable[[], None],
        icon: str,
        key: int = 0,
        *,
        style: Style = Style.PLAIN,
        size: float = 17,
        hint: str = "",
        reason: str = "",
    ) -> Button:
        """Add a button to the card; *key* is its shortcut."""
        button = Button(box, label, press, icon=f"ui/{icon}", style=style, size=size)
        button.shortcut = Key(key) if key else None
        button.hint, button.reason = hint, reason
        return self.stack.panels[0].add(button)

    def add_back(self, box: Box) -> Button:
        """Add a button that closes the screen."""
        return self.add_button(box, "Back", self.back, "arrow-left", pygame.K_ESCAPE)

    def back(self) -> None:
        self.change = Close()

    def show_message(self, title: str, words: str) -> None:
        self.stack.ask(notice(self.frame.theme, title, words))

    def open_clause(self, id_: str) -> None:
        self.stack.ask(clause_dialog(self.frame.theme, id_, self.open_clause))

    def handle(self, event: pygame.Event) -> Change | None:
        self.route(event)
        change, self.change = self.change, None
        return change

    def route(self, event: pygame.Event) -> None:
        """Pass an event to the widgets."""
        self.stack.handle(event)

    def update(self, seconds: float) -> Change | None:
        self.stack.update(seconds)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        return self.backdrop.draw(canvas, self.frame, self.stack)

    def leave(self) -> None:
        """Release nothing: threads end by themselves."""

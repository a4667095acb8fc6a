"""The dialogs of a screen, opened over whatever window it fills."""

from __future__ import annotations

from collections.abc import Callable

from game.widgets.dialogs import notice
from game.widgets.panel_stack import Dialog, PanelStack
from game.widgets.theme import Theme


class DialogOpener:
    """Opens dialogs over the panels of a screen, which are others in each window."""

    def __init__(self, stack: Callable[[], PanelStack]) -> None:
        """*stack*: returns the panels of the present window."""
        self._stack = stack

    @property
    def theme(self) -> Theme:
        return self._stack().theme

    def ask(self, dialog: Dialog) -> None:
        """Open a dialog over everything."""
        self._stack().ask(dialog)

    def dismiss(self) -> None:
        """Close the dialog without a reply."""
        self._stack().dismiss()

    def notify(self, title: str, words: str) -> None:
        """Show a message that has to be read."""
        self.ask(notice(self.theme, title, words))

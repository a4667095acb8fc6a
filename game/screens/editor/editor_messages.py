"""The messages of an editor to its user."""

from __future__ import annotations

from collections.abc import Callable

from game.editor.edits import EditRefusedError
from game.screens.dialog_opener import DialogOpener
from game.widgets.panel_stack import Dialog, PanelStack


class EditorMessages(DialogOpener):
    """Dialogs, and messages in the status bar of an editor."""

    def __init__(
        self,
        stack: Callable[[], PanelStack],
        say: Callable[[str], None],
        before_dialog: Callable[[], None] = lambda: None,
    ) -> None:
        """*say*: shows a message in the status bar, until something else is done.

        *before_dialog*: called before a dialog opens, which takes the focus.
        """
        super().__init__(stack)
        self.say, self._before_dialog = say, before_dialog

    def ask(self, dialog: Dialog) -> None:
        """Open a dialog over everything."""
        self._before_dialog()
        super().ask(dialog)

    def attempt(self, what: Callable[[], object]) -> bool:
        """Make a change; return whether it was possible, and show the reason if not."""
        try:
            what()
        except EditRefusedError as error:
            self.say(f"Cannot do that: {error}")
            return False
        return True

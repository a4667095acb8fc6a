"""Dialogs that every screen may open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.text.columns import padded
from game.widgets.button import Button, Style
from game.widgets.cells import column, grid, sized
from game.widgets.key_bindings import insert_key_names
from game.widgets.keys import Key
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import WIDE_DIALOG
from game.widgets.text_field import TextField
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Log, LogEntry, heading_entry
from game.widgets.theme import AMBER, MUTED, Theme
from game.widgets.widget import Widget

LONG = 400.0
"""Height in units from which on the text of a dialog scrolls."""
CLOSE = Reply("Close", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE))


def notice(theme: Theme, title: str, words: str) -> Dialog:
    """Return a dialog with a message and a button to close it."""
    return Dialog(theme, title, words, (CLOSE,))


def name_dialog(
    theme: Theme,
    title: str,
    words: str,
    usual: str,
    label: str,
    on_name: Callable[[str], None],
    *,
    longest: int = 60,
) -> Dialog:
    """Return a dialog that asks for a name; *label* is that of its button.

    All of the *usual* name is selected, so that typing replaces it.
    """
    field = TextField(usual, ghost="name", longest=longest)
    field.select_all()
    reply = Reply(label, lambda: on_name(field.text), Style.PRIMARY)
    dialog = Dialog(theme, title, words, (reply, CANCEL), content=field)

    def enter(name: str) -> None:
        dialog.closed = True
        on_name(name)

    field.on_enter = enter
    return dialog


class TextDialog(Dialog):
    """A dialog with a longer text, which scrolls."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        words: str,
        entries: Sequence[LogEntry],
        *,
        width: float = WIDE_DIALOG,
        on_link: Callable[[str], None] = lambda _: None,
        more: Sequence[Reply] = (),
    ) -> None:
        self.text = Log(on_link, indent=0, entries=entries, follows=False)
        content = sized(self.text, most=LONG)
        super().__init__(theme, title, words, (*more, CLOSE), width=width, content=content)

    def opening_focus(self) -> Widget | None:
        """Return the button that closes the dialog, to be focused when it opens."""
        return next(w for w in reversed(self.widgets) if isinstance(w, Button))


def keys_dialog(
    theme: Theme,
    keys: Sequence[tuple[str, str]],
    now: Sequence[tuple[str, str]] = (),
    more: Sequence[Reply] = (),
) -> Dialog:
    """Return a dialog that lists keys; those of the question come first, if there are any."""
    keys, now = (
        [(insert_key_names(key), insert_key_names(does)) for key, does in some]
        for some in (keys, now)
    )
    column = max(len(key) for key, _ in (*now, *keys)) + 2
    entries = [key_entry(key, does, column) for key, does in keys]
    if now:
        mine = [key_entry(key, does, column) for key, does in now]
        entries = [heading_entry("This question"), *mine, heading_entry("Always"), *entries]
    width = WIDE_DIALOG * theme.running  # so that larger texts wrap no more than usual ones
    return TextDialog(theme, "Keys", "", entries, width=width, more=more)


def key_entry(key: str, does: str, column: int) -> LogEntry:
    """Return a line about a key; *column*: width of the key's column in characters."""
    return LogEntry((TextSpan(padded(key, column), AMBER, face="mono"), TextSpan(does, MUTED)))


class Menu(Dialog):
    """A dialog of many replies: first and last across it, the others in two columns."""

    def __init__(
        self, theme: Theme, title: str, words: str, replies: Sequence[Reply], width: float = 480
    ) -> None:
        first, *others, last = map(self.button, replies)
        content = column(first, grid(*others, columns=2) if others else None, last)
        super().__init__(theme, title, words, (), width=width, content=content)

"""Dialogs that every screen may open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.text.columns import padded
from game.widgets.button import Button, Style
from game.widgets.key_bindings import insert_key_names
from game.widgets.keys import Key
from game.widgets.panel_stack import CANCEL, DIALOG_PADDING, Dialog, Reply
from game.widgets.text_field import TextField
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Log, LogEntry, heading_entry
from game.widgets.theme import AMBER, MUTED, Box, Theme
from game.widgets.widget import Widget

CLOSE = Reply("Close", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE))


def notice(theme: Theme, title: str, words: str) -> Dialog:
    """Return a dialog with a message and a button to close it."""
    return Dialog(theme, title, words, (CLOSE,), width=540)


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
    """Return a dialog that asks for a name; *label* is that of its button."""
    field = TextField((DIALOG_PADDING, 0, 412, 40), usual, ghost="name", longest=longest)
    reply = Reply(label, lambda: on_name(field.text), Style.PRIMARY)
    dialog = Dialog(theme, title, words, (reply, CANCEL), room=44)

    def enter(name: str) -> None:
        dialog.closed = True
        on_name(name)

    field.on_enter = enter
    field.box = (DIALOG_PADDING, dialog.body_top, 412, 40)
    dialog.add(field)
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
        width: float,
        most: float,
        on_link: Callable[[str], None] = lambda _: None,
        more: Sequence[Reply] = (),
    ) -> None:
        """*most*: height in units from which on the text scrolls."""
        box = (DIALOG_PADDING, 0.0, width - 2 * DIALOG_PADDING + 12, most)
        self.text = Log(box, on_link, indent=0)
        self.text.fit(theme)
        self.text.append(*entries)
        self.text.lay_out()
        high = min(most, self.text.scroll.content / theme.scale + 2)
        super().__init__(theme, title, words, (*more, CLOSE), width=width, room=high)
        self.text.box = (box[0], self.body_top, box[2], high)
        self.add(self.text)
        self.text.lay_out()
        self.text.scroll.to(0)

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
    return TextDialog(theme, "Keys", "", entries, width=620, most=400, more=more)


def key_entry(key: str, does: str, column: int) -> LogEntry:
    """Return a line about a key; *column*: width of the key's column in characters."""
    return LogEntry((TextSpan(padded(key, column), AMBER, face="mono"), TextSpan(does, MUTED)))


class Menu(Dialog):
    """A dialog of many replies: first and last across it, the others in two columns."""

    def __init__(
        self, theme: Theme, title: str, words: str, replies: Sequence[Reply], width: float = 480
    ) -> None:
        pitch, gap = 50.0, 10.0
        first, *others, last = replies
        rows = 2 + (len(others) + 1) // 2
        super().__init__(theme, title, words, (), width=width, room=rows * pitch - 68)
        whole = width - 2 * DIALOG_PADDING
        half = (whole - gap) / 2
        self._put(first, (DIALOG_PADDING, self.body_top, whole, 42))
        for n, reply in enumerate(others):
            left = DIALOG_PADDING + n % 2 * (half + gap)
            self._put(reply, (left, self.body_top + (1 + n // 2) * pitch, half, 42))
        self._put(last, (DIALOG_PADDING, self.body_top + (rows - 1) * pitch, whole, 42))

    def _put(self, reply: Reply, box: Box) -> None:
        button = Button(box, reply.label, partial(self._reply, reply), style=reply.style)
        button.shortcut = reply.shortcut
        self.add(button)

"""The dialogs of a battle: a clause of the rulebook, the pause menu, the keys, warnings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pygame

from game.content.rulebook import ID, UnknownClauseError, clause
from game.widgets.button import Button, Style
from game.widgets.keys import Key, insert_key_names
from game.widgets.log_view import Log, LogEntry, heading_entry
from game.widgets.panel_stack import DIALOG_PADDING, Dialog, Reply
from game.widgets.text_layout import TextSpan
from game.widgets.theme import AMBER, MUTED, TEXT, Box, Theme
from game.widgets.widget import Widget

CLOSE = Reply("Close", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE))
_MARKED = re.compile(r"(\*[^*]+\*|`[^`]+`)")


def notice(theme: Theme, title: str, words: str) -> Dialog:
    """Return a dialog that tells something, with a button to close it."""
    return Dialog(theme, title, words, (CLOSE,), width=540)


class Reader(Dialog):
    """A dialog with something longer to read in it."""

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
        """*most*: the units of height from which on it is scrolled."""
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
        """Return the button to close it: it is read first, and then closed."""
        return next(w for w in reversed(self.widgets) if isinstance(w, Button))


def clause_dialog(theme: Theme, id_: str, on_clause: Callable[[str], None]) -> Dialog:
    """Return a dialog with a clause of the rulebook; clauses that it cites are links."""
    try:
        found = clause(id_)
    except UnknownClauseError as error:
        return notice(theme, id_, str(error))
    return Reader(
        theme,
        f"{found.id} · {found.title}",
        " – ".join(filter(None, (found.book, found.chapter))),
        [LogEntry(tuple(marked(p))) for p in paragraphs(found.text)],
        width=620,
        most=300,
        on_link=on_clause,
    )


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a clause, each as one line."""
    return [" ".join(p.split()) for p in text.split("\n\n")]


def marked(words: str) -> Iterator[TextSpan]:
    """Yield words with what is emphasised in amber, and cited clauses as links."""
    for part in _MARKED.split(words):
        if part.startswith("`"):
            id_ = part.strip("`")
            yield TextSpan(id_, AMBER, id_ if ID.fullmatch(id_) else "")
        elif part.startswith("*"):
            yield TextSpan(part.strip("*"), AMBER)
        elif part:
            yield TextSpan(part, TEXT)


def keys_dialog(
    theme: Theme,
    keys: Sequence[tuple[str, str]],
    now: Sequence[tuple[str, str]] = (),
    more: Sequence[Reply] = (),
) -> Dialog:
    """Return a dialog that lists what keys do: those of the question first, if there is one."""
    keys, now = ([(insert_key_names(key), does) for key, does in some] for some in (keys, now))
    column = max(len(key) for key, _ in (*now, *keys)) + 2
    entries = [key_entry(key, does, column) for key, does in keys]
    if now:
        mine = [key_entry(key, does, column) for key, does in now]
        entries = [
            heading_entry("To answer"),
            *mine,
            heading_entry("At any time"),
            *entries,
        ]
    return Reader(theme, "Keys", "", entries, width=620, most=470, more=more)


def key_entry(key: str, does: str, column: int) -> LogEntry:
    """Return a line that tells what a key does; *column*: so many letters are left for it."""
    return LogEntry((TextSpan(f"{key:<{column}}", AMBER, face="mono"), TextSpan(does, MUTED)))


class Menu(Dialog):
    """A dialog of many replies: the first and the last across it, the others in two columns."""

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

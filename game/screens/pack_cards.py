"""The cards of the screens of packs."""

from __future__ import annotations

from collections.abc import Iterable

from game.screens.card import Card
from game.widgets.cells import Child, column
from game.widgets.sizes import EDGE, SMALL_TEXT
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry
from game.widgets.theme import MUTED, TEXT, WELL


def text_line(words: str, colour: str = TEXT) -> LogEntry:
    return LogEntry((TextSpan(words, colour),))


def text_card(title: str, words: str, entries: Iterable[LogEntry], foot: Child) -> Card:
    """Return a card with some words above a text, which scrolls if it is long."""
    text = Log(entries=[*entries], indent=0, follows=False)
    body = column(
        Label(words, size=SMALL_TEXT, colour=MUTED),
        column(text, pad=EDGE, plate=WELL),
        foot,
    )
    return Card(title, body)

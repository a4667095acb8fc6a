"""The dialog with a clause of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from game.content.rulebook import ID, UnknownClauseError, clause
from game.widgets.dialogs import TextDialog, notice
from game.widgets.panel_stack import Dialog
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import LogEntry
from game.widgets.theme import AMBER, TEXT, Theme

_MARKED = re.compile(r"(\*[^*]+\*|`[^`]+`)")


def clause_dialog(theme: Theme, id_: str, on_clause: Callable[[str], None]) -> Dialog:
    """Return a dialog with a clause of the rulebook; clauses that it cites are links."""
    try:
        found = clause(id_)
    except UnknownClauseError as error:
        return notice(theme, id_, str(error))
    return TextDialog(
        theme,
        f"{found.id} · {found.title}",
        " – ".join(filter(None, (found.book, found.chapter))),
        [LogEntry(tuple(marked(p))) for p in paragraphs(found.text)],
        on_link=on_clause,
    )


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a clause, each as one line."""
    return [" ".join(p.split()) for p in text.split("\n\n")]


def marked(words: str) -> Iterator[TextSpan]:
    """Yield words with emphasised parts in amber, and cited clauses as links."""
    for part in _MARKED.split(words):
        if part.startswith("`"):
            id_ = part.strip("`")
            yield TextSpan(id_, AMBER, id_ if ID.fullmatch(id_) else "")
        elif part.startswith("*"):
            yield TextSpan(part.strip("*"), AMBER)
        elif part:
            yield TextSpan(part, TEXT)

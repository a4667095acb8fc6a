"""The card with a step of a lesson."""

from __future__ import annotations

from collections.abc import Callable

from game.content.lessons import LessonStep, StepCondition
from game.content.rulebook import clause
from game.widgets.button import Button, Style
from game.widgets.cells import column, keyed, row, sized
from game.widgets.key_bindings import insert_key_names
from game.widgets.keys import Key
from game.widgets.panel import Panel
from game.widgets.sizes import BODY_TEXT, CLOSE, EDGE, HEADING_TEXT, NOTE_TEXT, TIGHT
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry, Paragraph
from game.widgets.theme import AMBER, MUTED, TEXT, URGENT, Box, Theme

MAX_CARD_HEIGHT = 372.0
"""Maximum height in units, enough for the longest card."""
SHARE = 0.56
"""Maximum share of a low column's height; longer text is scrolled."""
BESIDE = (0.0, 0.0, CLOSE, 0.0)
"""Space beside title and buttons where the text has its scroll bar."""
TITLE, TEXT_LOG, NEXT = "title", "text", "next"
"""Keys of the widgets."""


class LessonCard:
    """The panel with the instruction of a step, and buttons to go on and to leave."""

    def __init__(
        self,
        theme: Theme,
        box: Box,
        on_next: Callable[[], None],
        on_leave: Callable[[], None],
        on_clause: Callable[[str], None],
        *,
        shortcut: Key | None = None,
    ) -> None:
        """*shortcut*: the key of the button that goes on."""
        self.panel = Panel(theme, box, URGENT)
        self.on_next, self.on_leave, self.on_clause = on_next, on_leave, on_clause
        self.shortcut = shortcut

    def show(self, card: LessonStep, number: int, many: int, **words: str) -> None:
        """Show a step; *number* counts from 1. *words* are put into its text by their names."""
        waits = card.until is not StepCondition.READ
        entries = [LogEntry((TextSpan(insert_key_names(card.text, **words), TEXT),))]
        if card.clause:
            why = clause(card.clause)
            cited = TextSpan(f"{why.id} {why.title}", AMBER, why.id)
            entries.append(LogEntry((TextSpan("Why: ", MUTED), cited)))
        title = Paragraph((TextSpan(card.title, AMBER, face="title"),), size=HEADING_TEXT)
        text = Log(self.on_clause, entries=entries, indent=0, follows=False)
        head = column(
            Label(f"STEP {number} OF {many}", size=NOTE_TEXT, colour=MUTED),
            keyed(TITLE, title),
            pad=BESIDE,
            gap=0,
        )
        label = "Finish" if number == many else "Skip" if waits else "Next"
        style = Style.PLAIN if waits else Style.PRIMARY
        on, key = self.on_next, self.shortcut
        next_ = keyed(NEXT, Button(label, on, shortcut=key, style=style, size=BODY_TEXT))
        leave = Button("Leave", self.on_leave, style=Style.GHOST, size=BODY_TEXT)
        foot = row(sized(next_, grow=1), leave, gap=CLOSE, pad=BESIDE)
        log = sized(keyed(TEXT_LOG, text), height=0, grow=1)
        self.panel.show(column(head, log, foot, pad=(EDGE, CLOSE, TIGHT, EDGE), gap=CLOSE))

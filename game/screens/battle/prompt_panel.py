"""The prompt panel (the question, its answers, their hint), and the bar of phases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from game.content.palettes import palette
from game.content.settings import Action
from game.play.decisions import Decision
from game.play.wording import side_name
from game.prompts.choose import refusal_text
from game.prompts.prompt import MEND, AnyPrompt, PromptAction
from game.screens.battle.choice_list import ChoiceList
from game.table.records import Side
from game.table.state import Table
from game.view.style import TEAMS
from game.widgets.button import Button, Style
from game.widgets.key_bindings import key_for
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import AMBER, MUTED, URGENT, WELL, Box, Plate, Theme
from game.widgets.widget import Panel

EDGE, TOP = 18.0, 38.0
"""Units from the edges of the panel to its words, and from its top to the question."""
IN_THEIR_TURN = "You are asked in the other side's turn"
ASKED, SAID = 15.0, 12.0
"""Text sizes of the question and of the status line."""


class PromptPanel:
    """The panel of the question, with an edge in the colour of the side.

    It is amber in a person's own turn, in the side's colour in the other's, and else dark.
    """

    def __init__(
        self,
        theme: Theme,
        box: Box,
        on_press: Callable[[str], None],
        on_point: Callable[[str], None],
        on_clause: Callable[[str], None],
        on_hint: Callable[[], None],
    ) -> None:
        _, _, wide, self._high = box
        self._inner = wide - 2 * EDGE
        self.panel = Panel(theme, box)
        self._plate: Plate | None = None
        self._inlay: Box = (8, 4, wide - 16, self._high - 8)
        self._lay(WELL)
        name = Label((EDGE, 11, self._inner - 168, 20), "", size=15, face="title")
        self.side = self.panel.add(name)
        self.clause = self.panel.add(
            Button((wide - EDGE - 70, 9, 70, 24), "", self._open, style=Style.GHOST, size=13)
        )
        self.hint = self.panel.add(
            Button((wide - EDGE - 168, 9, 92, 24), "Hint", on_hint, style=Style.GHOST, size=13)
        )
        self.hint.shortcut = key_for(Action.HINT)
        self.asks = self.panel.add(Paragraph((EDGE, TOP, self._inner, 44), "", size=ASKED))
        rows: Box = (EDGE, 84, self._inner, self._high - 84 - 20)
        self.choices = self.panel.add(ChoiceList(rows, on_press, on_point, on_clause))
        said: Box = (EDGE, self._high - 40, self._inner, 20)
        self.status = self.panel.add(Paragraph(said, "", size=SAID))
        self.on_clause = on_clause
        self._cited = ""

    def _lay(self, look: Plate) -> None:
        if look != self._plate:
            self._plate = look
            self.panel.inlays.clear()
            self.panel.inlay(self._inlay, look)

    def _open(self) -> None:
        if self._cited:
            self.on_clause(self._cited)

    def show(self, prompt: AnyPrompt, table: Table, *, hinted: bool) -> None:
        """Show the question that a person has to answer; *hinted*: with a hint if wanted."""
        asked, no = prompt.decision, prompt.refused
        team, active = TEAMS[table.sides.index(asked.by)], table.clock.side
        waits = active is not None and active != asked.by
        self._lay(
            replace(URGENT, edge=team.plain)
            if not waits
            else Plate(team.dark, "#14181B", team.plain, corner=URGENT.corner, line=2.0)
        )
        self._head(asked, asked.by, table)
        if waits:
            self.side.text = f"{self.side.text}: ASKED"
        self.side.hint = IN_THEIR_TURN if waits else ""
        self.hint.shown = hinted
        said = TextSpan(f"Hint: {prompt.hint}" if prompt.hint else prompt.status, MUTED)
        if no:
            why = refusal_text(table, no.reason) + (f" ({no.clause})" if no.clause else "")
            mend = next((c for c in prompt.choices() if c.id == MEND), None)
            said = TextSpan(f"{why} · {mend.key}: {mend.label}" if mend else why, palette().bad)
        # The question's own clause is shown above the options.
        choices = [
            c if c.reason or c.clause != asked.clause else replace(c, clause="")
            for c in prompt.choices()
        ]
        self._fill(TextSpan(asked.asks, AMBER, face="strong"), choices, said)

    def wait(
        self,
        words: str,
        by: Side | None,
        asked: Decision[Any] | None,
        table: Table,
        choices: Sequence[PromptAction] = (),
        below: float = 0.0,
    ) -> None:
        """Show that no person is asked just now, and the reason.

        *below*: units to leave free at the lower edge.
        """
        self._lay(WELL)
        self.hint.shown, self.side.hint = False, ""
        self._head(asked, by, table)
        self._fill(TextSpan(words, MUTED), choices, TextSpan(""), below)

    def _head(self, asked: Decision[Any] | None, by: Side | None, table: Table) -> None:
        self.side.text = side_name(by).upper() if by else ""
        if by:
            self.side.colour = TEAMS[table.sides.index(by)].plain
        self._cited = asked.clause if asked else ""
        self.clause.label = self._cited
        self.clause.shown = bool(self._cited)

    def _fill(
        self,
        asks: TextSpan,
        choices: Sequence[PromptAction],
        said: TextSpan,
        below: float = 0.0,
    ) -> None:
        """Set the texts, and give the options all the remaining room."""
        if self.asks.spans != (asks,):
            self.asks.spans = (asks,)
            self.choices.to_top()
        self.choices.choices = tuple(choices)
        self.status.spans = (said,)
        high = self._lines(asks, ASKED) * round(ASKED * 1.45)
        foot = self._lines(said, SAID) * round(SAID * 1.45) if said.text else 0.0
        top, end = TOP + high + 8, self._high - 18 - max(foot, below)
        self._move(self.asks, (EDGE, TOP, self._inner, high))
        self._move(self.choices, (EDGE, top, self._inner, end - top - 6))
        self.status.shown = bool(said.text)
        self._move(self.status, (EDGE, end, self._inner, max(4.0, foot)))

    def _lines(self, words: TextSpan, size: float) -> int:
        theme = self.panel.theme
        return len(TextStyle(theme, size).wrap((words,), theme.px(self._inner)))

    def _move(self, widget: Paragraph | ChoiceList, box: Box) -> None:
        if widget.box != box:
            widget.box = box
            widget.fit(self.panel.theme)
            self.panel.dirty = True

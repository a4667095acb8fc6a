"""The panel of the open question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from game.content.palettes import palette
from game.content.table_actions import Action
from game.prompts.prompt import MEND, AnyPrompt, PromptAction
from game.screens.battle.choice_list import ChoiceList
from game.screens.battle.footer import WindowActions
from game.screens.battle.panel_part import AROUND, PanelPart
from game.shown.lines import Tone
from game.shown.question import QuestionHead, asked_head, question_status
from game.table.state import Table
from game.view.colours import TEAMS
from game.widgets.button import Button, Style
from game.widgets.cells import Child, LayoutCell, column, keyed, row, sized, space
from game.widgets.key_bindings import key_for
from game.widgets.panel import Panel
from game.widgets.sizes import BODY_TEXT, EDGE, LOW, NOTE_TEXT, SMALL_TEXT, TIGHT
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import MUTED, TEXT, URGENT, WELL, Box, Plate, Theme
from game.widgets.widget import Pixel


class QuestionContent(NamedTuple):
    """The contents of the question's panel."""

    head: QuestionHead
    look: Plate = WELL
    asks: TextSpan = TextSpan("")
    choices: tuple[PromptAction, ...] = ()
    said: TextSpan = TextSpan("")
    """The line below the options."""
    hinted: bool = False
    """True if a bot can be asked for a hint."""
    below: Child = None


class PromptPanel(PanelPart[QuestionContent]):
    """The panel of the question, with an edge in the colour of the side.

    It is amber in a person's own turn, in the side's colour in the other's, and else dark.
    """

    def __init__(self, theme: Theme, box: Box, actions: WindowActions) -> None:
        self.actions = actions
        super().__init__(Panel(theme, box), QuestionContent(QuestionHead()))

    def view(self) -> LayoutCell:
        """Describe the question, its options and the line below them."""
        now, actions = self.content, self.actions
        choices = ChoiceList(
            now.choices,
            actions.press,
            actions.point_out,
            actions.open_clause,
            question=now.asks.text,
        )
        said = Paragraph((now.said,), size=NOTE_TEXT) if now.said.text else None
        words = column(
            self._head(),
            keyed("asks", Paragraph((now.asks,), size=SMALL_TEXT if now.below else BODY_TEXT)),
            sized(choices, grow=1),
            keyed("said", said) if said else None,
            now.below,
            gap=TIGHT,
            pad=(EDGE, TIGHT, EDGE, EDGE),
            plate=now.look,
        )
        return column(sized(words, grow=1), pad=AROUND)

    def _head(self) -> LayoutCell:
        """Describe the line with the side, the button for a hint and that of the clause."""
        head, actions = self.content.head, self.actions
        colour = TEXT if head.team is None else TEAMS[head.team].plain
        size = NOTE_TEXT if head.waits else BODY_TEXT  # longer words, beside the same buttons
        side = Label(head.side, size=size, colour=colour, face="title", hint=head.hint)
        key = key_for(Action.HINT)
        hint = Button(
            "Hint", actions.ask_for_hint, style=Style.GHOST, size=SMALL_TEXT, shortcut=key
        )
        press = partial(actions.open_clause, head.clause)
        clause = Button(head.clause, press, style=Style.GHOST, size=SMALL_TEXT)
        return row(
            keyed("side", sized(side, grow=1)),
            keyed("hint", hint) if self.content.hinted else None,
            keyed("clause", clause) if head.clause else None,
            sized(space(0), height=LOW),
            gap=TIGHT,
        )

    @property
    def choices(self) -> ChoiceList:
        """Return the list of the options."""
        (choices,) = self.widgets(ChoiceList)
        return choices

    @property
    def lacking(self) -> float:
        """Return the units of height that the highest option lacks; negative if it has more."""
        choices = self.choices
        highest = max([row.high for row in choices.rows], default=0)
        return (highest - choices.rect.height) / self.panel.theme.scale

    def deed_at(self, pixel: Pixel) -> str:
        """Return the label of the option at a pixel of the window; empty for none."""
        left, top = self.panel.rect.topleft
        return self.choices.label_at((pixel[0] - left, pixel[1] - top))

    def show(self, prompt: AnyPrompt, table: Table, *, hinted: bool) -> None:
        """Show the question that a person has to answer; *hinted*: with a hint if wanted."""
        asked, choices = prompt.decision, prompt.choices()
        head, team = asked_head(asked, table), TEAMS[table.sides.index(asked.by)]
        look = (
            replace(URGENT, edge=team.plain)
            if not head.waits
            else Plate(team.dark, "#14181B", team.plain, corner=URGENT.corner, line=2.0)
        )
        mend = next((c for c in choices if c.id == MEND), None)
        mends = f"{mend.key}: {mend.label}" if mend else ""
        refused, stands = prompt.refused, prompt.stands
        said = question_status(table, prompt.status, prompt.hint, refused, mends, stands=stands)
        # The question's own clause is shown above the options, and the large button says how
        # many could still act.
        ends = key_for(Action.END)
        rows = [
            replace(
                c,
                clause="" if c.clause == asked.clause and not c.reason else c.clause,
                detail="" if c.key == ends else c.detail,
            )
            for c in choices
        ]
        ink = palette().bad if said.tone is Tone.BAD else MUTED
        asks = TextSpan(asked.asks, TEXT, face="strong")
        said_as = TextSpan(said.text, ink)
        self.put(QuestionContent(head, look, asks, tuple(rows), said_as, hinted))

    def wait(
        self,
        words: str,
        head: QuestionHead,
        choices: Sequence[PromptAction] = (),
        *,
        below: Child = None,
    ) -> None:
        """Show that no person is asked just now, and the reason.

        *below*: a part at the lower edge.
        """
        asks = TextSpan(words, MUTED)
        self.put(QuestionContent(head, WELL, asks, tuple(choices), below=below))

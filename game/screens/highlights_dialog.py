"""The list of highlights in a replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.lab.highlights import Highlight
from game.lab.turning_points import gainer, sentence, turn_of
from game.play.log.wording import side_name
from game.table.state import Table
from game.widgets.dialogs import CLOSE
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import Dialog
from game.widgets.sizes import WIDE_DIALOG
from game.widgets.theme import Theme

ABOUT = "The moments that decided the battle. Each plays from its lead-in on."


def highlight_row(highlight: Highlight, table: Table) -> ListRow:
    """Return a highlight as a row: its turn, its deed, and the chance that rose."""
    swing = highlight.swing
    side, before, after = gainer(swing, table)
    label = f"{turn_of(swing, table)} · {side_name(side)} {before:.0%} → {after:.0%}"
    return ListRow(str(highlight.start), label, highlight.caption, hint=sentence(swing, table))


class HighlightsDialog(Dialog):
    """A dialog in which a click on a highlight shows it."""

    def __init__(
        self,
        theme: Theme,
        found: Sequence[Highlight],
        table: Table,
        now: int,
        on_choose: Callable[[int], None],
    ) -> None:
        """*now*: number of events shown; *on_choose* gets the events before a highlight."""
        self._on_choose = on_choose
        rows = [highlight_row(one, table) for one in found]
        here = [str(one.start) for one in found if one.start <= now]
        chapters = ListBox(
            rows,
            on_open=self._choose,
            chosen=here[-1] if here else rows[0].id,
            is_compact=True,
            at_once=True,
        )
        super().__init__(
            theme, "Highlights", ABOUT, (CLOSE,), width=WIDE_DIALOG, content=chapters
        )

    def _choose(self, id_: str) -> None:
        self.closed = True
        self._on_choose(int(id_))

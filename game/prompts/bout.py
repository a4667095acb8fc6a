"""Picking what a champion does in a cage: cells, edges and the other champion are lit."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.decisions import PASS, Choose
from game.prompts.choose import ChoosePrompt
from game.table.state import Table
from game.view.glass.overlays import Overlay, Tone

BACK = ("TC-09", "TC-23")
"""The clauses of ways that lead back."""
EDGE = "/"
"""In what the board calls an edge of a cell."""


class BoutPrompt(ChoosePrompt):
    """Enter takes the first option, not the last: an action is seldom let go by."""

    def __init__(self, decision: Choose, table: Table) -> None:
        super().__init__(decision, table)
        self.lit = next((o.id for o in decision.options if o.id != PASS), "")

    def below(self) -> Iterator[Overlay]:
        for id_, spot in self.anchors.items():
            option, lit = self.options[id_], id_ == self.lit
            tone = Tone.PLANNED if option.clause in BACK else Tone.COOL
            if spot.discs:
                tone = Tone.GOOD
            words = "" if EDGE in option.anchor and not lit else called(option.label)
            yield from spot.shown(
                Tone.CHOSEN if lit else tone, words=words if spot.outline else ""
            )


def called(label: str) -> str:
    """Return what is done, without whereto: the board shows that."""
    return label.partition(" to ")[0]

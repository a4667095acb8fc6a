"""Picking what a champion does in a cage: cells, edges and the other champion are lit."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.decisions import PASS, Choose
from game.prompts.choose import ChoosePrompt
from game.table.records import ModelId
from game.table.state import Table
from game.view.overlays.shapes import Overlay, OverlayTone

BACK = ("TC-09", "TC-23")
"""The clauses of ways that lead back."""
EDGE = "/"
"""In what the board calls an edge of a cell."""


class BoutPrompt(ChoosePrompt):
    """Enter takes the first option, not the last: an action is seldom let go by."""

    def __init__(self, decision: Choose, table: Table) -> None:
        super().__init__(decision, table)
        offered = [o.id for o in decision.options if o.id != PASS]
        if self._is_die and table.models[ModelId(decision.about)].side == decision.by:
            offered.reverse()  # the higher is mostly better for who attacks
        self.lit = offered[0] if offered else ""

    @property
    def _is_die(self) -> bool:
        """``TC-14``  Whether it is asked which die counts."""
        return self.decision.kind == "die"

    @property
    def numbers(self) -> list[int]:
        """Return the number key of each option, counted from 0: of a die its face."""
        if self._is_die:
            return [int(option.id) - 1 for option in self.decision.options]
        return super().numbers

    def below(self) -> Iterator[Overlay]:
        for id_, spot in self.anchors.items():
            option, lit = self.options[id_], id_ == self.lit
            tone = OverlayTone.PLANNED if option.clause in BACK else OverlayTone.COOL
            if spot.discs:
                tone = OverlayTone.GOOD
            words = called(option.label) if spot.outline and EDGE not in option.anchor else ""
            yield from spot.shown(OverlayTone.CHOSEN if lit else tone, words=words)


def called(label: str) -> str:
    """Return what is done, without whereto: the board shows that."""
    return label.partition(" to ")[0]

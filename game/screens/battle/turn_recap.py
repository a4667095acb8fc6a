"""The recap of the turn before the current one."""

from __future__ import annotations

from collections.abc import Sequence

from game.shown.lines import ShownLine
from game.shown.turn_story import last_turn, losses, recap, trails
from game.table.events import Event
from game.table.state import Table
from game.view.overlays import BoardNote, MarchTrails, OverlayLayers, OverlayTone


class TurnRecap:
    """Words on the turn before this one; its moves and losses on the board, if a key asks.

    It stays until the first input.
    """

    def __init__(self) -> None:
        self.lines: tuple[ShownLine, ...] = ()
        """The words; empty while it is not shown."""
        self.layers = OverlayLayers()
        """Its overlays on the board."""

    def show(self, story: Sequence[Event], table: Table) -> None:
        """Show the words, which cover nothing of the table."""
        self.lines = recap(last_turn(story), table)

    def turn(self, story: Sequence[Event], table: Table) -> None:
        """Show or hide words and overlays, when a key asks for it."""
        if self.layers != OverlayLayers():
            self.end()
            return
        events = last_turn(story)
        self.lines = recap(events, table)
        lost = [BoardNote(at, words, OverlayTone.BAD) for at, words in losses(events, table)]
        self.layers = (
            OverlayLayers((MarchTrails(trails(events)),), tuple(lost))
            if events
            else OverlayLayers()
        )

    def end(self) -> None:
        """Hide it."""
        self.lines, self.layers = (), OverlayLayers()

"""The panel with debug information."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.play.decisions import Decision
from game.play.session import Session
from game.screens.battle.board_view import BoardView
from game.screens.battle.floating_panels import FloatingPanel
from game.widgets.cells import column
from game.widgets.panel_stack import PanelStack
from game.widgets.sizes import EDGE, NOTE_TEXT, SIDE
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Paragraph
from game.widgets.theme import AMBER

DEBUG_UPDATE_SECONDS = 0.25
"""Seconds between two updates: figures that flicker cannot be read."""
SMOOTH = 30
"""Frames over which the frame time is averaged."""


class DebugPanel(FloatingPanel):
    """A panel with debug information, shown and hidden by a key."""

    def __init__(self, stack: PanelStack, board: BoardView) -> None:
        super().__init__(stack, board)
        self.on = False
        self.frame = 0.0
        """Average seconds per frame."""
        self._since = DEBUG_UPDATE_SECONDS

    def turn(self) -> None:
        self.on = not self.on
        self._since = DEBUG_UPDATE_SECONDS
        if not self.on:
            self.drop()

    def update(self, seconds: float) -> None:
        self._since += seconds
        self.frame += (seconds - self.frame) / SMOOTH

    def refresh(self, session: Session, seed: int, file: str) -> None:
        """Update the figures every ``EVERY`` seconds."""
        if not self.on or self._since < DEBUG_UPDATE_SECONDS:
            return
        self._since = 0.0
        found = facts(session, seed, file, self.frame)
        spans = list[TextSpan]()
        for name, value in found:
            spans += [
                TextSpan(f"{name}  ", AMBER, face="mono"),
                TextSpan(f"{value}\n", face="mono"),
            ]
        spans[-1] = TextSpan(found[-1][1], face="mono")
        words = column(Paragraph(spans, size=NOTE_TEXT), pad=EDGE)
        self.float(words, 0.0, 0.0, width=SIDE)


def facts(session: Session, seed: int, file: str, frame: float) -> Sequence[tuple[str, str]]:
    """Return names and values; *frame* in seconds, *file*: name of the save."""
    table, asked = session.table, session.pending
    clock = table.clock
    return (
        ("waiting", " > ".join(session.where()) or "nobody"),
        ("asks", _question(asked) if asked else "nobody"),
        ("clock", f"round {clock.round}, {clock.phase or 'none'}, {clock.side or 'both'}"),
        ("queue", ", ".join(map(str, table.queue)) or "empty"),
        ("seed", str(seed)),
        ("rolls", str(table.rolls)),
        ("story", f"{len(session.game.story)} events, {len(session.chapters)} chapters"),
        ("frame", f"{frame * 1000:.1f} ms"),
        ("file", file or "none yet"),
    )


def _question(asked: Decision[Any]) -> str:
    kind = f" {asked.kind.value!r}" if asked.kind else ""
    return f"{type(asked).__name__}{kind} of {asked.by}, {asked.clause}"

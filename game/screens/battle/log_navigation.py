"""The way from a clicked log line to its place on the board."""

from __future__ import annotations

from collections.abc import Callable

from game.screens.battle.battle_window import BattleParts
from game.screens.battle.floating_panels import FloatingPanel
from game.screens.battle.log_panel import CLAUSE, LogLine
from game.widgets.button import Button, Style

HIGH = 46.0
"""Height of the button's panel in units."""


class LogNavigation:
    """Shows the place of a clicked log line on the board, and offers a replay from there."""

    def __init__(
        self, on_place: Callable[[str], None], on_moment: Callable[[int], None]
    ) -> None:
        self.on_place, self.on_moment = on_place, on_moment
        self.count = 0
        self._lines = 0
        """Number of the log's lines when one was clicked."""

    def fill(self, parts: BattleParts) -> None:
        self.parts = parts
        self.float = FloatingPanel(parts.stack, parts.board)
        wide = parts.log.panel.box[2]
        self.button = self.float.add(
            Button(
                (12, 5, wide - 24, HIGH - 10),
                "Replay from here",
                self._go,
                icon="ui/clock",
                style=Style.PRIMARY,
            )
        )
        parts.log.on_line = self.point_at

    def point_at(self, line: LogLine) -> None:
        """Show the place of a line, and offer the replay from it."""
        if place := place_of(line):
            self.on_place(place)
        self.count, self._lines = line.count, len(self.parts.log.lines)
        left, top, wide, tall = self.parts.log.panel.box
        self.float.put((left, top + tall - HIGH, wide, HIGH))

    def refresh(self) -> None:
        """Take the button away once the log goes on."""
        if len(self.parts.log.lines) != self._lines:
            self.float.drop()

    def _go(self) -> None:
        self.float.drop()
        self.on_moment(self.count)


def place_of(line: LogLine) -> str:
    """Return the first id of the board that a line links to; empty if there is none."""
    links = [span.link for span in line.entry.spans if span.link]
    return next((link for link in links if not link.startswith(CLAUSE)), "")

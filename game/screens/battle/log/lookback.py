"""From a line of the log to its place on the board, and to its moment."""

from __future__ import annotations

from collections.abc import Callable

from game.screens.battle.furniture import Furniture
from game.screens.battle.log_panel import CLAUSE, Told
from game.screens.battle.panels.floats import GAP, Float, board_box
from game.widgets.button import Button, Style

LASTS = 8.0
"""Seconds that the offer stands."""
WIDE, HIGH = 300.0, 54.0


class LookBack:
    """A click on a line shows where it happened, and offers to show it again from there."""

    def __init__(
        self, on_place: Callable[[str], None], on_moment: Callable[[int], None]
    ) -> None:
        self.on_place, self.on_moment = on_place, on_moment
        self.count = 0
        self._left = 0.0

    def fill(self, parts: Furniture) -> None:
        self.parts = parts
        self.float = Float(parts.desk, parts.board)
        self.button = self.float.add(
            Button(
                (6, 6, WIDE - 12, HIGH - 12),
                "Look back at this moment",
                self._go,
                icon="ui/clock",
                style=Style.PRIMARY,
            )
        )
        parts.log.on_line = self.point_at

    def point_at(self, count: int) -> None:
        """Show the place of a line that stands after so many events, and make the offer."""
        line = next((t for t in self.parts.log.told if t.count == count), None)
        if place := place_of(line):
            self.on_place(place)
        self.count, self._left = count, LASTS
        left, top, wide, tall = board_box(self.parts.board)
        self.float.put((left + (wide - WIDE) / 2, top + tall - GAP - HIGH, WIDE, HIGH))

    def update(self, seconds: float) -> None:
        self._left -= seconds
        if self._left <= 0.0:
            self.float.drop()

    def _go(self) -> None:
        self.float.drop()
        self.on_moment(self.count)


def place_of(line: Told | None) -> str:
    """Return the first thing on the board that a line names; empty for none."""
    links = [span.link for span in line.entry.spans if span.link] if line else []
    return next((link for link in links if not link.startswith(CLAUSE)), "")

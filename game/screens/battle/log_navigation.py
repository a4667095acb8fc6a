"""The way from a clicked log line to its place on the board."""

from __future__ import annotations

from collections.abc import Callable

from game.screens.battle.battle_window import BattlePanels
from game.screens.battle.floating_panels import FloatingPanel
from game.shown.event_log import EventLog, LogLine
from game.widgets.button import Button, Style
from game.widgets.cells import LayoutCell, column
from game.widgets.layout import natural_height
from game.widgets.places import within
from game.widgets.sizes import CLOSE


class LogNavigation:
    """Shows the place of a clicked log line on the board, and offers a replay from there."""

    def __init__(
        self,
        event_log: EventLog,
        on_place: Callable[[str], None],
        on_moment: Callable[[int], None],
    ) -> None:
        self.event_log, self.on_place, self.on_moment = event_log, on_place, on_moment
        self.count = 0
        self._lines = 0
        """Number of the log's lines when one was clicked."""

    def fill(self, parts: BattlePanels) -> None:
        self.log = parts.log
        self.float = FloatingPanel(parts.stack, parts.board)
        self.log.on_line = self.point_at

    def view(self) -> LayoutCell:
        """Describe the button that replays from the line."""
        button = Button("Replay from here", self._go, icon="ui/clock", style=Style.PRIMARY)
        return column(button, pad=CLOSE)

    def point_at(self, line: LogLine) -> None:
        """Show the place of a line, and offer the replay from it."""
        if place := line.entry.place:
            self.on_place(place)
        self.count, self._lines = line.count, len(self.event_log.lines)
        room, cell = self.log.panel.box, self.view()
        size = room[2], natural_height(self.float.theme, cell, room[2])
        self.float.lay(cell, within(room, size, 0.0, 1.0))

    def refresh(self) -> None:
        """Take the button away once the log goes on."""
        if len(self.event_log.lines) != self._lines:
            self.float.drop()

    def _go(self) -> None:
        self.float.drop()
        self.on_moment(self.count)

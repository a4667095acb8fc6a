"""The panel of the event log."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from game.content.palettes import palette
from game.screens.battle.line_entries import entry
from game.screens.battle.panel_part import AROUND, PanelPart
from game.shown.event_log import EventLog, Filter, LogLine
from game.shown.lines import ShownLine
from game.widgets.button import IconButton, Style
from game.widgets.cells import LayoutCell, column, keyed, row, sized, space, spring
from game.widgets.panel import Panel
from game.widgets.sizes import CLOSE, LOW, TIGHT
from game.widgets.text_view import Log, LogEntry, heading
from game.widgets.theme import WELL, Box, Theme
from game.widgets.toggle import Toggle

LARGER = "Make the log larger, or smaller again"


class LogTabs(NamedTuple):
    """The tabs above the log."""

    kind: Filter
    """The one that is chosen."""
    goals: bool
    """True if there is one for the goals."""


class LogPanel(PanelPart[LogTabs]):
    """The event log in its panel, with a tab for each filter."""

    def __init__(
        self,
        theme: Theme,
        box: Box,
        event_log: EventLog,
        on_link: Callable[[str], None],
        on_enlarge: Callable[[], None],
    ) -> None:
        """*on_enlarge*: called to make the log larger, or smaller again."""
        self.event_log, self.on_enlarge = event_log, on_enlarge
        self.on_line: Callable[[LogLine], None] | None = None
        """Called when a line is clicked."""
        self._entries: dict[int, tuple[ShownLine, LogEntry]] = {}
        """Drawn lines by the identity of the line, which each value keeps alive."""
        self._drawn_in: object = None
        """Palette and scale of the drawn lines."""
        self.log = Log(on_link)
        """The list of the lines; it stays the same, because only new lines are added to it."""
        self.log.on_entry = self._clicked
        super().__init__(Panel(theme, box), self._tabs)
        self.pick(event_log.filter)

    @property
    def _tabs(self) -> LogTabs:
        return LogTabs(self.event_log.filter, goals=bool(self.event_log.goals))

    def view(self) -> LayoutCell:
        """Describe the tabs and the log below them."""
        larger = IconButton(
            "", self.on_enlarge, icon="ui/maximize", hint=LARGER, style=Style.GHOST
        )
        head = row(
            space(TIGHT),
            heading("Log"),
            spring(),
            *map(self._tab, Filter),
            sized(larger, width=LOW, height=LOW),
            gap=TIGHT,
        )
        shown = column(
            head, sized(self.log, height=0, grow=1), gap=TIGHT, pad=CLOSE, plate=WELL
        )
        return column(sized(shown, grow=1), pad=AROUND)

    def _tab(self, kind: Filter) -> LayoutCell | None:
        """Describe the tab of a kind of lines; None without any."""
        if kind is Filter.GOALS and not self.content.goals:
            return None
        tab = Toggle(kind.value, lambda _: self.pick(kind), on=kind is self.content.kind)
        return keyed(kind, sized(tab, height=LOW))

    def fit(self, theme: Theme, box: Box) -> None:
        """Take a place in another window."""
        self.panel.box = box
        self.panel.fit(theme)
        for widget in self.panel.widgets:
            widget.hovered = widget.focused = False
        self.pick(self.event_log.filter)

    def pick(self, kind: Filter) -> None:
        """Show lines of one kind."""
        self.event_log.pick(kind)
        self.content = self._tabs
        self.panel.show(self.view())
        self.refresh()

    def refresh(self) -> None:
        """Show the rows that have changed since they were shown last."""
        self.put(self._tabs)
        first, rows = self.event_log.take_changed(), self.event_log.rows
        if first is None:
            return
        fresh = [self._entry(row) for row in rows[first:]]
        if first == 0:
            self._forget()
            # Goals are read from the top.
            self.log.follows = self.event_log.filter is not Filter.GOALS
            self.log.show(fresh)
            return
        if (gone := len(self.log.entries) - first) > 0:
            self.log.fold(gone, fresh.pop(0))
        if fresh:
            self.log.append(*fresh)

    def _forget(self) -> None:
        """Drop the drawn lines that are in the log no more."""
        lines = (*self.event_log.rows, *(line.entry for line in self.event_log.lines))
        kept = {id(line) for line in lines}
        self._entries = {one: drawn for one, drawn in self._entries.items() if one in kept}

    def _entry(self, line: ShownLine) -> LogEntry:
        """Return a line as it is drawn, the same entry each time."""
        theme = self.panel.theme
        look = palette(), theme.scale
        if look != self._drawn_in:
            self._drawn_in, self._entries = look, {}
        if id(line) not in self._entries:
            self._entries[id(line)] = line, entry(line, theme)
        return self._entries[id(line)][1]

    def _clicked(self, clicked: LogEntry) -> None:
        entries = enumerate(self.log.entries)
        row = next(n for n, one in entries if one is clicked)
        line = self.event_log.line_at(row)
        if line is None:
            return
        if self.event_log.opens(line):
            offset = self.log.scroll.offset
            self.event_log.turn(line)
            self.refresh()
            self.log.wrap()
            self.log.scroll.to(offset)
        if self.on_line:
            self.on_line(line)

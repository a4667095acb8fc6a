"""The event log with its filters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from enum import Enum
from itertools import pairwise

from game.play.log.battle_report import BattleReport
from game.play.log.transcript import spans
from game.shown.event_captions import CaptionWriter, EventCaption
from game.shown.lines import ShownLine, ShownSpan, Tone, cited, log_spans
from game.table.events import (
    Acted,
    Announced,
    AnnouncementKind,
    Ended,
    Event,
    MarkerLaid,
    Moved,
    PhaseBegan,
    Placed,
    Removed,
    Rerolled,
    Rolled,
    Scored,
    Spent,
    Struck,
    Wounded,
)
from game.table.records import How
from game.table.state import Table

MAX_MISSED_LINES = 80
"""Maximum number of lines shown to a player who comes back, the most recent ones."""
OPENS = "Click: its dice and reasons"
ICONS: dict[type[Event], str] = {
    Acted: "ui/chevron-right",
    Moved: "ui/footprints",
    Placed: "ui/flag",
    Rolled: "ui/dices",
    Rerolled: "ui/refresh-cw",
    MarkerLaid: "ui/target",
    Announced: "ui/flag",
    Struck: "ui/zap",
    Wounded: "ui/heart-crack",
    Removed: "ui/skull",
    Scored: "ui/star",
    Spent: "ui/flag",
    Ended: "ui/trophy",
}


class Filter(Enum):
    STORY = "Story"
    """The report: one line for a deed of a unit, or for an attack with its result."""
    DICE = "Dice"
    ALL = "All"
    GOALS = "Goals"
    """No events but the goals of the battle."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log, with the number of events up to and including its own."""

    count: int
    event: Event | None
    """None for a note of the window."""
    entry: ShownLine
    _: KW_ONLY
    story: bool = False
    """True for a line of the report; False for one of a single event."""
    replaces: bool = False
    """True if the line of the report takes the place of the one before it."""

    def is_shown(self, kind: Filter) -> bool:
        """Return whether a filter shows the line."""
        if kind is Filter.GOALS:
            return False
        if self.event is None or isinstance(self.event, PhaseBegan):
            return True
        if kind is Filter.DICE:
            return not self.story and isinstance(self.event, Rolled | Rerolled | Ended)
        return self.story is (kind is Filter.STORY)


class EventLog:
    """All lines of the log, and the rows that the filter shows of them."""

    def __init__(self) -> None:
        self.lines: list[LogLine] = []
        self.rows: list[ShownLine] = []
        self.filter = Filter.STORY
        self.goals: tuple[ShownLine, ...] = ()
        self.cites = False
        """True if the lines of the report show their clauses, too."""
        self._opened = set[int]()
        """Event counts of the lines of the report that show all that they sum up."""
        self._heading: ShownLine | None = None
        """The last heading, while no line stands below it."""
        self._last = 0
        """Index of the row of the last line."""
        self._report = BattleReport()
        self.captions = CaptionWriter()
        self.caption: EventCaption | None = None
        """The caption of the last events that have one."""
        self.turn_caption: EventCaption | None = None
        """The caption of the last turn that began, unless the log was filled anew since."""
        self._changed: int | None = 0
        """Index of the first row that changed since ``take_changed``; None if none did."""

    def take_changed(self) -> int | None:
        """Return the index of the first row that is new or another since the last call.

        It is 0 if other lines were picked, and None if nothing has changed.
        """
        changed, self._changed = self._changed, None
        return changed

    def pick(self, kind: Filter) -> None:
        """Show lines of one kind."""
        self.filter = kind
        self._heading = None
        self.rows = [*self.goals] if kind is Filter.GOALS else []
        self._changed = 0
        self._show(self.lines)

    def offer_goals(self, goals: Sequence[ShownLine]) -> None:
        """Offer other goals, and show them if goals are shown."""
        if tuple(goals) == self.goals:
            return
        self.goals = tuple(goals)
        if self.filter is Filter.GOALS:
            self.pick(Filter.GOALS)

    def add(self, events: Iterable[Event], table: Table, count: int) -> None:
        """Add events that just happened on *table*; *count*: number of events before them."""
        fresh = list[LogLine]()
        self.captions.begin_after(count)
        for n, event in enumerate(events, count + 1):
            if entry := event_line(event, table):
                fresh.append(LogLine(n, event, entry))
            caption = self.captions.add(event, table)
            self.caption = caption or self.caption
            if isinstance(event, PhaseBegan):
                self.turn_caption = caption or self.turn_caption
                self._report.end_line()
            elif lines := self._report.add(event, table):
                clause = cited(lines.clause) if self.cites else ()
                summed = ShownLine(
                    (*log_spans(lines.words, table), *clause),
                    icon=icon_of(lines.event),
                    hint=f"{lines.clause}\n{OPENS}" if lines.clause else OPENS,
                )
                fresh.append(LogLine(n, event, summed, story=True, replaces=lines.replaces))
        self.lines += fresh
        self._show(fresh)

    def note(self, words: str, count: int) -> None:
        """Add a note of the window after *count* events: an undo or an agreement."""
        self._report.end_line()
        entry = ShownLine((ShownSpan(words, Tone.DIM),), icon="ui/info")
        line = LogLine(count, None, entry)
        self.lines.append(line)
        self._show((line,))

    def clear(self) -> None:
        """Forget all lines."""
        self.undo(-1)

    def undo(self, count: int) -> None:
        """Forget all lines except those of the first *count* events."""
        self.lines = [t for t in self.lines if t.count <= count]
        self._report.end_line()
        self.captions, self.caption = self.captions.again(), None
        self.captions.begin_after(max(0, count))
        self.pick(self.filter)

    def line_at(self, row: int) -> LogLine | None:
        """Return the line of a row; None of a goal or of what a line of the report sums up."""
        entry = self.rows[row]
        return next((line for line in self.lines if line.entry is entry), None)

    def opens(self, line: LogLine) -> bool:
        """Return whether a click opens the line, or closes it again."""
        return line.story and self.filter is Filter.STORY

    def turn(self, line: LogLine) -> None:
        """Open a line of the report to all that it sums up, or close it."""
        self._opened ^= {line.count}
        self.pick(self.filter)

    def _show(self, lines: Iterable[LogLine]) -> None:
        """Show lines; headings only once a line stands below them."""
        before, within = list[ShownLine](), list[ShownLine]()
        first = len(self.rows)
        for one in lines:
            if not one.is_shown(self.filter):
                before.append(one.entry)
                continue
            if one.entry.heading:
                self._heading = one.entry
                continue
            if self._heading:
                self.rows.append(self._heading)
                self._heading = None
            if one.replaces:
                # With all that it sums up, if it is open.
                del self.rows[self._last :]
                first = min(first, len(self.rows))
            self._last = len(self.rows)
            self.rows.append(one.entry)
            within, before = [*(within if one.replaces else ()), *before], []
            if one.story and one.count in self._opened:
                self.rows += [replace(entry, icon="") for entry in within]
        if first < len(self.rows):
            self._changed = first if self._changed is None else min(self._changed, first)


def event_line(event: Event, table: Table) -> ShownLine | None:
    """Return the line of a single event; None if it has none."""
    words = spans(event, table)
    if not words:
        return None
    if isinstance(event, PhaseBegan):
        return ShownLine(
            (ShownSpan("".join(w.text for w in words).upper(), Tone.DIM),), heading=True
        )
    return ShownLine((*log_spans(words, table), *cited(event.clause)), icon=icon_of(event))


def icon_of(event: Event) -> str:
    """Return the icon of an event; announcements about water have waves, exits a door."""
    if isinstance(event, Removed) and event.how is How.LEFT:
        return "ui/door-open"
    if isinstance(event, Announced) and event.kind is AnnouncementKind.WATER:
        return "ui/waves"
    return ICONS.get(type(event), "ui/info")


def missed_log_lines(lines: Sequence[LogLine], since: int) -> list[ShownLine]:
    """Return the lines after event number *since*, as the story filter shows them."""
    fresh = list[ShownLine]()
    for line in lines:
        if line.count > since and line.is_shown(Filter.STORY):
            if line.replaces and fresh:
                fresh.pop()
            fresh.append(line.entry)
    # A heading needs a line of its own.
    kept = [one for one, below in pairwise([*fresh, None]) if one and keeps_entry(one, below)]
    return kept[-MAX_MISSED_LINES:]


def keeps_entry(entry: ShownLine, below: ShownLine | None) -> bool:
    """Return whether to keep a line: a heading needs a line below it."""
    return not entry.heading or (below is not None and not below.heading)

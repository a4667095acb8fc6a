"""The event log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from enum import Enum
from functools import lru_cache

import pygame

from game.content.palettes import Colour, palette
from game.play.battle_report import BattleReport
from game.play.log_words import LogSpan as Word
from game.play.log_words import LogSpanKind
from game.play.transcript import spans
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
from game.table.records import ModelId, UnitId
from game.table.state import Table
from game.view.dice_tray import DieVerdict, die
from game.view.style import TEAMS
from game.widgets.button import IconButton, Style
from game.widgets.inputs import Toggle
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Log, LogEntry, heading, heading_entry
from game.widgets.theme import DIM, GLOW, MUTED, TEXT, WELL, Box, Theme
from game.widgets.widget import Panel

OPENS = "Click: its dice and reasons"
CLAUSE = "clause:"
"""Prefix of links to the rulebook; any other link leads to something on the board."""

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
TONES: dict[LogSpanKind, Colour] = {
    LogSpanKind.PLAIN: TEXT,
    LogSpanKind.FAILURE: MUTED,
    LogSpanKind.DIE: TEXT,
    LogSpanKind.REASON: MUTED,
    LogSpanKind.RESULT: GLOW,
}
VERDICTS = {
    LogSpanKind.DIE: DieVerdict.PLAIN,
    LogSpanKind.SUCCESS: DieVerdict.SUCCESS,
    LogSpanKind.FAILURE: DieVerdict.FAILURE,
}
TAB = 46.0
"""Units from one tab to the next."""
DIE = 13
"""Width of a die among words, in units."""


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
    entry: LogEntry
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


class LogPanel:
    """The event log in its panel; the lines survive a change of the window."""

    def __init__(
        self,
        theme: Theme,
        box: Box,
        on_link: Callable[[str], None],
        on_enlarge: Callable[[], None],
    ) -> None:
        """*on_enlarge*: called to make the log larger, or smaller again."""
        self.on_link, self.on_enlarge = on_link, on_enlarge
        self.goals: tuple[LogEntry, ...] = ()
        self.cites = False
        """True if the lines of the report show their clauses, too."""
        self._opened = set[int]()
        """Event counts of the lines of the report that show all that they sum up."""
        self.on_line: Callable[[LogLine], None] | None = None
        """Called when a line is clicked."""
        self.lines: list[LogLine] = []
        self._heading: LogEntry | None = None
        """The last heading, while no line stands below it."""
        self._report = BattleReport()
        self.filter = Filter.STORY
        self._palette = palette()
        """Palette in which the lines were coloured."""
        self.lay_out(theme, box)

    def lay_out(self, theme: Theme, box: Box) -> None:
        """Build the panel anew for a window."""
        _, _, wide, high = box
        self.theme = theme
        self._repaint()
        self.panel = Panel(theme, box)
        self.panel.inlay((8, 4, wide - 16, high - 8), WELL)
        self.panel.add(heading((20, 8, 34, 26), "Log"))
        larger = "Make the log larger, or smaller again"
        place: Box = (wide - 20 - 24, 9, 24, 24)
        icon = IconButton(
            place, "", self.on_enlarge, icon="ui/maximize", hint=larger, style=Style.GHOST
        )
        self.panel.add(icon)
        self.tabs: dict[Filter, Toggle] = {}
        for n, kind in enumerate(Filter):
            place = (wide - 48 - TAB * (len(Filter) - n), 9, TAB - 4, 24)
            tab = Toggle(place, kind.value, lambda _, k=kind: self.pick(k))  # type: ignore[misc]
            tab.on = kind is self.filter
            self.tabs[kind] = self.panel.add(tab)
        self.tabs[Filter.GOALS].shown = bool(self.goals)
        self.log = self.panel.add(Log((16, 38, wide - 32, max(10.0, high - 50)), self.on_link))
        self.log.on_entry = self._clicked
        self.pick(self.filter)

    def _clicked(self, entry: LogEntry) -> None:
        line = next((t for t in self.lines if t.entry is entry), None)
        if line is None:
            return
        if line.story and self.filter is Filter.STORY:
            self._opened ^= {line.count}
            offset = self.log.scroll.offset
            self.pick(self.filter)
            self.log.lay_out()
            self.log.scroll.to(offset)
        if self.on_line:
            self.on_line(line)

    def _repaint(self) -> None:
        """Recolour the lines if the palette has changed."""
        before, self._palette = self._palette, palette()
        if before is not self._palette:
            shades = dict(zip(before.shades, self._palette.shades, strict=True))
            self.lines = [_repainted(line, shades) for line in self.lines]

    def pick(self, kind: Filter) -> None:
        """Show lines of one kind."""
        self.filter = kind
        for tab in Filter:
            self.tabs[tab].on = tab is kind
        self._heading = None
        self.log.show(self.goals if kind is Filter.GOALS else ())
        self._show(self.lines)
        if kind is Filter.GOALS:
            self.log.scroll.to(0)

    def show_goals(self, goals: Sequence[LogEntry]) -> None:
        """Offer other goals, and show them if they were shown."""
        if tuple(goals) == self.goals:
            return
        self.goals = tuple(goals)
        self.tabs[Filter.GOALS].shown = bool(goals)
        if self.filter is Filter.GOALS:
            self.pick(Filter.GOALS)

    def _show(self, lines: Iterable[LogLine]) -> None:
        """Show lines; headings only once a line stands below them."""
        before, within = list[LogEntry](), list[LogEntry]()
        for one in lines:
            if not one.is_shown(self.filter):
                before.append(one.entry)
                continue
            if one.entry.heading:
                self._heading = one.entry
                continue
            if self._heading:
                self.log.append(self._heading)
                self._heading = None
            if one.replaces:
                self.log.fold(1, one.entry)
            else:
                self.log.append(one.entry)
            within, before = [*(within if one.replaces else ()), *before], []
            if one.story and one.count in self._opened:
                self.log.append(*(replace(entry, icon="") for entry in within))

    def add(self, events: Iterable[Event], table: Table, count: int) -> None:
        """Add events that just happened on *table*; *count*: number of events before them."""
        fresh = list[LogLine]()
        for n, event in enumerate(events, count + 1):
            if entry := self.entry(event, table):
                fresh.append(LogLine(n, event, entry))
            if isinstance(event, PhaseBegan):
                self._report.end_line()
            elif lines := self._report.add(event, table):
                cited = lines.clause if self.cites else ""
                summed = self._entry(lines.words, lines.event, cited, table)
                summed = replace(summed, hint=_hint(lines.clause))
                fresh.append(LogLine(n, event, summed, story=True, replaces=lines.replaces))
        self.lines += fresh
        if self._opened and any(line.replaces for line in fresh):
            self.pick(self.filter)
        else:
            self._show(fresh)

    def note(self, words: str, count: int) -> None:
        """Add a note of the window after *count* events: an undo or an agreement."""
        self._report.end_line()
        line = LogLine(count, None, LogEntry((TextSpan(words, DIM),), "ui/info"))
        self.lines.append(line)
        self._show((line,))

    def clear(self) -> None:
        """Forget all lines."""
        self.lines = []
        self._report.end_line()
        self.pick(self.filter)

    def undo(self, count: int) -> None:
        """Forget all lines except those of the first *count* events."""
        self.lines = [t for t in self.lines if t.count <= count]
        self._report.end_line()
        self.pick(self.filter)

    def entry(self, event: Event, table: Table) -> LogEntry | None:
        words = spans(event, table)
        if not words:
            return None
        if isinstance(event, PhaseBegan):
            return heading_entry("".join(w.text for w in words))
        return self._entry(words, event, event.clause, table)

    def _entry(
        self, words: Iterable[Word], event: Event, clause: str, table: Table
    ) -> LogEntry:
        line = [span for word in words for span in self._spans(word, table)]
        return LogEntry((*line, *_cited(clause)), _icon(event))

    def _spans(self, word: Word, table: Table) -> Iterator[TextSpan]:
        if word.tone in VERDICTS and word.text in {"1", "2", "3", "4", "5", "6"}:
            yield TextSpan(
                picture=_die(int(word.text), self.theme.px(DIE), VERDICTS[word.tone])
            )
        elif word.tone is LogSpanKind.NAME:
            yield TextSpan(word.text, _colour_of(table, word.link), word.link)
        else:
            yield TextSpan(word.text, _shade(word.tone))


def _hint(clause: str) -> str:
    """Return the tooltip of a line of the report."""
    return f"{clause}\n{OPENS}" if clause else OPENS


def _icon(event: Event) -> str:
    """Return the icon of an event; announcements about water have waves."""
    if isinstance(event, Announced) and event.kind is AnnouncementKind.WATER:
        return "ui/waves"
    return ICONS.get(type(event), "ui/info")


def clause_line(words: str, clause: str) -> LogEntry:
    """Return a line of a card or panel, with its clause as a link."""
    return LogEntry((TextSpan(words, TEXT), *_cited(clause)))


def _cited(clause: str) -> tuple[TextSpan, ...]:
    """Return a clause as a link after a space; empty if there is no clause."""
    return (
        (TextSpan(" "), TextSpan(clause, colour=DIM, link=CLAUSE + clause, face="mono"))
        if clause
        else ()
    )


@lru_cache(maxsize=64)
def _die(face: int, pixels: int, verdict: DieVerdict) -> pygame.Surface:
    """Return a picture of a die, cropped to exclude the margin of its shadow."""
    whole = die(face, pixels, verdict)
    tight = pygame.Rect(0, 0, pixels + 2, pixels + 2)
    tight.center = whole.get_rect().center
    # At the smallest scales there is hardly any margin.
    return whole.subsurface(tight.clip(whole.get_rect()))


def _repainted(line: LogLine, shades: Mapping[Colour, Colour]) -> LogLine:
    spans = (replace(s, colour=shades.get(s.colour, s.colour)) for s in line.entry.spans)
    return replace(line, entry=replace(line.entry, spans=tuple(spans)))


def _shade(tone: LogSpanKind) -> Colour:
    match tone:
        case LogSpanKind.SUCCESS:
            return palette().good
        case LogSpanKind.LOSS:
            return palette().bad
        case _:
            return TONES.get(tone, TEXT)


def _colour_of(table: Table, id_: str) -> Colour:
    """Return the colour of the side that a unit or model belongs to."""
    thing = table.units.get(UnitId(id_)) or table.models.get(ModelId(id_))
    return TEAMS[table.sides.index(thing.side)].light if thing else TEXT

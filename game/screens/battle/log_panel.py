"""The event log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

import pygame

from game.content.palettes import Colour, palette
from game.play.transcript import LogSpan as Word
from game.play.transcript import LogSpanKind, is_carried, spans
from game.play.wording import MANY, group_similar, is_partial_roll, log_group
from game.table.events import (
    Acted,
    Announced,
    Ended,
    Event,
    MarkerLaid,
    Moved,
    PhaseBegan,
    PieceMoved,
    Placed,
    Removed,
    Rerolled,
    Rolled,
    Scored,
    Spent,
    Struck,
    Turned,
    Wounded,
)
from game.table.records import ModelId, UnitId
from game.table.state import Table
from game.view.dice_tray import DieVerdict, die
from game.view.style import TEAMS
from game.widgets.inputs import Toggle
from game.widgets.label import heading
from game.widgets.log_view import Log, LogEntry, heading_entry
from game.widgets.panel import Panel
from game.widgets.text_layout import TextSpan
from game.widgets.theme import DIM, GLOW, MUTED, TEXT, WELL, Box, Theme

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
DIE = 13
"""Width of a die among words, in units."""


class Filter(Enum):
    STORY = "Story"
    """Actions and dice, without each single move of a model."""
    DICE = "Dice"
    ALL = "All"

    def takes(self, event: Event) -> bool:
        if isinstance(event, PhaseBegan | Ended) or self is Filter.ALL:
            return True
        if self is Filter.DICE:
            return isinstance(event, Rolled | Rerolled)
        if isinstance(event, Moved):
            return is_carried(event)
        if isinstance(event, PieceMoved):
            return not is_partial_roll(event)
        return not isinstance(event, Turned | Placed)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log, with the number of events up to and including its own."""

    count: int
    event: Event | None
    """None for a note of the window."""
    entry: LogEntry
    gist: bool = False
    """True for the line of a whole unit, which the story filter shows for its models' lines."""


class LogPanel:
    """The event log in its panel; the lines survive a change of the window."""

    def __init__(self, theme: Theme, box: Box, on_link: Callable[[str], None]) -> None:
        self.on_link = on_link
        self.on_line: Callable[[int], None] | None = None
        """Called when a line is clicked, with its number of events."""
        self.told: list[LogLine] = []
        self._heading: LogEntry | None = None
        """The last heading, while no line stands below it."""
        self._run: list[LogLine] = []
        """The last lines shown, as long as all are of one group (``log_group``)."""
        self._folds: list[LogLine] = []
        """Lines that stand for several."""
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
        self.panel.inlay((10, 6, wide - 20, high - 16), WELL)
        name = "Battle log" if wide >= 360 else "Log"
        self.panel.add(heading((24, 12, wide - 54 - 62 * len(Filter), 30), name))
        self.tabs: dict[Filter, Toggle] = {}
        for n, kind in enumerate(Filter):
            place = (wide - 24 - 62 * (len(Filter) - n), 15, 58, 24)
            tab = Toggle(place, kind.value, lambda _, k=kind: self.pick(k))  # type: ignore[misc]
            tab.on = kind is self.filter
            self.tabs[kind] = self.panel.add(tab)
        self.log = self.panel.add(Log((20, 46, wide - 40, high - 66), self.on_link))
        self.log.on_entry = self._clicked
        self.pick(self.filter)

    def _clicked(self, entry: LogEntry) -> None:
        told = next((t for t in (*self.told, *self._folds) if t.entry is entry), None)
        if told and self.on_line:
            self.on_line(told.count)

    def _repaint(self) -> None:
        """Recolour the lines if the palette has changed."""
        before, self._palette = self._palette, palette()
        if before is not self._palette:
            shades = dict(zip(before.shades, self._palette.shades, strict=True))
            self.told = [_repainted(told, shades) for told in self.told]

    def pick(self, kind: Filter) -> None:
        """Show lines of one kind."""
        self.filter = kind
        for tab in Filter:
            self.tabs[tab].on = tab is kind
        self._heading, self._run, self._folds = None, [], []
        self.log.show(())
        self._show(self.told)

    def _show(self, told: Iterable[LogLine]) -> None:
        """Show lines; headings only once a line stands below them, similar lines as one."""
        for one in told:
            if not self._taken(one):
                continue
            if one.entry.heading:
                self._heading, self._run = one.entry, []
                continue
            if self._heading:
                self.log.append(self._heading)
                self._heading = None
            self._append(one)

    def _append(self, told: LogLine) -> None:
        kind = log_group(told.event) if told.event and self.filter is Filter.STORY else None
        before = self._run[-1].event if self._run else None
        if kind is None or before is None or log_group(before) is not kind:
            self._run = []
        self._run.append(told)
        self.log.append(told.entry)
        if kind and len(self._run) >= MANY:
            # A run that is already folded is one entry, to which this line is added.
            self._folds = [f for f in self._folds if f.event is not before]
            self._folds.append(replace(told, entry=_folded(self._run)))
            self.log.fold(MANY if len(self._run) == MANY else 2, self._folds[-1].entry)

    def _taken(self, told: LogLine) -> bool:
        if told.gist:
            return self.filter is Filter.STORY
        return told.event is None or self.filter.takes(told.event)

    def add(self, events: Iterable[Event], table: Table, count: int) -> None:
        """Add events that just happened on *table*; *count*: number of events before them."""
        fresh = list[LogLine]()
        for n, event in enumerate(events, count + 1):
            if entry := self.entry(event, table):
                fresh.append(LogLine(n, event, entry))
            if gist := self._gist(event, table):
                fresh.append(LogLine(n, event, gist, gist=True))
        self.told += fresh
        self._show(fresh)

    def _gist(self, event: Event, table: Table) -> LogEntry | None:
        """Return a line for a whole unit when the first of its models is set up; else None."""
        if not isinstance(event, Placed):
            return None
        unit = table.units[table.models[event.model].unit]
        if unit.models[0] != event.model:
            return None
        name = TextSpan(unit.name or unit.id, _colour_of(table, unit.id), unit.id)
        return LogEntry((name, TextSpan(" is set up"), *_cited(event.clause)), ICONS[Placed])

    def note(self, words: str, count: int) -> None:
        """Add a note of the window after *count* events: an undo or an agreement."""
        told = LogLine(count, None, LogEntry((TextSpan(words, DIM),), "ui/info"))
        self.told.append(told)
        self._show((told,))

    def take_back(self, count: int) -> None:
        """Forget all lines except those of the first *count* events."""
        self.told = [t for t in self.told if t.count <= count]
        self.pick(self.filter)

    def entry(self, event: Event, table: Table) -> LogEntry | None:
        words = spans(event, table)
        if not words:
            return None
        if isinstance(event, PhaseBegan):
            return heading_entry("".join(w.text for w in words))
        line = [span for word in words for span in self._spans(word, table)]
        return LogEntry((*line, *_cited(event.clause)), _icon(event))

    def _spans(self, word: Word, table: Table) -> Iterator[TextSpan]:
        if word.tone in VERDICTS and word.text in {"1", "2", "3", "4", "5", "6"}:
            yield TextSpan(
                picture=_die(int(word.text), self.theme.px(DIE), VERDICTS[word.tone])
            )
        elif word.tone is LogSpanKind.NAME:
            yield TextSpan(word.text, _colour_of(table, word.link), word.link)
        else:
            yield TextSpan(word.text, _shade(word.tone))


def _folded(told: Sequence[LogLine]) -> LogEntry:
    """Return one line for several similar ones, with the icon of the last."""
    events = [t.event for t in told if t.event]
    cited = [span for c in dict.fromkeys(e.clause for e in events) for span in _cited(c)]
    icon = _icon(events[-1])
    return LogEntry((TextSpan(group_similar(events), TEXT), *cited), icon)


def _icon(event: Event) -> str:
    """Return the icon of an event; announcements about the flood have waves."""
    if isinstance(event, Announced) and event.clause.startswith("FF-"):
        return "ui/waves"
    return ICONS.get(type(event), "ui/info")


def _cited(clause: str) -> tuple[TextSpan, ...]:
    """Return a clause as a link after a space; empty if there is no clause."""
    return (TextSpan(" "), TextSpan(clause, DIM, CLAUSE + clause, "mono")) if clause else ()


@lru_cache(maxsize=64)
def _die(face: int, pixels: int, verdict: DieVerdict) -> pygame.Surface:
    """Return a picture of a die, cropped to exclude the margin of its shadow."""
    whole = die(face, pixels, verdict)
    tight = pygame.Rect(0, 0, pixels + 2, pixels + 2)
    tight.center = whole.get_rect().center
    # At the smallest scales there is hardly any margin.
    return whole.subsurface(tight.clip(whole.get_rect()))


def _repainted(told: LogLine, shades: Mapping[Colour, Colour]) -> LogLine:
    spans = (replace(s, colour=shades.get(s.colour, s.colour)) for s in told.entry.spans)
    return replace(told, entry=replace(told.entry, spans=tuple(spans)))


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

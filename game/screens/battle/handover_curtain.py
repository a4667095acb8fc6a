"""The hand-over curtain between two players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import pygame

from game.content.palettes import Colour
from game.content.settings import Curtain
from game.play.session import Session
from game.play.wording import side_name, the_side
from game.screens.backdrop import paint_backdrop
from game.screens.battle.log_panel import Filter, LogLine
from game.screens.screen import WindowContext
from game.table.records import Side
from game.view.style import TEAMS
from game.widgets.button import Button, Style
from game.widgets.keys import Key
from game.widgets.panel_stack import MICE, PanelStack
from game.widgets.text_view import Label, Log, LogEntry
from game.widgets.theme import CARD, MUTED, WELL
from game.widgets.widget import Panel

LIFT_DELAY_SECONDS = 0.5
"""Seconds until the curtain can be lifted.

A held key or a surplus click of the player before must not lift it.
"""
LIFTING = frozenset({pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE})
WIDE, HIGH, LOW = 640.0, 520.0, 210.0
"""Size of the curtain's card in units, and its height without a log."""
MAX_LOG_LINES = 80
"""Maximum number of log lines on the curtain, the most recent ones."""
NOTHING = "Nothing new."


class CurtainWords(NamedTuple):
    """The words of a curtain, which name the person that may lift it."""

    title: str
    colour: Colour
    note: str
    lift: str
    """Label of the button that lifts it."""


def curtain_words(side: Side, team: int) -> CurtainWords:
    """Return the words of a curtain for one side."""
    note = f"For {the_side(side)} only. Since you last looked:"
    return CurtainWords(side_name(side), TEAMS[team].light, note, f"We are {the_side(side)}")


class CurtainPanel:
    """The curtain on screen: Enter, Space or a click lifts it."""

    def __init__(self, words: CurtainWords, lines: Sequence[LogEntry] | None) -> None:
        """*lines*: the log lines to show, perhaps none; None leaves the log out."""
        self.words, self.lines = words, lines
        self.lifted = False
        self._hung = 0.0
        self._held: set[int] = set()
        self.stack: PanelStack
        self.log: Log | None = None

    def fill(self, frame: WindowContext) -> None:
        self.frame = frame
        self.stack = PanelStack(frame.theme)
        units = frame.units
        tall = HIGH if self.lines is not None else LOW
        wide, high = min(WIDE, units[0] - 48), min(tall, units[1] - 48)
        box = ((units[0] - wide) / 2, (units[1] - high) / 2, wide, high)
        panel = self.stack.add(Panel(frame.theme, box, CARD))
        words = self.words
        title = Label(
            (0, 22, wide, 54),
            words.title.upper(),
            size=46,
            colour=words.colour,
            face="title",
            align="centre",
        )
        panel.add(title)
        panel.add(Label((0, 78, wide, 24), words.note, size=14, colour=MUTED, align="centre"))
        if self.lines is not None:
            self._add_log(panel, wide, high)
        lift = Button(
            (wide / 2 - 150, high - 72, 300, 50),
            words.lift,
            self.lift,
            style=Style.PRIMARY,
            shortcut=Key(pygame.K_RETURN),
            icon="ui/eye",
            size=18,
        )
        panel.add(lift)
        self._fresh = True

    def _add_log(self, panel: Panel, wide: float, high: float) -> None:
        panel.inlay((24, 116, wide - 48, high - 116 - 92), WELL)
        if not self.lines:
            box = (24, 116, wide - 48, 60)
            panel.add(Label(box, NOTHING, size=14, colour=MUTED, align="centre"))
        self.log = panel.add(Log((36, 126, wide - 72, high - 116 - 92 - 20)))
        self.log.append(*(self.lines or ()))

    def lift(self) -> None:
        self.lifted = True

    def update(self, seconds: float) -> None:
        self._hung += seconds

    def handle(self, event: pygame.Event) -> None:
        """Lift the curtain, or scroll its log; ignore all other events."""
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        elif event.type == pygame.KEYDOWN and event.key in LIFTING:
            if self._hung >= LIFT_DELAY_SECONDS and event.key not in self._held:
                self.lift()
            self._held.add(event.key)
        elif event.type == pygame.KEYDOWN and self.log:
            self.log.take_key(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self._hung >= LIFT_DELAY_SECONDS:
                self.lift()
        elif event.type in MICE:
            self.stack.handle(event)

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        if self._fresh:
            paint_backdrop(canvas, self.frame, 0.2)
            self.stack.panels[0].lie_on(canvas)
        changed = self.stack.draw(canvas)
        fresh, self._fresh = self._fresh, False
        return [canvas.get_rect()] if fresh else changed


def missed_log_lines(lines: Sequence[LogLine], since: int) -> list[LogEntry]:
    """Return the log entries after event number *since*, as the story filter shows them."""
    fresh = list[LogEntry]()
    for line in lines:
        if line.count > since and line.is_shown(Filter.STORY):
            if line.replaces and fresh:
                fresh.pop()
            fresh.append(line.entry)
    # A heading needs a line of its own.
    kept = [
        entry
        for entry, below in pairwise([*fresh, None])
        if entry and keeps_entry(entry, below)
    ]
    return kept[-MAX_LOG_LINES:]


def keeps_entry(entry: LogEntry, below: LogEntry | None) -> bool:
    """Return whether to keep an entry: a heading needs a line below it."""
    return not entry.heading or (below is not None and not below.heading)


class Handover:
    """Tracks which players see the screen, and lowers the curtain when only one may look."""

    def __init__(self, session: Session, on_lift: Callable[[], None]) -> None:
        self.session, self.on_lift = session, on_lift
        self.veil: CurtainPanel | None = None
        self.looking: frozenset[Side] = frozenset()
        """Empty until the curtain was lifted or a question was asked without it."""
        self._alone_at = 0
        """Length of the event log when the curtain was last lowered."""
        self._looked: dict[Side, int] = {}
        """Number of events that each side had seen when its enemy came to look alone."""

    def hides(self, by: Side, people: Sequence[Side], when: Curtain) -> bool:
        """Return whether the curtain must be lowered before *by* is asked."""
        if when is Curtain.OFF or len(people) < 2:
            return False
        alone = self.looking == {by}
        if when is Curtain.ALWAYS:
            return not alone
        # Events in between were for all players, so that all of them came back to look.
        return self.session.sealed and not (alone and self._alone_at == self._shown)

    @property
    def _shown(self) -> int:
        return len(self.session.game.story)

    def ask(self, people: Sequence[Side], when: Curtain) -> None:
        """Note that a question is asked without a curtain before it."""
        if when is not Curtain.ALWAYS and not self.session.sealed:
            self.looking = frozenset(people)

    def fall(self, by: Side, lines: Sequence[LogLine], frame: WindowContext) -> None:
        """Lower the curtain for *by* alone, with the log lines that the side missed."""
        for side in self.looking:
            self._looked[side] = self._shown
        since = self._looked.get(by)
        if since is None:
            since = self._when_asked_last(by)
        self.looking, self._alone_at = frozenset({by}), self._shown
        team = self.session.table.sides.index(by)
        self.veil = CurtainPanel(curtain_words(by, team), missed_log_lines(lines, since))
        self.veil.fill(frame)

    def _when_asked_last(self, by: Side) -> int:
        """Return the length of the event log at a side's last answer; 0 if it gave none."""
        found = (t.events_before for t in self.session.answers_back() if t.by == by)
        return next(found, 0)

    def handle(self, event: pygame.Event) -> None:
        if self.veil:
            self.veil.handle(event)
            if self.veil.lifted:
                self.veil = None
                self.on_lift()

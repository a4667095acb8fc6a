"""The hand-over curtain between two players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from game.content.palettes import Colour
from game.content.settings import Curtain
from game.play.log.wording import side_name, the_side
from game.play.session import Session
from game.screens.backdrop import paint_backdrop
from game.screens.battle.line_entries import entry
from game.screens.screen import WindowContext
from game.shown.event_log import LogLine, missed_log_lines
from game.shown.lines import ShownLine
from game.table.records import Side
from game.view.colours import TEAMS
from game.widgets.button import Button, Style
from game.widgets.cells import LayoutCell, column, sized
from game.widgets.keys import Key
from game.widgets.layout import natural_height
from game.widgets.panel import Panel
from game.widgets.panel_stack import MICE, NO_AREA, PanelStack
from game.widgets.places import within
from game.widgets.sizes import (
    APART,
    BODY_TEXT,
    EDGE,
    FAR,
    HEADING_TEXT,
    TIGHT,
    VERDICT_TEXT,
    WIDE_DIALOG,
)
from game.widgets.text_view import Label, Log
from game.widgets.theme import CARD, MUTED, WELL

LIFT_DELAY_SECONDS = 0.5
"""Seconds until the curtain can be lifted.

A held key or a surplus click of the player before must not lift it.
"""
LIFTING = frozenset({pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE})


class CurtainWords(NamedTuple):
    """The words of a curtain, which name the person that may lift it."""

    title: str
    colour: Colour
    note: str
    lift: str
    """Label of the button that lifts it."""


def curtain_words(side: Side, team: int, *, tells: bool) -> CurtainWords:
    """Return the words of a curtain for one side; *tells*: with log lines below them."""
    note = f"For {the_side(side)} only.{' Since you last looked:' if tells else ''}"
    return CurtainWords(side_name(side), TEAMS[team].light, note, f"We are {the_side(side)}")


class CurtainPanel:
    """The curtain on screen: Enter, Space or a click lifts it."""

    def __init__(self, words: CurtainWords, lines: Sequence[ShownLine] = ()) -> None:
        """*lines*: the log lines to show; without any there is no log."""
        self.words, self.lines = words, lines
        self.lifted = False
        self._hung = 0.0
        self._held: set[int] = set()
        self.stack: PanelStack
        self.log: Log | None = None

    def fill(self, frame: WindowContext) -> None:
        self.frame = frame
        self.stack = PanelStack(frame.theme)
        content, units = self.view(), frame.units
        wide = min(WIDE_DIALOG, units[0] - 2 * FAR)
        high = min(natural_height(frame.theme, content, wide), units[1] - 2 * FAR)
        box = within((0.0, 0.0, *units), (wide, high), 0.5, 0.5)
        panel = self.stack.add(Panel(frame.theme, box, CARD))
        panel.show(content)
        self._fresh = True

    def view(self) -> LayoutCell:
        """Describe the card: for whom it is, what happened, and the button that lifts it."""
        words = self.words
        title = Label(words.title.upper(), size=VERDICT_TEXT, colour=words.colour, face="title")
        note = Label(words.note, size=BODY_TEXT, colour=MUTED)
        lift = Button(
            words.lift,
            self.lift,
            style=Style.PRIMARY,
            shortcut=Key(pygame.K_RETURN),
            icon="ui/eye",
            size=HEADING_TEXT,
        )
        return column(
            column(title, note, align="middle", gap=TIGHT),
            sized(self._story(), grow=1) if self.lines else None,
            column(lift, align="middle"),
            pad=FAR,
            gap=APART,
        )

    def _story(self) -> LayoutCell:
        """Describe the log lines in a well."""
        theme = self.frame.theme
        self.log = Log(entries=[entry(line, theme) for line in self.lines])
        return column(self.log, pad=EDGE, plate=WELL)

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
        changed = self.stack.draw(canvas, None if self._fresh else NO_AREA)
        fresh, self._fresh = self._fresh, False
        return [canvas.get_rect()] if fresh else changed


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
        table = self.session.table
        team = table.sides.index(by)
        missed = missed_log_lines(lines, since)
        self.veil = CurtainPanel(curtain_words(by, team, tells=bool(missed)), missed)
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

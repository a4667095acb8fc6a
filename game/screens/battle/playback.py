"""Playback of new events on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from game.play.session import Session
from game.shown.event_log import EventLog
from game.table.events import Event
from game.table.state import Table


class EventStage(Protocol):
    """Shows events one after another, on a table of its own."""

    seen: Table

    def add(self, events: Sequence[Event]) -> None: ...

    def play(self, seconds: float) -> Sequence[Event]: ...

    def step(self) -> Sequence[Event]: ...

    def skip(self) -> Sequence[Event]: ...


class EventBoard(Protocol):
    """The board on which events are shown."""

    @property
    def stage(self) -> EventStage: ...

    def listen(self, events: Iterable[Event]) -> None:
        """Play the sounds of events that were just shown."""

    def restart(self, table: Table) -> None:
        """Show another table at once."""


class Playback:
    """Passes new events to the board; counts the events passed and the events shown."""

    board: EventBoard

    def __init__(self, session: Session, event_log: EventLog) -> None:
        self.session, self.event_log = session, event_log
        self.played = self.shown = 0

    def open(self, board: EventBoard) -> None:
        """Start on a board that shows the table after all events so far."""
        self.board, story = board, self.session.game.story
        self.event_log.add(story, self.session.table, 0)
        self.played = self.shown = len(story)

    def pass_on(self) -> None:
        """Pass new events to the stage."""
        story = self.session.game.story
        self.board.stage.add(story[self.played :])
        self.played = len(story)

    def play(self, seconds: float) -> None:
        """Advance the playback by *seconds*."""
        self._log(self.board.stage.play(seconds))

    def step(self) -> None:
        """Finish the current event sequence at once, show one more, and pause."""
        self._log(self.board.stage.step())

    def skip(self) -> None:
        """Show all pending events at once."""
        self.pass_on()
        self._log(self.board.stage.skip())

    def _log(self, events: Sequence[Event]) -> None:
        if events:
            self.board.listen(events)
            self.event_log.add(events, self.board.stage.seen, self.shown)
            self.shown += len(events)

    def restart(self) -> None:
        """Show the table as it is now, after events were undone."""
        self.board.restart(self.session.table)
        self.played = self.shown = len(self.session.game.story)
        self.event_log.undo(self.shown)

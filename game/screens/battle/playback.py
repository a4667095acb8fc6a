"""Playback of new events on the stage."""

from __future__ import annotations

from collections.abc import Sequence

from game.play.session import Session
from game.screens.battle.battle_window import BattleParts
from game.table.events import Event
from game.view.playback.stage import Stage


class Playback:
    """Passes new events to the stage; counts the events passed and the events shown."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.played = self.shown = 0

    def open(self, parts: BattleParts) -> None:
        """Start with all events so far already shown."""
        story = self.session.game.story
        parts.log.add(story, self.session.table, 0)
        self.played = self.shown = len(story)

    def update_stage(self, stage: Stage) -> None:
        """Pass new events to the stage."""
        story = self.session.game.story
        stage.add(story[self.played :])
        self.played = len(story)

    def play(self, parts: BattleParts, seconds: float) -> None:
        """Advance the playback by *seconds*."""
        self._log(parts, parts.board.scene.stage.play(seconds))

    def step(self, parts: BattleParts) -> None:
        """Finish the current event sequence at once, show one more, and pause."""
        self._log(parts, parts.board.scene.stage.step())

    def skip(self, parts: BattleParts) -> None:
        """Show all pending events at once."""
        self.update_stage(parts.board.scene.stage)
        self._log(parts, parts.board.scene.stage.skip())

    def _log(self, parts: BattleParts, events: Sequence[Event]) -> None:
        if events:
            parts.board.spoil()
            parts.board.listen(events)
            parts.log.add(events, parts.board.scene.stage.seen, self.shown)
            self.shown += len(events)

    def restart(self, parts: BattleParts) -> None:
        """Show the table as it is now, after events were undone."""
        parts.board.scene.restart(self.session.table)
        parts.board.spoil()
        self.played = self.shown = len(self.session.game.story)
        parts.log.undo(self.shown)

"""The story on its way from the session to the eye: the stage first, then the log."""

from __future__ import annotations

from collections.abc import Sequence

from game.play.session import Session
from game.screens.battle.furniture import Furniture
from game.table.events import Event
from game.view.playback.stage import Stage


class Playback:
    """Counts what the stage has heard of the story, and what of that was shown."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.heard = self.shown = 0

    def open(self, parts: Furniture) -> None:
        """Begin with everything so far already told."""
        story = self.session.game.story
        parts.log.add(story, self.session.table, 0)
        self.heard = self.shown = len(story)

    def hear(self, stage: Stage) -> None:
        """Let the stage hear what is new."""
        story = self.session.game.story
        stage.hear(story[self.heard :])
        self.heard = len(story)

    def play(self, parts: Furniture, seconds: float) -> None:
        """Let the stage show what it heard for a while."""
        self._log(parts, parts.board.scene.stage.play(seconds))

    def hold(self, parts: Furniture) -> None:
        """Let time stand still, or go on."""
        parts.board.scene.stage.hold()

    def step(self, parts: Furniture) -> None:
        """Show one story more, and hold; what was left of another at once."""
        self._log(parts, parts.board.scene.stage.step())

    def skip(self, parts: Furniture) -> None:
        """Show all of it at once."""
        self.hear(parts.board.scene.stage)
        self._log(parts, parts.board.scene.stage.skip())

    def _log(self, parts: Furniture, told: Sequence[Event]) -> None:
        if told:
            parts.board.spoil()
            parts.board.listen(told)
            parts.log.add(told, parts.board.scene.stage.seen, self.shown)
            self.shown += len(told)

    def restart(self, parts: Furniture) -> None:
        """Show the table as it stands now: part of the story was taken back."""
        parts.board.scene.restart(self.session.table)
        parts.board.spoil()
        self.heard = self.shown = len(self.session.game.story)
        parts.log.take_back(self.shown)

"""The caption of what a stage shows just now."""

from __future__ import annotations

from itertools import islice
from typing import Final

from game.shown.event_captions import EventCaption, Importance
from game.shown.event_log import EventLog
from game.view.playback.stage import Stage

MAX_FORESEEN = 40
"""Maximum number of events to come that are looked at: the moves of a unit."""
TURN_SECONDS: Final = 1.2
"""Seconds of playback for which the caption of a turn is displayed at least."""


class CaptionSource:
    """Takes captions from the log, and of a move already while it is shown."""

    def __init__(self, event_log: EventLog) -> None:
        self.event_log = event_log
        self._foreseen: EventCaption | None = None
        """The caption of the move that is shown now, if its events are still to come."""
        self._turn: EventCaption | None = None
        """The caption of the turn."""
        self._turn_left = 0.0
        """Seconds of playback for which it is still displayed."""

    @property
    def latest(self) -> EventCaption | None:
        """Return the caption of what is shown now; None before the first one."""
        return self._foreseen or self.event_log.caption

    @property
    def caption(self) -> EventCaption | None:
        """Return the caption to display: of the turn for a while, then of what is shown now.

        Losses and news about nothing on the table are displayed at once.
        """
        now, turn = self.latest, self.event_log.turn_caption
        is_over = self._turn is turn and self._turn_left <= 0.0
        if turn is None or now is None or is_over:
            return now
        return now if now.importance >= Importance.LOSS or not now.about else turn

    @property
    def pacing(self) -> EventCaption | None:
        """Return the caption that sets the pace: of what is shown now, or of the last turn."""
        shown = self.caption
        return shown if shown and shown.importance is Importance.GREAT else self.latest

    def update(self, stage: Stage, seconds: float = 0.0) -> None:
        """Look at the move that the stage shows now, if it shows one, *seconds* later."""
        self._turn_left -= seconds * stage.speed
        if self._turn is not self.event_log.turn_caption:
            self._turn = self.event_log.turn_caption
            self._turn_left = TURN_SECONDS if self._turn else 0.0
        if not (stage.waiting and stage.motion.tracks):
            self._foreseen = None
        elif self._foreseen is None or stage.waiting[0] is not self._foreseen.event:
            waiting = tuple(islice(stage.waiting, MAX_FORESEEN))
            self._foreseen = self.event_log.captions.foresee(waiting, stage.seen)

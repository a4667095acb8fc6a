"""The caption of what a stage shows just now."""

from __future__ import annotations

from itertools import islice

from game.shown.event_captions import EventCaption
from game.shown.event_log import EventLog
from game.view.playback.stage import Stage

MAX_FORESEEN = 40
"""Maximum number of events to come that are looked at: the moves of a unit."""


class CaptionSource:
    """Takes captions from the log, and of a move already while it is shown."""

    def __init__(self, event_log: EventLog) -> None:
        self.event_log = event_log
        self._foreseen: EventCaption | None = None
        """The caption of the move that is shown now, if its events are still to come."""

    @property
    def caption(self) -> EventCaption | None:
        """Return the caption of what is shown now; None before the first one."""
        return self._foreseen or self.event_log.caption

    def update(self, stage: Stage) -> None:
        """Look at the move that the stage shows now, if it shows one."""
        if not (stage.waiting and stage.motion.tracks):
            self._foreseen = None
        elif self._foreseen is None or stage.waiting[0] is not self._foreseen.event:
            waiting = tuple(islice(stage.waiting, MAX_FORESEEN))
            self._foreseen = self.event_log.captions.foresee(waiting, stage.seen)

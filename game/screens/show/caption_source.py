"""The caption of what a stage shows just now."""

from __future__ import annotations

from itertools import islice
from typing import Final

from game.shown.event_captions import EventCaption, Importance
from game.shown.event_log import EventLog
from game.table.events import Announced
from game.view.playback.stage import Stage

MAX_FORESEEN = 40
"""Maximum number of events to come that are looked at: the moves of a unit."""
TURN_SECONDS: Final = 1.2
"""Seconds of playback for which the caption of a turn that names a new lead is displayed."""
READ_SECONDS: Final = 0.7
"""Seconds of playback for which a sentence is displayed before one about routine."""
LEAST_SECONDS: Final = 0.5
"""Seconds of playback for which a sentence is displayed before a turn or a deed."""


class CaptionSource:
    """Takes captions from the log, and of a move already while it is shown.

    Captions of routine that is over before the last one can be read are left out.
    """

    def __init__(self, event_log: EventLog) -> None:
        self.event_log = event_log
        self._foreseen: EventCaption | None = None
        """The caption of the move that is shown now, if its events are still to come."""
        self._turn: EventCaption | None = None
        """The caption of the turn."""
        self._last: EventCaption | None = None
        """The latest caption at the last update."""
        self._held: EventCaption | None = None
        """The caption that was displayed at the last update."""
        self._left = 0.0
        """Seconds of playback for which its sentence is still displayed."""
        self._lead = ""
        """The lead that the last caption of a turn has named."""
        self._writer = event_log.captions
        """The writer of these captions; the log takes another one after a jump."""

    @property
    def latest(self) -> EventCaption | None:
        """Return the caption of what is shown now; None before the first one."""
        return self._foreseen or self.event_log.caption

    @property
    def caption(self) -> EventCaption | None:
        """Return the caption to display: of the turn or of a routine deed for a while.

        Routine waits for the sentence before it, a deed or a turn for a shorter time; the
        caption of a turn gives way only to losses and announcements. New forms of a sentence
        are displayed at once.
        """
        now, turn = self.latest, self.event_log.turn_caption
        if now is None or now.importance >= Importance.LOSS:
            return now
        if isinstance(now.event, Announced) or self._writer is not self.event_log.captions:
            return now
        if self._has_new_turn:
            return self._held if self._is_brief else turn
        is_new_form = self._last is self._held and is_form_of(now, self._held)
        is_deed = now.importance > Importance.ROUTINE and self._held is not turn
        gives_way = is_deed and not self._is_brief
        return now if self._left <= 0.0 or is_new_form or gives_way else self._held

    @property
    def _has_new_turn(self) -> bool:
        """Return whether the caption of the turn is still to be displayed."""
        turn = self.event_log.turn_caption
        return turn is not None and turn is not self._turn

    @property
    def _is_brief(self) -> bool:
        """Return whether the caption displayed now has not been displayed long enough."""
        return self._held is not None and self._left > READ_SECONDS - LEAST_SECONDS

    @property
    def pacing(self) -> EventCaption | None:
        """Return the caption that sets the pace: of what is shown now, or of the last turn."""
        shown = self.caption
        return shown if shown and shown.importance is Importance.GREAT else self.latest

    def update(self, stage: Stage, seconds: float = 0.0) -> None:
        """Look at the move that the stage shows now, if it shows one, *seconds* later."""
        self._left -= seconds * stage.speed
        self._hold(self.caption)
        if not (stage.waiting and stage.motion.tracks):
            self._foreseen = None
        elif self._foreseen is None or stage.waiting[0] is not self._foreseen.event:
            waiting = tuple(islice(stage.waiting, MAX_FORESEEN))
            self._foreseen = self.event_log.captions.foresee(waiting, stage.seen)
        self._hold(self.caption)

    def _hold(self, shown: EventCaption | None) -> None:
        """Display a caption for a while from now on, unless its sentence was begun before."""
        if shown and shown is not self._held and not is_form_of(shown, self._held):
            is_new_lead = shown is self.event_log.turn_caption and _lead(shown) != self._lead
            self._left = TURN_SECONDS if is_new_lead else READ_SECONDS
            self._lead = _lead(shown) if is_new_lead else self._lead
        waits = self._has_new_turn and shown is self._held and self._is_brief
        self._turn = self._turn if waits else self.event_log.turn_caption
        self._last, self._held = self.latest, shown
        self._writer = self.event_log.captions


def _lead(turn: EventCaption) -> str:
    """Return who leads by the caption of a turn: ``"Wardens lead 7–2"``."""
    return turn.text.partition(": ")[2]


def is_form_of(caption: EventCaption, before: EventCaption | None) -> bool:
    """Return whether a caption is another form of the sentence before it."""
    if before is None:
        return False
    goes_on = caption.replaces and caption.about[:1] == before.about[:1]
    return goes_on or caption.event is before.event

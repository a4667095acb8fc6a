"""The pace of a battle that is shown to spectators."""

from __future__ import annotations

from typing import Final

from game.screens.show.caption_source import READ_SECONDS, is_form_of
from game.shown.event_captions import EventCaption, Importance
from game.view.playback.stage import Stage

PACES: Final = {
    Importance.ROUTINE: 1.5,
    Importance.DEED: 1.0,
    Importance.LOSS: 0.8,
    Importance.GREAT: 0.5,
}
"""Factors of the playback speed, by the importance of what is shown."""
SLOW_SECONDS: Final = 1.6
"""Seconds for which something great is shown in slow motion."""
BEAT_SECONDS: Final = 0.8
"""Seconds that something great is displayed at least."""
HURRY: Final = 40.0
"""Factor for pauses in which nothing on the board moves any more."""
GLANCE_SECONDS: Final = 0.5
"""Seconds for which a sentence that is no routine stands before such a pause is hurried."""
NEWS_PACE: Final = 1.5
"""Factor for pauses that are about nothing on the table: announcements, rolls of a side."""
SLOWEST_MOTION: Final = 1.0
"""Factor below which no motion is slowed down for its sentence."""


class ShowPace:
    """Slows down for great moments, and hurries where little happens."""

    def __init__(self) -> None:
        self._slow = 0.0
        """Seconds of slow motion that are left."""
        self._great: object = None
        """The event that was slowed down for last."""
        self._sentence: EventCaption | None = None
        """The last form of the present sentence."""
        self._read = 0.0
        """Seconds for which the sentence has been displayed, in all its forms."""

    def paced(self, seconds: float, caption: EventCaption | None, stage: Stage) -> float:
        """Return the seconds by which the playback advances in a frame of *seconds*."""
        if caption is None:
            return seconds
        self._read = self._read if is_form_of(caption, self._sentence) else 0.0
        self._sentence = caption
        self._read += seconds * stage.speed
        if caption.importance is Importance.GREAT and caption.event is not self._great:
            self._great, self._slow = caption.event, SLOW_SECONDS
            if stage.paused:
                stage.paused = max(stage.paused, BEAT_SECONDS * PACES[Importance.GREAT])
        if self._slow > 0.0:
            self._slow -= seconds * stage.speed
            return seconds * PACES[Importance.GREAT]
        was_seen = self._read >= GLANCE_SECONDS or caption.importance is Importance.ROUTINE
        if stage.paused and is_still(stage) and was_seen:
            return seconds * HURRY
        if caption.importance is Importance.GREAT:
            return seconds
        if stage.paused and not caption.about:
            return seconds * NEWS_PACE
        pace, unread = PACES[caption.importance], READ_SECONDS - self._read
        left = stage.motion.lasts - stage.motion.seconds if stage.waiting else 0.0
        if left > 0.0 and unread > 0.0:
            pace = min(pace, max(SLOWEST_MOTION, left / unread))
        return seconds * pace


def is_still(stage: Stage) -> bool:
    """Return whether nothing on the board moves: dice that lie do not count."""
    if stage.motion.tracks or any(one.moving for one in stage.animations):
        return False
    return all(effect.toss and effect.toss.is_at_rest(effect.age) for effect in stage.effects)

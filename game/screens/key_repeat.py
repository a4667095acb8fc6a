"""The repeats of a key that is held down."""

from __future__ import annotations

import pygame

from game.widgets.pressed_keys import MODIFIERS

DELAY_SECONDS = 0.35
"""Seconds that a key is held before it repeats."""
INTERVAL_SECONDS = 0.04
"""Seconds between two repeats, which are never more than one a frame."""


class KeyRepeat:
    """Repeats the last pressed key while it is held, counted by frames.

    pygame's own repeats come from a timer that goes on while a frame is busy, so that one
    short press would count several times. Here the release is handled before the next repeat.
    """

    def __init__(self) -> None:
        self._press: pygame.Event | None = None
        """The press of the held key; None if none is held."""
        self._seconds = 0.0
        """Seconds until it repeats."""

    @property
    def is_held(self) -> bool:
        """Return whether a key is held that repeats."""
        return self._press is not None

    def note(self, event: pygame.Event) -> None:
        """Note presses and releases; called with all events, in their order."""
        match event.type:
            case pygame.KEYDOWN if event.key not in MODIFIERS:
                self._press, self._seconds = event, DELAY_SECONDS
            case pygame.KEYUP if self._press and event.key == self._press.key:
                self.stop()
            case pygame.WINDOWFOCUSLOST:
                self.stop()
            case _:
                pass

    def stop(self) -> None:
        """Repeat no more until a key is pressed anew, as when another screen shows."""
        self._press = None

    def after(self, seconds: float) -> pygame.Event | None:
        """Return the press that repeats in a frame of *seconds*; None if none does."""
        if self._press is None:
            return None
        self._seconds -= seconds
        if self._seconds > 0:
            return None
        self._seconds = max(0.0, self._seconds + INTERVAL_SECONDS)  # none is made up for
        return self._press

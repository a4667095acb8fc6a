"""The time between two frames of the window, which is longer while the window is at rest."""

from __future__ import annotations

import pygame

FRAMES = 60
"""Frames per second while something happens."""
FRAMES_AT_REST = 8
"""Frames per second while nothing does."""
LOOKS_AT_REST = 40
"""Times a second that events are looked for between frames at a lower rate.

Nobody sees that the first one waits for 25 milliseconds, but each look takes time.
"""
TOLERANCE = 100
"""Thousandths of the time between two frames by which a frame may come earlier."""
CALM_SECONDS = 1.0
"""Seconds without an event or a change after which the window is at rest.

Longer than any delay after which something shows where the mouse rests, such as a tooltip.
"""


class FrameClock:
    """Waits for the next frame; at less than the full rate, until an event comes.

    Events are looked for between frames, because ``pygame.event.wait`` looks a thousand times a
    second.
    """

    def __init__(self) -> None:
        self._clock = pygame.time.Clock()
        self._came: list[pygame.Event] = []
        """The events that ended the wait."""

    def tick(self, frames: int) -> int:
        """Wait for the next of *frames* a second; return milliseconds since the last one."""
        passed = self._clock.tick(FRAMES)
        while passed * frames < 1000 - TOLERANCE and not self._came:
            self._came = pygame.event.get()
            if not self._came:
                left = max(1.0, 1000 / frames - passed)
                passed += self._clock.tick(max(LOOKS_AT_REST, 1000 / left))
        return passed

    def take_events(self) -> list[pygame.Event]:
        """Take all events since the last frame."""
        came, self._came = self._came, []
        return [*came, *pygame.event.get()]


class Liveliness:
    """The number of frames per second that the window needs, by what happened in it last."""

    def __init__(self) -> None:
        self._calm = 0.0
        """Seconds since something happened."""
        self._wanted = 0

    def note(self, seconds: float, wanted: int = 0, *, happened: bool) -> None:
        """Note a frame after *seconds*, in which something *happened* or nothing did.

        *wanted*: frames per second that the screen needs at rest.
        """
        self._calm = 0.0 if happened else self._calm + seconds
        self._wanted = wanted

    @property
    def frames(self) -> int:
        """Return the number of frames per second until something happens."""
        is_calm = self._calm >= CALM_SECONDS
        return max(FRAMES_AT_REST, self._wanted) if is_calm else FRAMES

"""Captions of sounds."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from game.view.sounds import Sound
from game.widgets.theme import INK, TEXT, Theme

CAPTION_SECONDS = 2.2
"""Seconds that a caption stays visible."""
MAX_CAPTIONS = 3


class Captions:
    """Captions of sounds that were just played."""

    def __init__(self) -> None:
        self.on = False
        self._left: dict[Sound, float] = {}
        """Seconds left to show each caption, the latest last."""

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the captions that are visible now."""
        return tuple(sound.caption for sound in self._left)[-MAX_CAPTIONS:]

    def play(self, sounds: Iterable[Sound]) -> None:
        for sound in sounds:
            if self.on and sound.caption:
                self._left.pop(sound, None)
                self._left[sound] = CAPTION_SECONDS

    def update(self, seconds: float) -> None:
        left = {sound: left - seconds for sound, left in self._left.items()}
        self._left = {sound: left for sound, left in left.items() if left > 0.0 and self.on}

    def draw(self, canvas: pygame.Surface, window: pygame.Rect, theme: Theme) -> None:
        """Draw the captions above one another at the lower left of the board."""
        y = window.bottom - theme.px(12)
        for line in reversed(self.lines):
            words = theme.text(f"[{line}]", 15 * theme.running, TEXT, "strong")
            plate = words.get_rect().inflate(theme.px(18), theme.px(8))
            plate.bottomleft = window.left + theme.px(12), y
            pygame.draw.rect(canvas, INK, plate, border_radius=theme.px(5))
            canvas.blit(words, words.get_rect(center=plate.center))
            y = plate.top - theme.px(5)

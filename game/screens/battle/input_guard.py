"""Protection against keys that answer a question by mistake."""

from __future__ import annotations

import pygame

from game.prompts.prompt import ENTER, NUMBERS, AnyPrompt
from game.widgets.pressed_keys import keys_pressed

KEY_DELAY_SECONDS = 0.3
"""Seconds that a question must have been visible before a key answers it."""
ANSWERING = frozenset({*ENTER, *(key.code for key in NUMBERS)})


class InputGuard:
    """Ignores answering keys that repeat while held, or that come too soon after a question."""

    def __init__(self) -> None:
        self._asked: AnyPrompt | None = None
        self._seen = 0.0
        """Seconds since the question was first drawn."""
        self._down: set[int] = set()

    def update(self, seconds: float, prompt: AnyPrompt | None) -> None:
        self._seen = self._seen + seconds if prompt is self._asked else 0.0
        self._asked = prompt

    def too_hasty(self, event: pygame.Event, prompt: AnyPrompt | None) -> bool:
        """Return whether an event is a key that would answer by mistake."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._down.clear()
        if event.type not in {pygame.KEYDOWN, pygame.KEYUP}:
            return False
        if ANSWERING.isdisjoint({event.key, *(key.code for key in keys_pressed(event))}):
            return False
        repeated = event.key in self._down
        if event.type == pygame.KEYUP:
            self._down.discard(event.key)
            return False
        self._down.add(event.key)
        fresh = prompt is not self._asked or self._seen < KEY_DELAY_SECONDS
        return prompt is not None and (repeated or fresh)

"""Keys that answer, kept from a question that nobody can have read yet."""

from __future__ import annotations

import pygame

from game.prompts.choose import ENTER, NUMBERS
from game.prompts.prompt import AnyPrompt

PATIENCE = 0.3
"""Seconds that a question has been seen before a key answers it."""
ANSWERING = frozenset({*ENTER, *(key.code for key in NUMBERS)})


class Calm:
    """A key that is held, and so repeats, never answers a second time."""

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
        if event.type not in {pygame.KEYDOWN, pygame.KEYUP} or event.key not in ANSWERING:
            return False
        repeated = event.key in self._down
        if event.type == pygame.KEYUP:
            self._down.discard(event.key)
            return False
        self._down.add(event.key)
        fresh = prompt is not self._asked or self._seen < PATIENCE
        return prompt is not None and (repeated or fresh)

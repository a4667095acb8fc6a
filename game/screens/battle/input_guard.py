"""Protection against input that answers a question by mistake."""

from __future__ import annotations

import pygame

from game.prompts.prompt import ENTER, NUMBERS, AnyPrompt
from game.widgets.pressed_keys import keys_pressed
from game.widgets.widget import Pixel

KEY_DELAY_SECONDS = 0.3
"""Seconds that a question must have been visible before a key answers it."""
CLICK_DELAY_SECONDS = 0.5
"""Seconds in which a click does nothing, after what it would do has changed under the mouse."""
STEADY_PX = 4
"""Pixels by which a mouse that rests may shake."""
ANSWERING = frozenset({*ENTER, *(key.code for key in NUMBERS)})


class InputGuard:
    """Ignores answering keys that repeat while held, or that come too soon after a question.

    It ignores clicks on a button that has just become another one under a resting mouse.
    """

    def __init__(self) -> None:
        self._asked: AnyPrompt | None = None
        self._seen = 0.0
        """Seconds since the question was first drawn."""
        self._down: set[int] = set()
        self.deed = ""
        """The words of the button or option under the mouse."""
        self._mouse: Pixel = (0, 0)
        """Where the mouse rests."""
        self._unchanged = CLICK_DELAY_SECONDS
        """Seconds since the deed changed under a resting mouse."""
        self._clicked = False
        """True while a mouse button is held whose click is ignored."""

    def update(self, seconds: float, prompt: AnyPrompt | None) -> None:
        self._seen = self._seen + seconds if prompt is self._asked else 0.0
        self._asked = prompt

    def watch(self, seconds: float, mouse: Pixel, deed: str) -> None:
        """Note what a click would do now; *deed* is empty where it answers nothing."""
        if not self._rests(mouse):
            self._mouse, self._unchanged = mouse, CLICK_DELAY_SECONDS
        elif deed != self.deed:
            self._unchanged = 0.0
        else:
            self._unchanged += seconds
        self.deed = deed

    def ignores_click(self, at: Pixel) -> bool:
        """Return whether what a click would do has only just changed under a resting mouse."""
        return bool(self.deed) and self._unchanged < CLICK_DELAY_SECONDS and self._rests(at)

    def _rests(self, mouse: Pixel) -> bool:
        return max(abs(a - b) for a, b in zip(mouse, self._mouse, strict=True)) <= STEADY_PX

    def _drops(self, click: pygame.Event) -> bool:
        if click.type == pygame.MOUSEBUTTONDOWN:
            self._clicked = self.ignores_click(click.pos)
            return self._clicked
        ignored, self._clicked = self._clicked, False
        return ignored

    def too_hasty(self, event: pygame.Event, prompt: AnyPrompt | None) -> bool:
        """Return whether an event is a key or a click that would answer by mistake."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._down.clear()
        if getattr(event, "button", 0) == pygame.BUTTON_LEFT:
            return self._drops(event)
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

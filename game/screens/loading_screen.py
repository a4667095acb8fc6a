"""The sign over a screen while work is done in the background."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.background import Loader
from game.screens.screen import (
    Change,
    Close,
    FinishedLoad,
    Guarded,
    Load,
    Quit,
    Screen,
    WindowContext,
)
from game.widgets.panel_stack import paint_sign

SIGN_AFTER_SECONDS = 0.3
"""Seconds after which a Load shows its sign."""
ESCAPE = "Esc cancels"


class LoadingScreen:
    """A sign over the screen below while work is done in the background."""

    def __init__(self, load: Load, below: Screen) -> None:
        self.load, self.below = load, below
        self.frame: WindowContext | None = None
        self.seconds = 0.0
        self.has_refused = False
        """True once it has refused an input."""
        self._loader = Loader(load.work)
        self._is_below_stale = False

    @property
    def caption(self) -> str:
        return self.load.words

    @property
    def shown(self) -> bool:
        return self.has_refused or self.seconds >= SIGN_AFTER_SECONDS

    def fill(self, frame: WindowContext) -> None:
        """Fit another window; the screen below was fitted when it was shown."""
        if self.frame:
            self.below.fill(frame)
            self._is_below_stale = True
        self.frame = frame

    def handle(self, event: pygame.Event) -> Change | None:
        """Give the work up if Escape is pressed; any other input shows that it is lost.

        It is not kept: it would answer a question that nobody has seen.
        """
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            return Close()
        if event.type in {pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN}:
            self.has_refused = True
        return None

    def update(self, seconds: float) -> Change | None:
        """Return the result once there is one."""
        self.seconds += seconds
        if self._loader.done:
            return FinishedLoad(self.load, self._loader.result, self.shown)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw the sign."""
        assert self.frame
        theme, changed = self.frame.theme, list[pygame.Rect]()
        if self._is_below_stale:
            changed += self.below.draw(canvas)
            self._is_below_stale = False
        if not self.shown:
            return changed
        still = self.frame.settings.still
        hint = f"Not taken: it is still loading. {ESCAPE}" if self.has_refused else ESCAPE
        seconds = 0.0 if still else self.seconds
        sign = paint_sign(canvas, theme, self.load.words, hint, seconds)
        return [*changed, sign]

    def before_quit(self) -> Change | None:
        """Give up the work first if the screen below has unsaved work."""
        return Close() if isinstance(self.below, Guarded) else Quit()

    def leave(self) -> None:
        """Release nothing: the thread ends by itself."""

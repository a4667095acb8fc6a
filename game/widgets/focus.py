"""Which widget the keyboard speaks to."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from game.widgets.widget import Widget


class Focus:
    """A ring of widgets: Tab goes on, Shift-Tab back, other keys go to who has the focus."""

    def __init__(self, widgets: Callable[[], Iterable[Widget]]) -> None:
        self.widgets = widgets
        self.on: Widget | None = None

    def to(self, widget: Widget | None) -> None:
        left, self.on = self.on, widget
        if left:
            left.focused = False
        if widget:
            widget.focused = True
        if left and left is not widget:
            left.leave()

    def ring(self) -> list[Widget]:
        return [w for w in self.widgets() if w.focusable and w.shown]

    def step(self, step: int) -> None:
        ring = self.ring()
        if not ring:
            self.to(None)
        elif self.on in ring:
            self.to(ring[(ring.index(self.on) + step) % len(ring)])
        else:
            self.to(ring[0 if step > 0 else -1])

    def handle(self, event: pygame.Event) -> bool:
        if self.on and self.on not in self.ring():
            self.to(None)
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB:
            self.step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        return bool(self.on and self.on.take_key(event))

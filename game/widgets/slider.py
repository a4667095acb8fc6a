"""A slider."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pygame

from game.widgets.sizes import CONTROL
from game.widgets.theme import AMBER, DEEP, GLOW, INK, LINE, Theme, focus_ring
from game.widgets.widget import Pixel, Visible, Widget


class Slider(Widget):
    """A slider of whole steps from *least* to *most*, by mouse, wheel or arrow keys."""

    focusable: ClassVar[bool] = True
    takes_keys: ClassVar[bool] = True
    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)
    state: ClassVar[frozenset[str]] = Widget.state | {"_held"}

    value = Visible[int]()
    most = Visible[int]()
    held = Visible[bool]()

    def __init__(
        self, value: int, least: int, most: int, on_change: Callable[[int], None]
    ) -> None:
        super().__init__()
        self.value, self.least, self.most = value, least, most
        self.on_change = on_change
        self.held = False

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size at which the mouse can reach the steps."""
        return 200.0, CONTROL

    def least_width(self, theme: Theme) -> float:
        """Return the width that it needs."""
        return 90.0

    def to(self, value: int) -> None:
        """Set the value within its limits, and call back if it changed."""
        before, self.value = self.value, min(self.most, max(self.least, value))
        if self.value != before:
            self.on_change(self.value)

    @property
    def track(self) -> pygame.Rect:
        knob = self.theme.px(9)
        return self.rect.inflate(-2 * knob, self.theme.px(5) - self.rect.height)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Handle a drag or the wheel; return whether the event was used."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.held = self.rect.collidepoint(at)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held:
            self.held = False
            return True
        elif event.type == pygame.MOUSEWHEEL and self.hovered:
            self.to(self.value + event.y)
            return True
        if self.held:
            share = (at[0] - self.track.left) / self.track.width
            self.to(self.least + round(share * (self.most - self.least)))
        return self.held

    def take_key(self, event: pygame.Event) -> bool:
        """Handle Left, Right, Home and End; return whether it was one of them."""
        steps = {
            pygame.K_LEFT: self.value - 1,
            pygame.K_RIGHT: self.value + 1,
            pygame.K_HOME: self.least,
            pygame.K_END: self.most,
        }
        if event.type != pygame.KEYDOWN or event.key not in steps:
            return False
        self.to(steps[event.key])
        return True

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the track and the knob."""
        track, px = self.track, self.theme.px
        share = (self.value - self.least) / max(1, self.most - self.least)
        knob = track.left + round(track.width * share), track.centery
        pygame.draw.rect(canvas, DEEP, track, border_radius=px(3))
        pygame.draw.rect(canvas, LINE, track, 1, border_radius=px(3))
        done = pygame.Rect(track.left, track.top, knob[0] - track.left, track.height)
        pygame.draw.rect(canvas, AMBER, done, border_radius=px(3))
        pygame.draw.aacircle(canvas, INK, knob, px(9))
        pygame.draw.aacircle(canvas, GLOW if self.held or self.hovered else AMBER, knob, px(7))
        if self.focused:
            focus_ring(self.theme, canvas, self.rect)

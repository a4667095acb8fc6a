"""A value picked on a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pygame

from game.widgets.palette import AMBER, DEEP, GLOW, INK, LINE
from game.widgets.plates import focus_ring
from game.widgets.theme import Box
from game.widgets.widget import Pixel, Visible, Widget


class Slider(Widget):
    """Whole steps from *least* to *most*: dragged, wheeled, or moved with the arrow keys."""

    focusable: ClassVar[bool] = True
    takes_keys: ClassVar[bool] = True

    value = Visible[int]()
    most = Visible[int]()
    held = Visible[bool]()

    def __init__(
        self, box: Box, value: int, least: int, most: int, on_change: Callable[[int], None]
    ) -> None:
        super().__init__(box)
        self.value, self.least, self.most = value, least, most
        self.on_change = on_change
        self.held = False

    def to(self, value: int) -> None:
        before, self.value = self.value, min(self.most, max(self.least, value))
        if self.value != before:
            self.on_change(self.value)

    @property
    def track(self) -> pygame.Rect:
        knob = self.theme.px(9)
        return self.rect.inflate(-2 * knob, self.theme.px(5) - self.rect.height)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
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

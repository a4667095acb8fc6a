"""Options: on or off, or one of a few."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import pygame

from game.widgets.button import PRESSING
from game.widgets.palette import AMBER, GLOW, MUTED, TEXT
from game.widgets.plates import GHOST, GHOST_LIT, Plate, focus_ring, plate
from game.widgets.theme import Box
from game.widgets.widget import Pixel, Visible, Widget

OFF = Plate("#1D2327", "#181D21", "#2A343B", corner=99.0)
OFF_LIT = Plate("#28323A", "#20282E", "#3F4D56", corner=99.0)
ON = Plate("#3A2E1B", "#2E2516", AMBER, corner=99.0, line=1.2)


class Toggle(Widget):
    """A pill that is amber while it is on."""

    focusable: ClassVar[bool] = True

    on = Visible[bool]()

    def __init__(
        self, box: Box, label: str, on_change: Callable[[bool], None], *, on: bool = False
    ) -> None:
        super().__init__(box)
        self.label, self.on, self.on_change = label, on, on_change

    def press(self) -> None:
        self.on = not self.on
        self.on_change(self.on)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        if not self.rect.collidepoint(at):
            return False
        self.press()
        return True

    def take_key(self, event: pygame.Event) -> bool:
        if event.type != pygame.KEYDOWN or event.key not in PRESSING:
            return False
        self.press()
        return True

    def paint(self, canvas: pygame.Surface) -> None:
        look = ON if self.on else OFF_LIT if self.hovered else OFF
        canvas.blit(plate(self.theme, self.rect.size, look), self.rect)
        colour = GLOW if self.on else MUTED
        words = self.theme.text(self.label, 15, colour, "heading")
        canvas.blit(words, words.get_rect(center=self.rect.center))
        if self.focused:
            focus_ring(self.theme, canvas, self.rect)


class Stepper(Widget):
    """One of a few values between two arrows; a click on the right half goes on, left back.

    Enter is not taken: beside so many of them it presses what is urged.
    """

    focusable: ClassVar[bool] = True
    takes_keys: ClassVar[bool] = True

    value = Visible[int]()
    """Which of the labels stands there."""

    def __init__(
        self, box: Box, labels: Sequence[str], on_change: Callable[[int], None], value: int = 0
    ) -> None:
        super().__init__(box)
        self.labels, self.value, self.on_change = tuple(labels), value, on_change

    def step(self, step: int) -> None:
        self.value = (self.value + step) % len(self.labels)
        self.on_change(self.value)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        if event.type == pygame.MOUSEWHEEL and self.hovered:
            self.step(-event.y)
            return True
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        if not self.rect.collidepoint(at):
            return False
        self.step(1 if at[0] > self.rect.centerx else -1)
        return True

    def take_key(self, event: pygame.Event) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_SPACE: 1}
        if event.key not in steps:
            return False
        self.step(steps[event.key])
        return True

    def paint(self, canvas: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        canvas.blit(plate(theme, rect.size, GHOST_LIT if self.hovered else GHOST), rect)
        side, edge = theme.px(16), theme.px(8)
        room = rect.width - 2 * (side + edge + theme.px(2))
        label = self.short(self.labels[self.value], 16, room, "heading")
        words = theme.text(label, 16, TEXT, "heading")
        canvas.blit(words, words.get_rect(center=rect.center))
        back = theme.icon("ui/chevron-left", side, AMBER)
        canvas.blit(back, back.get_rect(left=rect.left + edge, centery=rect.centery))
        onward = theme.icon("ui/chevron-right", side, AMBER)
        canvas.blit(onward, onward.get_rect(right=rect.right - edge, centery=rect.centery))
        if self.focused:
            focus_ring(theme, canvas, rect)

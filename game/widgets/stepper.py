"""A field that steps through options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import pygame

from game.widgets.sizes import CONTROL
from game.widgets.theme import AMBER, GHOST, GHOST_LIT, TEXT, Theme, focus_ring, plate
from game.widgets.widget import Pixel, Visible, Widget

ARROW, ARROW_EDGE = 16.0, 8.0
"""Side of an arrow, and its distance from the edge."""


class Stepper(Widget):
    """A choice of a few values; a click on the right half goes on, on the left half back.

    Clicks and keys go on around the end; the wheel stops there.
    It ignores Enter, which presses the primary button of the screen.
    """

    focusable: ClassVar[bool] = True
    takes_keys: ClassVar[bool] = True
    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)

    value = Visible[int]()
    """Index of the label that is shown."""

    def __init__(
        self, labels: Sequence[str], on_change: Callable[[int], None], value: int = 0
    ) -> None:
        super().__init__()
        self.labels, self.value, self.on_change = tuple(labels), value, on_change

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size for the widest label, so that it is the same for all values."""
        widest = max((theme.width(label, 16, "heading") for label in self.labels), default=0)
        beside = theme.px(ARROW) + theme.px(ARROW_EDGE) + theme.px(2)
        return theme.units(widest + 2 * beside), CONTROL

    def step(self, step: int) -> None:
        """Go on by *step* values, around the end, and call back."""
        self.value = (self.value + step) % len(self.labels)
        self.on_change(self.value)

    def _roll(self, step: int) -> None:
        """Go on by *step* values, but not beyond the first or the last."""
        value = min(len(self.labels) - 1, max(0, self.value + step))
        if value != self.value:
            self.value = value
            self.on_change(value)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Step by a click or the wheel; return whether the event was used."""
        if event.type == pygame.MOUSEWHEEL and self.hovered:
            self._roll(-event.y)
            return True
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        if not self.rect.collidepoint(at):
            return False
        self.step(1 if at[0] > self.rect.centerx else -1)
        return True

    def take_key(self, event: pygame.Event) -> bool:
        """Step by Left, Right or Space; return whether it was one of them."""
        if event.type != pygame.KEYDOWN:
            return False
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_SPACE: 1}
        if event.key not in steps:
            return False
        self.step(steps[event.key])
        return True

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the value between two arrows."""
        theme, rect = self.theme, self.rect
        canvas.blit(plate(theme, rect.size, GHOST_LIT if self.hovered else GHOST), rect)
        side, edge = theme.px(ARROW), theme.px(ARROW_EDGE)
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

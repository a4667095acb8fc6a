"""Number field, slider, toggle and stepper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import ClassVar

import pygame

from game.widgets.button import PRESSING
from game.widgets.text_field import TextField
from game.widgets.theme import (
    AMBER,
    DEEP,
    GHOST,
    GHOST_LIT,
    GLOW,
    INK,
    LINE,
    MUTED,
    TEXT,
    Box,
    Plate,
    focus_ring,
    plate,
)
from game.widgets.widget import Pixel, Visible, Widget

MAX_DIGITS = 9


class NumberField(TextField):
    """A field for a number; Return or losing the focus enters it, Escape restores it."""

    def __init__(
        self,
        box: Box,
        value: float | None,
        on_number: Callable[[float], None],
        *,
        step: float = 1.0,
        least: float | None = None,
        most: float | None = None,
        hint: str = "",
    ) -> None:
        """Create a field; *value* is None, shown as empty, if several values differ."""
        super().__init__(box, format_value(value), ghost="–", longest=MAX_DIGITS)
        self.hint = hint
        self.value, self.on_number = value, on_number
        self.step, self.least, self.most = step, least, most
        self.on_enter = lambda _: self.enter()

    def _show(self, value: float | None) -> None:
        self.value, self.text = value, format_value(value)
        self.caret = len(self.text)

    def to(self, value: float | None) -> None:
        """Show another number without calling back; text being typed is kept."""
        if value != self.value or not self.focused:
            self._show(value)

    def enter(self) -> None:
        """Take the typed number if it is valid and different; else restore the old one."""
        try:
            typed = float(self.text.replace(",", ".").rstrip('"° '))
        except ValueError:
            typed = float("nan")
        if isfinite(typed) and typed != self.value:
            self._give(typed)
        else:
            self._show(self.value)

    def leave(self) -> None:
        """Enter the typed number."""
        self.enter()

    def _give(self, value: float) -> None:
        low = value if self.least is None else max(self.least, value)
        number = low if self.most is None else min(self.most, low)
        self._show(number)
        self.on_number(number)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Change the number by the wheel, or place the caret; return whether it was used."""
        if event.type == pygame.MOUSEWHEEL and self.hovered and self.value is not None:
            self._give(self.value + event.y * self.step)
            return True
        return super().handle(event, at)

    def _edit(self, key: int) -> bool:
        if key in {pygame.K_UP, pygame.K_DOWN} and self.value is not None:
            self.enter()
            self._give(self.value + (self.step if key == pygame.K_UP else -self.step))
            return True
        if key == pygame.K_ESCAPE and self.text != format_value(self.value):
            self._show(self.value)
            return True
        return super()._edit(key)


def format_value(value: float | None) -> str:
    """Return a number as text, to a thousandth and without trailing zeros; empty for None."""
    return (
        "" if value is None else f"{round(value, 3):g}" if abs(value) < 1e5 else f"{value:.0f}"
    )


class Slider(Widget):
    """A slider of whole steps from *least* to *most*, by mouse, wheel or arrow keys."""

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


OFF = Plate("#1D2327", "#181D21", "#2A343B", corner=99.0)
OFF_LIT = Plate("#28323A", "#20282E", "#3F4D56", corner=99.0)
ON = Plate("#3A2E1B", "#2E2516", AMBER, corner=99.0, line=1.2)


class Toggle(Widget):
    """A switch shaped like a pill, amber while it is on."""

    focusable: ClassVar[bool] = True

    on = Visible[bool]()

    def __init__(
        self, box: Box, label: str, on_change: Callable[[bool], None], *, on: bool = False
    ) -> None:
        super().__init__(box)
        self.label, self.on, self.on_change = label, on, on_change

    def press(self) -> None:
        """Switch it, and call back."""
        self.on = not self.on
        self.on_change(self.on)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Switch on a left click inside; return whether it was one."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        if not self.rect.collidepoint(at):
            return False
        self.press()
        return True

    def take_key(self, event: pygame.Event) -> bool:
        """Switch on Enter or Space; return whether it was one of them."""
        if event.type != pygame.KEYDOWN or event.key not in PRESSING:
            return False
        self.press()
        return True

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the pill and its label."""
        look = ON if self.on else OFF_LIT if self.hovered else OFF
        canvas.blit(plate(self.theme, self.rect.size, look), self.rect)
        colour = GLOW if self.on else MUTED
        words = self.theme.text(self.label, 15, colour, "heading")
        canvas.blit(words, words.get_rect(center=self.rect.center))
        if self.focused:
            focus_ring(self.theme, canvas, self.rect)


class Stepper(Widget):
    """A choice of a few values; a click on the right half goes on, on the left half back.

    It ignores Enter, which presses the primary button of the screen.
    """

    focusable: ClassVar[bool] = True
    takes_keys: ClassVar[bool] = True

    value = Visible[int]()
    """Index of the label that is shown."""

    def __init__(
        self, box: Box, labels: Sequence[str], on_change: Callable[[int], None], value: int = 0
    ) -> None:
        super().__init__(box)
        self.labels, self.value, self.on_change = tuple(labels), value, on_change

    def step(self, step: int) -> None:
        """Go on by *step* values, around the end, and call back."""
        self.value = (self.value + step) % len(self.labels)
        self.on_change(self.value)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Step by a click or the wheel; return whether the event was used."""
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

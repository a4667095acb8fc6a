"""A held key repeats by frames, and a short press counts once however long a frame takes."""

from __future__ import annotations

import pygame
import pytest

from game import app
from game.screens.key_repeat import DELAY_SECONDS, INTERVAL_SECONDS, KeyRepeat
from game.screens.screen import Change, Open
from game.widgets.button import Style
from game.widgets.panel_stack import Dialog, PanelStack, Reply
from game.widgets.theme import Theme
from tests.screens.test_app import Once
from tests.screens.window_steps import run_frame

FRAME = 1 / 60
LONG = 100
"""More frames than any test here needs."""


def press(key: int) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)


def release(key: int) -> pygame.Event:
    return pygame.Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)


def repeats(held: KeyRepeat, seconds: float) -> int:
    """Return how often a held key repeats within *seconds*, frame by frame."""
    return sum(held.after(FRAME) is not None for _ in range(round(seconds / FRAME)))


def test_a_held_key_repeats_after_a_delay_until_it_is_released() -> None:
    held, down = KeyRepeat(), press(pygame.K_DOWN)
    held.note(down)
    assert repeats(held, DELAY_SECONDS - FRAME) == 0
    assert repeats(held, 2 * FRAME) == 1
    assert repeats(held, 1.0) == pytest.approx(1.0 / INTERVAL_SECONDS, abs=1)
    held.note(release(pygame.K_DOWN))
    assert repeats(held, 1.0) == 0


def test_repeats_that_a_long_frame_missed_are_not_made_up_for() -> None:
    held, down = KeyRepeat(), press(pygame.K_DOWN)
    held.note(down)
    assert held.after(DELAY_SECONDS + 50 * INTERVAL_SECONDS) is down
    assert repeats(held, 1.0) == pytest.approx(1.0 / INTERVAL_SECONDS, abs=1)


def test_only_the_key_that_was_pressed_last_repeats() -> None:
    held, left = KeyRepeat(), press(pygame.K_LEFT)
    held.note(press(pygame.K_DOWN))
    held.note(left)
    held.note(release(pygame.K_DOWN))
    assert held.after(DELAY_SECONDS + FRAME) is left


def test_modifiers_neither_repeat_nor_end_a_repeat() -> None:
    held, down = KeyRepeat(), press(pygame.K_DOWN)
    held.note(press(pygame.K_LSHIFT))
    assert held.after(1.0) is None
    held.note(down)
    held.note(press(pygame.K_LSHIFT))
    held.note(release(pygame.K_LSHIFT))
    assert held.after(1.0) is down


def test_a_key_does_not_repeat_once_the_window_has_lost_the_keyboard() -> None:
    held = KeyRepeat()
    held.note(press(pygame.K_DOWN))
    held.note(pygame.Event(pygame.WINDOWFOCUSLOST))
    assert held.after(1.0) is None


class Listener(Once):
    """A screen that counts key presses; Enter opens another one, and Space a dialog."""

    def __init__(self) -> None:
        super().__init__(LONG)
        self.presses = 0
        self.stack = PanelStack(Theme())
        self.opens: Change | None = None
        """The screen that it opens in its next frame."""

    def handle(self, event: pygame.Event) -> Change | None:
        if event.type != pygame.KEYDOWN:
            return None
        if self.stack.dialog:
            self.stack.handle(event)
            return None
        self.presses += 1
        if event.key == pygame.K_SPACE:
            self.stack.ask(Dialog(Theme(), "", "", (Reply("Yes", style=Style.PRIMARY),)))
        return Open(Listener()) if event.key == pygame.K_RETURN else None

    def update(self, seconds: float) -> Change | None:
        change, self.opens = self.opens, None
        return change or super().update(seconds)


def test_a_press_that_is_released_while_a_frame_is_busy_counts_once(window: app.Window) -> None:
    screen = Listener()
    window.stack.follow(Open(screen))
    pygame.event.clear()
    pygame.event.post(press(pygame.K_DOWN))
    run_frame(window)
    pygame.event.post(release(pygame.K_DOWN))
    run_frame(window, 2.0)
    assert screen.presses == 1


def test_a_key_does_not_repeat_on_the_screen_that_it_opened(window: app.Window) -> None:
    first = Listener()
    window.stack.follow(Open(first))
    pygame.event.clear()
    pygame.event.post(press(pygame.K_RETURN))
    run_frame(window)
    opened = window.stack.top
    assert isinstance(opened, Listener)
    assert opened is not first
    run_frame(window, 2.0)
    assert opened.presses == 0


def test_a_key_does_not_repeat_on_a_screen_that_opened_by_itself(window: app.Window) -> None:
    first, second = Listener(), Listener()
    window.stack.follow(Open(first))
    pygame.event.clear()
    pygame.event.post(press(pygame.K_DOWN))
    window.run_frame(0.0)
    first.opens = Open(second)
    window.run_frame(0.0)
    assert window.stack.top is second
    window.run_frame(2.0)
    assert second.presses == 0


def test_a_key_does_not_answer_the_dialog_that_it_opened(window: app.Window) -> None:
    screen = Listener()
    window.stack.follow(Open(screen))
    pygame.event.clear()
    pygame.event.post(press(pygame.K_SPACE))
    for _ in range(3):
        window.run_frame(2.0)
    assert screen.stack.dialog
    pygame.event.post(release(pygame.K_SPACE))
    pygame.event.post(press(pygame.K_SPACE))
    window.run_frame(0.0)
    assert not screen.stack.dialog


def test_the_window_repeats_a_held_key_by_itself(window: app.Window) -> None:
    screen = Listener()
    window.stack.follow(Open(screen))
    pygame.event.clear()
    pygame.event.post(press(pygame.K_DOWN))
    run_frame(window)
    for _ in range(4):
        run_frame(window, DELAY_SECONDS)
    assert screen.presses == 5
    assert pygame.key.get_repeat() == (0, 0)

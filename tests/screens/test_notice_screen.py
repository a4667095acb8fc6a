"""Screens of one message: they lie on the backdrop of the menus."""

from __future__ import annotations

import pygame
import pytest

from game.screens import notice_screen
from game.screens.notice_screen import NoticeScreen
from game.screens.screen import WindowContext
from tests.screens.input_driver import Player


def test_a_message_lies_on_the_backdrop(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def paint(canvas: pygame.Surface, _: WindowContext) -> None:
        canvas.fill((90, 60, 30))

    monkeypatch.setattr(notice_screen, "paint_backdrop", paint)
    screen = player.open(NoticeScreen("Not opened", "It is a photo."))
    canvas = pygame.Surface(screen.frame.size).convert()
    screen.draw(canvas)
    red, green, blue, _ = canvas.get_at((2, 2))
    # The dialog darkens what it lies on.
    assert red > green > blue > 0

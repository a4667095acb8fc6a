"""Keyboard focus is visible on every screen, and Tab reaches every widget."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.screens.load_game import LoadScreen
from game.screens.replay import ReplayScreen
from game.screens.result import ResultScreen
from game.screens.screen import Screen
from game.screens.settings_screen import SettingsScreen
from game.screens.setup import SetupScreen
from game.screens.title import TitleScreen
from game.widgets.widget import Widget
from tests.screens.input_driver import Player, ready


def open_deployed_battle(player: Player) -> Screen:
    screen = player.play()
    ready(player, screen)
    return screen


def paused(player: Player) -> Screen:
    screen = open_deployed_battle(player)
    player.key(pygame.K_ESCAPE)
    return screen


def result(player: Player) -> Screen:
    screen = player.play()
    ready(player, screen)
    player.key(pygame.K_RETURN)
    ready(player, screen)
    screen.play.concede(screen.session.table.sides[0])
    player.wait_until(lambda: isinstance(player.top, ResultScreen))
    return player.top


def replay(player: Player) -> Screen:
    result(player)
    player.key(pygame.K_w)
    assert isinstance(player.top, ReplayScreen)
    return player.top


def load(player: Player) -> Screen:
    open_deployed_battle(player)
    player.key(pygame.K_RETURN)
    player.leave()
    return player.open(LoadScreen())


SCREENS: dict[str, Callable[[Player], Screen]] = {
    "title": lambda player: player.open(TitleScreen(seed=1)),
    "set-up": lambda player: player.open(SetupScreen()),
    "load": load,
    "settings": lambda player: player.open(SettingsScreen()),
    "battle": open_deployed_battle,
    "paused": paused,
    "result": result,
    "replay": replay,
}


def painted_bytes(player: Player, widget: Widget) -> bytes:
    player.wait()
    panel = next(p for p in player.panels.open_panels if widget in p.widgets)
    return pygame.image.tobytes(panel.surface.subsurface(widget.rect), "RGBA")


@pytest.mark.parametrize("name", SCREENS)
def test_the_focus_is_seen_and_tab_reaches_everything(player: Player, name: str) -> None:
    SCREENS[name](player)
    focus = player.panels.focus
    ring = focus.ring()
    assert len(ring) > 1
    unseen = []
    for widget in ring:
        focus.to(None)
        bare = painted_bytes(player, widget)
        focus.to(widget)
        if painted_bytes(player, widget) == bare:
            unseen.append(widget)
    assert unseen == []

    step = pygame.K_F6 if name in {"battle", "replay"} else pygame.K_TAB
    focus.to(ring[0])
    reached = [focus.on]
    for _ in ring[1:]:
        player.key(step)
        reached.append(focus.on)
    assert reached == ring


def test_a_key_that_the_question_uses_takes_the_focus_from_a_button(player: Player) -> None:
    """Enter then means what the large button says, not a button that was left behind."""
    screen = player.play("human", "human")
    ready(player, screen)
    focus = screen.parts.stack.focus
    player.key(pygame.K_F6)
    assert focus.on
    player.key(pygame.K_F8)
    player.key(pygame.K_F8)
    assert focus.on

    player.key(pygame.K_e)
    assert focus.on is None

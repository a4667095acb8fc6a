"""CPU of a frame in which nothing changes, at 1920 x 1080."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from game.app import Window
from game.background import loading
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.editor.start_screen import StartScreen
from game.screens.live_game import start_game
from game.screens.screen import Begin, Screen
from game.screens.settings_screen import SettingsScreen
from game.screens.setup import SetupScreen
from game.widgets.panel_stack import PanelStack
from tests.bench.time_budget import hold
from tests.screens.window_steps import give, run_frame

FRAME = 1 / 60
SETTLED = 60
"""Frames after which a screen is at rest."""


def battle() -> Screen:
    return BattleScreen(start_game(prepare("combat_patrol", seed=1), ("human", "human")))


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNDERTOW_WINDOW", "1920x1080")
        patch.setenv("UNDERTOW_HOME", str(tmp_path_factory.mktemp("idle")))
        yield Window()


def settle(window: Window) -> None:
    for _ in range(SETTLED):
        run_frame(window, FRAME)
    while loading():
        run_frame(window, FRAME)
    for _ in range(SETTLED):
        run_frame(window, FRAME)


def point_at_a_hint(stack: PanelStack, window: Window) -> None:
    """Rest the mouse on a widget with a tooltip."""
    at = next(
        widget.rect.move(panel.rect.topleft).center
        for panel in stack.panels
        for widget in panel.widgets
        if widget.shown and widget.tooltip and not widget.takes_keys
    )
    give(window, pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))


@pytest.mark.parametrize(
    ("name", "make", "seconds"),
    [
        ("settings", SettingsScreen, 0.0002),
        ("set-up", SetupScreen, 0.0002),
        ("maps", StartScreen, 0.0002),
        ("battle", battle, 0.0005),
    ],
)
def test_an_idle_frame(
    benchmark: BenchmarkFixture,
    window: Window,
    name: str,
    make: Callable[[], Screen],
    seconds: float,
) -> None:
    window.stack.follow(Begin(make()))
    settle(window)

    benchmark(run_frame, window, FRAME)
    hold(benchmark, seconds)


@pytest.mark.parametrize("covered", ["tooltip", "dialog"])
def test_an_idle_frame_of_a_battle_under(
    benchmark: BenchmarkFixture, window: Window, covered: str
) -> None:
    screen = battle()
    assert isinstance(screen, BattleScreen)
    window.stack.follow(Begin(screen))
    settle(window)
    if covered == "tooltip":
        point_at_a_hint(screen.stack, window)
    else:
        screen.open_menu()
    settle(window)
    assert screen.stack.covers

    benchmark(run_frame, window, FRAME)
    hold(benchmark, 0.0005)

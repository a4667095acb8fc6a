"""A frame in which nothing changes draws nothing, returns no areas and looks up no files."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pygame
import pytest

from game.background import loading
from game.screens.screen import WindowContext
from game.screens.title import TitleScreen
from game.screens.title_background import PACE, window_of
from game.widgets.dialogs import notice
from game.widgets.panel_stack import TOOLTIP_DELAY_SECONDS, PanelStack
from tests.screens.catalogue import SHOTS, freeze
from tests.screens.input_driver import FRAME, Player

SIZE = (1280, 720)
MOVING = {"title", "chase-roll"}
"""Screens on which something moves all the time."""
FAST = "set-up", "load-delete", "settings", "battle-wound", "pause", "lesson", "editor-list"
"""Screens of the fast tests, one of each kind.

The slow tests look at all screens where they are drawn anyway, in ``test_drawn``.
"""
LOOK_UPS = ((os, "stat"), (os, "scandir"), (os, "listdir"), (io, "open"))
"""The functions by which files are looked up."""
MARK = pygame.Color(1, 254, 3)
"""A colour of no screen."""
SETTLED = 40
"""Frames after which everything that was to be shown once is shown."""


@contextmanager
def look_ups() -> Iterator[list[str]]:
    """Yield the files that are looked up meanwhile."""
    found: list[str] = []

    def counting(function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any, **options: Any) -> Any:
            found.append(str(arguments[:1]))
            return function(*arguments, **options)

        return called

    with pytest.MonkeyPatch.context() as patch:
        for module, name in LOOK_UPS:
            patch.setattr(module, name, counting(getattr(module, name)))
        yield found


def shown(name: str, player: Player, monkeypatch: pytest.MonkeyPatch) -> Player:
    """Open a screen and wait until it is at rest."""
    freeze(monkeypatch)
    shot = SHOTS[name]
    player.frame = WindowContext(player.frame.theme, SIZE, shot.settings)
    player.canvas = pygame.Surface(SIZE)
    player.stack.screens = [shot.make(player)]
    player.stack.refit(player.frame)
    player.wait()
    shot.pose(player)
    wait_for_rest(player)
    return player


def wait_for_rest(player: Player) -> None:
    """Wait until the screen is at rest."""
    quiet = 0
    while quiet < SETTLED:
        # What has been loaded may be followed by the next thing to load.
        player.wait_until(lambda: not loading())
        player.wait()
        quiet = 0 if loading() else quiet + 1


def idle_frame(player: Player) -> tuple[list[pygame.Rect], bool, list[str]]:
    """Run a frame; return the areas it names, whether it drew, and the files looked up."""
    player.canvas.fill(MARK)
    before = player.canvas.get_buffer().raw
    with look_ups() as found:
        player.top.update(FRAME)
        areas = [*player.top.draw(player.canvas)]
    return areas, player.canvas.get_buffer().raw != before, found


@pytest.mark.parametrize("name", FAST)
def test_an_idle_frame_draws_nothing(
    name: str, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown(name, player, monkeypatch)

    assert idle_frame(player) == ([], False, [])


@pytest.mark.parametrize("name", ["set-up", "battle-wound"])
def test_neither_does_one_under_a_tooltip(
    name: str, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tooltip is drawn once; what lies under it is back in the frame after it goes."""
    shown(name, player, monkeypatch)
    bare = player.canvas.get_buffer().raw
    x, y = hinted(player.seen_panels)
    player.move(x, y)
    player.wait(2)
    pointed = player.canvas.get_buffer().raw
    player.wait(round(TOOLTIP_DELAY_SECONDS / FRAME) + 2)
    tipped = player.canvas.copy()
    assert tipped.get_buffer().raw not in {bare, pointed}

    assert idle_frame(player) == ([], False, [])
    player.canvas.blit(tipped, (0, 0))
    player.move(SIZE[0] - 2, SIZE[1] - 2)
    player.wait(2)
    assert player.canvas.get_buffer().raw == bare


@pytest.mark.slow
@pytest.mark.usefixtures("demo")
def test_the_areas_in_which_the_title_draws_its_battle_are_all_that_changed(
    player: Player,
) -> None:
    title = player.open(TitleScreen(4))
    player.wait_for(lambda: bool((demo := title.demo) and demo.light == 1.0))
    demo = title.demo
    assert demo
    assert demo.opened
    shown = window_of(player.frame)
    shown.width -= title.panel.rect.right - shown.left
    shown.left = title.panel.rect.right
    whole, parts = pygame.Surface(SIZE), 0
    for _ in range(round(8 / FRAME)):
        title.update(FRAME)
        areas = title.draw(player.canvas)
        parts += window_of(player.frame) not in areas
        if areas:
            demo.draw_scene(whole, demo.opened)
            seen, expected = (
                pygame.image.tobytes(one.subsurface(shown), "RGB")
                for one in (player.canvas, whole)
            )
            assert seen == expected
    assert parts > 60


def hinted(stack: PanelStack) -> tuple[int, int]:
    """Return the middle of a visible widget with a tooltip."""
    return next(
        widget.rect.move(panel.rect.topleft).center
        for panel in stack.panels
        for widget in panel.widgets
        if widget.shown and widget.tooltip and not widget.takes_keys
    )


def test_the_title_draws_nothing_while_its_battle_rests(player: Player) -> None:
    player.open(TitleScreen(4))
    player.wait_for(lambda: not loading())
    player.wait(2)

    assert idle_frame(player) == ([], False, [])


@pytest.mark.slow
@pytest.mark.usefixtures("demo")
def test_the_title_draws_its_battle_only_as_often_as_needed(player: Player) -> None:
    """Only in its part of the window, and not at all under a dialog."""
    title = player.open(TitleScreen(4))
    player.wait_for(lambda: bool((demo := title.demo) and demo.light == 1.0))
    seconds, areas = 3, list[pygame.Rect]()
    for _ in range(round(seconds / FRAME)):
        title.update(FRAME)
        areas += title.draw(player.canvas)
    assert 0 < len(areas) <= seconds * PACE + 1
    assert all(window_of(player.frame).contains(area) for area in areas)

    title.stack.ask(notice(player.frame.theme, "Not loaded", "It is missing."))
    player.wait(2)
    assert [idle_frame(player)[:2] for _ in range(6)] == [([], False)] * 6

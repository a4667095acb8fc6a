from __future__ import annotations

import gc
import weakref
from collections.abc import Sequence

import pygame
import pytest

from game.screens.screen import (
    Begin,
    Change,
    Close,
    Home,
    Open,
    Quit,
    ScreenStack,
    Visit,
    WindowContext,
)
from game.widgets.theme import Theme
from tests.screens.input_driver import Player


class Page:
    """A screen that records its calls in a diary."""

    def __init__(self, name: str, diary: list[str]) -> None:
        self.name, self.diary, self.home = name, diary, ""

    def fill(self, frame: WindowContext) -> None:
        self.diary.append(f"{self.name} fills {frame.size[0]}")
        self.home = frame.home

    def handle(self, event: pygame.Event) -> Change | None:
        return None

    def update(self, seconds: float) -> Change | None:
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        return ()

    def leave(self) -> None:
        self.diary.append(f"{self.name} is left")


@pytest.fixture
def diary() -> list[str]:
    return []


@pytest.fixture
def stack(diary: list[str], frame: WindowContext) -> ScreenStack:
    stack = ScreenStack(frame, lambda: Page("title", diary))
    stack.follow(Open(Page("battle", diary)))
    diary.clear()
    return stack


def names(stack: ScreenStack) -> list[str]:
    return [screen.name for screen in stack.screens if isinstance(screen, Page)]


def test_a_screen_is_laid_out_when_it_opens(stack: ScreenStack, diary: list[str]) -> None:
    stack.follow(Open(Page("load", diary)))

    assert names(stack) == ["battle", "load"]
    assert diary == ["load fills 1280"]


def test_the_screen_below_is_laid_out_anew_when_it_is_seen_again(
    stack: ScreenStack, diary: list[str]
) -> None:
    stack.follow(Open(Page("load", diary)))
    diary.clear()
    stack.follow(Close())

    assert names(stack) == ["battle"]
    assert diary == ["load is left", "battle fills 1280"]


def test_closing_the_last_leads_home(stack: ScreenStack, diary: list[str]) -> None:
    stack.follow(Close())

    assert names(stack) == ["title"]
    assert diary == ["battle is left", "title fills 1280"]


def test_home_and_a_new_beginning_close_everything(
    stack: ScreenStack, diary: list[str]
) -> None:
    stack.follow(Open(Page("result", diary)))
    stack.follow(Begin(Page("rematch", diary)))
    assert names(stack) == ["rematch"]
    assert diary.count("battle is left") == 1
    stack.follow(Home())
    assert names(stack) == ["title"]


def test_to_quit_leaves_every_screen(stack: ScreenStack, diary: list[str]) -> None:
    stack.follow(Open(Page("result", diary)))
    stack.follow(Quit())

    assert stack.top is None
    assert diary[-2:] == ["result is left", "battle is left"]


def test_only_the_top_screen_follows_the_window(stack: ScreenStack, diary: list[str]) -> None:
    stack.follow(Open(Page("result", diary)))
    diary.clear()
    stack.refit(stack.frame._replace(size=(1920, 1080)))

    assert diary == ["result fills 1920"]


def test_nothing_is_kept_of_a_battle_that_was_left(player: Player) -> None:
    left = weakref.ref(player.play("random", "random").session)
    assert left()
    player.stack.follow(Home())

    assert left() is None


def test_nothing_is_kept_of_the_look_of_a_window_that_had_another_size(player: Player) -> None:
    player.play("random", "random")
    worn = list[weakref.ref[Theme]]()
    for scale in (1.15, 1.3):
        theme = Theme(scale)
        worn.append(weakref.ref(theme))
        player.stack.refit(WindowContext(theme, player.frame.size))
        player.wait(3)
    gc.collect()

    assert worn[0]() is None
    assert worn[1]()


def visit(stack: ScreenStack, diary: list[str]) -> None:
    """Visit another battle from an editor above the battle, and open its help."""
    stack.follow(Open(Page("editor", diary)))
    stack.follow(Visit(Page("tried", diary), "editor"))
    stack.follow(Open(Page("help", diary)))
    diary.clear()


def test_home_of_a_visit_is_the_screen_that_it_was_made_from(
    stack: ScreenStack, diary: list[str]
) -> None:
    visit(stack, diary)
    assert isinstance(stack.top, Page)
    assert stack.top.home == "editor"
    stack.follow(Home())

    assert names(stack) == ["battle", "editor"]
    assert diary == ["help is left", "tried is left", "editor fills 1280"]
    assert stack.top.home == "title"
    stack.follow(Home())
    assert names(stack) == ["title"]


def test_what_begins_anew_during_a_visit_leaves_its_home_open(
    stack: ScreenStack, diary: list[str]
) -> None:
    visit(stack, diary)
    stack.follow(Begin(Page("rematch", diary)))
    assert names(stack) == ["battle", "editor", "rematch"]
    assert isinstance(stack.top, Page)
    assert stack.top.home == "editor"

    stack.follow(Close())
    assert names(stack) == ["battle", "editor"]
    stack.follow(Begin(Page("other", diary)))
    assert names(stack) == ["other"]


def test_a_window_that_is_closed_during_a_visit_closes_all(
    stack: ScreenStack, diary: list[str]
) -> None:
    visit(stack, diary)
    stack.follow(Quit())

    assert names(stack) == []
    assert stack.visits == []


def test_a_window_of_another_size_during_a_visit_has_the_same_home(
    stack: ScreenStack, diary: list[str], frame: WindowContext
) -> None:
    visit(stack, diary)
    stack.refit(frame._replace(size=(1400, 800)))

    assert diary == ["help fills 1400"]
    assert isinstance(stack.top, Page)
    assert stack.top.home == "editor"

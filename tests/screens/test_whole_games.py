"""Whole games through the window's own loop: by keyboard alone, and by mouse alone."""

from __future__ import annotations

import pygame
import pytest

from game.screens import setup_choices
from game.screens.title import TitleScreen
from game.table.events import Act, Acted, Ended, Moved, Removed, Rolled, Wounded
from tests.screens.fixtures_small import lay_out
from tests.screens.play_battle import Clicker, Typist
from tests.screens.scripted_player import Person
from tests.screens.sdl_driver import AtWindow

KEYS = {pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT}
MICE = {pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL}


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> AtWindow:
    monkeypatch.setattr(setup_choices, "random_seed", lambda: 1)  # the seed that is offered
    lay_out()
    return AtWindow()


def play_whole_game(person: Person) -> None:
    """Play a game, and check that a battle's kinds of events and acts occurred."""
    at = person.at
    at.live(TitleScreen(seed=1), person.game(), may_close=True)

    assert at.window.stack.top is None
    assert {type(event) for event in person.story} >= {Moved, Rolled, Wounded, Removed, Ended}
    acts = {event.act for event in person.story if isinstance(event, Acted)}
    assert acts >= {Act.MOVES, Act.SHOOTS, Act.CHARGES, Act.FIGHTS}
    assert person.refused
    assert person.mended


@pytest.mark.slow
def test_a_whole_game_is_played_with_the_keyboard_alone(at: AtWindow) -> None:
    play_whole_game(Typist(at))

    assert at.posted <= {*KEYS, pygame.QUIT}


@pytest.mark.slow
def test_a_whole_game_is_played_with_the_mouse_alone(at: AtWindow) -> None:
    play_whole_game(Clicker(at))

    assert at.posted <= {*MICE, pygame.QUIT}

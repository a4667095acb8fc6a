"""Whole pursuits through the window's own loop: by keyboard alone, and by mouse alone."""

from __future__ import annotations

import pygame
import pytest

from game.screens.battle.screen import BattleScreen
from game.table.events import Act, Acted, Ended, Moved, PieceCame, Placed, Rolled, Turned
from tests.screens.fixtures_pursuit import deploying
from tests.screens.play_pursuit import Chaser, ChaserByKeys, ChaserByMouse
from tests.screens.sdl_driver import AtWindow

KEYS = {pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT}
MICE = {pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL}


def play_whole_pursuit(person: Chaser) -> None:
    """Play a pursuit, and check that its kinds of events, acts and questions occurred."""
    person.at.live(BattleScreen(deploying(), speed=200.0), person.battle())

    kinds = {type(event) for event in person.story}
    assert kinds >= {Placed, Moved, Turned, PieceCame, Rolled, Ended}
    acts = {event.act for event in person.story if isinstance(event, Acted)}
    assert acts >= {Act.KEEPS_PACE, Act.SLOWS_DOWN, Act.RIDES, Act.ACCELERATES}
    assert {*person.asked} >= {"StandPrompt", "LayPrompt", "RidePrompt", "pace", "mines"}
    assert person.refused


@pytest.mark.slow
def test_a_whole_chase_is_played_with_the_keyboard_alone() -> None:
    at = AtWindow()
    play_whole_pursuit(ChaserByKeys(at))

    assert at.posted <= {*KEYS, pygame.QUIT}


@pytest.mark.slow
def test_a_whole_chase_is_played_with_the_mouse_alone() -> None:
    at = AtWindow()
    play_whole_pursuit(ChaserByMouse(at))

    assert at.posted <= {*MICE, pygame.QUIT}

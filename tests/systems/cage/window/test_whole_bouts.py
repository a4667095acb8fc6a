"""Whole bouts through the window's own loop: by keyboard alone, and by mouse alone."""

from __future__ import annotations

import pygame
import pytest

from game.screens.battle.screen import BattleScreen
from game.systems.cage.table.events import RingTurned, Stepped
from game.table.events import Acted, Ended, Rolled
from tests.screens.play_cage import Fencer, FencerByKeys, FencerByMouse, bout
from tests.screens.sdl_driver import AtWindow
from tests.systems.pursuit.window.test_whole_pursuits import KEYS, MICE


def play_whole_bout(person: Fencer) -> None:
    """Play a bout, and check that every kind of event and question occurred."""
    person.at.live(BattleScreen(bout(), speed=200.0), person.battle())

    kinds = {type(event) for event in person.story}
    assert kinds >= {Stepped, Rolled, RingTurned, Acted, Ended}
    assert {*person.asked} >= {"champion", "action", "die", "floor"}


@pytest.mark.slow
def test_a_whole_bout_is_fought_with_the_keyboard_alone() -> None:
    at = AtWindow()
    play_whole_bout(FencerByKeys(at))

    assert at.posted <= {*KEYS, pygame.QUIT}


@pytest.mark.slow
def test_a_whole_bout_is_fought_with_the_mouse_alone() -> None:
    at = AtWindow()
    play_whole_bout(FencerByMouse(at))

    assert at.posted <= {*MICE, pygame.QUIT}

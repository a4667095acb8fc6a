"""Screens that are named by others, and made when they are opened."""

from __future__ import annotations

import re
from pathlib import Path

import game
from game.screens.destinations import SCREENS
from game.screens.screen import Begin, Destination, Open, Visit
from game.screens.settings_screen import SettingsScreen
from game.screens.setup import SetupScreen
from tests.screens.input_driver import Player

NAMED = re.compile(r'\bDestination\(\s*"(\w+)"')


def test_every_name_of_a_screen_leads_to_one() -> None:
    texts = [file.read_text("utf-8") for file in Path(game.__file__).parent.rglob("*.py")]
    named = {name for text in texts for name in NAMED.findall(text)}

    assert named
    assert named <= SCREENS.keys()


def test_a_named_screen_is_opened_visited_or_begun_like_any_other(player: Player) -> None:
    player.stack.follow(Open(Destination("settings")))
    assert isinstance(player.top, SettingsScreen)
    player.stack.follow(Begin(Destination("play")))
    assert isinstance(player.top, SetupScreen)
    assert len(player.stack.screens) == 1

    player.stack.follow(Visit(Destination("trial", ("scenario", "combat_patrol")), "form"))

    assert isinstance(player.top, SetupScreen)
    assert player.top.frame.home == "form"
    assert player.top.plan.scenario.id == "combat_patrol"

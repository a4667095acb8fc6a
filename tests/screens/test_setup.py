from __future__ import annotations

import pygame
import pytest

from game.content.complaints import UnusableFile
from game.screens import setup
from game.screens.battle.screen import BattleScreen
from game.screens.setup import SetupScreen
from game.widgets.field import TextField
from game.widgets.toggle import Stepper
from tests.screens.hands import Player


def steppers(screen: SetupScreen) -> list[Stepper]:
    return [w for w in screen.desk.panels[0].widgets if isinstance(w, Stepper)]


def test_everything_that_is_chosen_goes_into_the_battle(player: Player) -> None:
    screen = player.open(SetupScreen())
    one, other, turns, *_, map_ = steppers(screen)
    one.step(1)
    other.step(-other.value)
    turns.step(-1)
    map_.step(1)
    seed = next(w for w in screen.desk.panels[0].widgets if isinstance(w, TextField))
    seed.text = ""
    seed._replace(0, 0, "77")
    screen.start()
    player.stack.follow(screen.handle(pygame.Event(pygame.NOEVENT)))
    battle = player.top

    assert isinstance(battle, BattleScreen)
    assert battle.sitting.battle.map == "maps/old-quarter.tmj"
    assert battle.sitting.battle.seed == 77
    assert battle.sitting.turns == 5
    assert [*battle.sitting.seats.names.values()][1] == "human"


def test_a_seed_that_is_no_number_is_refused_in_words(player: Player) -> None:
    screen = player.open(SetupScreen())
    screen.seed = "lucky"
    player.press("Start")

    assert screen.desk.dialog
    assert player.top is screen


def test_without_a_seed_the_dice_are_any(player: Player) -> None:
    screen = player.open(SetupScreen())
    screen.seed = " "
    player.press("Start")

    assert isinstance(player.top, BattleScreen)


def test_escape_goes_back(player: Player) -> None:
    player.open(SetupScreen())
    player.key(pygame.K_ESCAPE)

    assert player.at_home


def test_a_scenario_that_cannot_be_read_is_told_and_left_out(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str, played: object) -> None:
        raise UnusableFile(name, [("map", "is not there")])

    monkeypatch.setattr(setup, "load_scenario", broken)
    screen = player.open(SetupScreen())

    assert screen.desk.dialog
    assert player.button("Close")
    player.press("Close")
    assert player.button("Start").reason == "There is nothing to play"

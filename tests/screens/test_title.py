from __future__ import annotations

from pathlib import Path

import pygame

from game.screens.battle.screen import BattleScreen
from game.screens.load import LoadScreen
from game.screens.setup import SetupScreen
from game.screens.title import TitleScreen
from tests.screens.hands import Player, ready


def test_the_first_frame_shows_the_words_before_the_table_is_painted(player: Player) -> None:
    title = player.open(TitleScreen())
    assert player.canvas.get_at((1200, 360)) == pygame.Color("#0B0D0F")

    player.wait_until(lambda: title._table is None)
    assert player.canvas.get_at((1200, 360)) != pygame.Color("#0B0D0F")
    assert player.canvas.get_at((150, 80)) != pygame.Color("#0B0D0F")


def test_enter_and_enter_again_begin_a_game(player: Player) -> None:
    player.open(TitleScreen())
    player.key(pygame.K_RETURN)
    assert isinstance(player.top, SetupScreen)
    player.key(pygame.K_RETURN)

    assert isinstance(player.top, BattleScreen)
    assert "human" in player.top.sitting.seats.names.values()


def test_to_watch_seats_two_bots(player: Player) -> None:
    player.open(TitleScreen())
    player.key(pygame.K_w)
    player.key(pygame.K_RETURN)

    assert isinstance(player.top, BattleScreen)
    assert player.top.sitting.seats.people == []


def test_arrows_walk_through_the_buttons(player: Player) -> None:
    title = player.open(TitleScreen())
    player.key(pygame.K_DOWN)
    player.key(pygame.K_DOWN)
    player.key(pygame.K_RETURN)

    assert title.buttons[2].label == "LOAD"
    assert isinstance(player.top, LoadScreen)


def test_q_quits(player: Player) -> None:
    player.open(TitleScreen())
    player.key(pygame.K_q)

    assert player.stack.top is None


def test_the_last_saved_game_is_named(player: Player, home: Path) -> None:
    screen = player.play()
    ready(player, screen)
    player.key(pygame.K_RETURN)
    player.leave()
    title = player.open(TitleScreen())
    player.wait_until(lambda: title._table is None)

    assert title.buttons[2].detail.startswith("Combat patrol on ruined crossing")

"""Trial games: quitting leads back to the screen they began from, and nothing is saved."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.screens.battle.screen import BattleScreen
from game.screens.live_game import start_game
from game.screens.result import ResultScreen
from game.screens.screen import Visit
from game.screens.settings_screen import SettingsScreen
from game.widgets.button import Button
from tests.screens.input_driver import Player, battle, ready


def visit_trial_battle(player: Player, *players: str) -> tuple[SettingsScreen, BattleScreen]:
    """Visit a trial battle from another screen."""
    home = player.open(SettingsScreen())
    screen = BattleScreen(start_game(battle(), players, kept=False), speed=50.0)
    player.stack.follow(Visit(screen, "editor"))
    if screen.live_game.seats.people:
        ready(player, screen)
    return home, screen


def test_escape_leads_who_only_looks_on_straight_back(player: Player) -> None:
    home, _ = visit_trial_battle(player, "random", "random")
    player.wait(5)
    player.key(pygame.K_ESCAPE)
    player.wait()

    assert player.top is home
    assert player.stack.visits == []


def test_who_plays_a_tried_game_quits_to_where_it_was_tried_from(player: Player) -> None:
    home, screen = visit_trial_battle(player, "human", "random")
    player.key(pygame.K_ESCAPE)
    assert screen.stack.dialog
    labels = [w.label for w in screen.stack.dialog.widgets if isinstance(w, Button)]
    assert "Quit to editor" in labels
    assert "Quit to title" not in labels
    player.press("Quit to editor")
    player.wait()

    assert player.top is home


def test_a_tried_game_leaves_no_file_however_it_goes_on(player: Player, home: Path) -> None:
    back, screen = visit_trial_battle(player, "human", "human")
    player.key(pygame.K_RETURN)
    ready(player, screen)
    assert screen.session.chapters
    screen.play.concede(screen.session.table.sides[0])
    player.wait_until(lambda: isinstance(player.top, ResultScreen))
    player.key(pygame.K_r)
    again = player.top
    assert isinstance(again, BattleScreen)
    ready(player, again)
    player.key(pygame.K_RETURN)
    ready(player, again)
    again.play.concede(again.session.table.sides[0])
    player.wait_until(lambda: isinstance(player.top, ResultScreen))
    player.press("Back to editor")
    player.wait()

    assert player.top is back
    assert not [*home.glob("saves/*")]

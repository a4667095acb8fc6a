from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.content.save_format import load_save
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import start_game
from game.screens.load_game import LoadScreen
from game.screens.replay import ReplayScreen
from game.screens.result import ResultScreen
from game.screens.screen import Screen
from game.widgets.button import Button
from game.widgets.dialogs import TextDialog
from game.widgets.text_view import Paragraph
from tests.screens.input_driver import Player, open_battle, ready


@pytest.fixture
def screen(player: Player) -> BattleScreen:
    screen = player.play()
    ready(player, screen)
    player.key(pygame.K_RETURN)
    ready(player, screen)
    return screen


def test_escape_pauses_and_escape_resumes(player: Player, screen: BattleScreen) -> None:
    player.key(pygame.K_ESCAPE)
    assert screen.stack.dialog
    player.key(pygame.K_ESCAPE)

    assert screen.stack.dialog is None


def test_nothing_goes_on_while_the_game_is_paused(player: Player) -> None:
    screen = player.play("random", "random")
    player.key(pygame.K_ESCAPE)
    before = len(screen.session.game.story)
    player.wait(60)

    assert len(screen.session.game.story) == before


def test_a_game_is_saved_under_a_name(player: Player, screen: BattleScreen, home: Path) -> None:
    player.key(pygame.K_ESCAPE)
    player.press("Save as…")
    player.key(pygame.K_END)
    player.type(" (before the storm)")
    player.key(pygame.K_RETURN)
    file = home / "saves" / "Combat patrol, turn 0 (before the storm).undertow"

    assert len(load_save(file).answers) == 1
    assert screen.stack.dialog
    found = [w for w in screen.stack.dialog.widgets if isinstance(w, Paragraph)]
    words = " ".join(span.text for w in found for span in w.spans)
    assert words.startswith("Saved as “Combat patrol, turn 0 (before the storm)”.")
    assert "Load" in words
    assert str(home) not in words
    player.press("Close")

    rows = player.open(LoadScreen()).shelf.rows
    named = next(r for r in rows if "storm" in r.label)
    assert named.label == "“Combat patrol, turn 0 (before the storm)”"
    assert named.detail.startswith("Combat patrol on Ruined Crossing · before the battle")


def test_a_name_that_is_taken_is_refused(player: Player, screen: BattleScreen) -> None:
    screen.live_game.save_as("Mine")
    player.key(pygame.K_ESCAPE)
    player.press("Save as…")
    dialog = screen.stack.dialog
    player.key(pygame.K_a, pygame.KMOD_CTRL)
    player.type("Mine")
    player.key(pygame.K_RETURN)

    assert screen.stack.dialog is not dialog
    assert screen.stack.dialog


def test_load_lies_over_the_battle_and_leads_back_to_it(
    player: Player, screen: BattleScreen
) -> None:
    player.key(pygame.K_ESCAPE)
    player.press("Load…")
    over: Screen = player.top
    assert isinstance(over, LoadScreen)
    player.key(pygame.K_ESCAPE)

    assert player.top == screen


def test_who_concedes_loses(player: Player, screen: BattleScreen) -> None:
    player.key(pygame.K_ESCAPE)
    player.press("Concede…")
    player.press("Brood concedes")
    player.wait_until(lambda: player.top is not screen)

    assert isinstance(player.top, ResultScreen)
    assert screen.live_game.result
    assert screen.live_game.result.winner == "wardens"


def test_enter_neither_concedes_nor_quits(player: Player, screen: BattleScreen) -> None:
    player.key(pygame.K_ESCAPE)
    player.key(pygame.K_RETURN)
    assert screen.stack.dialog is None

    player.key(pygame.K_ESCAPE)
    player.press("Concede…")
    player.key(pygame.K_RETURN)
    player.wait(4)
    assert player.top is screen
    assert screen.live_game.result is None


def test_to_quit_to_the_title_keeps_the_game(
    player: Player, screen: BattleScreen, home: Path
) -> None:
    player.key(pygame.K_ESCAPE)
    player.press("Quit to title")

    assert player.at_home
    assert [*(home / "saves").glob("*.undertow")]


def test_the_result_leads_to_the_replay_to_the_table_and_to_a_rematch(
    player: Player, screen: BattleScreen
) -> None:
    screen.play.concede(screen.session.table.sides[0])
    player.wait_until(lambda: player.top is not screen)
    seen = [type(player.top)]
    for key in (pygame.K_w, pygame.K_ESCAPE, pygame.K_ESCAPE, pygame.K_RETURN):
        player.key(key)
        seen.append(type(player.top))
    assert seen == [ResultScreen, ReplayScreen, ResultScreen, BattleScreen, ResultScreen]

    player.key(pygame.K_r)
    assert isinstance(player.top, BattleScreen)
    assert player.top is not screen
    assert player.top.session.table.rolls == 0 or player.top.session.table.clock.round == 0


def test_the_army_lists_of_a_battle_can_be_read_again(player: Player) -> None:
    battle = prepare("no_mercy", seed=1)
    screen = open_battle(player, start_game(battle, ("human", "human")))
    player.key(pygame.K_ESCAPE)
    player.press("Armies…")

    dialog = screen.stack.dialog
    assert isinstance(dialog, TextDialog)
    text = " ".join(span.text for entry in dialog.text.entries for span in entry.spans)
    assert "750 of 750 points · battalion · 8 command points" in text
    assert "Commander" in text
    assert "Colossus" in text


def test_a_battle_without_armies_has_no_lists(player: Player, screen: BattleScreen) -> None:
    player.key(pygame.K_ESCAPE)

    assert screen.stack.dialog
    labels = [w.label for w in screen.stack.dialog.widgets if isinstance(w, Button)]
    assert "Resume" in labels
    assert "Armies…" not in labels

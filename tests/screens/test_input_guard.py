"""Keys answer a question only after it has been visible for a moment."""

from __future__ import annotations

import pygame

from game.prompts.choose import ChoosePrompt
from game.screens.battle.input_guard import KEY_DELAY_SECONDS
from game.screens.battle.screen import BattleScreen
from tests.screens.input_driver import FRAME, Player

AT_ONCE, IN_TIME = 2, 1 + round(KEY_DELAY_SECONDS / FRAME)


def count_of_answers(player: Player) -> int:
    assert isinstance(player.top, BattleScreen)
    return sum(len(c.answers) for c in player.top.session.chapters)


def down(player: Player, key: int) -> None:
    player.send(pygame.KEYDOWN, key=key, mod=0, unicode="")


def up(player: Player, key: int) -> None:
    player.send(pygame.KEYUP, key=key, mod=0)


def test_a_key_answers_once_the_question_has_been_seen_for_a_moment(player: Player) -> None:
    player.play()
    player.key(pygame.K_RETURN)
    assert count_of_answers(player) == 1
    player.wait(AT_ONCE)
    player.key(pygame.K_RETURN)
    assert count_of_answers(player) == 1

    player.wait(IN_TIME)
    player.key(pygame.K_RETURN)
    assert count_of_answers(player) == 2


def test_a_key_that_is_held_answers_once(player: Player) -> None:
    player.play()
    for _ in range(3 * IN_TIME):
        down(player, pygame.K_RETURN)
        player.wait()
    assert count_of_answers(player) == 1

    up(player, pygame.K_RETURN)
    down(player, pygame.K_RETURN)
    assert count_of_answers(player) == 2


def test_numbers_wait_as_well_and_other_keys_do_not(player: Player) -> None:
    screen = player.play()
    player.key(pygame.K_1)
    player.wait(AT_ONCE)
    player.key(pygame.K_2)
    assert count_of_answers(player) == 1
    assert isinstance(screen.prompt, ChoosePrompt)
    lit = screen.prompt.lit
    player.key(pygame.K_e)

    assert screen.prompt.lit != lit


def test_a_dialog_takes_enter_at_once(player: Player) -> None:
    screen = player.play()
    player.key(pygame.K_RETURN)
    player.wait(AT_ONCE)
    player.key(pygame.K_ESCAPE)
    assert screen.stack.dialog
    player.key(pygame.K_RETURN)

    assert screen.stack.dialog is None

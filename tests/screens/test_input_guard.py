"""Keys and clicks answer a question only after it has been visible for a moment."""

from __future__ import annotations

import pygame

from game.prompts.choose import ChoosePrompt
from game.screens.battle.input_guard import (
    CLICK_DELAY_SECONDS,
    KEY_DELAY_SECONDS,
    InputGuard,
)
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
    for _ in player.frames(3 * IN_TIME):
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


def click_main_button(player: Player, screen: BattleScreen, pause: int) -> None:
    """Click the main button after some frames, with a mouse that rests on it."""
    footer = screen.parts.footer
    at = footer.act.rect.move(footer.panel.rect.topleft).center
    player.wait(pause)
    player.click(*at)


def test_a_click_on_a_button_that_has_just_changed_is_told_and_does_nothing(
    player: Player,
) -> None:
    screen = player.play()
    click_main_button(player, screen, 1)
    assert count_of_answers(player) == 1
    click_main_button(player, screen, AT_ONCE)
    assert count_of_answers(player) == 1
    assert screen.prompt
    assert screen.prompt.refused
    assert f"“{screen.parts.footer.label}”: click again" in screen.prompt.refused.reason

    click_main_button(player, screen, round(CLICK_DELAY_SECONDS / FRAME))
    assert count_of_answers(player) == 2


def test_a_mouse_that_has_come_to_a_button_clicks_it_at_once() -> None:
    guard = InputGuard()
    guard.watch(FRAME, (10, 10), "Move")
    guard.watch(FRAME, (10, 10), "End the phase")
    assert guard.ignores_click((11, 10))
    assert not guard.ignores_click((40, 10))
    guard.watch(FRAME, (40, 10), "Move")

    assert not guard.ignores_click((40, 10))

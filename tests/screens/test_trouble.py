"""Failures during play, such as faulty rules or a full disk, and recovery from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.bots.simple_bots import RandomBot
from game.content.save_format import load_save
from game.cores.classic.rules import movement
from game.play.decisions import Choose
from game.screens.battle.screen import BattleScreen
from tests.screens.input_driver import Player, deploy, ready


def broken(*given: Any, **named: Any) -> None:
    raise ZeroDivisionError("the rules divide by nothing")


def test_a_rule_that_raises_is_reported_and_the_question_stands_again(
    player: Player, screen: BattleScreen, home: Path
) -> None:
    asked = screen.session.pending
    assert isinstance(asked, Choose)
    options = asked.options
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(movement, "march", broken)
        player.key(pygame.K_1)

    assert screen.stack.dialog
    (report,) = (home / "crashes").glob("*.txt")
    assert "divide by nothing" in report.read_text("utf-8")
    player.key(pygame.K_ESCAPE)
    ready(player, screen)
    assert screen.session.pending == asked
    player.key(pygame.K_1)
    ready(player, screen)
    player.key(pygame.K_RETURN)  # moves the unit as suggested
    ready(player, screen)
    after = screen.session.pending
    assert isinstance(after, Choose)
    assert after.options == options[1:]


def test_the_seat_of_a_bot_that_fails_is_offered_to_a_person(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = player.play("random", "random")
    monkeypatch.setattr(RandomBot, "think", broken)
    player.wait_until(lambda: screen.stack.dialog is not None)
    player.press("Take over")
    ready(player, screen)

    assert screen.prompt
    assert len(screen.live_game.seats.people) == 1


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE])
def test_a_key_that_was_pressed_anyway_gives_no_seat_of_a_bot_away(
    player: Player, key: int
) -> None:
    screen = player.play("random", "random")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RandomBot, "think", broken)
        player.wait_until(lambda: screen.stack.dialog is not None)
    story = len(screen.session.game.story)
    player.key(key)

    assert not screen.live_game.seats.people
    player.wait_until(lambda: len(screen.session.game.story) > story)
    assert player.top is screen


def test_a_full_disk_is_told_once_and_play_goes_on(
    player: Player, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "saves").write_text("in the way of the folder", "utf-8")
    screen = player.play()
    ready(player, screen)
    player.key(pygame.K_RETURN)
    assert screen.stack.dialog
    player.key(pygame.K_ESCAPE)
    answered = len(screen.session.game.story)
    for _ in range(4):
        ready(player, screen)
        player.key(pygame.K_RETURN)
        assert screen.stack.dialog is None

    assert len(screen.session.game.story) > answered
    player.key(pygame.K_ESCAPE)
    assert screen.stack.dialog
    assert not screen.live_game.written


def test_a_window_that_is_closed_loses_no_answer(player: Player, home: Path) -> None:
    screen = player.play()
    for _ in range(5):
        ready(player, screen)
        player.key(pygame.K_RETURN)
    given = sum(len(c.answers) for c in screen.session.chapters)
    player.leave()
    (file,) = (home / "saves").glob("*.undertow")

    assert len(load_save(file).answers) == given == 5


def test_a_redo_after_a_take_back_past_dice_brings_the_same_dice(
    player: Player, screen: BattleScreen
) -> None:
    def faces() -> list[Any]:
        return [getattr(e, "faces", ()) for e in screen.session.game.story]

    before, warned = faces(), 0
    for _ in range(3):
        player.key(pygame.K_z, pygame.KMOD_CTRL)
        if screen.stack.dialog:
            warned += 1
            player.press("Brood agrees")
        ready(player, screen)
    assert warned
    assert len(faces()) < len(before)
    for _ in range(3):
        player.key(pygame.K_y, pygame.KMOD_CTRL)
        ready(player, screen)

    assert faces() == before


def test_a_take_back_goes_past_the_bots_answers(player: Player) -> None:
    screen = player.play("human", "random")
    deploy(player, screen)
    ready(player, screen)
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert screen.stack.dialog is None
    player.wait(2)

    asked = screen.session.pending
    assert asked
    assert asked.by == screen.session.table.sides[0]


def test_nothing_is_taken_back_where_only_bots_play(player: Player) -> None:
    screen = player.play("random", "random")
    player.wait(30)
    answers = sum(len(c.answers) for c in screen.session.chapters)
    screen.backward.undo()

    assert sum(len(c.answers) for c in screen.session.chapters) == answers


def test_a_take_back_is_written_into_the_log(player: Player, screen: BattleScreen) -> None:
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert screen.stack.dialog is None
    ready(player, screen)

    said = [t for t in screen.event_log.lines if t.event is None]
    assert "undoes the last choice" in said[-1].entry.spans[0].text

"""Agreements: undo with consent, draws, and seats that change hands."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.content.save_format import load_save, parse_save
from game.content.save_summaries import saved_games
from game.rules.saving import verify
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import resume_game
from game.screens.result import ResultScreen
from game.table.records import Side
from game.widgets.stepper import Stepper
from tests.screens.input_driver import Player, open_played, ready

WARDENS, BROOD = Side("wardens"), Side("brood")


def past_dice(player: Player, *players: str) -> BattleScreen:
    """Play until dice have been rolled since a person's last answer."""
    screen = player.play(*players)
    for _ in range(60):
        ready(player, screen)
        answer = next(
            (t for t in screen.session.answers_back() if t.by in screen.live_game.seats.people),
            None,
        )
        if answer and answer.rolls != screen.session.table.rolls:
            return screen
        player.key(pygame.K_RETURN)
    raise AssertionError("no dice have fallen")


def past_dice_of_people(player: Player) -> BattleScreen:
    """Return a battle of two people after dice have been rolled since the last answer."""
    return past_dice(player, "human", "human")


def log(screen: BattleScreen) -> str:
    last = screen.event_log.lines[-1].entry
    return "".join(span.text for span in last.spans)


def count_of_answers(screen: BattleScreen) -> int:
    return sum(1 for _ in screen.session.answers_back())


def test_a_take_back_past_dice_needs_the_other_players_consent(player: Player) -> None:
    screen = open_played(player, past_dice_of_people)
    before, rolls = count_of_answers(screen), screen.session.table.rolls
    by = next(t.by for t in screen.session.answers_back())
    agrees = "Brood agrees" if by == WARDENS else "Wardens agree"
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert count_of_answers(screen) == before
    player.press(agrees)

    assert count_of_answers(screen) == before - 1
    assert screen.session.table.rolls < rolls
    assert log(screen).endswith(f"though dice were rolled since: {agrees}")


def test_who_refuses_a_take_back_is_heard_and_nothing_happens(player: Player) -> None:
    screen = open_played(player, past_dice_of_people)
    before = count_of_answers(screen)
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    player.key(pygame.K_ESCAPE)

    assert count_of_answers(screen) == before
    assert log(screen).endswith(": Brood refuses")

    screen.live_game.agree_on_draw()
    player.wait_until(lambda: isinstance(player.top, ResultScreen))
    player.wait_until(lambda: not getattr(player.top, "is_new", False))
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert player.top is screen, "the other player is asked at the table"
    by = next(t.by for t in screen.session.answers_back())
    player.press("Brood agrees" if by == WARDENS else "Wardens agree")
    assert screen.live_game.result is None


def test_a_bot_always_consents(player: Player) -> None:
    screen = past_dice(player, "human", "random")
    before = [t.by for t in screen.session.answers_back()].count(WARDENS)
    player.key(pygame.K_z, pygame.KMOD_CTRL)

    assert screen.stack.dialog is None
    assert [t.by for t in screen.session.answers_back()].count(WARDENS) == before - 1
    assert log(screen).endswith("Brood agrees (bot)")


def test_a_draw_is_offered_declined_and_accepted(player: Player) -> None:
    screen = player.play("human", "human")
    for reply in ("Decline", "Accept"):
        ready(player, screen)
        player.key(pygame.K_ESCAPE)
        player.press("Offer a draw…")
        player.press("Wardens offer")
        assert screen.live_game.result is None
        player.press(reply)
        assert "the draw" in log(screen)
    player.wait_until(lambda: player.top is not screen)

    assert isinstance(player.top, ResultScreen)
    assert screen.live_game.result
    assert screen.live_game.result.winner is None


def test_a_bot_that_declines_says_so_and_the_battle_goes_on(player: Player) -> None:
    screen = player.play("human", "steady")
    ready(player, screen)
    player.key(pygame.K_ESCAPE)
    player.press("Offer a draw…")
    assert screen.stack.dialog
    player.press("Close")

    assert screen.live_game.result is None
    assert log(screen) == "Brood declines the draw"


def test_a_seat_passes_to_a_bot_and_back_from_the_menu(player: Player) -> None:
    screen = player.play("human", "human")
    ready(player, screen)
    asked = screen.session.pending
    assert asked
    player.key(pygame.K_ESCAPE)
    player.press("Who plays?…")
    dialog = screen.stack.dialog
    assert dialog
    seats = [w for w in dialog.widgets if isinstance(w, Stepper)]
    mine = seats[screen.session.table.sides.index(asked.by)]
    while screen.stack.focus.on is not mine:
        player.key(pygame.K_TAB)
    player.key(pygame.K_RIGHT)
    player.key(pygame.K_ESCAPE)
    assert screen.live_game.seats.is_bot(asked.by)
    player.wait_until(lambda: screen.session.pending is not asked)

    screen.agreements.seat(asked.by, "human")
    assert screen.live_game.seats.people == [WARDENS, BROOD]
    ready(player, screen)
    assert screen.prompt


def test_a_click_on_the_name_of_a_side_asks_who_plays_it(player: Player) -> None:
    screen = player.play("human", "random")
    rosters = screen.parts.rosters.panel
    x, y = rosters.rect.topleft
    player.click(x + 30, y + 20)

    assert screen.stack.dialog
    assert [w for w in screen.stack.dialog.widgets if isinstance(w, Stepper)]


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_j, pygame.K_1])
def test_any_other_key_takes_a_watched_battle_over(player: Player, key: int) -> None:
    screen = player.play("random", "random")
    player.key(key)
    player.press("Play Brood")

    assert screen.live_game.seats.people == [BROOD]
    lines = ["".join(s.text for s in t.entry.spans) for t in screen.event_log.lines]
    assert "A person now plays the Brood" in lines
    ready(player, screen)
    assert screen.ended or (screen.prompt and screen.prompt.decision.by == BROOD)


@pytest.mark.parametrize("second", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE])
@pytest.mark.parametrize("first", [pygame.K_RETURN, pygame.K_j])
def test_keys_pressed_in_a_row_leave_a_watched_battle_to_its_bots(
    player: Player, first: int, second: int
) -> None:
    """As who starts it with Enter may press Enter once more, and then again."""
    screen = player.play("random", "random")
    player.key(first)
    assert screen.stack.dialog
    player.key(second)

    assert screen.stack.dialog is None
    assert not screen.live_game.seats.people


@pytest.mark.parametrize(
    "key",
    [
        pygame.K_SPACE,
        pygame.K_v,
        pygame.K_p,
        pygame.K_w,
        pygame.K_HOME,
        pygame.K_LSHIFT,
        pygame.K_m,
    ],
)
def test_keys_that_steer_watching_take_nothing_over(player: Player, key: int) -> None:
    screen = player.play("random", "random")
    player.key(key)

    assert screen.stack.dialog is None
    assert not screen.live_game.seats.people


def test_nobody_takes_over_who_plays_already(player: Player) -> None:
    screen = player.play("human", "random")
    player.key(pygame.K_x)

    assert screen.stack.dialog is None


def test_after_a_settled_game_is_taken_back_it_goes_on(player: Player) -> None:
    screen = player.play("human", "human")
    ready(player, screen)
    player.key(pygame.K_RETURN)
    ready(player, screen)
    screen.play.concede(WARDENS)
    player.wait_until(lambda: player.top is not screen)
    player.key(pygame.K_ESCAPE)
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    ready(player, screen)

    assert screen.live_game.result is None
    assert screen.prompt


def test_a_game_that_was_settled_is_over_in_its_save_and_after_loading(
    player: Player, home: Path
) -> None:
    screen = player.play("human", "human")
    ready(player, screen)
    player.key(pygame.K_RETURN)
    screen.play.concede(WARDENS)
    (file,) = (home / "saves").glob("*.undertow")
    save, (summary,) = load_save(file), saved_games(home / "saves")

    assert summary.over
    assert summary.winner == BROOD
    assert save.end
    assert (
        verify(save, screen.live_game.battle.rules(), screen.live_game.battle.opening) is None
    )
    again = resume_game(save)
    assert again.result == screen.live_game.result
    assert again.session.pending == screen.session.pending
    assert parse_save(again.as_text(), "mine").end == save.end


def test_what_was_settled_is_undone_by_a_take_back_in_the_save_too(
    player: Player, home: Path
) -> None:
    screen = player.play("human", "human")
    ready(player, screen)
    player.key(pygame.K_RETURN)
    screen.live_game.agree_on_draw()
    screen.backward.undo()
    (file,) = (home / "saves").glob("*.undertow")

    assert load_save(file).end is None
    assert resume_game(load_save(file)).result is None


def test_a_bot_plays_no_further_once_the_game_is_settled(player: Player) -> None:
    screen = player.play("human", "human")
    ready(player, screen)
    asked = screen.session.pending
    assert asked
    screen.agreements.seat(asked.by, "random")
    screen.play.concede(screen.session.table.enemy(asked.by))
    player.wait_until(lambda: player.top is not screen)

    assert screen.session.pending is asked

"""Bots that think in a worker process, at a window: undo, seats, failures, leaving."""

from __future__ import annotations

import os
from collections.abc import Callable
from multiprocessing import active_children
from time import monotonic, perf_counter, sleep
from typing import Any

import pygame
import pytest

from game.bots.protocol import Policy, Thoughts
from game.bots.registry import policy
from game.lab.bot_process import NOTHING, BotProcess, Thinking, ThinkingHere
from game.play.left_questions import THINKING
from game.play.session import Session
from game.screens.battle.screen import BattleScreen
from game.screens.screen import Home, WindowContext
from game.widgets.text_view import Label
from game.widgets.theme import Theme
from tests.screens.conftest import SIZE
from tests.screens.input_driver import FRAME, Player, ready

PATIENCE = 120.0
"""Seconds until a test gives up; a process starts slowly on a busy machine."""


class Dreamer(Thinking):
    """Thoughts that never end."""

    def __init__(self, bot: Policy, session: Session) -> None:
        self.reason = self.motive = ""
        self.dropped = False

    def go_on(self) -> Any:
        return NOTHING

    def drop(self) -> None:
        self.dropped = True


@pytest.fixture
def dreaming(player: Player) -> tuple[BattleScreen, Dreamer]:
    """Return a battle in which a bot thinks after a person's answer."""
    screen = player.play("human", "steady")
    thoughts = list[Dreamer]()

    def begin(bot: Policy, session: Session) -> Dreamer:
        thoughts.append(Dreamer(bot, session))
        return thoughts[-1]

    while not thoughts:
        ready(player, screen)
        screen.live_game.seats.begin = begin
        player.key(pygame.K_RETURN)
        player.wait(3)
    player.wait(30)
    assert len(thoughts) == 1
    assert not thoughts[0].dropped
    return screen, thoughts[0]


def seat_a_person(player: Player, screen: BattleScreen) -> None:
    assert screen.session.pending
    screen.agreements.seat(screen.session.pending.by, "human")


def quit_to_title(player: Player, screen: BattleScreen) -> None:
    player.stack.follow(Home())


CHANGES: dict[str, Callable[[Player, BattleScreen], None]] = {
    "undo": lambda _, screen: screen.undo(),
    "another seat": seat_a_person,
    "the title": quit_to_title,
    "the window": lambda player, _: player.leave(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_thoughts_are_dropped_when_the_game_changes(
    player: Player, dreaming: tuple[BattleScreen, Dreamer], change: str
) -> None:
    screen, thoughts = dreaming
    CHANGES[change](player, screen)

    assert thoughts.dropped


def test_a_hint_is_dropped_when_the_question_is_answered(player: Player) -> None:
    screen = player.play()
    adviser = screen.answers.adviser
    adviser.begin = Dreamer
    player.key(pygame.K_F10)
    player.wait(3)
    assert screen.prompt
    assert screen.prompt.hint == THINKING
    thoughts = adviser._thinking  # noqa: SLF001  the bot itself is not shown

    player.key(pygame.K_RETURN)
    ready(player, screen)
    player.wait()
    assert isinstance(thoughts, Dreamer)
    assert thoughts.dropped


def test_bots_think_here_unless_the_window_says_otherwise(player: Player) -> None:
    screen = player.play("human", "steady")

    assert screen.live_game.seats.begin is ThinkingHere
    assert screen.answers.adviser.begin is ThinkingHere


# With a process.


class Endless(Policy):
    """A bot that never answers, in slices that are too long for a frame."""

    def think(self, session: Session) -> Thoughts:
        while True:
            until = perf_counter() + 0.2
            while perf_counter() < until:
                pass
            yield


class Dying(Policy):
    def think(self, session: Session) -> Thoughts:
        yield
        os._exit(3)


class Raising(Policy):
    def think(self, session: Session) -> Thoughts:
        yield
        raise ValueError("no idea")


def apart(player: Player, bot: Policy | None = None, *players: str) -> BattleScreen:
    """Open a battle whose bots think in a process; *bot* plays for all of them."""
    player.frame = WindowContext(Theme(), SIZE, apart=True)
    screen = player.play(*(players or ("steady", "steady")))
    seats = screen.live_game.seats
    if bot:
        for side in seats._bots:  # noqa: SLF001  a bot that no file describes plays
            seats._bots[side] = bot  # noqa: SLF001
        seats.forget()
    return screen


def in_seconds(player: Player, done: Callable[[], bool]) -> float:
    """Run frames until something is done; return the seconds of the longest."""
    end, longest = monotonic() + PATIENCE, 0.0
    while not done():
        began = perf_counter()
        assert monotonic() < end, "it takes too long"
        player.wait()
        longest = max(longest, perf_counter() - began)
        sleep(FRAME)
    return longest


def process_of(player: Player, screen: BattleScreen) -> Any:
    process = screen.answers._process  # noqa: SLF001  a screen does not show its process
    assert isinstance(process, BotProcess)
    in_seconds(player, lambda: process.task.process is not None)
    return process.task.process


def dialog_text(player: Player, title: str) -> str:
    """Return the words of the open dialog, after a check of its title."""
    dialog = player.panels.dialog
    assert dialog
    assert title in [w.text for w in dialog.widgets if isinstance(w, Label)]
    return str(dialog.widgets[1].spans[0].text)  # type: ignore[attr-defined]


@pytest.mark.slow
def test_the_answers_are_those_of_headless_play(player: Player) -> None:
    screen = apart(player)
    in_seconds(player, lambda: screen.session.answers_given >= 25)
    given = [g.answer for chapter in screen.session.chapters for g in chapter.answers]

    other, bot = screen.live_game.battle.session(), policy("steady")
    for answer in given:
        assert bot.answer(other) == answer
        other.answer(answer)


@pytest.mark.slow
def test_a_hint_comes_from_the_process(player: Player) -> None:
    screen = apart(player, None, "human", "human")
    wanted = policy("steady").answer(screen.session)
    player.key(pygame.K_F10)
    assert screen.prompt
    assert screen.prompt.hint == THINKING
    assert process_of(player, screen)
    in_seconds(player, lambda: screen.prompt is not None and screen.prompt.hint != THINKING)
    assert screen.prompt.hint

    player.key(pygame.K_RETURN)
    player.wait()
    given = next(screen.session.answers_back()).answer
    assert given == wanted


@pytest.mark.slow
def test_a_thought_costs_no_frame_and_nothing_is_left_of_it(player: Player) -> None:
    screen = apart(player, Endless())
    process = process_of(player, screen)
    in_seconds(player, lambda: screen.play.waited > 0.5)

    player.leave()
    in_seconds(player, lambda: process not in active_children())
    assert screen.live_game.seats.begin is ThinkingHere


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "why"),
    [(Raising(), "no idea"), (Dying(), "its process ended before it had an answer")],
)
def test_the_seat_of_a_bot_that_fails_in_its_process_is_offered(
    player: Player, bot: Policy, why: str
) -> None:
    screen = apart(player, bot)
    in_seconds(player, lambda: screen.stack.dialog is not None)

    assert f"failed: {why}. The game is as it was before." in dialog_text(
        player, "A BOT HAS FAILED"
    )
    player.press("Take over")
    ready(player, screen)
    assert len(screen.live_game.seats.people) == 1


@pytest.mark.slow
def test_a_game_goes_on_after_an_undo_while_a_bot_thinks(player: Player) -> None:
    screen = apart(player, None, "human", "steady")
    seats = screen.live_game.seats
    (side,) = seats._bots  # noqa: SLF001
    in_seconds(player, lambda: screen.prompt is not None)
    seats._bots[side] = Endless()  # noqa: SLF001
    while not seats.answers(screen.session):
        ready(player, screen)
        player.key(pygame.K_RETURN)
        player.wait(3)
    assert process_of(player, screen)
    given = screen.session.answers_given
    screen.undo()
    assert screen.session.answers_given == given - 1

    seats._bots[side] = policy("steady")  # noqa: SLF001
    ready(player, screen)
    player.key(pygame.K_RETURN)
    in_seconds(player, lambda: screen.session.answers_given > given)
    answers = [g.answer for chapter in screen.session.chapters for g in chapter.answers]
    other = screen.live_game.battle.session()
    for answer in answers[:given]:
        other.answer(answer)
    assert policy("steady").answer(other) == answers[given]

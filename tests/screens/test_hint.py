"""The hint: a bot's answer to a person's question, shown and never given."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pygame
import pytest

from game.bots.protocol import Thoughts
from game.bots.registry import policy
from game.bots.steady.policy import SteadyBot
from game.play.left_questions import THINKING
from game.play.session import Session
from game.prompts.drafts import UnitPrompt
from game.prompts.lifted import CarryPrompt
from game.prompts.prompt import AnyPrompt
from game.rules.battles import prepare
from game.screens.battle.answers import TOO_LATE
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import LiveGame, start_game
from game.widgets.button import Button
from game.widgets.text_view import Label, Paragraph
from tests.screens.fixtures_pursuit import pursuit_before
from tests.screens.input_driver import Player, open_battle, ready
from tests.tiers import few

SHORT, LONG = 14, 20
"""Questions of a game that are answered by hints, in the fast tier and in the slow one."""


def new_game(scenario: str) -> LiveGame:
    return start_game(prepare(scenario, seed=3), ("human", "human"))


GAMES: dict[str, Callable[[], LiveGame]] = {
    "adrift": lambda: new_game("adrift"),
    "pursuit": lambda: pursuit_before("pursuit", ends=2),
    "cage": lambda: new_game("cage"),
    "combat patrol": lambda: new_game("combat_patrol"),
    "no mercy": lambda: new_game("no_mercy"),
    "the nest": lambda: new_game("the_nest"),
}


def hinted(player: Player, screen: BattleScreen) -> None:
    """Ask for a hint and wait for it."""
    player.key(pygame.K_F10)
    player.wait_until(lambda: screen.prompt is not None and screen.prompt.hint != THINKING)


def in_order(prompt: AnyPrompt, answer: Any) -> Any:
    """Return an answer as its decision reads it, models in one order."""
    read = prompt.decision.read(answer)
    return dict(read) if isinstance(prompt, UnitPrompt) else read


@pytest.mark.parametrize(
    ("name", "questions"), few([("adrift", SHORT), *((name, LONG) for name in GAMES)])
)
def test_a_hint_is_what_the_bot_would_answer_and_enter_gives_it(
    player: Player, name: str, questions: int
) -> None:
    screen = player.open(BattleScreen(GAMES[name](), speed=200.0))
    kinds = set[str]()
    for _ in range(questions):
        player.wait_until(lambda: bool(screen.prompt or screen.ended or screen.handover.veil))
        if screen.handover.veil:
            player.wait(30)
            player.key(pygame.K_SPACE)
        ready(player, screen)
        if screen.ended:
            break
        prompt, given = screen.prompt, screen.session.answers_given
        assert prompt
        wanted = policy("steady").answer(screen.session)

        hinted(player, screen)
        assert screen.prompt is prompt
        assert screen.session.answers_given == given
        assert prompt.hint
        kinds.add(type(prompt).__name__)

        player.key(pygame.K_RETURN)
        player.wait()
        if screen.prompt is prompt:  # to end a phase takes two presses
            player.key(pygame.K_RETURN)
        if isinstance(screen.prompt, CarryPrompt):  # the unit is selected, and can be moved
            carried = screen.prompt
            hinted(player, screen)
            assert screen.prompt is carried
            player.wait_for_keys()
            player.key(pygame.K_RETURN)
        *_, given_first = islice(
            screen.session.answers_back(), screen.session.answers_given - given
        )
        assert in_order(prompt, given_first.answer) == in_order(prompt, wanted)

    assert len(kinds) > 1


def test_the_button_asks_and_the_words_stand_below_the_question(player: Player) -> None:
    screen = player.play()
    player.press("Hint")
    player.wait_until(lambda: screen.prompt is not None and screen.prompt.hint != THINKING)
    player.wait()

    assert screen.prompt
    words = [w.text for w in screen.parts.ask.widgets(Paragraph)]
    assert f"Hint: {screen.prompt.hint}" in words


def test_a_plan_that_is_changed_is_no_hint_any_more(player: Player) -> None:
    screen = player.play()
    while not isinstance(screen.prompt, UnitPrompt):
        player.key(pygame.K_RETURN)
        ready(player, screen)
    hinted(player, screen)
    assert screen.prompt.hint == "as shown on the table"

    player.key(pygame.K_n)
    assert screen.prompt.hint == ""


def test_an_answer_breaks_the_thoughts_off(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dream(bot: SteadyBot, session: Session) -> Thoughts:
        while True:
            yield

    monkeypatch.setattr(SteadyBot, "reasoned", dream)
    screen = player.play()
    player.key(pygame.K_F10)
    player.wait(3)
    assert screen.answers.adviser.thinks
    assert screen.prompt
    assert screen.prompt.hint == THINKING

    player.key(pygame.K_RETURN)
    ready(player, screen)
    player.wait()
    assert not screen.answers.adviser.thinks
    assert screen.prompt.hint == TOO_LATE


def test_a_bot_that_breaks_costs_the_player_nothing(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(bot: SteadyBot, session: Session) -> Thoughts:
        yield
        raise ValueError("no idea")

    monkeypatch.setattr(SteadyBot, "reasoned", broken)
    screen = player.play()
    player.key(pygame.K_F10)
    player.wait(3)

    dialog = screen.stack.dialog
    assert dialog
    titles = [widget.text for widget in dialog.widgets if isinstance(widget, Label)]
    assert "THERE IS NO HINT" in titles
    assert screen.prompt
    assert screen.prompt.hint == ""
    assert not screen.answers.adviser.thinks


def test_there_are_no_hints_where_nothing_is_to_be_won(player: Player) -> None:
    screen = open_battle(player, new_game("sandbox"), speed=200.0)

    labels = [button.label for button in screen.parts.ask.widgets(Button)]
    assert "Hint" not in labels

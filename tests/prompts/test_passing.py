"""Enter takes the action that a question is about, and passing has a key of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.bots.match import answers, seated
from game.content.scenarios import scenario_names
from game.content.table_actions import Action
from game.play.decisions import PASS, Choose, CommonKind, Decision, Option, Passing, pass_option
from game.prompts.choose import ChoosePrompt
from game.prompts.pick import PickPrompt
from game.prompts.prompt import ENTER_KEY, AnyPrompt, PromptAction, Weight
from game.prompts.registry import prompt_for
from game.rules.battles import prepare
from game.table.state import Table
from game.widgets.key_bindings import key_for
from tests.play.tables import SQUAD, US, table
from tests.prompts.input_driver import press_key

IDLE = ("Don't move", "Stay where it is")
"""Labels of moves that are not planned yet."""
LEAST = 15
"""Number of kinds of questions with passing that random games of all scenarios ask at least."""


@pytest.fixture
def laid() -> Table:
    return table({"a": (10, 10)}, {"x": (10, 30)}, others={"y": (10, 20)})


def question(laid: Table, passing: Passing = Passing.DECLINES) -> ChoosePrompt:
    options = (
        Option("foes", "Foes", "CC-07", "foes"),
        Option("others", "Others", "CC-07", "others"),
    )
    return ChoosePrompt(
        Choose(
            US,
            clause="CC-07",
            asks="Shoot at whom?",
            options=(*options, pass_option("Hold fire", "CC-07")),
            about=SQUAD,
            kind=CommonKind.TARGET,
            passing=passing,
        ),
        laid,
    )


def main_of(prompt: AnyPrompt) -> PromptAction:
    """Return the action of the large button."""
    return next(c for c in prompt.choices() if c.enters)


def test_enter_shoots_at_the_nearest_enemy_and_0_holds_fire(laid: Table) -> None:
    by_enter, by_key = question(laid), question(laid)
    *_, passes = by_enter.choices()
    assert (main_of(by_enter).id, passes.key) == ("others", key_for(Action.DECLINE))
    press_key(by_enter, pygame.K_RETURN)
    press_key(by_key, pygame.K_0)

    assert (by_enter.answer, by_key.answer) == ("others", PASS)


@pytest.mark.parametrize(
    ("passing", "enter", "urged"),
    [
        (Passing.DECLINES, "others", False),
        (Passing.ENDS, "others", False),
        (Passing.KEEPS, PASS, False),
        (Passing.GOES_AHEAD, PASS, True),
    ],
)
def test_the_meaning_of_passing_decides_what_enter_takes(
    laid: Table, passing: Passing, enter: str, *, urged: bool
) -> None:
    prompt = question(laid, passing)
    *_, passes = prompt.choices()

    assert main_of(prompt).id == enter
    assert (passes.weight is Weight.URGED) is urged
    prompt.suggest("foes")
    *_, passes = prompt.choices()
    ends = passing is Passing.ENDS
    assert passes.key == key_for(Action.END if ends else Action.DECLINE)


def test_the_key_that_declines_ends_no_phase(laid: Table) -> None:
    prompt = question(laid, Passing.ENDS)
    press_key(prompt, pygame.K_0)
    assert prompt.answer is None
    press_key(prompt, pygame.K_RETURN, pygame.KMOD_SHIFT)
    assert prompt.answer == PASS


def questions(scenario: str) -> Iterator[tuple[Decision[object], AnyPrompt]]:
    """Yield the questions of a game between random bots, and the prompts for them."""
    battle = prepare(scenario, seed=1)
    session = battle.session()
    for _ in answers(session, seated(battle.opening.sides, ["random", "random"])):
        if asked := session.pending:
            yield asked, prompt_for(asked, session.table, session.game.rules.parts)


@pytest.mark.slow
def test_no_question_of_any_system_urges_to_decline() -> None:
    seen = set[tuple[object, str]]()
    for scenario in scenario_names():
        for asked, prompt in questions(scenario):
            choices = prompt.choices()
            urged = [c.label for c in choices if c.weight is Weight.URGED]
            assert not {*urged} & {*IDLE}, (scenario, asked.asks)
            passes = next((c for c in choices if c.id == PASS), None)
            if passes is None or not isinstance(asked, Choose) or len(asked.options) == 1:
                continue
            seen.add((asked.kind, passes.label))
            is_main = passes.key == ENTER_KEY
            keeps = asked.passing in {Passing.KEEPS, Passing.GOES_AHEAD}
            assert is_main is keeps, (scenario, asked.asks)
            assert passes.label not in {"No", "None"}, "it says what is declined"
            goes_ahead = asked.passing is Passing.GOES_AHEAD
            assert (passes.weight is Weight.URGED) is goes_ahead, (scenario, asked.asks)
            assert isinstance(prompt, PickPrompt) or any(c.enters for c in choices)
    assert len(seen) >= LEAST

from __future__ import annotations

import pygame
import pytest

from game.cores.kit.queries import MoveOutcomes, PossibleEnd
from game.geometry.points import Point, distance
from game.play.moves.single_move import Steer
from game.prompts.registry import prompt_for
from game.prompts.steer import SteerPrompt
from game.table.records import ModelId
from game.view.overlays import OverlayLine
from tests.play.tables import US, table
from tests.prompts.input_driver import click_at, let_go_at, move_to, press_key, push_at

HERE = Point(24.0, 24.0)


def steering() -> SteerPrompt:
    asked = Steer(
        US, clause="ZG-05", asks="Push off", model=ModelId("a"), distance=6.0, does="Push off"
    )
    prompt = prompt_for(asked, table({"a": HERE}))
    assert isinstance(prompt, SteerPrompt)
    return prompt


@pytest.mark.rule("ZG-05")
def test_it_may_stay_and_enter_says_so() -> None:
    prompt = steering()
    assert prompt.choices()[0].label == "Stay where it is"
    assert not [*prompt.above()]
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer == [24.0, 24.0]


@pytest.mark.rule("ZG-05")
def test_a_click_sends_it_there() -> None:
    prompt = steering()
    move_to(prompt, 28, 27)
    assert prompt.choices()[0].label == 'Push off 5.0"'
    assert [o.end for o in prompt.above() if isinstance(o, OverlayLine)] == [Point(28, 27)]
    click_at(prompt, 28, 27)

    assert prompt.answer == [28, 27]


@pytest.mark.rule("ZG-05")
@pytest.mark.parametrize(
    ("inches", "label"),
    [
        (1.3, 'Push off 1.3", stopped by Kerr'),
        (0.01, "Stay where it is, stopped by Kerr"),
    ],
)
def test_button_line_and_status_say_how_far_it_gets(inches: float, label: str) -> None:
    prompt = steering()

    def stopped(answer: Point) -> MoveOutcomes:
        end = PossibleEnd(inches, answer, heading=90.0, chance=1.0, path=())
        return MoveOutcomes(prompt.model.id, (end,), stop="stopped by Kerr")

    prompt.foresee = stopped
    move_to(prompt, 28, 24)

    assert prompt.choices()[0].label == label
    assert prompt.status.startswith(f'{inches:.1f}" of 6"')
    (line,) = prompt.above()
    assert isinstance(line, OverlayLine)
    assert line.end == Point(24 + inches, 24)
    assert prompt.thought == Point(28, 24), "the answer stays what is pointed at"


@pytest.mark.rule("ZG-05")
def test_beyond_its_inches_it_goes_as_far_as_it_may_that_way() -> None:
    prompt = steering()
    click_at(prompt, 44, 24)

    assert prompt.answer == [29.999, 24]


def test_it_can_be_dragged_and_a_drag_that_comes_back_is_no_answer() -> None:
    prompt = steering()
    push_at(prompt, 24, 24)
    assert prompt.busy
    move_to(prompt, 24, 20)
    move_to(prompt, 24.1, 24)
    let_go_at(prompt, 24.1, 24)
    assert prompt.answer is None
    assert not prompt.busy

    push_at(prompt, 24, 24)
    move_to(prompt, 24, 20)
    let_go_at(prompt, 24, 20)
    assert prompt.answer == [24, 20]


def test_keys_turn_lengthen_and_put_it_back() -> None:
    prompt = steering()  # it faces up the table
    press_key(prompt, pygame.K_UP)
    press_key(prompt, pygame.K_UP)
    press_key(prompt, pygame.K_UP, pygame.KMOD_SHIFT)
    assert prompt.thought == Point(24, 21.75)
    for _ in range(6):
        press_key(prompt, pygame.K_RIGHT)
    assert prompt.thought == Point(26.25, 24)
    press_key(prompt, pygame.K_DOWN)
    press_key(prompt, pygame.K_LEFT, pygame.KMOD_SHIFT)
    assert prompt.along == 89.0
    assert distance(HERE, prompt.thought) == pytest.approx(1.25, abs=0.001)
    press_key(prompt, pygame.K_DELETE)
    press_key(prompt, pygame.K_BACKSPACE)
    prompt.press("stay")
    assert prompt.thought == HERE
    prompt.press("ahead")
    press_key(prompt, pygame.K_RETURN)

    at = Point(*prompt.answer)
    assert distance(HERE, at) == pytest.approx(5.999, abs=0.0015)

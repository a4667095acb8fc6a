from __future__ import annotations

import pygame
import pytest

from game.play.decisions import Aim, CommonKind
from game.prompts.aim import AimPrompt
from game.prompts.registry import prompt_for
from game.view.overlays import BoardNote, OverlayTone, VisibleArea
from tests.play.tables import US, table
from tests.prompts.input_driver import click_at, move_to, press_key

LAID = table({"a": (24, 24)})


def aiming(middle: float = 90.0, spread: float = 45.0) -> AimPrompt:
    prompt = prompt_for(
        Aim(
            US,
            clause="ZG-09",
            asks="Turn it",
            about="squad",
            middle=middle,
            spread=spread,
            kind=CommonKind.TURN,
        ),
        LAID,
    )
    assert isinstance(prompt, AimPrompt)
    return prompt


def notes_of(prompt: AimPrompt) -> list[tuple[str, OverlayTone]]:
    return [(o.words, o.tone) for o in prompt.above() if isinstance(o, BoardNote)]


def test_enter_keeps_the_direction() -> None:
    prompt = aiming()
    assert notes_of(prompt) == []
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer == 90.0


@pytest.mark.rule("ZG-09")
def test_it_follows_the_mouse_by_whole_degrees_and_a_click_takes_it() -> None:
    prompt = aiming()
    move_to(prompt, 34, 20.36)  # atan(3.64 / 10) is 20.0017 degrees
    assert prompt.thought == 70.0
    assert notes_of(prompt) == [("20° left", OverlayTone.CHOSEN)]
    click_at(prompt, 34, 27.64)

    assert prompt.answer == 110.0


@pytest.mark.rule("ZG-09")
def test_beyond_the_arc_it_goes_no_further_and_says_why() -> None:
    prompt = aiming()
    move_to(prompt, 24, 40)  # straight down: 90 degrees to the right
    assert prompt.thought == 135.0
    assert notes_of(prompt) == [("45° right, the limit (ZG-09)", OverlayTone.BAD)]
    assert prompt.choices()[0].label == "Turn it 45° to the right"
    click_at(prompt, 24, 10)

    assert prompt.answer == 45.0


@pytest.mark.rule("ZG-11")
def test_any_direction_has_no_end() -> None:
    prompt = aiming(spread=180.0)
    move_to(prompt, 10, 24.0)
    assert not [o for o in prompt.below() if isinstance(o, VisibleArea)]
    assert prompt.thought == 270.0
    press_key(prompt, pygame.K_LEFT)
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer == 255.0


def test_keys_turn_it_finer_with_shift_and_no_further_than_it_goes() -> None:
    prompt = aiming()
    press_key(prompt, pygame.K_RIGHT)
    press_key(prompt, pygame.K_RIGHT, pygame.KMOD_SHIFT)
    assert prompt.thought == 106.0
    for _ in range(8):
        press_key(prompt, pygame.K_LEFT)
    assert prompt.thought == 45.0
    assert "most left" not in [c.id for c in prompt.choices()]


@pytest.mark.rule("PU-21")
def test_who_is_to_face_that_way_is_seen_turned() -> None:
    asked = Aim(
        US,
        clause="PU-21",
        asks="Turn any way",
        about="a",
        middle=90.0,
        spread=180.0,
        kind=CommonKind.TURN,
        faces=True,
    )
    prompt = prompt_for(asked, LAID)
    assert prompt.choices()[0].label == "Keep its facing"
    move_to(prompt, 24, 40)

    assert [model.facing for model in prompt.standing()] == [180.0]
    assert not [*aiming().standing()]


def test_the_panel_turns_it_too() -> None:
    prompt = aiming(middle=350.0)
    for id_, thought in (("right", 5.0), ("most right", 35.0), ("left", 20.0)):
        prompt.press(id_)
        assert prompt.thought == thought
    prompt.press("most left")
    prompt.press("take")

    assert prompt.answer == 305.0


def test_over_the_model_itself_the_mouse_points_nowhere() -> None:
    prompt = aiming()
    move_to(prompt, 34, 24)
    move_to(prompt, 24, 24.2)

    assert prompt.thought == 90.0

from __future__ import annotations

from math import cos, radians, sin

import pygame
import pytest

from game.bots.simple_bots import RandomBot
from game.geometry.points import Point
from game.play.decisions import PASS, Amount, Choose
from game.prompts.amount import AmountPrompt
from game.prompts.registry import prompt_for
from game.rules.battles import prepare
from game.systems.cage.prompts.floor_prompt import FloorPrompt
from game.systems.cage.rules import CageKind
from game.systems.cage.table.events import RingTurned
from game.table.records import Side
from tests.play.tables import US, table
from tests.prompts.input_driver import let_go_at, move_to, press_key, push_at


def amount(least: int = 1, most: int = 6, step: int = 1) -> AmountPrompt:
    prompt = prompt_for(
        Amount(US, clause="TC-07", asks="How many?", least=least, most=most, step=step),
        table({}),
    )
    assert type(prompt) is AmountPrompt
    return prompt


def test_it_begins_with_nothing_or_what_is_next_to_it() -> None:
    assert amount(-3, 3).value == 0
    assert amount(1, 6).value == 1
    assert amount(-9, -2, 2).value == -3


def test_keys_change_it_as_far_as_it_goes() -> None:
    prompt = amount(1, 6, 2)
    press_key(prompt, pygame.K_RIGHT)
    assert prompt.value == 3
    press_key(prompt, pygame.K_RIGHT, pygame.KMOD_SHIFT)
    assert prompt.value == 5
    press_key(prompt, pygame.K_LEFT, pygame.KMOD_SHIFT)
    assert prompt.value == 1
    press_key(prompt, pygame.K_RETURN)
    assert prompt.answer == 1


def test_what_is_pressed_in_the_panel_changes_it_too() -> None:
    prompt = amount()
    prompt.press("more")
    prompt.press("more")
    prompt.press("less")
    assert [c.label for c in prompt.choices()] == ["Choose 2", "1 less", "1 more"]
    prompt.press("take")
    assert prompt.answer == 2


@pytest.fixture
def floor() -> FloorPrompt:
    """Return the prompt for turning ring 3, from 8" to 11", of a cage around (12, 12)."""
    session = prepare("cage", seed=2).session()
    bot = RandomBot()
    while not isinstance(asked := session.pending, Amount):
        waits = isinstance(asked, Choose) and asked.kind is CageKind.ACTION
        session.answer(PASS if waits else bot.answer(session))
    model = session.table.standing(Side("red"))[0]
    decision = Amount(
        Side("red"),
        clause="TC-07",
        asks="Turn it?",
        least=-175,
        most=180,
        step=5,
        about=model.id,
        kind=CageKind.FLOOR,
        unit="°",
    )
    prompt = prompt_for(decision, session.table, ["cage"])
    assert isinstance(prompt, FloorPrompt)
    return prompt


def around(prompt: FloorPrompt, degrees: float) -> Point:
    """Return a point in the middle of the ring, *degrees* clockwise from the top."""
    inner = prompt.floor.radii[prompt.ring - 1] if prompt.ring else 0.0
    distance = (inner + prompt.floor.radii[prompt.ring]) / 2
    return Point(12 + distance * sin(radians(degrees)), 12 - distance * cos(radians(degrees)))


@pytest.mark.rule("TC-07")
def test_a_ring_is_dragged_round_in_steps(floor: FloorPrompt) -> None:
    push_at(floor, *around(floor, 10))
    assert floor.busy
    move_to(floor, *around(floor, 37))
    # The mouse moves by 27°; the nearest step is 25°.
    assert floor.value == 25
    assert floor.preview() == RingTurned("TC-07", Side("red"), floor.ring, 25)
    let_go_at(floor, *around(floor, 37))
    assert not floor.busy
    assert floor.answer is None
    assert floor.choices()[0].label == "Turn it 25° clockwise"
    press_key(floor, pygame.K_RETURN)
    assert floor.answer == 25


@pytest.mark.rule("TC-07")
def test_the_shorter_way_is_told(floor: FloorPrompt) -> None:
    for _ in range(36):
        press_key(floor, pygame.K_RIGHT)
    assert floor.value == 180
    press_key(floor, pygame.K_RIGHT)
    assert floor.value == -175
    assert floor.choices()[0].label == "Turn it 175° counter-clockwise"


@pytest.mark.rule("TC-07")
def test_a_drag_goes_on_from_where_the_ring_was_left(floor: FloorPrompt) -> None:
    for begin, end in ((350, 20), (20, 340)):
        push_at(floor, *around(floor, begin))
        move_to(floor, *around(floor, end))
        let_go_at(floor, *around(floor, end))

    # 30° clockwise, then 40° back.
    assert floor.value == -10


@pytest.mark.rule("TC-07")
def test_only_the_ring_in_question_is_taken(floor: FloorPrompt) -> None:
    outside = floor.floor.radii[floor.ring] + 0.5
    push_at(floor, 12 + outside, 12)
    assert not floor.busy
    assert floor.choices()[0].label == "Do not turn the floor"

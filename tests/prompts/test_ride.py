from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.cores.kit.queries import MoveOutcomes, PossibleEnd
from game.geometry.points import Point
from game.play.moves.single_move import Ride, RideMode, RideSegment, Stretches
from game.prompts.prompt import MEND
from game.prompts.registry import prompt_for
from game.prompts.ride import RidePrompt
from game.table.records import ModelId
from game.view.overlays import BaseOutline, BoardNote, OverlayTone, VisibleArea
from game.view.overlays.ground_outlines import envelope
from tests.play.tables import US, table
from tests.prompts.input_driver import click_at, let_go_at, move_to, press_key, push_at

A = ModelId("a")
RIDE = RideMode("ride", 6.0, 2.0)
RUSH = RideMode("accelerate", 12.0, 4.0, costs="may not shoot")


def riding(*gaits: RideMode) -> RidePrompt:
    laid = table({"a": (20.0, 20.0)})
    laid.models[A] = replace(laid.models[A], facing=90.0)
    asked = Ride(US, clause="PU-18", asks="Ride", model=A, gaits=gaits or (RIDE, RUSH))
    prompt = prompt_for(asked, laid)
    assert isinstance(prompt, RidePrompt)
    return prompt


def ridden(prompt: RidePrompt) -> Stretches:
    return prompt.path


def given(prompt: RidePrompt) -> Any:
    return prompt.answer


def notes_of(prompt: RidePrompt, tone: OverlayTone) -> list[str]:
    return [o.words for o in prompt.above() if isinstance(o, BoardNote) and o.tone is tone]


@pytest.mark.rule("PU-18")
def test_it_need_not_move_one_key_or_one_click_says_so() -> None:
    prompt = riding()
    assert prompt.choices()[0].label == "Stay where it is"
    press_key(prompt, pygame.K_RETURN)
    assert prompt.answer == []

    moved = riding()
    move_to(moved, 25, 20)
    press_key(moved, pygame.K_1)
    assert moved.answer == []


@pytest.mark.rule("PU-18")
def test_a_click_sends_it_by_the_nearest_legal_way() -> None:
    prompt = riding()
    move_to(prompt, 24.598, 21.5)  # 2" ahead, 3" at 30°
    assert prompt.choices()[0].label == 'Ride 5.0"'
    assert notes_of(prompt, OverlayTone.CHOSEN) == ["30°"]
    assert "turns 30° right" in prompt.status
    click_at(prompt, 24.598, 21.5)

    assert prompt.answer == [[0.0, 2.0], [30.0, 3.0]]


@pytest.mark.rule("PU-18")
def test_that_it_accelerates_and_what_that_costs_is_told_before_the_click() -> None:
    prompt = riding()
    move_to(prompt, 29, 20)
    go = prompt.choices()[0]
    assert (go.label, go.detail) == ('Accelerate 9.0"', "may not shoot")
    assert notes_of(prompt, OverlayTone.BAD) == ['accelerate 9.0" of 12" · may not shoot']
    assert prompt.status.startswith('Accelerate: 9.0" of 12"')
    end = PossibleEnd(7.3, Point(27.3, 20), heading=90.0, chance=0.5, path=())
    prompt.foresee = lambda _: MoveOutcomes(A, (end,), dies=0.5, stop="stopped by the car")
    move_to(prompt, 29.1, 20)
    assert prompt.choices()[0].label == 'Accelerate 7.3", stopped by the car'
    assert notes_of(prompt, OverlayTone.BAD) == ['accelerate 7.3" of 12" · may not shoot']
    assert prompt.status.startswith('Accelerate: 7.3" of 12"')
    click_at(prompt, 29, 20)

    assert prompt.answer == [[0.0, 9.0]]


@pytest.mark.rule("PU-18")
def test_straight_ahead_it_snaps_to_where_it_may_turn_and_to_its_last_inch() -> None:
    prompt = riding()
    ends = list[float]()
    for x in (21.85, 22.5, 23.9, 25.85):
        move_to(prompt, x, 20)
        ends.append(prompt.path[-1].distance)

    assert ends == [2.0, 2.5, 3.9, 6.0]


@pytest.mark.rule("PU-18")
def test_what_lies_straight_on_and_too_far_is_a_direction() -> None:
    prompt = riding()
    click_at(prompt, 44, 20)

    assert prompt.answer == [[0.0, 12.0]]


@pytest.mark.rule("PU-18")
def test_where_no_way_leads_the_pointer_says_why_and_a_click_is_refused() -> None:
    prompt = riding()
    click_at(prompt, 15, 20)
    assert prompt.answer is None
    assert prompt.refused
    assert prompt.refused.reason == "riders cannot go backward"
    assert prompt.choices()[0].label == "Stay where it is"
    assert not prompt.stands
    assert notes_of(prompt, OverlayTone.BAD) == ["Riders cannot go backward · PU-18"]

    move_to(prompt, 22, 26)
    assert "90° is too far to turn (it may turn 45°) · PU-18" in notes_of(
        prompt, OverlayTone.BAD
    )
    push_at(prompt, 22, 26)
    assert prompt.refused
    assert prompt.stands
    assert MEND not in [c.id for c in prompt.choices()]
    press_key(prompt, pygame.K_f)  # the nearest legal path: 2" and two turns to the right
    assert prompt.answer is prompt.refused is None
    press_key(prompt, pygame.K_RETURN)
    assert [turn for turn, _ in given(prompt)] == [0.0, 45.0, 45.0]


@pytest.mark.rule("PU-18")
def test_it_is_dragged_and_bent_by_the_right_button() -> None:
    prompt = riding()
    push_at(prompt, 20, 20)
    assert prompt.busy
    move_to(prompt, 23, 20)
    push_at(prompt, 23, 20, button=3)
    move_to(prompt, 24.8, 18.2)  # 45° to the left, 2.546"
    let_go_at(prompt, 24.8, 18.2)

    assert prompt.answer == [[0.0, 3.0], [-45.0, 2.546]]


def test_a_drag_that_comes_back_and_one_that_is_broken_off_are_no_answers() -> None:
    prompt = riding()
    push_at(prompt, 20, 20)
    move_to(prompt, 24, 20)
    move_to(prompt, 20, 20)
    let_go_at(prompt, 20, 20)
    assert prompt.answer is None

    push_at(prompt, 20, 20)
    move_to(prompt, 24, 20)
    press_key(prompt, pygame.K_ESCAPE)
    let_go_at(prompt, 24, 20)
    assert prompt.answer is None
    assert not prompt.busy


@pytest.mark.rule("PU-18")
def test_at_the_end_of_its_inches_the_mouse_turns_it_on_the_spot() -> None:
    prompt = riding(RIDE)
    move_to(prompt, 26, 20)
    press_key(prompt, pygame.K_b)
    move_to(prompt, 28, 21)  # atan(1 / 2)
    assert ridden(prompt)[-1] == RideSegment(27.0, 0.0)
    move_to(prompt, 27, 24)
    click_at(prompt, 27, 24)

    assert prompt.answer is None  # 76° is more than it may turn
    press_key(prompt, pygame.K_RETURN)
    assert given(prompt) == [[0.0, 6.0], [45.0, 0.0]]


@pytest.mark.rule("PU-18")
def test_keys_ride_turn_and_ride_on() -> None:
    prompt = riding()
    press_key(prompt, pygame.K_RIGHT)  # it has to go 2" before that
    press_key(prompt, pygame.K_RIGHT)
    press_key(prompt, pygame.K_LEFT, pygame.KMOD_SHIFT)
    press_key(prompt, pygame.K_UP)
    press_key(prompt, pygame.K_UP, pygame.KMOD_SHIFT)
    assert ridden(prompt) == (RideSegment(0.0, 2.0), RideSegment(25.0, 1.25))
    press_key(prompt, pygame.K_b)  # it rides on to 2" before it turns again
    press_key(prompt, pygame.K_LEFT)
    assert ridden(prompt) == (
        RideSegment(0.0, 2.0),
        RideSegment(25.0, 2.0),
        RideSegment(-15.0, 0.0),
    )
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer == [[0.0, 2.0], [25.0, 2.0], [-15.0, 0.0]]


@pytest.mark.rule("PU-18")
def test_keys_never_turn_or_go_further_than_the_rule_lets() -> None:
    prompt = riding(RIDE)
    press_key(prompt, pygame.K_DOWN)
    assert ridden(prompt) == ()
    for _ in range(9):
        press_key(prompt, pygame.K_LEFT)
    for _ in range(9):
        press_key(prompt, pygame.K_UP)
    assert ridden(prompt) == (RideSegment(0.0, 2.0), RideSegment(-45.0, 4.0))
    for _ in range(3):
        press_key(prompt, pygame.K_BACKSPACE)

    assert ridden(prompt) == ()


def test_a_turn_is_taken_back_by_a_key_or_as_the_last_change() -> None:
    prompt = riding()
    for key in (pygame.K_UP, pygame.K_UP, pygame.K_UP, pygame.K_b, pygame.K_RIGHT):
        press_key(prompt, key)
    assert ridden(prompt) == (RideSegment(0.0, 3.0), RideSegment(15.0, 0.0))
    assert prompt.can_undo
    prompt.undo()
    assert ridden(prompt) == (RideSegment(0.0, 3.0),)
    assert not prompt.can_undo


def test_numbers_send_it_straight_on() -> None:
    prompt = riding()
    press_key(prompt, pygame.K_3)
    assert ridden(prompt) == (RideSegment(0.0, 12.0),)
    press_key(prompt, pygame.K_BACKSPACE)
    press_key(prompt, pygame.K_2)
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer == [[0.0, 6.0]]


@pytest.mark.rule("PU-18")
def test_each_way_of_moving_has_its_envelope_and_its_first_turning_point() -> None:
    prompt = riding()
    fields = [o for o in prompt.below() if isinstance(o, VisibleArea)]
    assert [f.words for f in fields] == ['ride, up to 6"', 'accelerate, up to 12"']
    dots = next(o for o in prompt.above() if isinstance(o, BaseOutline))

    assert [base.at for base in dots.bases] == [Point(22, 20), Point(24, 20)]


@pytest.mark.rule("PU-18")
def test_the_envelope_is_that_of_the_sharpest_turns() -> None:
    rim = envelope(Point(20.0, 20.0), 90.0, RIDE, 6.0, turns=False)
    right = max(rim, key=lambda at: at.y)
    straight = max(rim, key=lambda at: at.x)

    # 2" on, 2" at 45° and 2" at 90°: 3.414 on, 3.414 down.
    assert right == pytest.approx((23.414, 23.414), abs=0.001)
    assert straight == pytest.approx((26.0, 20.0))
    assert min(rim, key=lambda at: at.y) == pytest.approx((23.414, 16.586), abs=0.001)


@pytest.mark.rule("PU-18")
def test_a_way_too_short_to_be_seen_is_none() -> None:
    prompt = riding()
    move_to(prompt, 20.03, 22.0)  # beside it, slightly ahead
    assert prompt.path == ()
    assert prompt.choices()[0].label == "Stay where it is"


@pytest.mark.rule("PU-18")
def test_by_how_much_it_turns_is_not_hidden_by_how_far_it_goes() -> None:
    prompt = riding()
    move_to(prompt, 24.819, 18.974)  # 2" ahead, 3" at 20° to the left
    turn, far = (n.at for n in prompt.above() if isinstance(n, BoardNote))

    assert turn == Point(22.0, 20.9)
    assert far.x == pytest.approx(24.819, abs=0.01)
    assert far.y == pytest.approx(20.9 + 1.2)

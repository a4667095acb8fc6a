from __future__ import annotations

import pygame
import pytest

from game.widgets.button import Button
from game.widgets.keys import Key
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.slider import Slider
from game.widgets.stepper import Stepper
from game.widgets.text_field import TextField
from game.widgets.theme import FOCUS
from game.widgets.toggle import Toggle
from tests.widgets.input_driver import (
    click_at,
    let_go_at,
    move_to,
    press_key,
    push_at,
    turn_wheel,
    type_in,
)


@pytest.fixture
def said() -> list[object]:
    return []


def test_what_is_typed_stands_in_the_field(
    stack: PanelStack, panel: Panel, said: list[object]
) -> None:
    field = panel.add(TextField(on_enter=said.append), (0, 0, 200, 36))
    click_at(stack, (150, 60))
    type_in(stack, "nest")
    press_key(stack, pygame.K_HOME)
    type_in(stack, "a")
    press_key(stack, pygame.K_DELETE)
    press_key(stack, pygame.K_END)
    press_key(stack, pygame.K_BACKSPACE)
    press_key(stack, pygame.K_RETURN)

    assert field.text == "aes"
    assert said == ["aes"]


def test_letters_typed_into_a_field_press_no_shortcut(stack: PanelStack, panel: Panel) -> None:
    panel.add(TextField(), (0, 0, 200, 36))
    click_at(stack, (150, 60))

    assert press_key(stack, pygame.K_s, letter="s")
    assert not press_key(stack, pygame.K_z, pygame.KMOD_LCTRL, "\x1a")


def test_all_that_stands_in_a_field_is_selected_copied_and_replaced(
    stack: PanelStack, panel: Panel
) -> None:
    field = panel.add(TextField("warden", longest=9), (0, 0, 200, 36))
    stack.focus.to(field)

    assert press_key(stack, pygame.K_a, pygame.KMOD_LCTRL, "\x01")
    assert field.marked
    assert press_key(stack, pygame.K_c, pygame.KMOD_LCTRL)
    type_in(stack, "x")
    assert (field.text, field.caret, field.marked) == ("x", 1, False)

    press_key(stack, pygame.K_v, pygame.KMOD_LCTRL)
    press_key(stack, pygame.K_v, pygame.KMOD_LCTRL)
    assert field.text == "xwardenwa"

    press_key(stack, pygame.K_a, pygame.KMOD_LCTRL)
    press_key(stack, pygame.K_DELETE)
    assert (field.text, field.marked) == ("", False)


def test_what_is_cut_from_a_field_is_pasted_elsewhere(stack: PanelStack, panel: Panel) -> None:
    one = panel.add(TextField("nest"), (0, 0, 200, 36))
    other = panel.add(TextField("the "), (0, 50, 200, 36))
    stack.focus.to(one)
    press_key(stack, pygame.K_x, pygame.KMOD_LCTRL)
    stack.focus.to(other)
    press_key(stack, pygame.K_a, pygame.KMOD_LCTRL)
    press_key(stack, pygame.K_END)
    press_key(stack, pygame.K_v, pygame.KMOD_LCTRL)

    assert (one.text, other.text) == ("", "the nest")


def test_a_click_sets_the_caret_between_letters(stack: PanelStack, panel: Panel) -> None:
    field = panel.add(TextField("warden"), (0, 0, 200, 36))

    click_at(stack, (100 + 10 + field.theme.width("war", 15), 60))

    assert field.caret == 3


def test_a_text_that_is_wider_than_its_field_moves_with_the_caret(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    """The text begins 10 px within the field, where it has a room of 80 px."""
    field, left = panel.add(TextField("m" * 40), (0, 0, 100, 36)), 100 + 10
    hidden = field.theme.width(field.text, 15) - 80
    stack.draw(canvas)
    click_at(stack, (left, 60))
    assert field.caret == 0  # a field shows the beginning of its text at first
    press_key(stack, pygame.K_END)
    stack.draw(canvas)
    assert canvas.get_at((left + 80, 60))[:3] == pygame.Color(FOCUS)[:3]
    click_at(stack, (left, 60))
    assert field.caret == field.theme.index_at(field.text, hidden, 15) > 0

    press_key(stack, pygame.K_HOME)
    stack.draw(canvas)
    assert canvas.get_at((left, 60))[:3] == pygame.Color(FOCUS)[:3]
    press_key(stack, pygame.K_END)
    stack.draw(canvas)
    stack.focus.to(None)
    stack.draw(canvas)
    click_at(stack, (left, 60))
    assert field.caret == 0


def test_a_placeholder_that_is_too_long_is_shortened_and_told_in_full(
    panel: Panel, canvas: pygame.Surface
) -> None:
    field = panel.add(TextField(ghost="a name for the weapon"), (0, 0, 100, 36))
    panel.draw(canvas)

    assert field.tooltip == "a name for the weapon"


def test_a_full_field_takes_no_more(stack: PanelStack, panel: Panel) -> None:
    field = panel.add(TextField(longest=3), (0, 0, 200, 36))
    stack.focus.to(field)
    type_in(stack, "warden")

    assert field.text == "war"


def test_a_slider_is_dragged_in_whole_steps(
    stack: PanelStack, panel: Panel, said: list[object]
) -> None:
    slider = panel.add(Slider(0, 0, 10, said.append), (0, 0, 218, 30))
    push_at(stack, (100 + 9, 65))
    move_to(stack, (100 + 9 + 100, 300))
    let_go_at(stack, (100 + 9 + 140, 65))
    move_to(stack, (100 + 9, 65))

    assert said == [5, 7]
    assert slider.value == 7


def test_a_slider_takes_arrows_and_wheel_and_keeps_its_ends(
    stack: PanelStack, panel: Panel
) -> None:
    slider = panel.add(Slider(9, 0, 10, lambda _: None), (0, 0, 200, 30))
    stack.focus.to(slider)
    press_key(stack, pygame.K_RIGHT)
    press_key(stack, pygame.K_RIGHT)
    assert slider.value == 10
    turn_wheel(stack, (150, 60), -1)
    assert slider.value == 9
    press_key(stack, pygame.K_HOME)
    assert slider.value == 0


def test_a_toggle_turns_by_click_and_key(
    stack: PanelStack, panel: Panel, said: list[object]
) -> None:
    panel.add(Toggle("Sight", said.append), (0, 0, 100, 30))
    click_at(stack, (150, 60))
    press_key(stack, pygame.K_TAB)
    press_key(stack, pygame.K_SPACE)

    assert said == [True, False]


def test_only_what_can_be_seen_stands_in_a_field(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    field = panel.add(TextField(), (0, 0, 200, 36))
    stack.focus.to(field)
    for letter in ("n", "\x00", "e\x1bs", "\n", "t"):
        stack.handle(pygame.Event(pygame.TEXTINPUT, text=letter))
    stack.draw(canvas)

    assert field.text == "nest"


def test_a_stepper_goes_round_its_values(
    stack: PanelStack, panel: Panel, said: list[object]
) -> None:
    panel.add(Stepper(["person", "steady", "random"], said.append), (0, 0, 100, 30))
    click_at(stack, (190, 60))
    click_at(stack, (110, 60))
    click_at(stack, (110, 60))
    press_key(stack, pygame.K_RIGHT)

    assert said == [1, 0, 2, 0]


def test_the_wheel_over_a_stepper_stops_at_both_ends(
    stack: PanelStack, panel: Panel, said: list[object]
) -> None:
    """However fast it turns; nothing is said about a value that stays."""
    panel.add(Stepper(["person", "steady", "random"], said.append), (0, 0, 100, 30))
    for notches in (1, 2, -1, -5, -1, 2, 1):
        turn_wheel(stack, (150, 60), notches)

    assert said == [1, 2, 0]


def test_enter_presses_what_is_urged_beside_a_stepper(
    stack: PanelStack, panel: Panel, said: list[object]
) -> None:
    stepper = panel.add(Stepper(["person", "steady"], said.append), (0, 0, 100, 30))
    start = Button("Start", lambda: said.append("started")).placed((0, 50, 100, 30))
    start.shortcut = Key(pygame.K_RETURN)
    panel.add(start)
    stack.focus.to(stepper)
    press_key(stack, pygame.K_RETURN)
    press_key(stack, pygame.K_SPACE)

    assert said == ["started", 1]


def test_every_input_can_be_painted_with_and_without_the_focus(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    panel.add(TextField(ghost="name"), (0, 0, 200, 36))
    panel.add(Slider(5, 0, 10, lambda _: None), (0, 50, 200, 30))
    panel.add(Toggle("Sight", lambda _: None), (0, 100, 100, 30))
    panel.add(Stepper(["person"], lambda _: None), (0, 150, 100, 30))
    stack.draw(canvas)
    for widget in panel.widgets:
        stack.focus.to(widget)
        before = canvas.copy()
        assert stack.draw(canvas)
        assert canvas.get_buffer().raw != before.get_buffer().raw

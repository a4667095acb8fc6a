from __future__ import annotations

import pygame
import pytest

from game.widgets.button import Button
from game.widgets.inputs import Slider, Stepper, Toggle
from game.widgets.keys import Key
from game.widgets.panel_stack import PanelStack
from game.widgets.text_field import TextField
from game.widgets.widget import Panel
from tests.widgets.input_driver import click, let_go, move, press, push, type_in, wheel


@pytest.fixture
def said() -> list[object]:
    return []


def test_what_is_typed_stands_in_the_field(
    stack: PanelStack, panel: Panel, said: list[object]
) -> None:
    field = panel.add(TextField((0, 0, 200, 36), on_enter=said.append))
    click(stack, (150, 60))
    type_in(stack, "nest")
    press(stack, pygame.K_HOME)
    type_in(stack, "a")
    press(stack, pygame.K_DELETE)
    press(stack, pygame.K_END)
    press(stack, pygame.K_BACKSPACE)
    press(stack, pygame.K_RETURN)

    assert field.text == "aes"
    assert said == ["aes"]


def test_letters_typed_into_a_field_press_no_shortcut(stack: PanelStack, panel: Panel) -> None:
    panel.add(TextField((0, 0, 200, 36)))
    click(stack, (150, 60))

    assert press(stack, pygame.K_s, letter="s")
    assert not press(stack, pygame.K_z, pygame.KMOD_LCTRL, "\x1a")


def test_all_that_stands_in_a_field_is_selected_copied_and_replaced(
    stack: PanelStack, panel: Panel
) -> None:
    field = panel.add(TextField((0, 0, 200, 36), "warden", longest=9))
    stack.focus.to(field)

    assert press(stack, pygame.K_a, pygame.KMOD_LCTRL, "\x01")
    assert field.marked
    assert press(stack, pygame.K_c, pygame.KMOD_LCTRL)
    type_in(stack, "x")
    assert (field.text, field.caret, field.marked) == ("x", 1, False)

    press(stack, pygame.K_v, pygame.KMOD_LCTRL)
    press(stack, pygame.K_v, pygame.KMOD_LCTRL)
    assert field.text == "xwardenwa"

    press(stack, pygame.K_a, pygame.KMOD_LCTRL)
    press(stack, pygame.K_DELETE)
    assert (field.text, field.marked) == ("", False)


def test_what_is_cut_from_a_field_is_pasted_elsewhere(stack: PanelStack, panel: Panel) -> None:
    one = panel.add(TextField((0, 0, 200, 36), "nest"))
    other = panel.add(TextField((0, 50, 200, 36), "the "))
    stack.focus.to(one)
    press(stack, pygame.K_x, pygame.KMOD_LCTRL)
    stack.focus.to(other)
    press(stack, pygame.K_a, pygame.KMOD_LCTRL)
    press(stack, pygame.K_END)
    press(stack, pygame.K_v, pygame.KMOD_LCTRL)

    assert (one.text, other.text) == ("", "the nest")


def test_a_click_sets_the_caret_between_letters(stack: PanelStack, panel: Panel) -> None:
    field = panel.add(TextField((0, 0, 200, 36), "warden"))

    click(stack, (100 + 10 + field.theme.width("war", 15), 60))

    assert field.caret == 3


def test_a_full_field_takes_no_more(stack: PanelStack, panel: Panel) -> None:
    field = panel.add(TextField((0, 0, 200, 36), longest=3))
    stack.focus.to(field)
    type_in(stack, "warden")

    assert field.text == "war"


def test_a_slider_is_dragged_in_whole_steps(
    stack: PanelStack, panel: Panel, said: list[object]
) -> None:
    slider = panel.add(Slider((0, 0, 218, 30), 0, 0, 10, said.append))
    push(stack, (100 + 9, 65))
    move(stack, (100 + 9 + 100, 300))
    let_go(stack, (100 + 9 + 140, 65))
    move(stack, (100 + 9, 65))

    assert said == [5, 7]
    assert slider.value == 7


def test_a_slider_takes_arrows_and_wheel_and_keeps_its_ends(
    stack: PanelStack, panel: Panel
) -> None:
    slider = panel.add(Slider((0, 0, 200, 30), 9, 0, 10, lambda _: None))
    stack.focus.to(slider)
    press(stack, pygame.K_RIGHT)
    press(stack, pygame.K_RIGHT)
    assert slider.value == 10
    wheel(stack, (150, 60), -1)
    assert slider.value == 9
    press(stack, pygame.K_HOME)
    assert slider.value == 0


def test_a_toggle_turns_by_click_and_key(
    stack: PanelStack, panel: Panel, said: list[object]
) -> None:
    panel.add(Toggle((0, 0, 100, 30), "Sight", said.append))
    click(stack, (150, 60))
    press(stack, pygame.K_TAB)
    press(stack, pygame.K_SPACE)

    assert said == [True, False]


def test_only_what_can_be_seen_stands_in_a_field(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    field = panel.add(TextField((0, 0, 200, 36)))
    stack.focus.to(field)
    for letter in ("n", "\x00", "e\x1bs", "\n", "t"):
        stack.handle(pygame.Event(pygame.TEXTINPUT, text=letter))
    stack.draw(canvas)

    assert field.text == "nest"


def test_a_stepper_goes_round_its_values(
    stack: PanelStack, panel: Panel, said: list[object]
) -> None:
    panel.add(Stepper((0, 0, 100, 30), ["person", "steady", "random"], said.append))
    click(stack, (190, 60))
    click(stack, (110, 60))
    click(stack, (110, 60))
    press(stack, pygame.K_RIGHT)

    assert said == [1, 0, 2, 0]


def test_enter_presses_what_is_urged_beside_a_stepper(
    stack: PanelStack, panel: Panel, said: list[object]
) -> None:
    stepper = panel.add(Stepper((0, 0, 100, 30), ["person", "steady"], said.append))
    start = Button((0, 50, 100, 30), "Start", lambda: said.append("started"))
    start.shortcut = Key(pygame.K_RETURN)
    panel.add(start)
    stack.focus.to(stepper)
    press(stack, pygame.K_RETURN)
    press(stack, pygame.K_SPACE)

    assert said == ["started", 1]


def test_every_input_can_be_painted_with_and_without_the_focus(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    panel.add(TextField((0, 0, 200, 36), ghost="name"))
    panel.add(Slider((0, 50, 200, 30), 5, 0, 10, lambda _: None))
    panel.add(Toggle((0, 100, 100, 30), "Sight", lambda _: None))
    panel.add(Stepper((0, 150, 100, 30), ["person"], lambda _: None))
    stack.draw(canvas)
    for widget in panel.widgets:
        stack.focus.to(widget)
        before = canvas.copy()
        assert stack.draw(canvas)
        assert canvas.get_buffer().raw != before.get_buffer().raw

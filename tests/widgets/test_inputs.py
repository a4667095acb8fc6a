from __future__ import annotations

import pygame
import pytest

from game.widgets.button import Button
from game.widgets.inputs import Slider, Stepper, Toggle
from game.widgets.keys import Key
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.text_field import TextField
from tests.widgets.input_driver import click, let_go, move, press, push, type_in, wheel


@pytest.fixture
def said() -> list[object]:
    return []


def test_what_is_typed_stands_in_the_field(
    desk: PanelStack, panel: Panel, said: list[object]
) -> None:
    field = panel.add(TextField((0, 0, 200, 36), on_enter=said.append))
    click(desk, (150, 60))
    type_in(desk, "nest")
    press(desk, pygame.K_HOME)
    type_in(desk, "a")
    press(desk, pygame.K_DELETE)
    press(desk, pygame.K_END)
    press(desk, pygame.K_BACKSPACE)
    press(desk, pygame.K_RETURN)

    assert field.text == "aes"
    assert said == ["aes"]


def test_letters_typed_into_a_field_press_no_shortcut(desk: PanelStack, panel: Panel) -> None:
    panel.add(TextField((0, 0, 200, 36)))
    click(desk, (150, 60))

    assert press(desk, pygame.K_s, letter="s")
    assert not press(desk, pygame.K_z, pygame.KMOD_LCTRL, "\x1a")


def test_all_that_stands_in_a_field_is_selected_copied_and_replaced(
    desk: PanelStack, panel: Panel
) -> None:
    field = panel.add(TextField((0, 0, 200, 36), "warden", longest=9))
    desk.focus.to(field)

    assert press(desk, pygame.K_a, pygame.KMOD_LCTRL, "\x01")
    assert field.marked
    assert press(desk, pygame.K_c, pygame.KMOD_LCTRL)
    type_in(desk, "x")
    assert (field.text, field.caret, field.marked) == ("x", 1, False)

    press(desk, pygame.K_v, pygame.KMOD_LCTRL)
    press(desk, pygame.K_v, pygame.KMOD_LCTRL)
    assert field.text == "xwardenwa"

    press(desk, pygame.K_a, pygame.KMOD_LCTRL)
    press(desk, pygame.K_DELETE)
    assert (field.text, field.marked) == ("", False)


def test_what_is_cut_from_a_field_is_pasted_elsewhere(desk: PanelStack, panel: Panel) -> None:
    one = panel.add(TextField((0, 0, 200, 36), "nest"))
    other = panel.add(TextField((0, 50, 200, 36), "the "))
    desk.focus.to(one)
    press(desk, pygame.K_x, pygame.KMOD_LCTRL)
    desk.focus.to(other)
    press(desk, pygame.K_a, pygame.KMOD_LCTRL)
    press(desk, pygame.K_END)
    press(desk, pygame.K_v, pygame.KMOD_LCTRL)

    assert (one.text, other.text) == ("", "the nest")


def test_a_click_sets_the_caret_between_letters(desk: PanelStack, panel: Panel) -> None:
    field = panel.add(TextField((0, 0, 200, 36), "warden"))

    click(desk, (100 + 10 + field.theme.width("war", 15), 60))

    assert field.caret == 3


def test_a_full_field_takes_no_more(desk: PanelStack, panel: Panel) -> None:
    field = panel.add(TextField((0, 0, 200, 36), longest=3))
    desk.focus.to(field)
    type_in(desk, "warden")

    assert field.text == "war"


def test_a_slider_is_dragged_in_whole_steps(
    desk: PanelStack, panel: Panel, said: list[object]
) -> None:
    slider = panel.add(Slider((0, 0, 218, 30), 0, 0, 10, said.append))
    push(desk, (100 + 9, 65))
    move(desk, (100 + 9 + 100, 300))
    let_go(desk, (100 + 9 + 140, 65))
    move(desk, (100 + 9, 65))

    assert said == [5, 7]
    assert slider.value == 7


def test_a_slider_takes_arrows_and_wheel_and_keeps_its_ends(
    desk: PanelStack, panel: Panel
) -> None:
    slider = panel.add(Slider((0, 0, 200, 30), 9, 0, 10, lambda _: None))
    desk.focus.to(slider)
    press(desk, pygame.K_RIGHT)
    press(desk, pygame.K_RIGHT)
    assert slider.value == 10
    wheel(desk, (150, 60), -1)
    assert slider.value == 9
    press(desk, pygame.K_HOME)
    assert slider.value == 0


def test_a_toggle_turns_by_click_and_key(
    desk: PanelStack, panel: Panel, said: list[object]
) -> None:
    panel.add(Toggle((0, 0, 100, 30), "Sight", said.append))
    click(desk, (150, 60))
    press(desk, pygame.K_TAB)
    press(desk, pygame.K_SPACE)

    assert said == [True, False]


def test_only_what_can_be_seen_stands_in_a_field(
    desk: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    field = panel.add(TextField((0, 0, 200, 36)))
    desk.focus.to(field)
    for letter in ("n", "\x00", "e\x1bs", "\n", "t"):
        desk.handle(pygame.Event(pygame.TEXTINPUT, text=letter))
    desk.draw(canvas)

    assert field.text == "nest"


def test_a_stepper_goes_round_its_values(
    desk: PanelStack, panel: Panel, said: list[object]
) -> None:
    panel.add(Stepper((0, 0, 100, 30), ["person", "steady", "random"], said.append))
    click(desk, (190, 60))
    click(desk, (110, 60))
    click(desk, (110, 60))
    press(desk, pygame.K_RIGHT)

    assert said == [1, 0, 2, 0]


def test_enter_presses_what_is_urged_beside_a_stepper(
    desk: PanelStack, panel: Panel, said: list[object]
) -> None:
    stepper = panel.add(Stepper((0, 0, 100, 30), ["person", "steady"], said.append))
    start = Button((0, 50, 100, 30), "Start", lambda: said.append("started"))
    start.shortcut = Key(pygame.K_RETURN)
    panel.add(start)
    desk.focus.to(stepper)
    press(desk, pygame.K_RETURN)
    press(desk, pygame.K_SPACE)

    assert said == ["started", 1]


def test_every_input_can_be_painted_with_and_without_the_focus(
    desk: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    panel.add(TextField((0, 0, 200, 36), ghost="name"))
    panel.add(Slider((0, 50, 200, 30), 5, 0, 10, lambda _: None))
    panel.add(Toggle((0, 100, 100, 30), "Sight", lambda _: None))
    panel.add(Stepper((0, 150, 100, 30), ["person"], lambda _: None))
    desk.draw(canvas)
    for widget in panel.widgets:
        desk.focus.to(widget)
        before = canvas.copy()
        assert desk.draw(canvas)
        assert canvas.get_buffer().raw != before.get_buffer().raw

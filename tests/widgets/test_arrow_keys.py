"""The arrow keys move the focus in dialogs to what lies that way."""

from __future__ import annotations

import pygame
import pytest

from game.widgets.button import Button
from game.widgets.dialogs import Menu, name_dialog
from game.widgets.panel import Panel
from game.widgets.panel_stack import Dialog, PanelStack, Reply
from game.widgets.text_field import TextField
from tests.widgets.input_driver import press_key

L, R, U, D = pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN


def focused(stack: PanelStack) -> str:
    on = stack.focus.on
    assert isinstance(on, Button)
    return on.label


@pytest.mark.parametrize(
    ("keys", "label"),
    [((R,), "B"), ((R, R), "C"), ((R, R, R), "A"), ((L,), "C"), ((R, L), "A"), ((D,), "B")],
)
def test_left_and_right_go_along_the_replies_and_around(
    stack: PanelStack, keys: tuple[int, ...], label: str
) -> None:
    stack.ask(Dialog(stack.theme, "Pick", "", [Reply(letter) for letter in "ABC"]))
    for key in keys:
        press_key(stack, key)

    assert focused(stack) == label


@pytest.mark.parametrize(
    ("keys", "label"),
    [
        # One above, two rows of two, one below.
        ((D,), "B"),
        ((D, R), "C"),
        ((D, R, D), "E"),
        ((D, D, D), "F"),
        ((D, D, D, D), "A"),
        ((U,), "F"),
        ((U, U, R), "E"),
        ((D, R, U), "A"),
    ],
)
def test_arrows_go_through_a_menu_of_two_columns(
    stack: PanelStack, keys: tuple[int, ...], label: str
) -> None:
    stack.ask(Menu(stack.theme, "Menu", "", [Reply(letter) for letter in "ABCDEF"]))
    for key in keys:
        press_key(stack, key)

    assert focused(stack) == label


def test_a_field_keeps_left_and_right_for_its_caret(stack: PanelStack) -> None:
    stack.ask(name_dialog(stack.theme, "Rename", "", "old", "Rename", lambda _: None))
    field = stack.focus.on
    assert isinstance(field, TextField)
    press_key(stack, L)
    assert stack.focus.on is field
    press_key(stack, D)
    assert focused(stack) == "Rename"
    press_key(stack, R)
    assert focused(stack) == "Cancel"
    press_key(stack, U)
    assert stack.focus.on is field


def test_without_a_dialog_arrows_belong_to_the_screen(stack: PanelStack, panel: Panel) -> None:
    one = panel.add(Button("A", print), (0, 0, 100, 40))
    panel.add(Button("B", print), (110, 0, 100, 40))
    stack.focus.to(one)

    assert not press_key(stack, R)
    assert stack.focus.on is one


def test_an_arrow_with_ctrl_does_not_move_the_focus(stack: PanelStack) -> None:
    stack.ask(Dialog(stack.theme, "Pick", "", [Reply(letter) for letter in "AB"]))
    press_key(stack, R, pygame.KMOD_LCTRL)

    assert focused(stack) == "A"

"""Number fields: typing, the mouse wheel and the step buttons."""

from __future__ import annotations

import pygame
import pytest

from game.widgets.number_field import NumberField
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack


@pytest.fixture
def found() -> list[float]:
    return []


@pytest.fixture
def field(stack: PanelStack, panel: Panel, found: list[float]) -> NumberField:
    field = NumberField(4.0, found.append, step=0.5, least=0, most=48).placed((10, 10, 90, 30))
    stack.focus.to(panel.add(field))
    return field


def press_code(stack: PanelStack, code: int) -> None:
    stack.handle(pygame.Event(pygame.KEYDOWN, key=code, mod=0, unicode=""))


def write(stack: PanelStack, words: str) -> None:
    for _ in range(9):
        press_code(stack, pygame.K_BACKSPACE)
    for letter in words:
        stack.handle(pygame.Event(pygame.TEXTINPUT, text=letter))


@pytest.mark.parametrize(
    ("words", "number"),
    [("7", 7.0), ("7,25", 7.25), ('12.5"', 12.5), ("-3", 0.0), ("99", 48.0)],
)
def test_return_enters_what_was_typed_within_its_limits(
    stack: PanelStack, field: NumberField, found: list[float], words: str, number: float
) -> None:
    write(stack, words)
    assert found == []
    press_code(stack, pygame.K_RETURN)

    assert found == [number]
    assert field.text == f"{number:g}"


@pytest.mark.parametrize("words", ["", "far", "nan", "inf", "1e999", "4"])
def test_what_is_no_number_or_no_other_is_not_entered(
    stack: PanelStack, field: NumberField, found: list[float], words: str
) -> None:
    write(stack, words)
    press_code(stack, pygame.K_RETURN)

    assert found == []
    assert field.text == "4"


def test_going_elsewhere_enters_it_and_escape_does_not(
    stack: PanelStack, field: NumberField, found: list[float]
) -> None:
    write(stack, "5")
    press_code(stack, pygame.K_ESCAPE)
    stack.focus.to(None)
    assert (found, field.text) == ([], "4")
    stack.focus.to(field)
    write(stack, "5")
    stack.focus.to(None)
    assert found == [5.0]


def test_arrows_step_it(stack: PanelStack, field: NumberField, found: list[float]) -> None:
    for code in (pygame.K_UP, pygame.K_UP, pygame.K_DOWN):
        press_code(stack, code)

    assert found == [4.5, 5.0, 4.5]


def test_what_is_being_typed_is_left_alone_until_the_number_is_another(
    stack: PanelStack, field: NumberField, found: list[float]
) -> None:
    write(stack, "12")
    field.to(4.0)
    assert field.text == "12"
    field.to(6.0)
    assert field.text == "6"
    field.to(None)
    assert field.text == ""
    assert found == []

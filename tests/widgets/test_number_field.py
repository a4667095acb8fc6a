"""Number fields: typing, the mouse wheel and the step buttons."""

from __future__ import annotations

import pygame
import pytest

from game.widgets.inputs import NumberField
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack


@pytest.fixture
def told() -> list[float]:
    return []


@pytest.fixture
def field(desk: PanelStack, panel: Panel, told: list[float]) -> NumberField:
    field = NumberField((10, 10, 90, 30), 4.0, told.append, step=0.5, least=0, most=48)
    desk.focus.to(panel.add(field))
    return field


def key(desk: PanelStack, code: int) -> None:
    desk.handle(pygame.Event(pygame.KEYDOWN, key=code, mod=0, unicode=""))


def write(desk: PanelStack, words: str) -> None:
    for _ in range(9):
        key(desk, pygame.K_BACKSPACE)
    for letter in words:
        desk.handle(pygame.Event(pygame.TEXTINPUT, text=letter))


@pytest.mark.parametrize(
    ("words", "number"),
    [("7", 7.0), ("7,25", 7.25), ('12.5"', 12.5), ("-3", 0.0), ("99", 48.0)],
)
def test_return_enters_what_was_typed_within_its_limits(
    desk: PanelStack, field: NumberField, told: list[float], words: str, number: float
) -> None:
    write(desk, words)
    assert told == []
    key(desk, pygame.K_RETURN)

    assert told == [number]
    assert field.text == f"{number:g}"


@pytest.mark.parametrize("words", ["", "far", "nan", "inf", "1e999", "4"])
def test_what_is_no_number_or_no_other_is_not_entered(
    desk: PanelStack, field: NumberField, told: list[float], words: str
) -> None:
    write(desk, words)
    key(desk, pygame.K_RETURN)

    assert told == []
    assert field.text == "4"


def test_going_elsewhere_enters_it_and_escape_does_not(
    desk: PanelStack, field: NumberField, told: list[float]
) -> None:
    write(desk, "5")
    key(desk, pygame.K_ESCAPE)
    desk.focus.to(None)
    assert (told, field.text) == ([], "4")
    desk.focus.to(field)
    write(desk, "5")
    desk.focus.to(None)
    assert told == [5.0]


def test_arrows_step_it(desk: PanelStack, field: NumberField, told: list[float]) -> None:
    for code in (pygame.K_UP, pygame.K_UP, pygame.K_DOWN):
        key(desk, code)

    assert told == [4.5, 5.0, 4.5]


def test_what_is_being_typed_is_left_alone_until_the_number_is_another(
    desk: PanelStack, field: NumberField, told: list[float]
) -> None:
    write(desk, "12")
    field.to(4.0)
    assert field.text == "12"
    field.to(6.0)
    assert field.text == "6"
    field.to(None)
    assert field.text == ""
    assert told == []

from __future__ import annotations

import pygame
import pytest

from game.widgets.button import Button
from game.widgets.keys import Key
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.pressed_keys import is_press_of
from tests.widgets.input_driver import click_at, let_go_at, press_key, push_at

BOX = (10, 10, 120, 40)
ON_IT = (150, 80)
OFF_IT = (400, 400)


@pytest.fixture
def presses() -> list[str]:
    return []


@pytest.fixture
def button(panel: Panel, presses: list[str]) -> Button:
    return panel.add(
        Button("Shoot", lambda: presses.append("shoot"), shortcut=Key(pygame.K_s)), BOX
    )


def test_a_click_presses(stack: PanelStack, button: Button, presses: list[str]) -> None:
    click_at(stack, ON_IT)

    assert presses == ["shoot"]


def test_letting_go_beside_it_presses_nothing(
    stack: PanelStack, button: Button, presses: list[str]
) -> None:
    push_at(stack, ON_IT)
    assert button.held
    let_go_at(stack, OFF_IT)

    assert not button.held
    assert not presses


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE, pygame.K_KP_ENTER])
def test_return_and_space_press_what_has_the_focus(
    stack: PanelStack, button: Button, presses: list[str], key: int
) -> None:
    press_key(stack, pygame.K_TAB)
    press_key(stack, key)

    assert presses == ["shoot"]


def test_its_shortcut_presses_it_without_focus(
    stack: PanelStack, button: Button, presses: list[str]
) -> None:
    assert press_key(stack, pygame.K_s)
    assert not press_key(stack, pygame.K_s, pygame.KMOD_LCTRL)

    assert presses == ["shoot"]


def test_a_disabled_button_tells_why_and_does_nothing(
    stack: PanelStack, button: Button, presses: list[str]
) -> None:
    button.reason = "It fired already (CC-09)."
    click_at(stack, ON_IT)
    press_key(stack, pygame.K_s)

    assert not presses
    assert button.tip == "It fired already (CC-09)."


def test_a_hidden_button_takes_nothing(
    stack: PanelStack, button: Button, presses: list[str]
) -> None:
    button.shown = False
    click_at(stack, ON_IT)

    assert not press_key(stack, pygame.K_s)
    assert not presses


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (Key(pygame.K_z, ctrl=True), "Ctrl+Z"),
        (Key(pygame.K_z, ctrl=True, shift=True), "Ctrl+Shift+Z"),
        (Key(pygame.K_ESCAPE), "Esc"),
        (Key(pygame.K_F1), "F1"),
    ],
)
def test_keys_have_names(key: Key, name: str) -> None:
    assert str(key) == name


def test_a_key_is_known_by_its_code_not_its_character() -> None:
    undo = pygame.Event(pygame.KEYDOWN, key=pygame.K_z, mod=pygame.KMOD_LCTRL, unicode="\x1a")

    assert is_press_of(Key(pygame.K_z, ctrl=True), undo)


def test_long_words_end_before_the_key(panel: Panel) -> None:
    long = Button("LOAD", lambda: None, detail="word " * 60, shortcut=Key(pygame.K_l)).placed(
        (10, 10, 300, 68)
    )
    panel.add(long)
    panel.paint()
    by_key = pygame.Rect(276, 12, 32, 64)
    before = panel.surface.subsurface(by_key).copy()
    long.detail = "word"
    panel.paint()
    after = panel.surface.subsurface(by_key).copy()

    assert before.get_buffer().raw == after.get_buffer().raw

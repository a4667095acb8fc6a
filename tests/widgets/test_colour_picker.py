"""The choice of a colour: swatches, field, sliders and digits, by mouse and by keys."""

from __future__ import annotations

from typing import TypeVar

import pygame
import pytest

from game.widgets.colour_picker import (
    ColourButton,
    ColourDialog,
    HueField,
    Swatches,
    colour_from,
)
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.slider import Slider
from game.widgets.text_field import TextField
from game.widgets.widget import Widget
from tests.widgets.input_driver import click_at, let_go_at, move_to, press_key, push_at, type_in

W = TypeVar("W", bound=Widget)
OFFERED = ("#ffe2b0", "#ffff0000", "#8000ff00", "#ff0000ff")


@pytest.fixture
def chosen() -> list[str]:
    return []


@pytest.fixture
def dialog(stack: PanelStack, canvas: pygame.Surface, chosen: list[str]) -> ColourDialog:
    dialog = ColourDialog(stack.theme, "Tint", "#ffffe2b0", chosen.append, OFFERED)
    stack.ask(dialog)
    stack.draw(canvas)
    return dialog


def part(dialog: ColourDialog, kind: type[W]) -> W:
    (found,) = (w for w in dialog.widgets if isinstance(w, kind))
    return found


def slider(dialog: ColourDialog, label: str) -> Slider:
    found = dialog.known(label, "control")
    assert isinstance(found, Slider)
    return found


def middle_of_widget(dialog: ColourDialog, widget: Widget) -> tuple[int, int]:
    return widget.rect.move(dialog.rect.topleft).center


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("#ffe2b0", "#ffffe2b0"),
        ("FFE2B0", "#ffffe2b0"),
        ("#80102030", "#80102030"),
        (" #000000 ", "#ff000000"),
    ],
)
def test_digits_are_read_with_and_without_opacity(words: str, text: str) -> None:
    colour = colour_from(words)
    assert colour is not None
    assert colour.text == text


@pytest.mark.parametrize("words", ["", "#", "#12345", "#1234567", "#gg00", "red", "#102030405"])
def test_other_words_are_no_colour(words: str) -> None:
    assert colour_from(words) is None


def test_every_step_of_a_channel_survives() -> None:
    for n in range(256):
        for text in (f"#ff{n:02x}8040", f"#ff10{n:02x}{255 - n:02x}", f"#{n:02x}{n:02x}0000"):
            colour = colour_from(text)
            assert colour is not None
            assert colour.text == text


def test_a_swatch_is_picked_by_click_and_by_arrows(
    stack: PanelStack, dialog: ColourDialog, chosen: list[str]
) -> None:
    assert stack.focus.on is part(dialog, Swatches)
    place = part(dialog, Swatches).place(1).move(dialog.rect.topleft)
    click_at(stack, place.center)
    assert part(dialog, TextField).text == "#ff0000"
    press_key(stack, pygame.K_RIGHT)
    assert dialog.colour.text == "#8000ff00"
    assert slider(dialog, "Opacity").value == 50
    press_key(stack, pygame.K_RETURN)
    assert chosen == ["#8000ff00"]
    assert stack.dialog is None


def test_the_field_follows_a_drag_and_arrows(stack: PanelStack, dialog: ColourDialog) -> None:
    field = part(dialog, HueField).rect.move(dialog.rect.topleft)
    push_at(stack, field.center)
    assert dialog.colour.hue == pytest.approx(0.5, abs=0.01)
    assert dialog.colour.saturation == pytest.approx(0.5, abs=0.01)
    move_to(stack, (field.left - 50, field.top - 50))
    let_go_at(stack, (field.left - 50, field.top - 50))
    assert (dialog.colour.hue, dialog.colour.saturation) == (0.0, 1.0)
    press_key(stack, pygame.K_RIGHT)
    press_key(stack, pygame.K_DOWN)
    assert dialog.colour.hue == pytest.approx(1 / 72)
    assert dialog.colour.saturation == pytest.approx(0.95)


def test_sliders_change_brightness_and_opacity(
    stack: PanelStack, dialog: ColourDialog, chosen: list[str]
) -> None:
    click_at(stack, middle_of_widget(dialog, slider(dialog, "Opacity")))
    press_key(stack, pygame.K_HOME)
    for _ in range(50):
        press_key(stack, pygame.K_RIGHT)
    click_at(stack, middle_of_widget(dialog, slider(dialog, "Brightness")))
    press_key(stack, pygame.K_END)
    press_key(stack, pygame.K_RETURN)
    assert chosen == ["#80ffe2b0"]


def test_digits_are_typed_and_only_a_colour_is_entered(
    stack: PanelStack, dialog: ColourDialog, chosen: list[str]
) -> None:
    click_at(stack, middle_of_widget(dialog, part(dialog, TextField)))
    press_key(stack, pygame.K_a, pygame.KMOD_CTRL)
    type_in(stack, "56b4e")
    press_key(stack, pygame.K_RETURN)
    assert chosen == []
    type_in(stack, "9")
    assert dialog.colour.text == "#ff56b4e9"
    assert part(dialog, TextField).text == "56b4e9"
    press_key(stack, pygame.K_RETURN)
    assert chosen == ["#ff56b4e9"]
    assert stack.dialog is None


def test_what_was_typed_and_is_no_colour_is_given_up(
    stack: PanelStack, dialog: ColourDialog
) -> None:
    click_at(stack, middle_of_widget(dialog, part(dialog, TextField)))
    type_in(stack, "zz")
    press_key(stack, pygame.K_TAB)
    assert part(dialog, TextField).text == "#ffe2b0"


def test_tab_reaches_every_part(stack: PanelStack, dialog: ColourDialog) -> None:
    ring = [
        part(dialog, HueField),
        slider(dialog, "Brightness"),
        slider(dialog, "Opacity"),
        part(dialog, TextField),
    ]
    ways: list[Widget | None] = []
    for _ in ring:
        press_key(stack, pygame.K_TAB)
        ways.append(stack.focus.on)
    assert ways == ring


def test_escape_keeps_the_colour(
    stack: PanelStack, dialog: ColourDialog, chosen: list[str]
) -> None:
    press_key(stack, pygame.K_RIGHT)
    press_key(stack, pygame.K_ESCAPE)
    assert stack.dialog is None
    assert chosen == []


def test_a_button_shows_its_colour_or_that_several_differ(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    button = panel.add(ColourButton(lambda: None, mixed="(several)"), (10, 10, 160, 30))
    button.value = "#ffff0000"
    stack.draw(canvas)
    assert canvas.get_at((100 + 10 + 25, 50 + 25))[:3] == (255, 0, 0)
    button.value = None
    stack.draw(canvas)
    assert canvas.get_at((100 + 10 + 25, 50 + 25))[:3] != (255, 0, 0)

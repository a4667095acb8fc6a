from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.widgets.button import IconButton
from game.widgets.cells import Child
from game.widgets.fields import (
    COMPACT,
    OFF_ON,
    ROOMY,
    Control,
    Field,
    FormStyle,
    choice,
    form,
    number,
    percentage,
    text,
    text_area,
)
from game.widgets.number_field import NumberField
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.slider import Slider
from game.widgets.stepper import Stepper
from game.widgets.text_field import TextArea, TextField
from game.widgets.text_view import Label
from tests.widgets.input_driver import press_key, type_in


class Form:
    """A form of one value."""

    def __init__(self, panel: Panel, control: Control, value: Any, **more: Any) -> None:
        self.panel, self.control, self.value, self.more = panel, control, value, more
        self.style = more.pop("style", COMPACT)
        self.show()

    def put(self, value: Any) -> None:
        self.value = value

    def show(self) -> None:
        one = Field("Width", self.control, lambda: self.value, self.put, **self.more)
        self.panel.show(form(one, style=self.style))

    def find(self, kind: type) -> Any:
        return next(w for w in self.panel.widgets if isinstance(w, kind))

    @property
    def labels(self) -> list[str]:
        return [w.text for w in self.panel.widgets if isinstance(w, Label)]


def test_a_choice_shows_the_value_and_puts_another(panel: Panel) -> None:
    shown = Form(panel, choice(OFF_ON), value=True)
    stepper = shown.find(Stepper)
    assert stepper.value == 1
    stepper.step(1)
    shown.show()

    assert (shown.value, stepper.value) == (False, 0)


@pytest.mark.parametrize(("value", "at"), [(None, 0), (0.75, 1), (1.75, 2), (0.1, 1), ("x", 0)])
def test_a_choice_of_numbers_shows_the_nearest(panel: Panel, value: object, at: int) -> None:
    shown = Form(panel, choice([(None, "Any"), (0.75, "75%"), (1.0, "100%")]), value)

    assert shown.find(Stepper).value == at


@pytest.mark.parametrize(("step", "value"), [(1, "a"), (-1, "c")])
def test_a_choice_may_show_that_values_differ(panel: Panel, step: int, value: str) -> None:
    shown = Form(panel, choice([("a", "A"), ("b", "B"), ("c", "C")], mixed="Mixed"), None)
    stepper = shown.find(Stepper)
    assert stepper.labels[stepper.value] == "Mixed"
    stepper.step(step)
    shown.show()

    assert shown.value == value
    assert stepper.labels == ("A", "B", "C")
    assert stepper.labels[stepper.value] == value.upper()


def test_a_number_is_put_when_it_is_entered(stack: PanelStack, panel: Panel) -> None:
    shown = Form(panel, number(step=0.5, least=1, most=9), 4.0)
    field = shown.find(NumberField)
    stack.focus.to(field)
    press_key(stack, pygame.K_BACKSPACE)
    type_in(stack, "7")
    shown.show()
    assert shown.value == 4.0
    press_key(stack, pygame.K_RETURN)
    shown.show()
    assert (shown.value, field.text) == (7.0, "7")
    press_key(stack, pygame.K_UP)
    assert shown.value == 7.5
    press_key(stack, pygame.K_a, pygame.KMOD_CTRL)
    type_in(stack, "99")
    press_key(stack, pygame.K_RETURN)
    assert shown.value == 9


def test_a_whole_number_is_rounded_to_its_step(stack: PanelStack, panel: Panel) -> None:
    shown = Form(panel, number(step=5, whole=True), None)
    field = shown.find(NumberField)
    assert field.text == ""
    stack.focus.to(field)
    type_in(stack, "12")
    press_key(stack, pygame.K_RETURN)

    assert shown.value == 10


def test_a_text_is_put_when_it_is_entered_or_left(stack: PanelStack, panel: Panel) -> None:
    shown = Form(panel, text(ghost="No name"), "a")
    field = shown.find(TextField)
    stack.focus.to(field)
    type_in(stack, "b")
    shown.show()
    assert shown.value == "a"
    press_key(stack, pygame.K_RETURN)
    assert shown.value == "ab"
    shown.show()
    type_in(stack, "c")
    shown.show()
    stack.focus.to(None)
    assert shown.value == "abc"


def test_a_text_may_be_put_with_every_letter(stack: PanelStack, panel: Panel) -> None:
    shown = Form(panel, text(at_once=True), "")
    stack.focus.to(shown.find(TextField))
    type_in(stack, "x")
    shown.show()
    type_in(stack, "y")

    assert shown.value == "xy"


def test_a_text_of_several_lines_keeps_its_height(panel: Panel) -> None:
    shown = Form(panel, text_area(longest=200, most_lines=4), "a\nb")
    area = shown.find(TextArea)
    area.text = "c"
    area.leave()

    assert shown.value == "c"
    assert area.rect.height == 88


def test_a_percentage_is_a_slider_with_its_number(panel: Panel) -> None:
    shown = Form(panel, percentage(), 35)
    shown.find(Slider).to(8)
    shown.show()

    assert shown.value == 40
    assert "40%" in shown.labels
    assert shown.find(Slider).value == 8


@pytest.mark.parametrize("style", [ROOMY, COMPACT])
def test_a_hint_is_told_or_a_tooltip(panel: Panel, style: FormStyle) -> None:
    shown = Form(panel, choice(OFF_ON), value=True, hint="Whole inches", style=style)

    assert ("Whole inches" in shown.labels) is style.tells
    assert (shown.find(Stepper).hint == "Whole inches") is not style.tells
    assert shown.find(Stepper).rect.height == style.height
    assert shown.find(Stepper).rect.left == style.label_width + 10


def test_a_fault_stands_below_the_control(panel: Panel) -> None:
    shown = Form(panel, text(), "a")
    field = shown.find(TextField)
    shown.more["fault"] = "There is no such file"
    shown.show()

    assert shown.find(TextField) is field
    assert panel.known("Width", "control") == field
    fault = next(w for w in panel.widgets if isinstance(w, Label) and "file" in w.text)
    assert fault.rect.top >= field.rect.bottom
    assert fault.rect.left == field.rect.left


def test_a_button_may_stand_beside_the_control(panel: Panel) -> None:
    clear: Child = IconButton("Clear", print, icon="ui/x")
    shown = Form(panel, text(), "a", aside=clear)

    assert shown.find(IconButton).rect.right == 400
    assert shown.find(TextField).rect.right == 400 - 38 - 4


def test_fields_are_known_by_their_labels(stack: PanelStack, panel: Panel) -> None:
    def fields(*labels: str) -> Child:
        return form(*(Field(label, text(), lambda: "", print) for label in labels))

    panel.show(fields("One", "Two", "Three"))
    third = panel.widgets[5]
    stack.focus.to(third)
    panel.show(fields("Three", "Two"))

    assert panel.widgets[1] is third
    assert stack.focus.on is third

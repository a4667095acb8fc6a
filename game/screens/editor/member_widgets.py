"""A widget for each type of member of a class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, get_args

from pydantic.fields import FieldInfo

from game.content.maps.class_registry import CHOICES
from game.content.maps.map_class import MapClass, references
from game.content.maps.member_types import BY_RULEBOOK, MAX_LETTERS, MAX_LINES, IsText
from game.content.maps.writer import member_type
from game.widgets.button import Button, Style
from game.widgets.cells import Child, LayoutCell, grid, keyed, sized
from game.widgets.colour_picker import ColourButton
from game.widgets.fields import (
    COMPACT,
    NO_YES,
    Control,
    Field,
    Put,
    choice,
    number,
    text,
    text_area,
)
from game.widgets.sizes import LOW, SHORT_FIELD, SMALL_TEXT, TIGHT
from game.widgets.text_view import Label
from game.widgets.theme import MUTED
from game.widgets.widget import Widget

FORM = replace(COMPACT, has_edge=True, has_lines=True)
FILES = "Choose a PNG, JPEG or SVG; it is copied beside the map"
MIXED = "(several)"
"""Shown where the selected objects differ."""


class MemberBinding(NamedTuple):
    """Functions by which a member's widget reads and changes the value."""

    now: Callable[[], Any]
    """The value that all selected objects share; None if they differ."""
    set: Callable[[Any], None]
    pick: Callable[[], None] = lambda: None
    """Lets the user click the object to refer to."""
    called: Callable[[int], str] = str
    """Returns an object's name by its id."""
    usual: str = ""
    """The value that the rulebook gives, with its clause; empty if objects differ in it."""
    ask: Callable[[str, str, Callable[[str], None]], None] = lambda *_: None
    """Lets the user choose a colour: gets a title, the present colour and ``set``."""
    ask_picture: Callable[[], None] = lambda: None
    """Lets the user choose a picture's file."""


def member_field(kind: type[MapClass], name: str, asks: MemberBinding, hint: str) -> Field:
    """Return the field of a member."""
    return Field(title_of(name), _control(kind, name, asks), asks.now, asks.set, hint)


def measures(controls: Mapping[str, Widget]) -> LayoutCell:
    """Return controls with labels beside them, in two columns."""
    cells = list[Child]()
    for label, control in controls.items():
        cells += [Label(label, size=SMALL_TEXT, colour=MUTED)]
        cells += [keyed(label, sized(control, height=LOW))]
    return grid(*cells, columns=(0, 1, 0, 1), gap=TIGHT)


def title_of(name: str) -> str:
    """Return the name of a member as the label of its field."""
    return name.replace("_", " ").capitalize()


def _control(kind: type[MapClass], name: str, asks: MemberBinding) -> Control:
    field = kind.model_fields[name]
    type_, choice = member_type(field)
    if name in references(kind):
        return lambda id_, _: _reference(id_, asks)
    if choice:
        return _choice([*get_args(CHOICES[choice])], asks.usual)
    if type_ == "bool":
        return short_choice(NO_YES)
    if type_ in {"int", "float"}:
        return _number(field)
    if type_ in {"color", "file"}:
        return partial(_asked, name, field, asks)
    return _text(field)


def _asked(
    name: str, field: FieldInfo, asks: MemberBinding, value: str | None, put: Put
) -> Widget:
    """Return the button of a value that a dialog asks for: a colour, or a picture's file."""
    if member_type(field)[0] == "color":
        return ColourButton(
            lambda: asks.ask(title_of(name), value or field.default, put),
            mixed=MIXED,
            value=value,
        )
    label = MIXED if value is None else value or "Choose a file…"
    icon, ghost = "ui/image", Style.GHOST
    return Button(label, asks.ask_picture, icon=icon, style=ghost, size=SMALL_TEXT, hint=FILES)


def _text(field: FieldInfo) -> Control:
    """Return a field for a text of one line or of several."""
    if not any(isinstance(mark, IsText) for mark in field.metadata):
        return text(ghost="–")
    return text_area(ghost="–", longest=MAX_LETTERS, most_lines=MAX_LINES)


def short_choice(values: Sequence[tuple[Any, str]], hint: str = "") -> Control:
    """Return a choice that may be too narrow for its longest name."""

    def make(value: Any, put: Put) -> Child:
        stepper = choice(values, MIXED)(value, put)
        assert isinstance(stepper, Widget)
        stepper.hint = hint
        return sized(stepper, height=LOW, least=SHORT_FIELD)

    return make


def _choice(values: Sequence[Any], usual: str) -> Control:
    value, _, clause = usual.partition(" (")
    named = [
        (v, f"Usual ({value})" if value and v == BY_RULEBOOK else str(v).capitalize())
        for v in values
    ]
    return short_choice(named, f"Usual with this class: {value} ({clause}" if value else "")


def _number(field: FieldInfo) -> Control:
    whole = field.annotation is int
    least = next((m.ge for m in field.metadata if hasattr(m, "ge")), None)
    most = next((m.le for m in field.metadata if hasattr(m, "le")), None)
    step = next((m.multiple_of for m in field.metadata if hasattr(m, "multiple_of")), 1)
    control = number(step=step if whole else 0.5, least=least, most=most, whole=whole)

    def make(value: float | None, put: Put) -> Child:
        made = control(value, put)
        if isinstance(made, Widget) and least is not None and most is not None:
            made.hint = f"From {least:g} to {most:g}"
        return made

    return make


def _reference(id_: int | None, asks: MemberBinding) -> Button:
    label = MIXED if id_ is None else asks.called(id_) if id_ else "Pick one…"
    hint = "Click here, then on the board"
    ghost = Style.GHOST
    return Button(
        label, asks.pick, icon="ui/crosshair", style=ghost, size=SMALL_TEXT, hint=hint
    )

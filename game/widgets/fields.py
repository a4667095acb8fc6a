"""Fields of forms, each a label beside the control of a value."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, TypeAlias

from game.content.palettes import Colour, palette
from game.widgets.cells import Child, LayoutCell, column, keyed, row, sized
from game.widgets.hint_line import HintLine
from game.widgets.number_field import NumberField
from game.widgets.sizes import (
    APART,
    BODY_TEXT,
    CONTROL,
    GAP,
    LOW,
    MEDIUM,
    NOTE_TEXT,
    SMALL_TEXT,
    TIGHT,
)
from game.widgets.slider import Slider
from game.widgets.stepper import Stepper
from game.widgets.text_field import TextArea, TextField
from game.widgets.text_view import Label
from game.widgets.theme import MUTED, TEXT
from game.widgets.widget import Widget

Put: TypeAlias = Callable[[Any], None]
Control: TypeAlias = Callable[[Any, Put], Child]
"""Returns the widget that shows a value, and reports another one."""
OFF_ON = ((False, "Off"), (True, "On"))
NO_YES = ((False, "No"), (True, "Yes"))


@dataclass(frozen=True, slots=True)
class FormStyle:
    """The look of all fields of a form; sizes are in units."""

    label_width: float
    """Width of the labels, where there is room for it."""
    size: float
    """Font size of the labels."""
    colour: Colour
    height: float
    """Height of controls of one line."""
    gap: float
    """Space between two fields."""
    tells: bool
    """True if hints stand below the labels; else they are tooltips."""
    has_edge: bool = False
    """True if all controls have the same left edge, even if they are shorter than they want."""
    has_lines: bool = False
    """True if the first line of a hint also stands below the field."""


ROOMY = FormStyle(290.0, 16.0, TEXT, CONTROL, APART, tells=True)
"""A form that fills a screen."""
MIDDLE = FormStyle(140.0, BODY_TEXT, MUTED, MEDIUM, GAP, tells=False)
"""A form in a dialog or a small card."""
COMPACT = FormStyle(112.0, SMALL_TEXT, MUTED, LOW, TIGHT, tells=False)
"""A form in a narrow panel beside something else."""


@dataclass(frozen=True, slots=True)
class Field:
    """A value of a form."""

    label: str
    control: Control
    get: Callable[[], Any]
    put: Put
    hint: str = ""
    _: KW_ONLY
    aside: Child = None
    """The part at the right of the control: a button that clears it, or throws dice."""
    fault: str = ""
    """Why the value is wrong, shown below the control."""
    key: Hashable = None
    """Key by which it is known; None for its label."""

    def cell(self, style: FormStyle = ROOMY) -> LayoutCell:
        """Return its label and its control, side by side."""
        control = self.control(self.get(), self.put)
        told = style.tells and self.hint
        label: Child = Label(self.label, size=style.size, colour=style.colour, hint=self.hint)
        if told:
            small = Label(self.hint, size=style.size - 4, colour=MUTED)
            label = column(label, small, gap=0)
        elif isinstance(control, Widget):
            control.hint = control.hint or self.hint
        if isinstance(control, Widget) and not isinstance(control, TextArea):
            control = sized(control, height=style.height)
        assert control is not None
        control = keyed("control", control)
        beside = control if self.aside is None else row(control, self.aside, gap=TIGHT)
        if self.fault:
            beside = column(
                beside, Label(self.fault, size=NOTE_TEXT, colour=palette().bad), gap=0
            )
        narrow = min(60.0, style.label_width)
        named = sized(label, width=style.label_width, least=narrow)
        key = self.label if self.key is None else self.key
        wide = narrow if style.has_edge else None
        whole = row(named, sized(beside, width=wide, grow=1))
        if style.has_lines and self.hint:
            whole = column(whole, HintLine(self.hint.partition("\n")[0]), gap=0)
        return keyed(key, whole)


def form(*fields: Field | Child, style: FormStyle = ROOMY) -> LayoutCell:
    """Return fields below one another, with other cells between them."""
    cells = [one.cell(style) if isinstance(one, Field) else one for one in fields]
    return column(*cells, gap=style.gap)


# Controls


def choice(values: Sequence[tuple[Any, str]], mixed: str = "") -> Callable[[Any, Put], Stepper]:
    """Return a choice of a few values with names.

    Of numbers, the nearest one stands for a value that is not among them. *mixed*: its name
    while several values differ, so that there is none.
    """
    found = [value for value, _ in values]
    names = [name for _, name in values]

    def make(value: Any, put: Put) -> Stepper:
        if mixed and value is None and None not in found:
            if not found:
                return Stepper([mixed], lambda _: None)
            return Stepper([mixed, *names], lambda n: put(found[max(0, n - 1)]), 0)
        return Stepper(names, lambda n: put(found[n]), _nearest(found, value))

    return make


def _nearest(values: Sequence[Any], value: Any) -> int:
    if value in values:
        return values.index(value)
    able = isinstance(value, int | float)
    away = [abs(v - value) if able and isinstance(v, int | float) else 1e9 for v in values]
    return away.index(min(away))


def number(
    *,
    step: float = 1.0,
    least: float | None = None,
    most: float | None = None,
    whole: bool = False,
    ghost: str = "–",
) -> Control:
    """Return a field for a number; *whole*: it is rounded, to a multiple of *step*."""

    def make(value: float | None, put: Put) -> NumberField:
        def take(typed: float) -> None:
            put(round(round(typed / step) * step) if whole else typed)

        field = NumberField(value, take, step=step, least=least, most=most)
        field.ghost = ghost
        return field

    return make


def text(*, ghost: str = "", longest: int = 60, at_once: bool = False) -> Control:
    """Return a field for a text, taken on Return and when it loses the focus.

    *at_once*: taken with every letter.
    """

    def make(value: str | None, put: Put) -> TextField:
        def enter(words: str) -> None:
            if words != (value or ""):
                put(words)

        field = TextField(value or "", ghost=ghost, longest=longest)
        if at_once:
            field.on_change = put
        else:
            field.on_enter = field.on_leave = enter
        return field

    return make


def text_area(*, ghost: str = "", longest: int, most_lines: int) -> Control:
    """Return a field for a text of several lines, taken when it loses the focus."""

    def make(value: str | None, put: Put) -> TextArea:
        def leave(words: str) -> None:
            if words != (value or ""):
                put(words)

        return TextArea(
            value or "", ghost=ghost, longest=longest, most_lines=most_lines, on_leave=leave
        )

    return make


def percentage(step: int = 5) -> Control:
    """Return a slider from 0 to 100, in steps, with the number beside it."""

    def make(value: int, put: Put) -> LayoutCell:
        slider = Slider(value // step, 0, 100 // step, lambda steps: put(steps * step))
        shown = Label(f"{value}%", size=BODY_TEXT, align="right")
        return row(slider, sized(shown, width=60))

    return make

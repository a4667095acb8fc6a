"""A widget for each type of member."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, get_args

from game.content.maps.class_base import BY_RULEBOOK, CHOICES, MapClass, references
from game.content.maps.writer import member_type
from game.widgets.button import Button, Style
from game.widgets.inputs import NumberField, Stepper
from game.widgets.text_field import TextField
from game.widgets.theme import Box
from game.widgets.widget import Widget

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


class ChoiceInput(Stepper):
    """A stepper over a few values, which can also show that the objects differ."""

    def __init__(
        self, box: Box, labels: Sequence[str], on_choose: Callable[[int], None]
    ) -> None:
        """*on_choose*: called with the index of a label, from 0."""
        super().__init__(box, [MIXED, *labels], lambda n: on_choose(n - 1))

    def show(self, n: int | None) -> None:
        """Show a label by its index; None shows that the objects differ."""
        self.value = 0 if n is None else n + 1

    def step(self, step: int) -> None:
        many = len(self.labels) - 1
        if not many:
            return
        at = self.value - 1 if self.value else -(step > 0)
        self.value = (at + step) % many + 1
        self.on_change(self.value)


def member_widget(
    box: Box, kind: type[MapClass], name: str, asks: MemberBinding
) -> tuple[Widget, Callable[[], None]]:
    """Return a widget for a member, and a function that updates it."""
    field = kind.model_fields[name]
    text, choice = member_type(field)
    if name in references(kind):
        return _reference(box, asks)
    if choice:
        return _choice(box, list(get_args(CHOICES[choice])), _capital, asks)
    if text == "bool":
        return _choice(box, [False, True], lambda value: "Yes" if value else "No", asks)
    if text in {"int", "float"}:
        return _number(box, kind, name, asks)
    return _text(box, asks)


def _capital(word: object) -> str:
    return "Default" if word == BY_RULEBOOK else str(word).capitalize()


def _choice(
    box: Box, values: list[Any], words: Callable[[Any], str], asks: MemberBinding
) -> tuple[Widget, Callable[[], None]]:
    stepper = ChoiceInput(box, [words(v) for v in values], lambda n: asks.set(values[n]))

    def show() -> None:
        now = asks.now()
        stepper.show(values.index(now) if now in values else None)

    return stepper, show


def _number(
    box: Box, kind: type[MapClass], name: str, asks: MemberBinding
) -> tuple[Widget, Callable[[], None]]:
    field = kind.model_fields[name]
    whole = field.annotation is int
    least = next((m.ge for m in field.metadata if hasattr(m, "ge")), None)
    most = next((m.le for m in field.metadata if hasattr(m, "le")), None)
    step = next((m.multiple_of for m in field.metadata if hasattr(m, "multiple_of")), 1)

    def set_(value: float) -> None:
        asks.set(round(value / step) * step if whole else value)

    number = NumberField(
        box, None, set_, step=float(step) if whole else 0.5, least=least, most=most
    )
    if least is not None and most is not None:
        number.hint = f"From {least:g} to {most:g}"
    return number, lambda: number.to(asks.now())


def _text(box: Box, asks: MemberBinding) -> tuple[Widget, Callable[[], None]]:
    field = TextField(box, "", ghost="–")
    field.on_enter = field.on_leave = asks.set

    def show() -> None:
        if not field.focused:
            field.text = asks.now() or ""
            field.caret = len(field.text)

    return field, show


def _reference(box: Box, asks: MemberBinding) -> tuple[Widget, Callable[[], None]]:
    button = Button(box, "", asks.pick, icon="ui/crosshair", style=Style.GHOST, size=15)
    button.hint = "Click here, then on the board"

    def show() -> None:
        id_ = asks.now()
        button.label = MIXED if id_ is None else asks.called(id_) if id_ else "Pick one…"

    return button, show

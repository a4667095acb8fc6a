"""New tables of files with forms, which are valid from the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from game.content.schemas import Refers
from game.forms.form_fields import FieldKind, FormField, fields_of

Known = Callable[[Refers], Sequence[str]]
"""Returns the names that a text may refer to."""
SAMPLES: tuple[Any, ...] = (3, "4+", "-", "close combat", "melee")
"""Values of which a new table gets the first that is valid."""


def new_table(model: type[BaseModel], called: str, known: Known) -> dict[str, Any]:
    """Return a table with a valid value for each required key; *called*: what it is."""
    return {
        field.key: sample(field, called, known) for field in fields_of(model) if field.required
    }


def sample(field: FormField, called: str, known: Known) -> Any:
    """Return a valid value for a field; *called*: what it belongs to."""
    names = known(field.refers) if field.refers else field.choices
    if field.kind is FieldKind.TABLES and field.model:
        one = new_table(field.model, field.label.lower(), known)
        if field.each:
            keyed = next(f for f in fields_of(field.model) if f.key == field.each)
            names = known(keyed.refers) if keyed.refers else keyed.choices
            return [{**one, field.each: name} for name in names]
        return [dict(one) for _ in range(field.count or 1)]
    plain: Mapping[FieldKind, Any] = {
        FieldKind.TEXTS: list(names[:1]),
        FieldKind.NAMED_TABLES: {},
        FieldKind.NAMED_VALUES: {},
        FieldKind.NUMBERS: [_middle(field.value)] * (field.count or 1),
        FieldKind.YES_NO: False,
        FieldKind.WHOLE: round(field.least or 3),
        FieldKind.NUMBER: max(0.5, field.least or 0.0),
    }
    if field.kind in plain:
        return plain[field.kind]
    words = f"New {called}", f"new-{called.replace(' ', '-')}"
    samples = (*names, *(SAMPLES if field.kind is FieldKind.VALUE else words))
    return next((value for value in samples if field.accepts(value)), "")


def _middle(field: FormField | None) -> int:
    """Return a number in the middle of those that a field may have."""
    least = (field.least if field else None) or 0
    most = field.most if field and field.most is not None else least
    return round((least + most) / 2)


def renamed(value: Any, old: object, new: str) -> Any:
    """Return a name, or a list of names, with *new* in place of *old*."""
    if isinstance(value, list):
        return [new if one == old else one for one in value]
    return new if value == old else value


def unused(name: str, taken: Mapping[str, Any]) -> str:
    """Return a name, with another number if it is taken.

    There is no hyphen before the number: the models of ``squad`` are called ``squad-2``.
    """
    stem = name.rstrip("0123456789").rstrip("-") if name in taken else name
    tries = (name, *(f"{stem}{n}" for n in range(2, len(taken) + 3)))
    return next(one for one in tries if one not in taken)

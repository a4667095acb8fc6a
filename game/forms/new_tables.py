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
        field.key: _sample(field, called, known) for field in fields_of(model) if field.required
    }


def _sample(field: FormField, called: str, known: Known) -> Any:
    names = known(field.refers) if field.refers else field.choices
    if field.kind is FieldKind.TABLES and field.model:
        one = new_table(field.model, field.label.lower(), known)
        return [dict(one) for _ in range(field.count or 1)]
    plain: Mapping[FieldKind, Any] = {
        FieldKind.TEXTS: list(names[:1]),
        FieldKind.NAMED_TABLES: {},
        FieldKind.YES_NO: False,
        FieldKind.WHOLE: round(field.least or 3),
        FieldKind.NUMBER: max(0.5, field.least or 0.0),
    }
    if field.kind in plain:
        return plain[field.kind]
    words = f"New {called}", f"new-{called.replace(' ', '-')}"
    samples = (*names, *(SAMPLES if field.kind is FieldKind.VALUE else words))
    return next((value for value in samples if field.accepts(value)), "")


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

"""The fields of forms, which are made from schemas."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from game.content.key_descriptions import flat
from game.content.schemas import Among, ForSystem, OneForEach, Refers

WHOLE_NUMBER = re.compile(r"[+-]?\d{1,9}")


class FieldKind(Enum):
    """The form of a value in a file."""

    TEXT = auto()
    WHOLE = auto()
    NUMBER = auto()
    YES_NO = auto()
    CHOICE = auto()
    """One of a few values."""
    VALUE = auto()
    """A number or a text, as ``3`` or ``"3+"``."""
    TEXTS = auto()
    """A list of texts."""
    NUMBERS = auto()
    """A list of whole numbers."""
    NAMED_VALUES = auto()
    """A table of plain values, which have names."""
    TABLE = auto()
    TABLES = auto()
    """A list of tables."""
    NAMED_TABLES = auto()
    """A table of tables, which have names."""


PLAIN: Mapping[type, FieldKind] = {
    bool: FieldKind.YES_NO,
    int: FieldKind.WHOLE,
    float: FieldKind.NUMBER,
    str: FieldKind.TEXT,
}
NESTED = {FieldKind.TABLE, FieldKind.TABLES, FieldKind.NAMED_TABLES}


@dataclass(frozen=True, slots=True)
class FormField:
    """A key of a table, and everything that its schema says about the value."""

    key: str
    kind: FieldKind
    schema: FieldInfo
    _: KW_ONLY
    refers: Refers | None = None
    """The names that it may have; None if it is no name."""
    choices: tuple[Any, ...] = ()
    """The values of a choice, or of each text of a list."""
    least: float | None = None
    most: float | None = None
    longest: int = 80
    """Maximum number of characters of a text."""
    system: str = ""
    """The only system that has it; empty for all."""
    model: type[BaseModel] | None = None
    """Schema of its tables; None if that depends on other values of the file."""
    count: int = 0
    """The number of its tables or numbers, if that is fixed."""
    value: FormField | None = None
    """The field of each of its numbers, or of each value of a table of values."""
    key_refers: Refers | None = None
    """The names that the keys of a table of values may have."""
    among: str = ""
    """Key of the list that has to contain its name; empty for none."""
    each: str = ""
    """Key of its tables, of which there is one for each name; empty if there is none."""

    @property
    def label(self) -> str:
        """Return the key as a label; characteristics keep their letters."""
        return self.key if self.key[0].isupper() else self.key.replace("_", " ").capitalize()

    @property
    def required(self) -> bool:
        return self.schema.is_required()

    @property
    def default(self) -> Any:
        """Return the value that a missing key has; None if there is none."""
        return None if self.required else self.schema.get_default(call_default_factory=True)

    def accepts(self, value: Any) -> bool:
        """Return whether a plain value is valid by itself."""
        # None only makes a list of marks that is never empty; mypy takes this for an alias.
        kind = Annotated[self.schema.annotation, *self.schema.metadata, None]  # type: ignore[name-defined]
        try:
            TypeAdapter(kind).validate_python(value, strict=True)
        except ValidationError:
            return False
        return True

    def parsed(self, text: str) -> Any:
        """Return typed text as a value of the file."""
        if self.kind is FieldKind.NUMBERS:
            parts = text.replace(",", " ").split()
            return [int(p) if WHOLE_NUMBER.fullmatch(p) else p for p in parts]
        if self.kind is not FieldKind.VALUE:
            return text
        words = {"yes": True, "true": True, "no": False, "false": False}
        text = text.strip()
        if text.lower() in words and self.accepts(words[text.lower()]):
            return words[text.lower()]
        return int(text) if WHOLE_NUMBER.fullmatch(text) else text


@lru_cache(maxsize=64)
def fields_of(model: type[BaseModel]) -> tuple[FormField, ...]:
    """Return the fields of a table, in the order of its schema."""
    return tuple(
        _field(schema.alias or name, schema) for name, schema in model.model_fields.items()
    )


def _field(key: str, schema: FieldInfo) -> FormField:
    types, marks = flat(schema.annotation)
    marks = [*schema.metadata, *marks]
    refers = next((mark for mark in marks if isinstance(mark, Refers)), None)
    system = next((mark.system for mark in marks if isinstance(mark, ForSystem)), "")
    least = next((mark.ge for mark in marks if hasattr(mark, "ge")), None)
    most = next((mark.le for mark in marks if hasattr(mark, "le")), None)
    longest = next((mark.max_length for mark in marks if hasattr(mark, "max_length")), 80)
    among = next((mark.key for mark in marks if isinstance(mark, Among)), "")
    each = next((mark.key for mark in marks if isinstance(mark, OneForEach)), "")
    choices, model, count = tuple[Any, ...](), None, 0
    value: FormField | None = None
    key_refers: Refers | None = None
    first, origin = types[0], get_origin(types[0])
    if any(isinstance(mark, BeforeValidator) for mark in marks) or len(types) > 1:
        kind = FieldKind.VALUE
    elif origin is Literal:
        kind, choices = FieldKind.CHOICE, get_args(first)
    elif origin is dict and {*flat(get_args(first)[1])[0]} <= {*PLAIN}:
        kind, value = FieldKind.NAMED_VALUES, _value_field(get_args(first)[1])
        _, inside = flat(get_args(first)[0])
        key_refers = next((mark for mark in inside if isinstance(mark, Refers)), None)
    elif origin is dict:
        kind, model = FieldKind.NAMED_TABLES, _model(get_args(first)[1])
    elif origin is tuple and (model := _model(get_args(first)[0])):
        kind, args = FieldKind.TABLES, get_args(first)
        count = 0 if Ellipsis in args else len(args)
    elif origin is tuple and flat(get_args(first)[0])[0] == [int]:
        kind, args = FieldKind.NUMBERS, get_args(first)
        count = 0 if Ellipsis in args else len(args)
        value = _value_field(args[0])
    elif origin is tuple:
        inner, inside = flat(get_args(first)[0])
        kind = FieldKind.TEXTS
        choices = get_args(inner[0]) if get_origin(inner[0]) is Literal else ()
        refers = next((mark for mark in inside if isinstance(mark, Refers)), None)
    elif model := _model(first):
        kind = FieldKind.TABLE
    else:
        kind = PLAIN.get(first, FieldKind.VALUE)
    return FormField(
        key,
        kind,
        schema,
        refers=refers,
        choices=choices,
        least=least,
        most=most,
        longest=longest,
        system=system,
        model=model,
        count=count,
        value=value,
        key_refers=key_refers,
        among=among,
        each=each,
    )


def _value_field(annotation: Any) -> FormField:
    """Return the field of one value among several, which may be left out."""
    return _field("value", FieldInfo.from_annotated_attribute(annotation, None))


def _model(annotation: Any) -> type[BaseModel] | None:
    is_model = isinstance(annotation, type) and issubclass(annotation, BaseModel)
    return annotation if is_model else None

"""Descriptions of the keys of files, made from their schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from game.content.library_kinds import KINDS
from game.content.schemas import NOT_EMPTY, ForSystem, Refers, Written

MAX_LISTED = 10
"""Maximum number of values that are listed; where there are more, their kind is named."""
REQUIRED, NONE = "required", "none"
_PATHS = Written("name or path", "names or paths")
_NAMES: Mapping[str, Written] = {
    **{kind.name: _PATHS for kind in KINDS},
    "file": _PATHS,
    "icon": Written("name of a file in `assets/icons/units`, or in your folder `icons`"),
    "profile": Written("id of a profile", "ids of profiles"),
    "weapon rule": Written("rule", "rules"),
    "weapon": Written("name of a weapon", "names of weapons"),
    "option": Written("id of a scenario's option", "ids of a scenario's options"),
    "clause": Written("id of a clause", "ids of clauses"),
    "detachment": Written("id of a detachment", "ids of detachments"),
    "side": Written("id of a side", "ids of sides"),
    "battle": Written("id of a battle", "ids of battles"),
    "winner": Written("id of a side, or `draw`", "ids of sides, or `draw`"),
    "system": Written("name of a system", "names of systems"),
    "mission": Written("name of a mission", "names of missions"),
    "module": Written("name of a module", "names of modules"),
}
"""Words for the names of things, by their kinds."""
_PLAIN: Mapping[Any, Written] = {
    bool: Written("true, false", "values"),
    int: Written("number", "numbers"),
    float: Written("number", "numbers"),
    str: Written("text", "texts"),
}
_ANYTHING = Written("value", "values")
Mark = TypeVar("Mark")


class KeyDescription(NamedTuple):
    """The description of a key, in Markdown without links."""

    value: str
    """The values that it may have."""
    default: str
    """The value that counts if it is left out."""
    meaning: str
    clauses: tuple[str, ...] = ()

    @property
    def is_required(self) -> bool:
        return self.default.startswith(REQUIRED)

    @property
    def usual(self) -> str:
        """Return the value that counts if it is left out; empty if there is none."""
        return "" if self.is_required or self.default == NONE else self.default

    @property
    def cited(self) -> str:
        """Return its clauses as text."""
        return ", ".join(f"`{clause}`" for clause in self.clauses)

    @property
    def hint(self) -> str:
        """Return all of it as plain text: first the meaning, then the values."""
        cited = f"({self.cited})" if self.clauses else ""
        meaning = " ".join(filter(None, (self.meaning[:1].upper() + self.meaning[1:], cited)))
        default = self.default if self.is_required else f"usual: {self.default}"
        return f"{meaning}\n{self.value}; {default}".replace("`", "").strip()


@lru_cache(maxsize=128)
def descriptions(model: type[BaseModel], table: str = "") -> Mapping[str, KeyDescription]:
    """Return the descriptions of the keys of a table, those that systems add last.

    *table* is the path of the table in the file, such as ``unit.model``.
    """
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    added = [
        key
        for key, field in fields.items()
        if key not in model.__annotations__ and _mark(ForSystem, field.metadata) is not None
    ]
    above = f"{table}." if table else ""
    return {
        key: _description(fields[key], above + key)
        for key in (*(key for key in fields if key not in added), *added)
    }


def flat(annotation: Any) -> tuple[list[Any], list[Any]]:
    """Return the types that a value may have, but None, and all marks on them."""
    if get_origin(annotation) is Annotated:
        inner, *marks = get_args(annotation)
        types, more = flat(inner)
        return types, [*more, *_expanded(marks)]
    if get_origin(annotation) in {Union, UnionType}:
        parts = [flat(part) for part in _alternatives(annotation)]
        return [t for types, _ in parts for t in types], [m for _, ms in parts for m in ms]
    return [annotation], []


def _expanded(marks: Sequence[Any]) -> Iterator[Any]:
    for mark in marks:
        yield from mark.metadata if isinstance(mark, FieldInfo) else [mark]


def _alternatives(union: Any) -> list[Any]:
    return [part for part in get_args(union) if part is not NoneType]


def _description(field: FieldInfo, table: str) -> KeyDescription:
    extra: Mapping[str, Any] = (
        field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
    )
    system = _mark(ForSystem, field.metadata)
    meaning = field.description or ""
    return KeyDescription(
        extra.get("value") or _written(field.annotation, field.metadata, table).one,
        extra.get("usual") or _default(field),
        f"{system.system.replace('_', '-')}: {meaning}" if system else meaning,
        tuple(extra.get("clauses", ())),
    )


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return REQUIRED
    match field.get_default(call_default_factory=True):
        case bool() as default:
            return str(default).lower()
        case int() | float() as default:
            return _number(default)
        case str() as default if default:
            return f"`{default}`"
        case (str(), *_) as default:
            return ", ".join(f"`{one}`" for one in default)
        case _:
            return NONE


def _mark(kind: type[Mark], marks: Sequence[Any]) -> Mark | None:
    """Return the outermost mark of a kind; None if there is none."""
    return next((mark for mark in reversed(marks) if isinstance(mark, kind)), None)


def _limit(name: str, marks: Sequence[Any]) -> Any:
    found = (getattr(mark, name, None) for mark in reversed(marks))
    return next((limit for limit in found if limit is not None), None)


def _range(least: Any, most: Any) -> str:
    """Return a range in words: ``1 to 60``, ``up to 100``, ``1 or more``."""
    if least is not None and most is not None:
        return f"{_number(least)} to {_number(most)}"
    if most is not None:
        return f"up to {_number(most)}"
    return f"{_number(least)} or more" if least is not None else ""


def _number(value: float) -> str:
    """Return a number as guides write it: ``10,000``, or 2 for 2.0."""
    return f"{int(value) if value == int(value) else value:,}"


def _written(annotation: Any, marks: Sequence[Any], table: str) -> Written:
    """Return how a value is written; *table* is its path if it is a table."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *more = get_args(annotation)
        return _written(inner, [*_expanded(more), *marks], table)
    if origin in {Union, UnionType}:
        found = [_written(one, marks, table) for one in _alternatives(annotation)]
        return Written(", or ".join(one.one for one in found), found[0].many)
    if origin is tuple and not _mark(Written, marks):
        return _list(annotation, marks, table)
    return _limited(_noun(annotation, marks, table), annotation, marks)


def _noun(annotation: Any, marks: Sequence[Any], table: str) -> Written:
    if refers := _mark(Refers, marks):
        return _listed(refers.known) or _NAMES[refers.kind]
    if said := _mark(Written, marks):
        return said
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return Written(f"`[{table}]`", f"`[[{table}]]`")
    if get_origin(annotation) is dict:
        return Written(f"tables `[{table}.x]`")
    return _listed(_choices(annotation)) or _PLAIN.get(annotation, _ANYTHING)


def _choices(annotation: Any) -> Sequence[Any]:
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return [one.value for one in annotation]
    is_literal = get_origin(annotation) is Literal
    return [one for one in get_args(annotation) if one != ""] if is_literal else []


def _listed(values: Sequence[Any]) -> Written | None:
    """Return a list of values; None if there are none or too many."""
    words = ", ".join(f"`{one}`" if isinstance(one, str) else str(one) for one in values)
    return Written(words, words) if 0 < len(values) <= MAX_LISTED else None


def _limited(noun: Written, annotation: Any, marks: Sequence[Any]) -> Written:
    """Return how a value is written, with its limits; they are enough for a plain one."""
    if annotation is str and (most := _limit("max_length", marks)):
        return Written(f"{_range(_limit('min_length', marks), most)} characters")
    above, below = _limit("gt", marks), _limit("lt", marks)
    words = [
        "" if above is None else f"above {_number(above)}",
        _range(_limit("ge", marks), _limit("le", marks)),
        "" if below is None else f"below {_number(below)}",
    ]
    if any(words) and noun is _PLAIN.get(annotation):
        return Written(", ".join(filter(None, words)), noun.many)
    return Written(", ".join(filter(None, (noun.one, *words))), noun.many)


def _list(annotation: Any, marks: Sequence[Any], table: str) -> Written:
    """Return how a list is written: ``list of 1 to 100 names``, ``2 [[side]]``."""
    inner, *more = get_args(annotation)
    least = 1 if NOT_EMPTY in marks else _limit("min_length", marks)
    count = _range(least, _limit("max_length", marks))
    if more != [...]:
        count = str(len(get_args(annotation)))
    items = _written(inner, (), table).many
    words = " ".join(filter(None, (count, items)))
    return Written(words if items.startswith("`[[") else f"list of {words}")

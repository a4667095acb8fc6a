"""The places in files at which other files are named.

A name that may lead out of the library is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeAlias, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, BeforeValidator

from game.content.faults import Fault, first_faults, shown, spelt
from game.content.file_names import naming_fault, single_naming_fault
from game.content.library_kinds import KINDS, LibraryKind
from game.content.schemas import IS_WORD, AsIn, Refers

ANY_FILE = LibraryKind("file", "files")
"""Any file, named as games read it: ``assets/rosters/wardens-patrol.toml``."""
_BY_NAME = {kind.name: kind for kind in (*KINDS, ANY_FILE)}


def refusal_of(name: str, fault: str, kind: str) -> str:
    """Return a sentence that refuses a name in a file for a fault."""
    return f"no {kind} called {shown(name)}: the name {fault}"


def _single(name: str) -> str:
    if name and (no := single_naming_fault(name)):
        raise ValueError(refusal_of(name, no, "file"))
    return name


SingleName: TypeAlias = Annotated[str, AfterValidator(_single)]
"""The name of a file in one folder, or nothing."""


class NamePlace(NamedTuple):
    """A place in the files of one kind that names a file of another kind."""

    kind: LibraryKind
    """Kind of the other file."""
    steps: str
    """Path of the value; a star stands for all parts of a table or list."""
    may_be_empty: bool = False
    is_id: bool = False
    """Whether the schema allows an id only, which leads nowhere."""


@lru_cache(maxsize=32)
def places_in(schema: Any) -> tuple[NamePlace, ...]:
    """Return all places in the files of a schema that name other files.

    *schema* is a model, or a union of models. The places are those of texts with the mark
    ``Refers``, in the order of the schema.
    """
    return tuple(dict.fromkeys(_places(schema, (), ())))


def _places(kind: Any, marks: Sequence[Any], steps: tuple[str, ...]) -> Iterator[NamePlace]:
    """Yield the places in values of a type, which has marks and is at a path."""
    if same := next((mark for mark in marks if isinstance(mark, AsIn)), None):
        yield from _places_as_in(same, steps)
    elif get_origin(kind) is Annotated:
        inner, *more = get_args(kind)
        yield from _places(inner, (*marks, *more), steps)
    elif get_origin(kind) in {Union, UnionType}:
        for one in get_args(kind):
            yield from _places(one, marks, steps)
    elif get_origin(kind) in {tuple, dict}:
        part = get_args(kind)[1 if get_origin(kind) is dict else 0]
        if any(isinstance(mark, BeforeValidator) for mark in marks):
            yield from _places(part, (), steps)  # a single value may stand for a list of one
        yield from _places(part, (), (*steps, "*"))
    elif isinstance(kind, type) and issubclass(kind, BaseModel):
        for name, one in kind.model_fields.items():
            yield from _places(one.annotation, one.metadata, (*steps, one.alias or name))
    else:
        yield from _place_of_text(marks, steps)


def _places_as_in(same: AsIn, steps: tuple[str, ...]) -> Iterator[NamePlace]:
    """Yield the places in a table that another schema reads."""
    above = f"{same.key}." if same.key else ""
    for place in places_in(same.schema):
        if place.steps.startswith(above):
            yield place._replace(steps=".".join((*steps, place.steps.removeprefix(above))))


def _place_of_text(marks: Sequence[Any], steps: tuple[str, ...]) -> Iterator[NamePlace]:
    """Yield the place of a text, if its marks say that it names a file."""
    for mark in marks:
        if isinstance(mark, Refers) and mark.kind in _BY_NAME:
            kind = _BY_NAME[mark.kind]
            yield NamePlace(kind, ".".join(steps), mark.may_be_empty, IS_WORD in marks)


def named_at(raw: Any, steps: str) -> Iterator[tuple[tuple[int | str, ...], str]]:
    """Yield the texts at a place of a file, each with its path."""
    for path, value in _values_at(raw, steps.split("."), ()):
        if isinstance(value, str):
            yield path, value


def _values_at(
    value: Any, steps: Sequence[str], path: tuple[int | str, ...]
) -> Iterator[tuple[tuple[int | str, ...], Any]]:
    if not steps:
        yield path, value
        return
    step, *rest = steps
    if step == "*":
        if isinstance(value, dict | list):
            parts = value.items() if isinstance(value, dict) else enumerate(value)
            for key, part in parts:
                yield from _values_at(part, rest, (*path, key))
    elif isinstance(value, dict) and step in value:
        yield from _values_at(value[step], rest, (*path, step))


def name_faults(schema: Any, raw: Any) -> list[Fault]:
    """Return a fault for each name in the data of a file that may lead out of the library."""
    faults = [
        Fault(spelt(path), refusal_of(name, no, one.kind.name))
        for one in places_in(schema)
        if not one.is_id
        for path, name in named_at(raw, one.steps)
        if (name or not one.may_be_empty) and (no := naming_fault(name))
    ]
    return first_faults(faults)

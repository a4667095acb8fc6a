"""Faults of files by their schema, in the words of the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from game.content.faults import (
    MAX_FAULTS,
    Fault,
    UnusableFile,
    did_you_mean,
    rest_of,
    shown,
    spelt,
)

Model = TypeVar("Model", bound=BaseModel)

_WORDS = {
    "missing": "is missing",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be a table of keys and values",
    "model_type": "must be a table of keys and values",
    "model_attributes_type": "must be a table of keys and values",
    "finite_number": "must be a finite number",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "multiple_of": "must be a multiple of {multiple_of}",
    "string_too_short": "must have at least {min_length} characters",
    "string_too_long": "must have at most {max_length} characters",
    "too_short": "must have at least {min_length} entries",
    "too_long": "must have at most {max_length} entries",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "value_error": "{error}",
}
"""Message by pydantic's error type; for any other type pydantic's message is shown."""
_SINGULAR = {"1 characters": "1 character", "1 entries": "1 entry"}
_ONE = re.compile(rf"\b({'|'.join(_SINGULAR)})\b")
_SAYS_ENOUGH = {"missing", "extra_forbidden", "value_error", "too_short", "too_long"}


def validated(schema: type[Model], raw: Any, name: str, context: Any = None) -> Model:
    """Return the data of the file *name* in the form of a schema; raise UnusableFile."""
    try:
        return schema.model_validate(raw, context=context)
    except ValidationError as error:
        raise UnusableFile(name, faults_in(error, schema)) from error


def faults_in(
    error: ValidationError,
    model: type[BaseModel] | None = None,
    place: Callable[[tuple[int | str, ...]], str] = spelt,
) -> list[Fault]:
    """Return pydantic's errors as faults in the terms of the file.

    *model* is the schema; with it, an unknown key gets a similar known key as a hint, with its
    description.
    """
    found = error.errors(include_url=False)
    first = [Fault(place(one["loc"]), _reason(one, model)) for one in found[:MAX_FAULTS]]
    return [*first, *rest_of(len(found) - len(first))]


def _reason(found: ErrorDetails, model: type[BaseModel] | None) -> str:
    kind, context = found["type"], found.get("ctx", {})
    if kind == "extra_forbidden":
        known = _keys_at(model, found["loc"][:-1])
        return f"unknown key{did_you_mean(str(found['loc'][-1]), known, known)}"
    if kind in {"literal_error", "enum"} and isinstance(found["input"], str):
        options = [option.strip("'") for option in _options(context["expected"])]
        return f"there is no {shown(found['input'])}{did_you_mean(found['input'], options)}"
    context = {name: _written(value) for name, value in context.items()}
    words = _WORDS[kind].format_map(context) if kind in _WORDS else found["msg"]
    words = _ONE.sub(lambda one: _SINGULAR[one[0]], words)
    return words if kind in _SAYS_ENOUGH else f"{words}, not {shown(found['input'])}"


def _written(value: Any) -> Any:
    """Return a limit or expectation as files write it: 2 for 2.0, false for False."""
    if isinstance(value, float) and value == int(value):
        return int(value)
    return value.lower() if str(value) in {"True", "False"} else value


def _options(expected: str) -> list[str]:
    """Return the options listed in pydantic's ``'a', 'b' or 'c'``."""
    return expected.replace(" or ", ", ").split(", ")


def _keys_at(model: type[BaseModel] | None, steps: Iterable[int | str]) -> dict[str, str]:
    """Return the keys that a schema has at a place, each with its description.

    There are none if the place is unknown.
    """
    here: list[type[BaseModel]] = [model] if model else []
    for step in steps:
        fields = [m.model_fields[step] for m in here if step in m.model_fields]
        if fields:
            here = [m for f in fields for m in _models_in(f.annotation)]
        elif isinstance(step, str):
            # For a union, the location names the member that was tried.
            here = [m for m in here if step in {m.__name__, *_tags(m)}] or here
    return {
        field.alias or name: (field.description or "").partition(";")[0].replace("`", "")
        for m in here
        for name, field in m.model_fields.items()
    }


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    if get_origin(annotation) in {list, tuple, dict, Union, UnionType, Annotated}:
        return [m for part in get_args(annotation) for m in _models_in(part)]
    return []


def _tags(model: type[BaseModel]) -> set[str]:
    """Return the tags by which a discriminated union may refer to a model."""
    return {str(tag) for f in model.model_fields.values() for tag in get_args(f.annotation)}

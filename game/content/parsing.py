"""Strict, size-limited parsing of text, JSON and TOML, and pydantic's errors in our words."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from stat import S_ISREG
from types import UnionType
from typing import Annotated, Any, TypeAlias, TypeVar, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from game.content.faults import (
    MAX_FAULTS,
    Fault,
    UnusableFile,
    did_you_mean,
    lower_first,
    rest_of,
    system_reason,
)

MIB = 1 << 20
MAP_BYTES = 4 * MIB
TEXT_BYTES = 96 * MIB
"""Maximum memory of a decoded text in bytes, at up to four bytes per character."""
DEEPEST = 32
"""Maximum depth of nested tables and lists."""
MAX_JSON_VALUES = 100_000
"""Default maximum number of values in a JSON file; each takes up to 1 kB."""

_WIDE = ((4, re.compile(rb"[\xf0-\xff]")), (2, re.compile(rb"[\xc4-\xef]")))
"""Bytes per character that Python needs for a text, by the leading bytes in its UTF-8."""
_HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")


def read_text(path: Path, most: int = MAP_BYTES) -> str:
    """Return a file's text; raise UnusableFile if it has more than *most* bytes."""
    return decoded(read_bytes(path, most), str(path))


def decoded(raw: bytes, name: str) -> str:
    """Return the text of a file's bytes; raise UnusableFile for the file *name*."""
    if (size := len(raw) * _width(raw)) > TEXT_BYTES:
        raise UnusableFile(name, [("", too_big(size, TEXT_BYTES))])
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UnusableFile(name, [(f"line {line}", "is not UTF-8 text")]) from error


def read_bytes(path: Path, most: int) -> bytes:
    """Return a file's bytes; raise UnusableFile if it has more than *most*.

    The size is checked before the file is read.
    """
    name = str(path)
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):
            raise UnusableFile(name, [("", "is not a file")])
        if status.st_size > most:
            raise UnusableFile(name, [("", too_big(status.st_size, most))])
        with path.open("rb") as file:
            raw = file.read(status.st_size + 1)  # no more, since it is allocated at once
            if len(raw) > status.st_size:  # the file grew in the meantime
                raw += file.read(most + 1 - len(raw))
    except (OSError, ValueError) as error:
        reason = system_reason(error) if isinstance(error, OSError) else str(error)
        raise UnusableFile(name, [("", f"cannot read it: {reason}")]) from error
    if len(raw) > most:
        raise UnusableFile(name, [("", too_big(len(raw), most))])
    return raw


def refuse_if_large(
    text: str, name: str, most: int, *, marks: str = ",[{", place: str = ""
) -> None:
    """Raise UnusableFile if a text has more than *most* values, before it is parsed.

    The values are counted by the *marks* that precede or enclose them.
    """
    if (many := sum(map(text.count, marks))) > most:
        raise UnusableFile(name, [(place, f"has {many} values; the limit is {most}")])


def _width(raw: bytes) -> int:
    """Return the number of bytes that Python takes for each character of UTF-8 text."""
    if raw.isascii():
        return 1
    return next((wide for wide, leads in _WIDE if leads.search(raw)), 1)


def parse_json(text: str, name: str, most: int = MAX_JSON_VALUES) -> Any:
    """Return the data of JSON text; raise UnusableFile for the file *name*.

    Stricter than Python: no NaN, no infinities, no duplicate keys in a table, no more than
    ``DEEPEST`` levels and *most* values, no lone surrogates.
    """
    refuse_if_large(text, name, most)
    strict = _Strict()
    try:
        value = strict.parse(text)
    except json.JSONDecodeError as error:
        words = lower_first(error.msg).removesuffix(" delimiter").removesuffix(" at")
        reason = f"is not valid JSON ({words}): is the file complete?"
        strict.complain(f"line {error.lineno} column {error.colno}", reason)
    except RecursionError:
        strict.complain("", f"nests more than {DEEPEST} levels deep")
    except UnicodeEncodeError:
        strict.complain("", "contains an invalid character (a lone surrogate)")
    except ValueError:  # Python converts at most 4300 digits
        strict.complain("", "a whole number has too many digits")
    if strict.faults:
        raise UnusableFile(name, strict.faults)
    return value


class _Strict:
    """A JSON parser that collects the faults which Python's parser accepts."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def complain(self, place: str, reason: str) -> None:
        self.faults.append(Fault(place, reason))

    def parse(self, text: str) -> Any:
        value = json.loads(
            text,
            object_pairs_hook=self.table,
            parse_float=self.number,
            parse_constant=self.constant,
        )
        _look_deep(value)
        if _HALF_CHARACTER.search(text):
            json.dumps(value, ensure_ascii=False).encode()
        return value

    def table(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs) and len(self.faults) < MAX_FAULTS:
            twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
            whose = next((f"{k} {shown(found[k])}" for k in ("id", "name") if k in found), "")
            self.complain(whose, f"has the key {shown(twice)} twice")
        return found

    def number(self, digits: str) -> float:
        value = float(digits)
        if value - value != 0.0:
            self.complain("", f"{digits[:20]} is too big a number")
        return value

    def constant(self, word: str) -> None:
        self.complain("", f"{word} is not a number")


def _look_deep(value: Any) -> None:
    """Raise RecursionError if tables and lists nest too deeply."""
    level: list[Any] = [[value]]
    for _ in range(DEEPEST + 1):
        level = [
            part
            for whole in level
            for part in (whole.values() if isinstance(whole, dict) else whole)
            if isinstance(part, dict | list)
        ]
        if not level:
            return
    raise RecursionError


def too_big(size: int, most: int) -> str:
    """Return the reason that refuses a file of *size* bytes when at most *most* are read."""
    return f"is {size / MIB:.1f} MiB; the limit is {most / MIB:g} MiB"


TOML_BYTES = MIB
MAX_TOML_VALUES = 50_000
MAX_DOTS = 4000
"""Maximum number of dots outside numbers; the cost of a dotted key grows with its square."""
_NUMBER = re.compile(r"(?<![\w.])[+-]?\d+\.\d+(?![\w.])")

_PLACE = re.compile(r"(?P<reason>.*?) \(at (?P<place>line \d+, column \d+|end of document)\)")

Item = TypeVar("Item")
Several: TypeAlias = Annotated[tuple[Item, ...], Field(strict=False)]
"""A list in the file, a tuple in the model."""


def _some(items: tuple[Item, ...]) -> tuple[Item, ...]:
    if not items:
        raise ValueError("must not be empty")
    return items


Some: TypeAlias = Annotated[tuple[Item, ...], Field(strict=False), AfterValidator(_some)]
"""As ``Several``, with at least one item."""

Share: TypeAlias = Annotated[float, Field(ge=0.0, le=1.0)]
"""A chance, a discount, or a share of something."""
Weight: TypeAlias = Annotated[float, Field(ge=0.0, le=20.0)]
"""A value in points, or a factor."""

_WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def no_word(text: str) -> str:
    """Return why a text is no id, such as ``first-squad``; empty if it is one."""
    if _WORD.fullmatch(text) and len(text) <= 40:
        return ""
    return f"{text[:40]!r} is not an id: use lower-case letters, digits and hyphens"


def _word(text: str) -> str:
    if no := no_word(text):
        raise ValueError(no)
    return text


Word: TypeAlias = Annotated[str, AfterValidator(_word)]
"""An id, such as ``first-squad``."""


def _words(text: str) -> str:
    if not text.strip() or len(text) > 80 or not text.isprintable():
        raise ValueError("must be 1 to 80 characters on one line")
    return text


Words: TypeAlias = Annotated[str, AfterValidator(_words)]
"""A name or title shown to players."""


class Part(BaseModel):
    """A strictly validated table of a file; unknown keys are faults."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        allow_inf_nan=False,
        populate_by_name=False,
        defer_build=True,
    )


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """Return the data of TOML text; raise UnusableFile for the file *name*."""
    if (size := len(text)) > TOML_BYTES:
        raise UnusableFile(name, [("", too_big(size, TOML_BYTES))])
    refuse_if_large(text, name, MAX_TOML_VALUES, marks="=,[{")
    dots = text.count(".")
    if dots > MAX_DOTS and (many := dots - len(_NUMBER.findall(text))) > MAX_DOTS:
        reason = f"has {many} dots outside of numbers; the limit is {MAX_DOTS}"
        raise UnusableFile(name, [("", reason)])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.fullmatch(str(error))
        place, reason = (found["place"], found["reason"]) if found else ("", str(error))
        raise UnusableFile(
            name, [(place.replace(",", ""), f"is not valid TOML: {lower_first(reason)}")]
        ) from error
    except RecursionError as error:
        raise UnusableFile(name, [("", "nests too deeply")]) from error
    except ValueError as error:  # an integer with more digits than Python converts
        raise UnusableFile(
            name, [("", f"is not valid TOML: {lower_first(str(error))}")]
        ) from error


TOML_TEXTS = 64
"""Number of texts whose data are kept, so that a scenario is soon loaded again."""


@lru_cache(TOML_TEXTS)
def shared_toml(text: str, name: str) -> Mapping[str, Any]:
    """Return the data of TOML text as ``parse_toml``, shared: callers must not change them."""
    return parse_toml(text, name)


def spelt(steps: Sequence[int | str]) -> str:
    """Return the path to a value as in a file: ``units[2].models``."""
    dotted = "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in steps)
    return dotted.removeprefix(".")


def shown(value: object) -> str:
    """Return a value as in the file, text in single quotes, shortened to 40 characters."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"  # never printed as a whole: it may be deeply nested
    is_text = isinstance(value, str)
    text = repr(value) if is_text else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else f"{text[:37]}..."


def faults_in(
    error: ValidationError,
    model: type[BaseModel] | None = None,
    place: Callable[[tuple[int | str, ...]], str] = spelt,
) -> list[Fault]:
    """Return pydantic's errors as faults in the terms of the file.

    *model* is the schema; with it, an unknown key gets a similar known key as a hint.
    """
    found = error.errors(include_url=False)
    first = [Fault(place(one["loc"]), _reason(one, model)) for one in found[:MAX_FAULTS]]
    return [*first, *rest_of(len(found) - len(first))]


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


def _reason(found: ErrorDetails, model: type[BaseModel] | None) -> str:
    kind, context = found["type"], found.get("ctx", {})
    if kind == "extra_forbidden":
        known = _keys_at(model, found["loc"][:-1])
        return f"unknown key{did_you_mean(str(found['loc'][-1]), known)}"
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


def _keys_at(model: type[BaseModel] | None, steps: Iterable[int | str]) -> list[str]:
    """Return the keys that a schema has at a place; empty if the place is unknown."""
    here: list[type[BaseModel]] = [model] if model else []
    for step in steps:
        fields = [m.model_fields[step] for m in here if step in m.model_fields]
        if fields:
            here = [m for f in fields for m in _models_in(f.annotation)]
        elif isinstance(step, str):
            # For a union, the location names the member that was tried.
            here = [m for m in here if step in {m.__name__, *_tags(m)}] or here
    return [field.alias or name for m in here for name, field in m.model_fields.items()]


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    if get_origin(annotation) in {list, tuple, dict, Union, UnionType, Annotated}:
        return [m for part in get_args(annotation) for m in _models_in(part)]
    return []


def _tags(model: type[BaseModel]) -> set[str]:
    """Return the tags by which a discriminated union may refer to a model."""
    return {str(tag) for f in model.model_fields.values() for tag in get_args(f.annotation)}

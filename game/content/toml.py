"""TOML from outside."""

from __future__ import annotations

import re
import tomllib
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from game.content.faults import UnusableFile
from game.content.parsing import MIB, refuse_if_large, too_big

TOML_BYTES = MIB
MOST_VALUES = 50_000
MOST_DOTS = 4000
"""So many dots a file has outside its numbers: a key takes the square of its own."""
_NUMBER = re.compile(r"(?<![\w.])[+-]?\d+\.\d+(?![\w.])")

_PLACE = re.compile(r"(?P<reason>.*?) \(at (?P<place>line \d+, column \d+|end of document)\)")

Item = TypeVar("Item")
Several: TypeAlias = Annotated[tuple[Item, ...], Field(strict=False)]
"""A list in the file, a tuple behind the door."""


def _some(items: tuple[Item, ...]) -> tuple[Item, ...]:
    if not items:
        raise ValueError("must not be empty")
    return items


Some: TypeAlias = Annotated[tuple[Item, ...], Field(strict=False), AfterValidator(_some)]
"""The same, with at least one item."""

_WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def _word(told: str) -> str:
    if not _WORD.fullmatch(told) or len(told) > 40:
        raise ValueError(f"{told[:40]!r} is not an id: small letters, digits and hyphens")
    return told


Word: TypeAlias = Annotated[str, AfterValidator(_word)]
"""An id: ``first-squad``."""


def _words(told: str) -> str:
    if not told.strip() or len(told) > 80 or not told.isprintable():
        raise ValueError("must be 1 to 80 characters on one line")
    return told


Words: TypeAlias = Annotated[str, AfterValidator(_words)]
"""A name or title, for players to read."""


class Part(BaseModel):
    """A table of such a file: nothing is guessed, unknown keys are faults."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        allow_inf_nan=False,
        populate_by_name=False,
        defer_build=True,
    )


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """Return what TOML text holds; raise UnusableFile, calling the file *name*."""
    if (size := len(text)) > TOML_BYTES:
        raise UnusableFile(name, [("", too_big(size, TOML_BYTES))])
    refuse_if_large(text, name, MOST_VALUES, marks="=,[{")
    dots = text.count(".")
    if dots > MOST_DOTS and (many := dots - len(_NUMBER.findall(text))) > MOST_DOTS:
        reason = f"has {many} dots outside of numbers; at most {MOST_DOTS} are read"
        raise UnusableFile(name, [("", reason)])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.fullmatch(str(error))
        place, reason = (found["place"], found["reason"]) if found else ("", str(error))
        raise UnusableFile(
            name, [(place.replace(",", ""), f"is not TOML: {reason}")]
        ) from error
    except RecursionError as error:
        raise UnusableFile(name, [("", "nests too deeply")]) from error
    except ValueError as error:  # a whole number of more digits than Python reads
        raise UnusableFile(name, [("", f"is not TOML: {error}")]) from error

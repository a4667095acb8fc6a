"""Types of the fields of file schemas."""

from __future__ import annotations

import re
from typing import Annotated, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

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
Inches: TypeAlias = Annotated[float, Field(ge=-240, le=240)]
"""A place on a board, or near it, along one axis."""
Spot: TypeAlias = Annotated[tuple[Inches, Inches], Field(strict=False)]
"""A point on a board, or near it."""
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

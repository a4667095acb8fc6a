"""Types of the fields of file schemas."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    ValidationInfo,
)
from pydantic_core import core_schema

Item = TypeVar("Item")
Several: TypeAlias = Annotated[tuple[Item, ...], Field(strict=False)]
"""A list in the file, a tuple in the model."""
Share: TypeAlias = Annotated[float, Field(ge=0.0, le=1.0)]
"""A chance, a discount, or a share of something."""
Weight: TypeAlias = Annotated[float, Field(ge=0.0, le=20.0)]
"""A value in points, or a factor."""
Inches: TypeAlias = Annotated[float, Field(ge=-240, le=240)]
"""A place on a board, or near it, along one axis."""
_WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Written:
    """A mark of a type in a schema: how forms and guides call its values."""

    one: str
    many: str = ""
    """The same in the plural."""


def about(meaning: str, *clauses: str, value: str = "", usual: str = "") -> Any:
    """Return the description of a key, in Markdown without links.

    Forms, guides and faults show it. The words for its *value*, and for the *usual* one where
    the key is left out, are given only if the schema cannot say them.
    """
    return Field(
        description=meaning,
        json_schema_extra={"clauses": [*clauses], "value": value, "usual": usual},
    )


Spot: TypeAlias = Annotated[
    tuple[Inches, Inches], Field(strict=False), Written("`[x, y]` in inches", "points `[x, y]`")
]
"""A point on a board, or near it."""


def _some(items: tuple[Item, ...]) -> tuple[Item, ...]:
    if not items:
        raise ValueError("must not be empty")
    return items


NOT_EMPTY = AfterValidator(_some)
Some: TypeAlias = Annotated[tuple[Item, ...], Field(strict=False), NOT_EMPTY]
"""As ``Several``, with at least one item."""


def no_word(text: str) -> str:
    """Return why a text is no id, such as ``first-squad``; empty if it is one."""
    if _WORD.fullmatch(text) and len(text) <= 40:
        return ""
    return f"{text[:40]!r} is not an id: use lower-case letters, digits and hyphens"


def _word(text: str) -> str:
    if no := no_word(text):
        raise ValueError(no)
    return text


IS_WORD = AfterValidator(_word)
Word: TypeAlias = Annotated[str, IS_WORD, Written("id", "ids")]
"""An id, such as ``first-squad``."""


def _words(text: str) -> str:
    if not text.strip() or len(text) > 80 or not text.isprintable():
        raise ValueError("must be 1 to 80 characters on one line")
    return text


Words: TypeAlias = Annotated[
    str, AfterValidator(_words), Written("1 to 80 characters on one line", "names")
]
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


@dataclass(frozen=True, slots=True)
class AtMost:
    """A mark of a list: its maximum number of items, which is checked before the items are.

    pydantic's own maximum counts the valid items only, so that all are looked up first.
    """

    max_length: int

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Return the schema of the list, with the check before it."""
        return core_schema.no_info_before_validator_function(self._counted, handler(source))

    def _counted(self, raw: Any) -> Any:
        if isinstance(raw, list | tuple) and len(raw) > self.max_length:
            raise ValueError(f"must have at most {self.max_length} entries")
        return raw


class NameFinding(ABC):
    """A context of validation that looks up the names in a file."""

    @abstractmethod
    def found(self, word: str, refers: Refers) -> str:
        """Return the word by which a named thing is known; raise ValueError."""


@dataclass(frozen=True, slots=True)
class Refers:
    """A mark of a text in a schema: it is a name of one kind; forms list those there are.

    It is looked up where the file is validated with a context that does so.
    """

    kind: str
    known: tuple[str, ...] = ()
    """All names, if they are always the same."""
    may_be_empty: bool = False
    """Whether the name of a file may be empty, so that it names none."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Return the schema of the text, with its look-up."""
        return core_schema.with_info_after_validator_function(self._found, handler(source))

    def _found(self, word: str, info: ValidationInfo) -> str:
        context = info.context
        return context.found(word, self) if isinstance(context, NameFinding) else word


@dataclass(frozen=True, slots=True)
class Among:
    """A mark of a name in a schema: it is also in the list of names under another key."""

    key: str


@dataclass(frozen=True, slots=True)
class OneForEach:
    """A mark of a list of tables in a schema: it has one for each name that a key may have."""

    key: str


@dataclass(frozen=True, slots=True)
class ForSystem:
    """A mark of a key in a schema: it is for one system only."""

    system: str


@dataclass(frozen=True, slots=True)
class AsIn:
    """A mark of a table in a schema that is read by another one."""

    schema: Any
    key: str = ""
    """Key of the other schema under which the table is; empty for all of it."""

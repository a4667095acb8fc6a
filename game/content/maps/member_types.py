"""Types of the members of map object classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from game.content.background_pictures import DECOR_ENDINGS, name_fault
from game.content.schemas import Written

BY_RULEBOOK = "usual"
"""Value that leaves the decision to the rulebook; such members are not written to files."""
LookName: TypeAlias = Literal[
    "city", "sewer", "street", "field", "forest", "industry", "steel", "hull", "space", "arena"
]
MAX_LETTERS, MAX_LINES = 500, 12
"""Maximum length of a text of several lines."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Metadata of a member with a few possible words."""

    name: str
    """The name that Tiled shows for the type."""


Says: TypeAlias = Annotated[Literal["usual", "yes", "no"], Choice("Says")]
Cover: TypeAlias = Annotated[
    Literal["usual", "none", "2+", "3+", "4+", "5+", "6+"], Choice("Cover")
]
"""``CC-15``  Cover save that a piece gives."""
Bonus: TypeAlias = Annotated[Literal["usual", "none", "soft", "hard"], Choice("Bonus")]
"""``MP-01``, ``MP-05``  Kind of cover that a piece gives in matched play."""
Material: TypeAlias = Annotated[
    Literal["paving", "road", "grass", "earth", "water", "deck", "void"], Choice("Material")
]
NoteStyle: TypeAlias = Annotated[Literal["pin", "label"], Choice("NoteStyle")]
DoorState: TypeAlias = Annotated[Literal["closed", "open"], Choice("DoorState")]
Look: TypeAlias = Annotated[LookName, Choice("Look")]


def rounded(value: float) -> float:
    """Return a number rounded to a thousandth as in map files, without a negative zero."""
    return round(value * 1000.0) / 1000.0


Number: TypeAlias = Annotated[float, AfterValidator(rounded)]


@dataclass(frozen=True, slots=True)
class RefersTo:
    """Metadata of a member that is the id of another object of the map, or 0 for none."""

    name: str
    """Name of the class that the other object must have."""


@dataclass(frozen=True, slots=True)
class IsColour:
    """Metadata of a member that Tiled shows as a colour."""


ZoneId: TypeAlias = Annotated[int, Field(ge=0), RefersTo("DeploymentZone")]
Colour: TypeAlias = Annotated[
    str, Field(pattern=r"^#[0-9a-f]{8}$"), IsColour(), Written("`#aarrggbb`")
]
"""Colour as opacity, red, green and blue, as Tiled writes it."""


@dataclass(frozen=True, slots=True)
class IsPicture:
    """Metadata of a member that names a picture's file beside the map."""


def _picture_name(name: str) -> str:
    if name and (reason := name_fault(name, DECOR_ENDINGS)):
        raise ValueError(reason)
    return name


PictureName: TypeAlias = Annotated[
    str,
    AfterValidator(_picture_name),
    IsPicture(),
    Written("PNG, JPEG or SVG"),
]
"""Name of a picture's file beside the map, or in a folder there; empty for none."""


def _one_line(text: str) -> str:
    if len(text) > 60 or not (text.isprintable() or not text):
        raise ValueError("must be at most 60 characters on one line")
    return text


Line: TypeAlias = Annotated[
    str, AfterValidator(_one_line), Written("up to 60 characters on one line")
]
"""A name or title shown to players; may be empty."""


@dataclass(frozen=True, slots=True)
class IsText:
    """Metadata of a member with a text of several lines."""


def _lines(text: str) -> str:
    # Other programs write line ends and tabs of their own.
    lines = text.expandtabs(4).splitlines()
    found = "\n".join(lines)
    if len(found) > MAX_LETTERS or len(lines) > MAX_LINES:
        raise ValueError(f"must be at most {MAX_LETTERS} characters on {MAX_LINES} lines")
    if not all(map(str.isprintable, lines)):
        raise ValueError("must have no control characters")
    return found


Lines: TypeAlias = Annotated[
    str,
    AfterValidator(_lines),
    IsText(),
    Written(f"up to {MAX_LETTERS} characters on {MAX_LINES} lines"),
]
"""A text of several lines; may be empty."""

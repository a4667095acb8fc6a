"""Base classes, member types and choices of map object classes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias

from pydantic import AfterValidator, Field

from game.content.schemas import Part
from game.geometry.points import Point
from game.table.board import TerrainKind, terrain

BY_RULEBOOK = "usual"
"""Value that leaves the decision to the rulebook; such members are not written to files."""


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
LookName: TypeAlias = Literal[
    "city", "sewer", "street", "field", "forest", "industry", "steel", "hull", "space", "arena"
]
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
Colour: TypeAlias = Annotated[str, Field(pattern=r"^#[0-9a-f]{8}$"), IsColour()]
"""Colour as opacity, red, green and blue, as Tiled writes it."""


def _one_line(text: str) -> str:
    if len(text) > 60 or not (text.isprintable() or not text):
        raise ValueError("must be at most 60 characters on one line")
    return text


Line: TypeAlias = Annotated[str, AfterValidator(_one_line)]
"""A name or title shown to players; may be empty."""

MAX_LETTERS, MAX_LINES = 500, 12
"""Maximum length of a text of several lines."""


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


Lines: TypeAlias = Annotated[str, AfterValidator(_lines), IsText()]
"""A text of several lines; may be empty."""


Shape: TypeAlias = Literal["rectangle", "polygon", "ellipse", "polyline", "point"]
Shapes: TypeAlias = frozenset[Shape]

AREA: Shapes = frozenset({"rectangle", "polygon", "ellipse"})
LINE: Shapes = frozenset({"polyline"})
POINT: Shapes = frozenset({"point"})
CIRCLE: Shapes = frozenset({"ellipse"})
"""Shapes of a class whose objects are circles."""


_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


@lru_cache(128)
def _split(name: str) -> str:
    return _HUMP.sub(" ", name).lower()


class MapClass(Part):
    """The class of a map object; its fields are custom properties in Tiled.

    Every field has a default, which Tiled knows too: Tiled omits properties with default
    values.
    """

    shapes: ClassVar[Shapes]
    colour: ClassVar[str]
    """Colour in which Tiled draws the object: opacity, red, green, blue."""
    icon: ClassVar[str] = "circle"
    """Icon on the disc of a point."""
    line_inches: ClassVar[float] = 0.0
    """Width in which a line is drawn; 0 for as thin as is well visible."""
    rank: ClassVar[int] = 2
    """Place in the drawing order: 0 the ground, 1 what others lie in, 3 what lies on top."""
    is_tint: ClassVar[bool] = False
    """True for an area that is only tinted, because other objects lie in it."""
    is_landmark: ClassVar[bool] = False
    """True if its name is readable from afar."""
    is_hardly_painted: ClassVar[bool] = False
    """True if the painted board shows it hardly or not at all."""
    on_edge: ClassVar[bool] = False
    """True if it lies along one edge of the board."""
    stays_clear: ClassVar[bool] = False
    """True if generated maps place nothing on it."""

    @classmethod
    def words(cls) -> str:
        """Return the name of the class in a sentence: ``low wall``."""
        return _split(cls.__name__)

    @classmethod
    def usual(cls, member: str) -> str:  # noqa: ARG003  for classes that have such members
        """Return the value of a member left to the rulebook, with its clause; empty if none."""
        return ""

    def spot_kind(self) -> str:
        """Return the kind of the board's spot that it becomes; empty if it becomes none."""
        return ""

    def after_turn(self, angle: float) -> Self:
        """Return the class of an object that is turned clockwise by *angle* degrees."""
        return self

    def after_mirror(self, axis: float) -> Self:
        """Return the class of an object mirrored at an axis, in degrees clockwise from up."""
        return self

    def loosened(self, is_loose: Callable[[int, str], bool]) -> Self:
        """Return the class without some of its references.

        *is_loose* gets the id that a member refers to, and the class required of it.
        """
        loose = {
            member: 0
            for member, wanted in references(type(self)).items()
            if (id_ := getattr(self, member)) and is_loose(id_, wanted)
        }
        return self.model_copy(update=loose) if loose else self

    def free_number(self, taken: Collection[int]) -> int:
        """Return the number of a new object if its own is taken; 0 if it needs none."""
        return 0


@lru_cache(64)
def references(kind: type[MapClass]) -> dict[str, str]:
    """Return the members that refer to another object, each with the class required of it."""
    return {
        member: mark.name
        for member, field in kind.model_fields.items()
        for mark in field.metadata
        if isinstance(mark, RefersTo)
    }


@lru_cache(128)
def colours(kind: type[MapClass]) -> tuple[str, ...]:
    """Return the members of a class that are colours."""
    fields = kind.model_fields.items()
    return tuple(n for n, f in fields if any(isinstance(mark, IsColour) for mark in f.metadata))


_COVER = {"none": 0, "2+": 2, "3+": 3, "4+": 4, "5+": 5, "6+": 6}
_BONUS = {"none": 0, "soft": 1, "hard": 2}
_YES = {"yes": True, "no": False}
_CLAUSES = {
    "impassable": "CC-37",
    "blocks_sight": "CC-37",
    "difficult": "CC-37",
    "dangerous": "CC-37",
    "cover": "CC-15",
    "bonus": "MP-05",
    "leaks": "MP-06",
}
"""Clauses of the members of terrain."""


class TerrainClass(MapClass):
    """``CC-37``  A piece of terrain, with the properties in which it differs from its kind."""

    kind: ClassVar[TerrainKind]
    shapes = AREA

    impassable: Says = "usual"
    blocks_sight: Says = "usual"
    difficult: Says = "usual"
    dangerous: Says = "usual"
    cover: Cover = "usual"
    bonus: Bonus = "usual"
    leaks: Says = "usual"

    @classmethod
    def usual(cls, member: str) -> str:
        """Return the value that the kind of terrain has: ``4+ (CC-15)``, ``yes (CC-37)``."""
        if member not in _CLAUSES:
            return ""
        value = getattr(terrain("", cls.kind, (Point(0.0, 0.0),)), member)
        names = {"cover": _COVER, "bonus": _BONUS}.get(member, _YES)
        word = next((word for word, known in names.items() if known == value), "not set")
        return f"{word} ({_CLAUSES[member]})"

    def otherwise(self) -> dict[str, Any]:
        """Return the properties that differ from the kind's, as arguments of ``terrain``."""
        members = ("impassable", "blocks_sight", "difficult", "dangerous", "leaks")
        said: dict[str, Any] = {
            n: _YES[says] for n in members if (says := getattr(self, n)) in _YES
        }
        if self.cover in _COVER:
            said["cover"] = _COVER[self.cover]
        if self.bonus in _BONUS:
            said["bonus"] = _BONUS[self.bonus]
        return said


class SpotClass(MapClass):
    """A point, line or area that becomes a ``Spot`` of the board, with its members."""

    kind: ClassVar[str]

    def spot_kind(self) -> str:
        return self.kind


class Board(MapClass):
    """The map itself."""

    shapes = frozenset()
    colour = "#ffffffff"

    title: Line = ""
    """Title shown to players; the file's name if empty."""
    look: Look = "city"

"""Base classes of map object classes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias

from game.content.key_descriptions import descriptions
from game.content.maps.member_types import (
    Bonus,
    Cover,
    IsColour,
    IsPicture,
    Line,
    Look,
    RefersTo,
    Says,
)
from game.content.schemas import Part, about
from game.geometry.points import Point
from game.table.board import TerrainKind, terrain

Shape: TypeAlias = Literal["rectangle", "polygon", "ellipse", "polyline", "point"]
Shapes: TypeAlias = frozenset[Shape]

AREA: Shapes = frozenset({"rectangle", "polygon", "ellipse"})
BOX: Shapes = frozenset({"rectangle"})
LINE: Shapes = frozenset({"polyline"})
POINT: Shapes = frozenset({"point"})
CIRCLE: Shapes = frozenset({"ellipse"})
"""Shapes of a class whose objects are circles."""

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_COVER = {"none": 0, "2+": 2, "3+": 3, "4+": 4, "5+": 5, "6+": 6}
_BONUS = {"none": 0, "soft": 1, "hard": 2}
_YES = {"yes": True, "no": False}
_IS_SO = about("whether it is so", "CC-37")


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
    radius_member: ClassVar[str] = ""
    """Member that is the radius in inches of a circle about its point; empty if none is."""
    on_edge: ClassVar[bool] = False
    """True if it lies along one edge of the board."""
    is_danger: ClassVar[bool] = False
    """True if it takes models, whatever the enemy does."""
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

    def pictures(self) -> tuple[str, ...]:
        """Return the names of the files of its pictures."""
        names = (getattr(self, member) for member in picture_members(type(self)))
        return tuple(filter(None, names))

    def with_pictures(self, names: Mapping[str, str]) -> Self:
        """Return the class with other names of some files of its pictures."""
        new = {
            member: names[name]
            for member in picture_members(type(self))
            if (name := getattr(self, member)) in names
        }
        return self.model_copy(update=new) if new else self

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


@lru_cache(128)
def picture_members(kind: type[MapClass]) -> tuple[str, ...]:
    """Return the members of a class that name a picture's file."""
    fields = kind.model_fields.items()
    return tuple(
        n for n, f in fields if any(isinstance(mark, IsPicture) for mark in f.metadata)
    )


class TerrainClass(MapClass):
    """``CC-37``  A piece of terrain, with the properties in which it differs from its kind."""

    kind: ClassVar[TerrainKind]
    shapes = AREA

    impassable: Annotated[Says, _IS_SO] = "usual"
    blocks_sight: Annotated[Says, _IS_SO] = "usual"
    difficult: Annotated[Says, _IS_SO] = "usual"
    dangerous: Annotated[Says, _IS_SO] = "usual"
    cover: Annotated[Cover, about("the save that it gives", "CC-15")] = "usual"
    bonus: Annotated[
        Bonus, about("the kind of cover that it gives in matched play", "MP-01", "MP-05")
    ] = "usual"
    leaks: Annotated[Says, about("whether it leaks in matched play", "MP-06")] = "usual"

    @classmethod
    def usual(cls, member: str) -> str:
        """Return the value that the kind of terrain has: ``4+ (CC-15)``, ``yes (CC-37)``."""
        if member not in TerrainClass.model_fields:
            return ""
        value = getattr(terrain("", cls.kind, (Point(0.0, 0.0),)), member)
        names = {"cover": _COVER, "bonus": _BONUS}.get(member, _YES)
        word = next((word for word, known in names.items() if known == value), "not set")
        return f"{word} ({descriptions(TerrainClass)[member].clauses[-1]})"

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

    title: Annotated[Line, about("shown to players", usual="the name of the file")] = ""
    look: Annotated[Look, about("how the board is painted")] = "city"

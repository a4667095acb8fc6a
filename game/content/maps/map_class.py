"""What all classes of map objects have: shapes, a colour, members with a default each."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Literal, TypeAlias

from game.content.maps.class_base import RefersTo
from game.content.toml import Part

Shape: TypeAlias = Literal["rectangle", "polygon", "ellipse", "polyline", "point"]
Shapes: TypeAlias = frozenset[Shape]

AREA: Shapes = frozenset({"rectangle", "polygon", "ellipse"})
LINE: Shapes = frozenset({"polyline"})
POINT: Shapes = frozenset({"point"})


class MapClass(Part):
    """What an object of the map is. Its fields are custom properties in Tiled.

    Every field has a default, which Tiled knows too: it drops what was left at its default.
    """

    shapes: ClassVar[Shapes]
    colour: ClassVar[str]
    """How Tiled draws it: opacity, red, green, blue."""


@lru_cache(64)
def references(kind: type[MapClass]) -> dict[str, str]:
    """Return which members of a class name another object, and of which class that must be."""
    return {
        member: mark.name
        for member, field in kind.model_fields.items()
        for mark in field.metadata
        if isinstance(mark, RefersTo)
    }

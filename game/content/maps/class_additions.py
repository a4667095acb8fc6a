"""Declaration of the map object classes that a part of the game adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from game.content.faults import Fault
from game.content.maps.map_class import MapClass
from game.content.maps.map_file import Placed

MapCheck: TypeAlias = Callable[[Placed], Iterable[Fault]]


class ListedClasses(NamedTuple):
    """Classes that follow each other in the list of all; their order is public."""

    rank: int
    """The lists are in the order of their ranks, then in that of their systems."""
    classes: tuple[type[MapClass], ...]


class PaletteGroup(NamedTuple):
    """Classes of a group of the editor's palette, in its order."""

    rank: int
    """Place of the group; several parts of one group have its title and its rank."""
    title: str
    classes: tuple[type[MapClass], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassAdditions:
    """Map object classes of a system, or those of the game itself."""

    listed: Sequence[ListedClasses]
    groups: Sequence[PaletteGroup]
    keys: Mapping[str, type[MapClass]] = field(default_factory=dict)
    """The classes that keys of the editor select, by the key's digit."""
    check: MapCheck | None = None
    """Check of all objects together; its faults make a map unusable."""

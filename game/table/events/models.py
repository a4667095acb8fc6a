"""Events of models and units: placed, moved, wounded, removed, marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.geometry.points import Path, Point
from game.table.records import How, Mark, ModelId, Side, UnitId, Where


@dataclass(frozen=True, slots=True)
class Placed:
    """A model came onto the table, or was set down elsewhere, by hand."""

    clause: str
    model: ModelId
    at: Point
    facing: float


@dataclass(frozen=True, slots=True)
class Moved:
    clause: str
    model: ModelId
    path: Path
    """From where it stood to where it stands, in thousandths of an inch."""
    facing: float


@dataclass(frozen=True, slots=True)
class Turned:
    """A model was turned where it stands."""

    clause: str
    model: ModelId
    facing: float


@dataclass(frozen=True, slots=True)
class ArrowsChanged:
    """What pushes a model, a body or a piece on is another number of arrows, or turned."""

    clause: str
    who: str
    arrows: int
    heading: float
    """Degrees in thousandths; of no meaning without arrows."""


@dataclass(frozen=True, slots=True)
class BodyRemoved:
    """A body was taken off the table; the model was lost before (``ZG-24``)."""

    clause: str
    model: ModelId


@dataclass(frozen=True, slots=True)
class Struck:
    """A model takes a hit that nobody aimed at it."""

    clause: str
    model: ModelId
    strength: int
    by: str
    """What strikes it, in a few words."""


@dataclass(frozen=True, slots=True)
class Wounded:
    clause: str
    model: ModelId
    wounds: int


@dataclass(frozen=True, slots=True)
class Healed:
    """A model regains wounds that it had lost."""

    clause: str
    model: ModelId
    wounds: int


@dataclass(frozen=True, slots=True)
class Removed:
    clause: str
    model: ModelId
    how: How
    where: Where = Where.GONE
    by: str = ""
    """The unit whose attack or power it was lost to, if it was one's."""


@dataclass(frozen=True, slots=True)
class Defected:
    """A unit is the other side's from now on."""

    clause: str
    unit: UnitId
    side: Side
    """Whose it is now."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A unit like a spare one, or like some of its models, came to a side; it is in reserve."""

    clause: str
    unit: UnitId
    """What it is called; its models are called after it as the others are after their unit."""
    side: Side
    like: UnitId
    """The spare unit, which stays where it is: many may be like it."""
    models: tuple[ModelId, ...]
    """Those of its models that came."""


@dataclass(frozen=True, slots=True)
class Raised:
    """A spare unit is one of its side's from now on."""

    clause: str
    unit: UnitId


@dataclass(frozen=True, slots=True)
class Marked:
    """Something about a unit or a model is to be remembered; it replaces a mark so named."""

    clause: str
    who: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Unmarked:
    clause: str
    who: str
    name: str


@dataclass(frozen=True, slots=True)
class Noted:
    """A module wrote its page anew."""

    clause: str
    page: str
    note: Any

"""Terrain pieces and what each kind of them does."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from game.geometry.points import Disc, Path
from game.geometry.polygons import Box, Segment, box, edges, overlaps


class Kind(StrEnum):
    WALL = "wall"
    BLOCK = "block"
    RUIN = "ruin"
    WOOD = "wood"
    RUBBLE = "rubble"
    CRATER = "crater"
    LOW_WALL = "low wall"
    HEDGE = "hedge"
    RAIL = "rail"
    PIPE = "pipe"
    DEEP_WATER = "deep water"
    GRATE = "grate"
    SLUICE_GATE = "sluice gate"
    CAVE_IN = "cave-in"
    DEBRIS = "debris"
    FLOODED = "flooded ground"
    WEEDS = "weeds"
    SPINES = "spines"
    VENOM_PLANTS = "venom plants"
    STATUE = "statue"
    REACTOR = "reactor"
    SERVO_HAULER = "servo hauler"
    REGULATOR = "plasma regulator"
    CONDUIT = "plasma conduit"
    BARRICADE = "barricade"
    FORTIFICATION = "fortification"


@dataclass(frozen=True, slots=True)
class Terrain:
    """One piece of terrain: a closed outline (an area) or an open line (an obstacle)."""

    id: str
    kind: Kind
    outline: Path
    closed: bool = True
    impassable: bool = False
    blocks_sight: bool = False
    """Of an area where bases may stand: seen into and out of, not through (``CC-37``)."""
    difficult: bool = False
    dangerous: bool = False
    cover: int = 0
    """The cover save that it gives: 4 is 4+; 0 for none."""
    bonus: int | None = None
    """What it adds to armour saves in matched play: 1 if soft, 2 if hard (``MP-01``), 0 if
    neither; None where nobody said (``MP-05``)."""
    leaks: bool = False
    """Whether it may scald who takes cover in it (``MP-06``)."""
    watertight: bool = False
    """Whether it keeps the flood out (``FF-03``)."""
    box: Box = field(init=False)
    _sides: tuple[Segment, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "box", box(self.outline))
        line = zip(self.outline, self.outline[1:], strict=False)
        sides = edges(self.outline) if self.closed else line
        object.__setattr__(self, "_sides", tuple(sides))

    @property
    def name(self) -> str:
        """What players call it: its id in plain words; its kind if nobody named it."""
        plain = self.id.replace("-", " ")
        stem, _, number = plain.rpartition(" ")
        return stem if stem == self.kind and number.isdecimal() else plain

    @property
    def area(self) -> bool:
        """Whether bases may stand in it."""
        return self.closed and not self.impassable

    def holds(self, base: Disc) -> bool:
        """Return whether a base is in the area: covers any of it."""
        left, top, right, bottom = self.box
        (x, y), r = base
        if not (left - r < x < right + r and top - r < y < bottom + r):
            return False
        return overlaps(base, self.outline)

    def sides(self) -> tuple[Segment, ...]:
        return self._sides


_BARE, _SOFT, _HARD = {"bonus": 0}, {"bonus": 1}, {"bonus": 2}
_LEAKS = {"leaks": True}
_SOLID = {"impassable": True, "blocks_sight": True}
_GROUND = {"difficult": True, "cover": 4}
_SCREEN = _GROUND | {"blocks_sight": True}

NATURE: dict[Kind, dict[str, Any]] = {
    Kind.WALL: _SOLID | _HARD,
    Kind.BLOCK: _SOLID | _HARD,
    Kind.RUIN: _SCREEN | _HARD,
    Kind.WOOD: _SCREEN | _SOFT,
    Kind.RUBBLE: _GROUND | _SOFT,
    Kind.CRATER: _GROUND | _SOFT,
    Kind.LOW_WALL: _HARD | {"cover": 4},
    Kind.HEDGE: _SOFT | {"cover": 5},
    Kind.RAIL: _SOFT | {"cover": 5},
    Kind.PIPE: _HARD | _LEAKS | {"cover": 5},
    Kind.DEEP_WATER: {"impassable": True},
    Kind.GRATE: _BARE | {"difficult": True},
    Kind.SLUICE_GATE: _BARE | {"difficult": True},
    Kind.CAVE_IN: {"difficult": True},
    Kind.DEBRIS: _SOLID,
    Kind.FLOODED: {"difficult": True},
    Kind.WEEDS: _GROUND | _SOFT,
    Kind.SPINES: _GROUND | _SOFT,
    Kind.VENOM_PLANTS: _GROUND | _SOFT,
    Kind.STATUE: _GROUND | _SOFT,
    Kind.REACTOR: _SCREEN | _HARD,
    Kind.SERVO_HAULER: _GROUND | _HARD,
    Kind.REGULATOR: _GROUND | _HARD | _LEAKS,
    Kind.CONDUIT: _HARD | _LEAKS | {"cover": 4},
    Kind.BARRICADE: _HARD | {"cover": 4},
    Kind.FORTIFICATION: _SCREEN | _HARD,
}
"""What each kind of terrain is, unless the map says otherwise for a piece.

``CC-37``; the flood's pieces by ``FF-03`` and ``FF-18``, debris by ``ZG-12``; from weeds on
``MP-05``. Of its other words hedges and rails are obstacles, pipes its fuel pipes, rubble its
battlescape; a ruin in a death world forest is a ruin that its map calls soft; low walls, walls
and blocks are built like barricades, ruins and fortifications, and as hard. Grates and sluice
gates are no features.
"""


def terrain(
    id_: str, kind: Kind, outline: Path, *, closed: bool = True, **otherwise: Any
) -> Terrain:
    """``CC-37``  Return a piece of its kind; *otherwise* is what the map overrides."""
    return Terrain(id_, kind, outline, closed, **(NATURE[kind] | otherwise))

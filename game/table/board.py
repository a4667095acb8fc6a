"""The immutable board: zones, markers, spots and terrain; the six deployment maps (MP-23)."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import pairwise
from math import sqrt
from typing import Any

from game.geometry.points import Disc, Path, Point, distance, point_ahead, unit_vector
from game.geometry.polygons import Box, Polygon, Segment, box, edges, overlaps
from game.geometry.sweeps import Walls


class TerrainKind(StrEnum):
    """The kinds of terrain, by the names that map files use."""

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
    kind: TerrainKind
    outline: Path
    _: KW_ONLY
    closed: bool = True
    impassable: bool = False
    blocks_sight: bool = False
    """For areas where bases may stand: visible into and out of, but not through (``CC-37``)."""
    difficult: bool = False
    dangerous: bool = False
    cover: int = 0
    """The cover save it gives: 4 is 4+; 0 for none."""
    bonus: int | None = None
    """Bonus to armour saves in matched play: 1 if soft, 2 if hard (``MP-01``), 0 if neither.

    None where the map does not say (``MP-05``).
    """
    leaks: bool = False
    """True if it may scald models that take cover in it (``MP-06``)."""
    watertight: bool = False
    """True if it keeps the flood out (``FF-03``)."""
    box: Box = field(init=False)
    _sides: tuple[Segment, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "box", box(self.outline))
        line = zip(self.outline, self.outline[1:], strict=False)
        sides = edges(self.outline) if self.closed else line
        object.__setattr__(self, "_sides", tuple(sides))

    @property
    def name(self) -> str:
        """Return its name for players: its id in plain words, or its kind if it has no name."""
        plain = self.id.replace("-", " ")
        stem, _, number = plain.rpartition(" ")
        return stem if stem == self.kind and number.isdecimal() else plain

    @property
    def area(self) -> bool:
        """Return whether bases may stand in it."""
        return self.closed and not self.impassable

    def holds(self, base: Disc) -> bool:
        """Return whether a base covers any of the area."""
        left, top, right, bottom = self.box
        (x, y), r = base
        if not (left - r < x < right + r and top - r < y < bottom + r):
            return False
        return overlaps(base, self.outline)

    def sides(self) -> tuple[Segment, ...]:
        """Return the segments of its outline."""
        return self._sides


_BARE, _SOFT, _HARD = {"bonus": 0}, {"bonus": 1}, {"bonus": 2}
_LEAKS = {"leaks": True}
_SOLID = {"impassable": True, "blocks_sight": True}
_GROUND = {"difficult": True, "cover": 4}
_SCREEN = _GROUND | {"blocks_sight": True}

NATURE: dict[TerrainKind, dict[str, Any]] = {
    TerrainKind.WALL: _SOLID | _HARD,
    TerrainKind.BLOCK: _SOLID | _HARD,
    TerrainKind.RUIN: _SCREEN | _HARD,
    TerrainKind.WOOD: _SCREEN | _SOFT,
    TerrainKind.RUBBLE: _GROUND | _SOFT,
    TerrainKind.CRATER: _GROUND | _SOFT,
    TerrainKind.LOW_WALL: _HARD | {"cover": 4},
    TerrainKind.HEDGE: _SOFT | {"cover": 5},
    TerrainKind.RAIL: _SOFT | {"cover": 5},
    TerrainKind.PIPE: _HARD | _LEAKS | {"cover": 5},
    TerrainKind.DEEP_WATER: {"impassable": True},
    TerrainKind.GRATE: _BARE | {"difficult": True},
    TerrainKind.SLUICE_GATE: _BARE | {"difficult": True},
    TerrainKind.CAVE_IN: {"difficult": True},
    TerrainKind.DEBRIS: _SOLID,
    TerrainKind.FLOODED: {"difficult": True},
    TerrainKind.WEEDS: _GROUND | _SOFT,
    TerrainKind.SPINES: _GROUND | _SOFT,
    TerrainKind.VENOM_PLANTS: _GROUND | _SOFT,
    TerrainKind.STATUE: _GROUND | _SOFT,
    TerrainKind.REACTOR: _SCREEN | _HARD,
    TerrainKind.SERVO_HAULER: _GROUND | _HARD,
    TerrainKind.REGULATOR: _GROUND | _HARD | _LEAKS,
    TerrainKind.CONDUIT: _HARD | _LEAKS | {"cover": 4},
    TerrainKind.BARRICADE: _HARD | {"cover": 4},
    TerrainKind.FORTIFICATION: _SCREEN | _HARD,
}
"""Properties of each kind of terrain, unless the map overrides them for a piece.

``CC-37``; the flood's pieces by ``FF-03`` and ``FF-18``, debris by ``ZG-12``; from weeds on
``MP-05``. Of the other names in ``MP-05``, hedges and rails are its obstacles, pipes its fuel
pipes, rubble its battlescape. A ruin in a death world forest is a ruin that its map calls soft.
Low walls, walls and blocks are as hard as barricades, ruins and fortifications. Grates and
sluice gates are no features.
"""


def terrain(
    id_: str, kind: TerrainKind, outline: Path, *, closed: bool = True, **otherwise: Any
) -> Terrain:
    """``CC-37``  Return a piece of a kind.

    *otherwise* holds properties that the map overrides.
    """
    return Terrain(id_, kind=kind, outline=outline, closed=closed, **(NATURE[kind] | otherwise))


ZONE_MAPS = ("arrowhead", "long-edges", "quarters", "short-edges", "bulge", "diagonal")
"""Names of the deployment maps, in the order of the d6."""
WIDE, HIGH = 72.0, 48.0
FINE = 0.001
"""Maximum inches between an arc and the corners that approximate it."""


@lru_cache(maxsize=64)
def zone_map(name: str, width: float, height: float) -> tuple[Polygon, Polygon]:
    """``MP-23``  Return the two zones of a map; the second is the first rotated by 180°."""
    if width < height:
        first = tuple(Point(y, x) for x, y in _first(name, height, width))
    else:
        first = _first(name, width, height)
    return first, tuple(Point(width - x, height - y) for x, y in first)


def _first(name: str, width: float, height: float) -> Polygon:
    """Return the zone at the top left of a table that is at least as wide as it is high.

    Raise KeyError for an unknown name.
    """
    across, down = width / WIDE, height / HIGH
    smaller = min(across, down)
    left = ((0.0, height), (0.0, 0.0))
    top = ((0.0, 0.0), (width, 0.0))
    match name:
        case "long-edges":
            return _points(*top, (width, 12 * down), (0.0, 12 * down))
        case "short-edges":
            return _points(*left, (24 * across, 0.0), (24 * across, height))
        case "quarters":
            return _quarter(width / 2, height / 2, 9 * smaller)
        case "diagonal":
            return _corner(width, height, 12 * smaller)
        case "bulge":
            ends, middle = 6 * down, 15 * down
            low = _bow(width, ends, middle)
            return (*_points(*top), *low)
        case "arrowhead":
            ends, middle = 12 * across, 24 * across
            return _points(*left, (ends, 0.0), (middle, height / 2), (ends, height))
        case _:
            raise KeyError(name)


def _points(*corners: tuple[float, float]) -> Path:
    return tuple(Point(x, y) for x, y in corners)


def _quarter(x: float, y: float, off: float) -> Polygon:
    """Return the rectangle from a corner to the centre of the table, minus a circle there."""
    arc = _arc(Point(x, y), Point(x, y - off), Point(x - off, y))
    return (*_points((0.0, 0.0), (x, 0.0)), *arc, Point(0.0, y))


def _corner(width: float, height: float, off: float) -> Polygon:
    """Return the area beyond *off* inches from the line from top left to bottom right."""
    whole = off * sqrt(width * width + height * height)
    corners = (whole / height, 0.0), (width, 0.0), (width, height - whole / width)
    return _points(*corners)


def _bow(width: float, ends: float, middle: float) -> Path:
    """Return an arc from right to left, *ends* inches deep at its ends and *middle* between."""
    half, rise = width / 2, middle - ends
    radius = (half * half + rise * rise) / (2 * rise)
    centre = Point(half, middle - radius)
    return _arc(centre, Point(width, ends), Point(0.0, ends))


def _arc(centre: Point, start: Point, end: Point) -> Path:
    """Return the corners of an arc of less than half a circle, at most FINE off the arc."""
    radius = distance(centre, start)
    flat = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    if radius - distance(centre, flat) <= FINE:
        return start, end
    middle = point_ahead(centre, unit_vector(centre, flat), radius)
    return (*_arc(centre, start, middle), *_arc(centre, middle, end)[1:])


@dataclass(frozen=True, slots=True)
class Zone:
    """A deployment zone."""

    id: str
    outline: Polygon
    side: str = ""
    """The side that the map reserves it for; empty for either side."""
    title: str = field(default="", compare=False)
    """Its name in the map file; empty if it has none."""

    @property
    def name(self) -> str:
        """Return its name for players: its title, or its id in plain words."""
        return self.title or self.id.replace("-", " ")


@dataclass(frozen=True, slots=True)
class ObjectiveMarker:
    """An objective marker."""

    id: str
    at: Point
    number: int
    """0 if it is not numbered yet."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Any other point or area that a map defines for a mission: an exit, a nest, a lamp."""

    id: str
    kind: str
    outline: Path
    _: KW_ONLY
    numbers: tuple[tuple[str, float], ...] = ()
    words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A picture underneath the terrain; no rule reads it."""

    file: str
    """Name of its file for the source that the map was read from."""
    at: Point
    """Its upper left corner."""
    inches: float
    """Side of one of its pixels in inches."""
    opacity: float = 1.0


@dataclass(frozen=True, eq=False)
class Board:
    """A map in its immutable form in play; equal only to itself, so that it can key caches."""

    name: str = "bare table"
    width: float = 48.0
    height: float = 48.0
    _: KW_ONLY
    terrain: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()
    markers: tuple[ObjectiveMarker, ...] = ()
    spots: tuple[Spot, ...] = ()
    look: str = "city"
    """The material set that the board is drawn with."""
    pictures: tuple[BoardPicture, ...] = ()
    """The pictures underneath, the lowest first."""

    @cached_property
    def walls(self) -> Walls:
        """Return the outlines that no base may cross, in the order of the file."""
        return Walls(tuple(s for t in self.terrain if t.impassable for s in t.sides()))

    @cached_property
    def areas(self) -> tuple[Terrain, ...]:
        """Return the terrain that bases may stand in."""
        return tuple(t for t in self.terrain if t.area)

    @cached_property
    def difficult(self) -> tuple[Terrain, ...]:
        """Return the areas that are Difficult."""
        return tuple(t for t in self.areas if t.difficult)

    @cached_property
    def opaque(self) -> tuple[Terrain, ...]:
        """Return the terrain that blocks sight."""
        return tuple(t for t in self.terrain if t.blocks_sight)

    @cached_property
    def obstacles(self) -> tuple[Terrain, ...]:
        """Return the low obstacles that give cover to models behind them (``CC-15``)."""
        return tuple(t for t in self.terrain if not t.closed and t.cover)

    @cached_property
    def rim(self) -> tuple[Segment, ...]:
        """Return the four edges of the table: top, right, bottom, left."""
        w, h = self.width, self.height
        corners = (Point(0.0, 0.0), Point(w, 0.0), Point(w, h), Point(0.0, h))
        return (*pairwise(corners), (corners[3], corners[0]))

    @cached_property
    def zone_maps(self) -> dict[str, tuple[Zone, Zone]]:
        """Return the zones of each deployment map, by its name (``MP-23``).

        Those of "bulge" are "bulge-1" and "bulge-2".
        """
        drawn = {name: zone_map(name, self.width, self.height) for name in ZONE_MAPS}
        return {n: (Zone(f"{n}-1", a), Zone(f"{n}-2", b)) for n, (a, b) in drawn.items()}

    @cached_property
    def all_zones(self) -> dict[str, Zone]:
        """Return every zone a side may take, by id: deployment maps' and the map's own."""
        laid = {zone.id: zone for pair in self.zone_maps.values() for zone in pair}
        return laid | {zone.id: zone for zone in self.zones}

    def zone(self, id_: str) -> Zone:
        """Return the zone with an id; raise KeyError if there is none."""
        return self.all_zones[id_]

    def own_edge(self, zone: Zone) -> Segment:
        """Return the table edge a zone touches the longest: its side's own (``CC-32``).

        Of equally long ones return the first of top, right, bottom, left.
        """

        def touched(rim: Segment) -> float:
            flat = 1 if rim[0].y == rim[1].y else 0
            return max(
                abs(a[1 - flat] - b[1 - flat]) if a[flat] == b[flat] == rim[0][flat] else 0.0
                for a, b in edges(zone.outline)
            )

        return max(self.rim, key=touched)


BARE = Board()

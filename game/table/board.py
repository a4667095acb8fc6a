"""The immutable board of a game.

It has terrain, zones, markers and spots, and the states of its doors.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from game.geometry.points import Disc, Path, Point
from game.geometry.polygons import Box, Polygon, Segment, band, box, edges, overlaps
from game.geometry.sweeps import Walls
from game.table.zone_maps import ZONE_MAPS, zone_map

_BARE, _SOFT, _HARD = {"bonus": 0}, {"bonus": 1}, {"bonus": 2}
_LEAKS = {"leaks": True}
_SOLID = {"impassable": True, "blocks_sight": True}
_GROUND = {"difficult": True, "cover": 4}
_SCREEN = _GROUND | {"blocks_sight": True}
LANE, ORIGIN, GANTRY = "lane", "flood origin", "gantry"
"""Kinds of spots through which the water of a map flows, and over which nobody gets wet."""


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
    DOOR = "door"
    WINDOW = "window"


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
    is_open: bool = False
    """``CC-39``  True for a door that stands open."""
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

    def surface(self, width: float) -> Polygon:
        """Return its outline; that of a line is a strip of a width in inches."""
        return self.outline if self.closed else band(self.outline, width / 2)

    def sides(self) -> tuple[Segment, ...]:
        """Return the segments of its outline."""
        return self._sides


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
    TerrainKind.DOOR: _SOLID | _BARE,
    TerrainKind.WINDOW: _BARE | {"impassable": True},
}
"""Properties of each kind of terrain, unless the map overrides them for a piece.

``CC-37``; the flood's pieces by ``FF-03`` and ``FF-18``, debris by ``ZG-12``; from weeds on
``MP-05``; a closed door by ``CC-39``. Of the other names in ``MP-05``, hedges and rails are its
obstacles, pipes its fuel pipes, rubble its battlescape. A ruin in a death world forest is one
that its map calls soft. Low walls, walls and blocks are as hard as barricades, ruins and
fortifications. Grates, sluice gates, doors and windows are no features.
"""


def terrain(
    id_: str, kind: TerrainKind, outline: Path, *, closed: bool = True, **otherwise: Any
) -> Terrain:
    """``CC-37``  Return a piece of a kind.

    *otherwise* holds properties that the map overrides.
    """
    return Terrain(id_, kind=kind, outline=outline, closed=closed, **(NATURE[kind] | otherwise))


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
    orientation: int = 1
    """Its turn and flip, as the eight orientations of Exif."""
    over: int = 0
    """Number of layers of tiles that lie under it."""


class BoardDecor(NamedTuple):
    """A picture on the ground, over the terrain and under the models; no rule reads it."""

    file: str
    """Name of its file for the source that the map was read from."""
    at: Point
    """Its middle."""
    width: float
    """Width in inches of the box that it fits in."""
    height: float
    angle: float = 0.0
    """Degrees by which it is turned clockwise."""
    flipped: bool = False
    """True if it is flipped from left to right, before it is turned."""
    upended: bool = False
    """True if it is flipped from top to bottom, before it is turned."""
    opacity: float = 1.0


class TileImage(NamedTuple):
    """The picture of a tile; no rule reads it."""

    file: str
    """Name of its file for the source that the map was read from."""
    box: tuple[int, int, int, int]
    """The part of that picture: left and upper edge, width and height in its pixels."""
    size: tuple[int, int]
    """Width and height as drawn, in pixels of the tiles."""
    transparent: str = ""
    """The colour that is left out, such as ``#ff00ff``; empty for none."""


class TilePlace(NamedTuple):
    """A tile on the board, in pixels of the tiles from the upper left corner of the board."""

    left: int
    low: int
    """The lower edge, on which tiles of all sizes stand."""
    image: int
    """Number of its picture."""
    across: bool = False
    """True if it is flipped from left to right."""
    down: bool = False
    """True if it is flipped from top to bottom."""
    diagonally: bool = False
    """True if its rows are drawn as columns, before other flips."""


class TileObject(NamedTuple):
    """A tile of any size off the grid, in pixels of the tiles from the board's corner."""

    image: int
    """Number of its picture."""
    middle: tuple[float, float]
    width: float
    height: float
    angle: float = 0.0
    """Degrees by which it is turned clockwise."""
    across: bool = False
    """True if it is flipped from left to right, before it is turned."""
    down: bool = False
    """True if it is flipped from top to bottom, before it is turned."""
    opacity: float = 1.0


class TileLayer(NamedTuple):
    """Tiles that are drawn one after the other."""

    places: tuple[TilePlace, ...]
    opacity: float = 1.0
    tint: str = ""
    """The colour that theirs are multiplied with, such as ``#ff8800``; empty for none."""
    objects: tuple[TileObject, ...] = ()
    """Tiles off the grid, drawn after the others."""


class TileGround(NamedTuple):
    """Layers of tiles underneath the terrain, the lowest first; no rule reads them."""

    pixels: int
    """Pixels of the tiles to the inch."""
    images: tuple[TileImage, ...]
    layers: tuple[TileLayer, ...]
    background: str = ""
    """The colour of the board under all of them, such as ``#27b99a``; empty for none."""

    @property
    def files(self) -> tuple[str, ...]:
        """Return the names of the files of their pictures, each once."""
        return tuple(dict.fromkeys(one.file for one in self.images))

    def renamed(self, files: Mapping[str, str]) -> TileGround:
        """Return the tiles with other names of their pictures' files."""
        images = (one._replace(file=files[one.file]) for one in self.images)
        return self._replace(images=tuple(images))


def fields_alone(record: Any) -> dict[str, Any]:
    """Return the fields of a dataclass: what to pickle of it, without its cached properties."""
    return {each.name: getattr(record, each.name) for each in fields(record)}


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
    tiles: TileGround | None = None
    """The tiles over these pictures."""
    decor: tuple[BoardDecor, ...] = ()
    """The pictures over the terrain, the lowest first."""
    closed: Board | None = field(default=None, repr=False)
    """The same board with all doors closed, if a door is open."""

    __getstate__ = fields_alone

    @property
    def picture_files(self) -> tuple[str, ...]:
        """Return the names of the files of all pictures, decor and tiles, each once."""
        of_tiles = self.tiles.files if self.tiles else ()
        own = [one.file for one in self.pictures] + [one.file for one in self.decor]
        return tuple(dict.fromkeys([*own, *of_tiles]))

    @cached_property
    def walls(self) -> Walls:
        """Return the outlines that no base may cross, in the order of the file."""
        return Walls(tuple(s for t in self.impassable for s in t.sides()))

    @cached_property
    def impassable(self) -> tuple[Terrain, ...]:
        """Return the terrain that no base may overlap."""
        return tuple(t for t in self.terrain if t.impassable)

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
    def doors(self) -> tuple[Terrain, ...]:
        """``CC-39``  Return the doors."""
        return tuple(t for t in self.terrain if t.kind is TerrainKind.DOOR)

    @cached_property
    def without_markers(self) -> Board:
        """Return the board for missions in which objective markers count for nothing."""
        return replace(self, markers=()) if self.markers else self

    @property
    def all_open(self) -> Board:
        """``CC-39``  Return the board with all doors open."""
        return self.with_open_doors([door.id for door in self.doors])

    def with_open_doors(self, ids: Collection[str]) -> Board:
        """``CC-39``  Return the board with just these doors open.

        The same doors give the same object, so that caches by board serve every state.
        """
        if not self.doors:
            return self
        closed = self.closed or self
        now = tuple([door.id for door in self.doors if door.id in ids])
        return _with_open_doors(closed, now) if now else closed

    def with_door(self, id_: str, *, is_open: bool) -> Board:
        """``CC-39``  Return the board with one door open or closed."""
        others = [door.id for door in self.doors if door.is_open and door.id != id_]
        return self.with_open_doors([*others, id_] if is_open else others)

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


@lru_cache(maxsize=64)
def _with_open_doors(closed: Board, ids: tuple[str, ...]) -> Board:
    found = tuple([_opened(t) if t.id in ids else t for t in closed.terrain])
    return replace(closed, terrain=found, closed=closed)


def _opened(door: Terrain) -> Terrain:
    """``CC-39``  Return a door that stands open."""
    return replace(door, impassable=False, blocks_sight=False, cover=0, bonus=0, is_open=True)


def centre_of(board: Board) -> Point:
    """Return the centre of the board."""
    return Point(board.width / 2, board.height / 2)

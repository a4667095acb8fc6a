"""The board: what never changes in a game. Every fork points at the same one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from game.geometry.points import Path, Point
from game.geometry.polygons import Polygon, Segment, edges
from game.geometry.sweeps import Walls
from game.table.terrain import Terrain
from game.table.zones import ZONE_MAPS, zone_map


@dataclass(frozen=True, slots=True)
class Zone:
    """A deployment zone."""

    id: str
    outline: Polygon
    side: str = ""
    """For whom the map reserves it; empty: for anybody."""


@dataclass(frozen=True, slots=True)
class Marker:
    """An objective marker."""

    id: str
    at: Point
    number: int
    """0 for one that is not numbered yet."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Any other point or area of the map that a mission names: an exit, a nest, a lamp."""

    id: str
    kind: str
    outline: Path
    numbers: tuple[tuple[str, float], ...] = ()
    words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, eq=False)
class Board:
    """Equal only to itself: a key for caches."""

    name: str = "bare table"
    width: float = 48.0
    height: float = 48.0
    terrain: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()
    markers: tuple[Marker, ...] = ()
    spots: tuple[Spot, ...] = ()
    look: str = "city"
    """Which materials the board is drawn with."""

    @cached_property
    def walls(self) -> Walls:
        """Return the outlines that no base may cross, in the order of the file."""
        return Walls(tuple(s for t in self.terrain if t.impassable for s in t.sides()))

    @cached_property
    def areas(self) -> tuple[Terrain, ...]:
        return tuple(t for t in self.terrain if t.area)

    @cached_property
    def difficult(self) -> tuple[Terrain, ...]:
        return tuple(t for t in self.areas if t.difficult)

    @cached_property
    def obstacles(self) -> tuple[Terrain, ...]:
        """Return the low things that give cover to who is behind them (``CC-15``)."""
        return tuple(t for t in self.terrain if not t.closed and t.cover)

    @cached_property
    def rim(self) -> tuple[Segment, ...]:
        """Return the four edges of the table: top, right, bottom, left."""
        w, h = self.width, self.height
        corners = (Point(0.0, 0.0), Point(w, 0.0), Point(w, h), Point(0.0, h))
        return (*pairwise(corners), (corners[3], corners[0]))

    @cached_property
    def zone_maps(self) -> dict[str, tuple[Zone, Zone]]:
        """Return the zones of each map that a mission may have determined, by name (``MP-23``).

        Those of "bulge" are "bulge-1" and "bulge-2".
        """
        drawn = {name: zone_map(name, self.width, self.height) for name in ZONE_MAPS}
        return {n: (Zone(f"{n}-1", a), Zone(f"{n}-2", b)) for n, (a, b) in drawn.items()}

    @cached_property
    def all_zones(self) -> dict[str, Zone]:
        """Return every zone that a side may take: those of the zone maps and the map's own."""
        laid = {zone.id: zone for pair in self.zone_maps.values() for zone in pair}
        return laid | {zone.id: zone for zone in self.zones}

    def zone(self, id_: str) -> Zone:
        return self.all_zones[id_]

    def own_edge(self, zone: Zone) -> Segment:
        """Return the edge of the table that a zone touches longest: its side's own (``CC-32``).

        Equally long ones: the first of top, right, bottom, left.
        """

        def touched(rim: Segment) -> float:
            flat = 1 if rim[0].y == rim[1].y else 0
            return max(
                abs(a[1 - flat] - b[1 - flat]) if a[flat] == b[flat] == rim[0][flat] else 0.0
                for a, b in edges(zone.outline)
            )

        return max(self.rim, key=touched)


BARE = Board()

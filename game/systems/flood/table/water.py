"""The water that runs from an origin of the flood (FF-01 to FF-18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TypeAlias

from game.geometry.points import (
    ROUNDING,
    Disc,
    Path,
    Point,
    distance,
    point_ahead,
    point_along,
    turn,
    unit_vector,
)
from game.geometry.polygons import (
    Box,
    Polygon,
    Segment,
    box,
    crossing,
    edges,
    inside,
    off_segment,
    overlaps,
    within_polygon,
)
from game.geometry.sweeps import Walls, sweep
from game.systems.flood.table import Square, rectangles, square_at
from game.systems.flood.table.lanes import (
    NOWHERE,
    ON_LANE,
    CarryObstacles,
    CarryPath,
    Lane,
    LaneNetwork,
    Obstacle,
    final_heading,
    is_path_clear,
    lane_network,
    nearest_feet,
    path_to_edge,
    path_to_lane,
)
from game.table.board import GANTRY, LANE, ORIGIN, Board, Spot, Terrain, TerrainKind

FLOOD_COMES = "The flood comes"
"""Words of the announcement that a flood comes (FF-06), which are part of saved games."""
IMPASSABLE_IN_FLOOD = (TerrainKind.GRATE, TerrainKind.SLUICE_GATE, TerrainKind.CAVE_IN)
"""``FF-03``  Terrain that is Impassable while a flood is resolved."""
_Passed: TypeAlias = tuple[tuple[str, ...], tuple[int, ...]]
DROP = 0.005
"""Radius of water in inches; a mere point would slip through where walls meet at a corner."""
MAX_ROUTES = 4096
"""Maximum number of cached courses; a model's is requested several times in one flood."""


@dataclass(frozen=True, eq=False)
class Water:
    """The effect of a flood from one origin on one board; equal only to itself."""

    board: Board
    origin: Path
    _walls: dict[tuple[tuple[str, ...], tuple[str, ...]], Walls] = field(
        default_factory=dict, init=False, repr=False
    )
    _banks: dict[_Passed, CarryObstacles] = field(default_factory=dict, init=False, repr=False)
    _courses: dict[Disc, CarryPath | None] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def gantries(self) -> tuple[Polygon, ...]:
        """``FF-02``  Return the outlines of raised ground."""
        return tuple(spot.outline for spot in self.board.spots if spot.kind == GANTRY)

    @cached_property
    def pieces(self) -> tuple[Terrain, ...]:
        """Return terrain that is Impassable while the flood is resolved, in the map's order."""
        return tuple(t for t in self.board.terrain if _stops_bases(t))

    @cached_property
    def _banked(self) -> tuple[Terrain, ...]:
        """``FF-26``  Return these pieces without the doors, through which water runs."""
        return tuple(t for t in self.pieces if t.kind is not TerrainKind.DOOR)

    @cached_property
    def lanes(self) -> LaneNetwork | None:
        """Return the flow of water along the lanes; None if the board has none."""
        lanes = [
            Lane(spot.outline, dict(spot.words).get("flow", "usual"))
            for spot in self.board.spots
            if spot.kind == LANE
        ]
        tight = [t.outline for t in self._tight]
        return lane_network(lanes, self.origin, tight) if lanes else None

    def stood_in(self, base: Disc) -> tuple[str, ...]:
        """``FF-03``  Return the grates, gates and cave-ins that a base stands in."""
        return tuple(
            [
                t.id
                for t in self._impassable_in_flood
                if t.holds(base) or inside(base.at, t.outline)
            ]
        )

    @cached_property
    def _impassable_in_flood(self) -> tuple[Terrain, ...]:
        return tuple(t for t in self.pieces if t.kind in IMPASSABLE_IN_FLOOD)

    @cached_property
    def _tight(self) -> tuple[Terrain, ...]:
        """``FF-03``  Return the pieces that keep water out."""
        return tuple(t for t in self.board.terrain if t.watertight and t.closed)

    def is_sealed(self, at: Point) -> bool:
        """``FF-03``  Return whether a point is in a watertight piece, not just on its rim."""
        inner = Disc(at, 2 * ROUNDING)
        return any(within_polygon(inner, t.outline) for t in self._tight)

    def out_of_reach(self, at: Point) -> bool:
        """``FF-02``  Return whether a point is on a gantry."""
        return any(_lies_in(at, around, outline) for around, outline in self._raised)

    @cached_property
    def _raised(self) -> tuple[tuple[Box, Polygon], ...]:
        return tuple((box(outline), outline) for outline in self.gantries)

    def walls(self, without: tuple[str, ...] = (), closed_doors: tuple[str, ...] = ()) -> Walls:
        """``FF-13``  Return the outlines that stop a carried base, except those in *without*.

        With lanes only pieces across a lane count, and the doors in *closed_doors*; without
        lanes all pieces and the gantries do.
        """
        # Only pieces that would stop it make a difference, so that few walls are made.
        absent = tuple([t.id for t in self._stopping if t.id in without])
        if (absent, closed_doors) not in self._walls:
            stopping = [t for t in self._stopping if t.id not in absent]
            stopping += [t for t in self._side_doors if t.id in closed_doors]
            sides = [s for t in stopping for s in t.sides()]
            if not self.lanes:
                sides += [s for outline in self.gantries for s in edges(outline)]
            self._walls[absent, closed_doors] = Walls(tuple(sides))
        return self._walls[absent, closed_doors]

    def thin_walls(
        self, without: tuple[str, ...], closed_doors: tuple[str, ...]
    ) -> list[Segment]:
        """``FF-26``  Return the sides of those pieces of ``walls`` that are lines."""
        lines = [t for t in self._lines if t.id not in without]
        lines += [t for t in self._side_doors if t.id in closed_doors and not t.closed]
        return [side for t in lines for side in t.sides()]

    @cached_property
    def _lines(self) -> tuple[Terrain, ...]:
        return tuple(t for t in self._stopping if not t.closed)

    @cached_property
    def _side_doors(self) -> tuple[Terrain, ...]:
        """``FF-26``  Return the closed doors that lie across no lane."""
        doors = (t for t in self.pieces if t.kind is TerrainKind.DOOR)
        return tuple(t for t in doors if t not in self._stopping)

    def doors_before_lane(self, base: Disc, course: CarryPath) -> tuple[str, ...]:
        """``FF-26``  Return the closed doors that lie between a base and its lane."""
        (at, r), (start, join) = base, course.path[:2]
        if (inches := distance(start, join)) <= ON_LANE:
            return ()
        toward = unit_vector(at, join)
        doors = ((t, Walls(t.sides())) for t in self._side_doors)
        return tuple([t.id for t, walls in doors if sweep(at, toward, inches, r, walls, {})])

    @cached_property
    def _stopping(self) -> tuple[Terrain, ...]:
        """Return the pieces that stop a carried base: with lanes those across a lane."""
        across = self._lies_across if self.lanes else bool
        return tuple(t for t in self.pieces if across(t))

    def _lies_across(self, piece: Terrain) -> bool:
        """Return whether a lane, wet or dry, meets a piece; touching a corner is enough."""
        return any(
            crossing(a, b, *side) is not None
            or any(off_segment(end, (a, b)) <= ON_LANE for end in side)
            for spot in self.board.spots
            if spot.kind == LANE
            for a, b in pairwise(spot.outline)
            for side in piece.sides()
        )

    def banks(
        self, without: tuple[str, ...] = (), below: tuple[int, ...] = ()
    ) -> CarryObstacles:
        """``FF-10``  Return the obstacles that stop a base from being carried to a lane.

        *without*: pieces that it stands in, of which its centre may not cross the watertight
        ones (``FF-03``); *below*: gantries that it overlaps.
        """
        key = (without, below)
        if key not in self._banks:
            sides = [s for t in self._banked if t.id not in without for s in t.sides()]
            rails = [s for t in self._tight if t.id in without for s in t.sides()]
            for n, outline in enumerate(self.gantries):
                (rails if n in below else sides).extend(edges(outline))
            self._banks[key] = CarryObstacles(Walls(tuple(sides)), Walls(tuple(rails)))
        return self._banks[key]

    def course(self, base: Disc) -> CarryPath | None:
        """``FF-04``, ``FF-10``  Return the path on which water carries a base.

        None if it is out of reach.
        """
        if base not in self._courses:
            if len(self._courses) >= MAX_ROUTES:
                self._courses.clear()
            self._courses[base] = self._course(base)
        return self._courses[base]

    def _course(self, base: Disc) -> CarryPath | None:
        if self.out_of_reach(base.at) or self.is_sealed(base.at):
            return None
        if self.lanes is None:
            return self._straight(base)
        return self._joined(self.lanes, base)

    def _joined(self, lanes: LaneNetwork, base: Disc) -> CarryPath | None:
        """``FF-10``  Return the path to the nearest lane with a clear line.

        None if that is dry.
        """
        raised = enumerate(self._raised)
        below = tuple(n for n, (around, outline) in raised if _covers(base, around, outline))
        banks = self.banks(self.stood_in(base), below)
        wet = len(lanes.stretches)
        for off, _, along, n in nearest_feet(base.at, self.runs, wet):
            if n < wet:
                if course := path_to_lane(lanes.stretches[n], base, off, along, banks):
                    return course
            elif is_path_clear(base, point_along(self.runs[n][1], along), banks):
                return None
        return None

    @cached_property
    def runs(self) -> tuple[tuple[Box, Path], ...]:
        """Return all lane segments with their boxes, those that water reaches first."""
        assert self.lanes
        paths = (*(stretch.path for stretch in self.lanes.stretches), *self.lanes.dry)
        return tuple((box(path), path) for path in paths)

    def _straight(self, base: Disc) -> CarryPath | None:
        """``FF-04``, ``FF-12``  Return the path straight from the origin to the edge.

        None if the water does not reach the base.
        """
        if square_at(base.at) not in self._wet:
            return None
        toward, off = self._away(base.at)
        inches = path_to_edge(self.board, base, toward)
        return CarryPath((base.at, point_ahead(base.at, toward, inches)), off)

    def _away(self, at: Point) -> tuple[Point, float]:
        """Return the direction of the water at a point, and the distance it has run."""
        if len(self.origin) > 1:
            edge = self.origin[0], self.origin[-1]
            direction = _square_to(edge)
            off = (at.x - edge[0].x) * direction.x + (at.y - edge[0].y) * direction.y
            return (direction if off >= 0 else Point(-direction.x, -direction.y)), abs(off)
        off = distance(self.origin[0], at)
        return (unit_vector(self.origin[0], at) if off > ON_LANE else Point(0.0, 1.0)), off

    def onward(self, course: CarryPath) -> tuple[CarryPath, ...]:
        """``FF-11``  Return the branches by which water leaves, from leftmost to rightmost."""
        if self.lanes is None or course.end == NOWHERE:
            return ()
        leaving = self.lanes.leaving(course.end)
        if came := course.came:
            leaving.sort(key=lambda s: turn(came, unit_vector(s.path[0], s.path[1])))
        return tuple(CarryPath(s.path, s.off, s.end, final_heading(s.path)) for s in leaving)

    def is_wall(self, course: CarryPath) -> bool:
        """``FF-12``  Return whether the end of a course is Impassable."""
        return self.lanes is None or course.end in self.lanes.ends

    @property
    def _size(self) -> tuple[float, float]:
        return self.board.width, self.board.height

    @cached_property
    def _wet(self) -> frozenset[Square]:
        """``FF-03``  Return the squares connected to the origin; for boards without lanes."""
        from game.systems.flood.table.rasters import connected  # noqa: PLC0415  NumPy is slow to load

        tight = [side for t in self.board.terrain if t.watertight for side in t.sides()]
        solid = [
            t
            for t in self.board.terrain
            if t.impassable and t.kind not in (TerrainKind.DEEP_WATER, TerrainKind.DOOR)
        ]
        banks = [*(side for t in solid for side in t.sides()), *tight]
        return connected(self.origin, self._size, banks)

    @cached_property
    def flooded(self) -> tuple[Polygon, ...]:
        """``FF-18``  Return the flooded ground as rectangles of half-inch squares."""
        board = self.board
        terrain = [t for t in board.terrain if t.watertight or _stops_bases(t)]
        spots = [spot for spot in board.spots if spot.kind in {LANE, GANTRY}]
        return _flooded(_Shores(self._size, self.origin, (*terrain,), (*spots,), self))

    def find_flooded(self) -> tuple[Polygon, ...]:
        """``FF-18``  Return the same, found anew."""
        from game.systems.flood.table import lane_joins, rasters  # noqa: PLC0415  NumPy is slow to load

        solid = [(t.box, t.outline) for t in self._banked if t.impassable and t.closed]
        ground = ~rasters.covered(self._size, [*solid, *self._raised])
        ground &= ~rasters.sealed(self._size, [(t.box, t.outline) for t in self._tight])
        if self.lanes is None:
            ground &= rasters.marked(self._size, self._wet)
        else:
            paths, wet = [path for _, path in self.runs], len(self.lanes.stretches)
            ground = lane_joins.joined(
                ground, self._size, DROP, paths, wet, self.lane_obstacles
            )
        return rectangles(rasters.runs(ground))

    @cached_property
    def lane_obstacles(self) -> Sequence[Obstacle]:
        """``FF-10``  Return the obstacles of ``banks``: pieces of terrain, then gantries."""
        pieces = [
            Obstacle(
                t.outline,
                t.sides(),
                ignored_within=t.kind in IMPASSABLE_IN_FLOOD and t not in self._tight,
                centred=t in self._tight,
            )
            for t in self._banked
        ]
        return pieces + [Obstacle(g, (*edges(g),), centred=True) for g in self.gantries]

    def numbers_stood_in(self, base: Disc) -> list[int]:
        """``FF-02``, ``FF-03``  Return the numbers of the lane obstacles a base stands in."""
        pieces = self.stood_in(base)
        found = [n for n, t in enumerate(self._banked) if t.id in pieces] if pieces else []
        raised = enumerate(self._raised, len(self._banked))
        return found + [n for n, (around, one) in raised if _covers(base, around, one)]


@dataclass(frozen=True)
class _Shores:
    """All of a board that flooded ground depends on: a board that was flooded has the same."""

    size: tuple[float, float]
    origin: Path
    terrain: tuple[Terrain, ...]
    spots: tuple[Spot, ...]
    water: Water = field(compare=False)


@lru_cache(maxsize=32)
def _flooded(shores: _Shores) -> tuple[Polygon, ...]:
    return shores.water.find_flooded()


def _stops_bases(piece: Terrain) -> bool:
    """``FF-03``  Return whether a piece is Impassable while the flood is resolved."""
    return piece.impassable or piece.kind in IMPASSABLE_IN_FLOOD


def _lies_in(at: Point, around: Box, outline: Polygon) -> bool:
    """Return whether a point lies in an outline; *around* is the outline's box."""
    (x, y), (left, top, right, low) = at, around
    return left <= x <= right and top <= y <= low and inside(at, outline)


def _square_to(line: Segment) -> Point:
    """``FF-04``  Return the unit vector square to a line: down the table, or right."""
    (ax, ay), (bx, by) = line
    direction = unit_vector(Point(ay, -ax), Point(by, -bx))
    return (
        direction
        if (direction.y, direction.x) > (0.0, 0.0)
        else Point(-direction.x, -direction.y)
    )


def _covers(base: Disc, around: Box, outline: Polygon) -> bool:
    """Return whether a base overlaps an outline; *around* is the outline's box."""
    (x, y), r = base
    left, top, right, low = around
    near = left - r < x < right + r and top - r < y < low + r
    return near and overlaps(base, outline)


def origins(board: Board) -> tuple[Spot, ...]:
    """``FF-01``  Return the places on the map from which a flood can come."""
    return tuple(spot for spot in board.spots if spot.kind == ORIGIN)


@lru_cache(maxsize=16)
def water_from(board: Board, origin: str) -> Water:
    """``FF-01``  Return the water from a named place of the map, or from the first place."""
    spots = origins(board)
    spot = next((spot for spot in spots if spot.id == origin), spots[0])
    return Water(board, spot.outline)

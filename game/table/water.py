"""Where a flood comes from, and which way it carries whom: ``FF-01`` to ``FF-13``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from math import sqrt
from typing import NamedTuple, TypeAlias

from game.geometry.directions import degrees
from game.geometry.points import Disc, Path, Point, ahead, distance, heading, length
from game.geometry.shapes import (
    Box,
    Polygon,
    Segment,
    box,
    crossing,
    edges,
    inside,
    nearest_on,
    off_segment,
)
from game.geometry.sweeps import Walls, sweep
from game.table.board import Board, Spot
from game.table.lanes import Lane, Lanes, Node, Stretch, flowing, point_along
from game.table.squares import Square, centre, connected, rectangles, square_at
from game.table.terrain import Kind, Terrain

SHUT = (Kind.GRATE, Kind.SLUICE_GATE, Kind.CAVE_IN)
"""``FF-03``  Impassable while a flood is being resolved."""
LANE, ORIGIN, GANTRY = "lane", "flood origin", "gantry"
ON_LANE = 0.001
"""A base whose centre is so near to a lane is on it."""
NOWHERE: Node = -1
MOST_KEPT = 4096
"""So many courses are remembered: a model is asked after several times in one flood."""


class Course(NamedTuple):
    """Where water takes a base, as far as no die has to say more."""

    path: Path
    """Downstream, from where the base stands."""
    off: float
    """``FF-07``  How far the water has run to where it takes the base."""
    end: Node = NOWHERE
    """Where lanes meet or end; without lanes the edge of the table."""
    came: Point | None = None
    """``FF-11``  The way that it goes when it arrives there."""


@dataclass(frozen=True, eq=False)
class Water:
    """What a flood from one origin would do on one board. Equal only to itself."""

    board: Board
    origin: Path
    _walls: dict[tuple[str, ...], Walls] = field(default_factory=dict, init=False, repr=False)
    _courses: dict[Disc, Course | None] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def gantries(self) -> tuple[Polygon, ...]:
        """``FF-02``  The outlines of raised ground."""
        return tuple(spot.outline for spot in self.board.spots if spot.kind == GANTRY)

    @cached_property
    def pieces(self) -> tuple[Terrain, ...]:
        """Return what is Impassable while the flood is resolved, in the order of the map."""
        return tuple(t for t in self.board.terrain if t.impassable or t.kind in SHUT)

    @cached_property
    def lanes(self) -> Lanes | None:
        """Return how water runs along the lanes; None where the board has none."""
        lanes = [
            Lane(spot.outline, dict(spot.words).get("flow", "usual"))
            for spot in self.board.spots
            if spot.kind == LANE
        ]
        tight = [t.outline for t in self.board.terrain if t.watertight and t.closed]
        return flowing(lanes, self.origin, tight) if lanes else None

    def stood_in(self, base: Disc) -> tuple[str, ...]:
        """``FF-03``  Return the grates, gates and cave-ins that a base stands in."""
        return tuple(t.id for t in self.pieces if t.kind in SHUT and t.holds(base))

    def out_of_reach(self, at: Point) -> bool:
        """``FF-02``  Whether somebody who stands there is on a gantry."""
        return any(_lies_in(at, around, outline) for around, outline in self._raised)

    @cached_property
    def _raised(self) -> tuple[tuple[Box, Polygon], ...]:
        return tuple((box(outline), outline) for outline in self.gantries)

    def walls(self, without: tuple[str, ...] = ()) -> Walls:
        """``FF-13``  Return the outlines that stop who is carried, but for some pieces'.

        With lanes those of pieces that lie across one; without, all, and the gantries'.
        """
        if without not in self._walls:
            pieces = [t for t in self.pieces if t.id not in without]
            if self.lanes:
                pieces = [t for t in pieces if self._lies_across(t)]
            sides = [s for t in pieces for s in t.sides()]
            if not self.lanes:
                sides += [s for outline in self.gantries for s in edges(outline)]
            self._walls[without] = Walls(tuple(sides))
        return self._walls[without]

    def _lies_across(self, piece: Terrain) -> bool:
        """Return whether a lane, wet or dry, meets a piece: a corner of it will do."""
        return any(
            crossing(a, b, *side) is not None or off_segment(side[0], (a, b)) <= ON_LANE
            for spot in self.board.spots
            if spot.kind == LANE
            for a, b in pairwise(spot.outline)
            for side in piece.sides()
        )

    def banks(self, without: tuple[str, ...] = ()) -> Walls:
        """``FF-10``  Return all outlines that a base cannot be carried through to a lane."""
        key = ("banks", *without)
        if key not in self._walls:
            sides = [s for t in self.pieces if t.id not in without for s in t.sides()]
            sides += [s for outline in self.gantries for s in edges(outline)]
            self._walls[key] = Walls(tuple(sides))
        return self._walls[key]

    def course(self, base: Disc) -> Course | None:
        """``FF-04``, ``FF-10``  Return where water takes a base; None out of its reach."""
        if base not in self._courses:
            if len(self._courses) >= MOST_KEPT:
                self._courses.clear()
            self._courses[base] = self._course(base)
        return self._courses[base]

    def _course(self, base: Disc) -> Course | None:
        if self.out_of_reach(base.at):
            return None
        if self.lanes is None:
            return self._straight(base)
        return self._joined(self.lanes, base)

    def _joined(self, lanes: Lanes, base: Disc) -> Course | None:
        """``FF-10``  Make for the nearest lane to which a clear line leads."""
        banks = self.banks(self.stood_in(base))
        wet = len(lanes.stretches)
        for off, _, along, n in _nearest_feet(base.at, self._runs, wet):
            if n < wet:
                if course := _joining(lanes.stretches[n], base, off, along, banks):
                    return course
            elif _is_clear(base, point_along(self._runs[n][1], along), banks):
                return None
        return None

    @cached_property
    def _runs(self) -> tuple[tuple[Box, Path], ...]:
        """Return all stretches, those that water reaches first, each with the box around it."""
        assert self.lanes
        paths = (*(stretch.path for stretch in self.lanes.stretches), *self.lanes.dry)
        return tuple((box(path), path) for path in paths)

    def _straight(self, base: Disc) -> Course | None:
        """``FF-04``, ``FF-12``  Straight away from the origin, to the edge of the table."""
        if square_at(base.at) not in self._wet:
            return None
        toward, off = self._away(base.at)
        far = _to_edge(self.board, base, toward)
        return Course((base.at, ahead(base.at, toward, far)), off)

    def _away(self, at: Point) -> tuple[Point, float]:
        """Return the way that water runs at a point, and how far it has come."""
        if len(self.origin) > 1:
            edge = self.origin[0], self.origin[-1]
            way = self._square_to(edge)
            off = (at.x - edge[0].x) * way.x + (at.y - edge[0].y) * way.y
            return (way if off >= 0 else Point(-way.x, -way.y)), abs(off)
        off = distance(self.origin[0], at)
        return (heading(self.origin[0], at) if off > ON_LANE else Point(0.0, 1.0)), off

    def _square_to(self, line: Segment) -> Point:
        """Return the way from an edge into the table."""
        (ax, ay), (bx, by) = line
        way = heading(Point(ay, -ax), Point(by, -bx))
        middle = Point(self.board.width / 2, self.board.height / 2)
        into = (middle.x - ax) * way.x + (middle.y - ay) * way.y
        return way if into >= 0 else Point(-way.x, -way.y)

    def onward(self, course: Course) -> tuple[Course, ...]:
        """``FF-11``  Return the branches that water leaves by, from leftmost to rightmost."""
        if self.lanes is None or course.end == NOWHERE:
            return ()
        leaving = self.lanes.leaving(course.end)
        if came := course.came:
            leaving.sort(key=lambda s: _turn(came, heading(s.path[0], s.path[1])))
        return tuple(Course(s.path, s.off, s.end, _last_heading(s.path)) for s in leaving)

    def is_wall(self, course: Course) -> bool:
        """``FF-12``  Whether the end of the water is Impassable there."""
        return self.lanes is None or course.end in self.lanes.ends

    @cached_property
    def _wet(self) -> frozenset[Square]:
        """``FF-03``  Without lanes: the squares that are not cut off from the origin."""
        tight = [side for t in self.board.terrain if t.watertight for side in t.sides()]
        solid = [
            t for t in self.board.terrain if t.impassable and t.kind is not Kind.DEEP_WATER
        ]
        banks = Walls((*(side for t in solid for side in t.sides()), *tight))
        return connected(self.origin, (self.board.width, self.board.height), banks)

    @cached_property
    def flooded(self) -> tuple[Polygon, ...]:
        """``FF-18``  The ground that the flood reaches, as rectangles of half-inch squares."""
        return rectangles((self.board.width, self.board.height), self._is_flooded)

    def _is_flooded(self, square: Square) -> bool:
        at = centre(square)
        solid = [t for t in self.pieces if t.impassable and t.closed]
        if any(_lies_in(at, t.box, t.outline) for t in solid) or self.out_of_reach(at):
            return False
        if self.lanes is None:
            return square in self._wet
        return self._joined(self.lanes, Disc(at, 0.0)) is not None


def _lies_in(at: Point, around: Box, outline: Polygon) -> bool:
    """Return whether a point lies in an outline, the box around which is known."""
    (x, y), (left, top, right, low) = at, around
    return left <= x <= right and top <= y <= low and inside(at, outline)


def origins(board: Board) -> tuple[Spot, ...]:
    """``FF-01``  Return the places that the map names for a flood to come from."""
    return tuple(spot for spot in board.spots if spot.kind == ORIGIN)


_Foot: TypeAlias = tuple[float, tuple[bool, bool], float, int]
"""How far off a stretch is; for ties; where along it the nearest point lies; its number."""


def _nearest_feet(at: Point, runs: Sequence[tuple[Box, Path]], wet: int) -> Iterator[_Foot]:
    """Yield the nearest point of each stretch, the nearest stretch first.

    Where lanes meet, who arrives comes before who leaves, and what is dry comes last.
    """
    boxes = sorted([(_off_box(at, around), n) for n, (around, _) in enumerate(runs)])
    found, looked = list[tuple[float, tuple[bool, bool], int, float, float]](), 0
    while looked < len(boxes) or found:
        while looked < len(boxes) and (not found or boxes[looked][0] <= found[0][4] + ON_LANE):
            n = boxes[looked][1]
            off, along = _foot(runs[n][1], at)
            heappush(found, (round(off, 3), (n >= wet, _begins(along)), n, along, off))
            looked += 1
        _, ties, n, along, off = heappop(found)
        yield off, ties, along, n


def _off_box(at: Point, around: Box) -> float:
    (x, y), (left, top, right, low) = at, around
    dx = left - x if x < left else x - right if x > right else 0.0
    dy = top - y if y < top else y - low if y > low else 0.0
    return sqrt(dx * dx + dy * dy)


def _foot(path: Path, at: Point) -> tuple[float, float]:
    """Return how far a point is off a path, and where along it the nearest point lies."""
    best, walked = (float("inf"), 0.0), 0.0
    for a, b in pairwise(path):
        foot = nearest_on(at, (a, b))
        off = distance(at, foot)
        if off < best[0] - 1e-9:
            best = off, walked + distance(a, foot)
        walked += distance(a, b)
    return best


def _joining(
    stretch: Stretch, base: Disc, off: float, along: float, banks: Walls
) -> Course | None:
    """``FF-10``  The way to a stretch: twice its offset downstream, or straight to it."""
    for join in (min(along + 2 * off, length(stretch.path)), along):
        at = point_along(stretch.path, join)
        if off <= ON_LANE or _is_clear(base, at, banks):
            path = (base.at, *downstream(stretch.path, join))
            came = _last_heading(path) or _last_heading(stretch.path)
            return Course(path, stretch.off + join, stretch.end, came)
    return None


def _begins(along: float) -> bool:
    return along <= ON_LANE


def downstream(path: Path, along: float, at: Point | None = None) -> Path:
    """Return what of a path lies further along, from the point there, or from *at*."""
    walked, rest = 0.0, [at or point_along(path, along)]
    for a, b in pairwise(path):
        walked += distance(a, b)
        if walked > along + ON_LANE:
            rest.append(b)
    return tuple(rest)


def _is_clear(base: Disc, at: Point, banks: Walls) -> bool:
    far = distance(base.at, at)
    if far <= ON_LANE:
        return True
    return sweep(base.at, heading(base.at, at), far, base.radius, banks, {}) is None


def _to_edge(board: Board, base: Disc, toward: Point) -> float:
    """Return after how many inches a base touches the edge of the table."""
    (x, y), r = base
    far = list[float]()
    for at, way, end in ((x, toward.x, board.width), (y, toward.y, board.height)):
        if way > 0.0:
            far.append((end - r - at) / way)
        elif way < 0.0:
            far.append((at - r) / -way)
    return max(0.0, min(far))


def _last_heading(path: Path) -> Point | None:
    for a, b in reversed(list(pairwise(path))):
        if distance(a, b) > ON_LANE:
            return heading(a, b)
    return None


def _turn(came: Point, goes: Point) -> int:
    """Return by how many degrees a way turns to the right; to the left less than 0."""
    turn = (degrees(goes) - degrees(came)) % 360
    return turn - 360 if turn > 180 else turn

"""The way of the water over a table, from the clauses alone (FF-02 to FF-04, FF-10, FF-18)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from math import atan2, inf
from typing import NamedTuple, TypeAlias

from tests.systems.flood.referee.flood_shapes import (
    CONTACT,
    STORED,
    TINY,
    At,
    Line,
    Side,
    ahead,
    along,
    covers,
    cross,
    dot,
    foot,
    legs,
    long,
    meeting,
    nearest_point,
    off,
    off_side,
    passes,
    reach_side,
    rest,
    sides,
    stored,
    toward,
    within,
)

SHUT = ("Grate", "SluiceGate", "CaveIn")
"""``FF-03``  Impassable while the flood is resolved."""
SOLID = ("Wall", "Block", "DeepWater")
SQUARE = 0.5
"""``FF-18``  Ground is flooded in half-inch squares."""
Square: TypeAlias = tuple[int, int]
"""Column and row."""
DROP = 0.005
"""Radius of a drop of water: ground is reached as by a tiny model."""


@dataclass(frozen=True)
class Piece:
    """A piece of terrain."""

    kind: str
    outline: tuple[At, ...]
    closed: bool = True
    """False if it is a line."""
    watertight: bool = False
    is_open: bool = False
    """Whether it is an open door."""

    @cached_property
    def edges(self) -> list[Side]:
        return sides(self.outline, closed=self.closed)

    @property
    def stops(self) -> bool:
        """``CC-37``, ``CC-39``, ``FF-03``  Return whether it is Impassable in a flood."""
        return self.kind in (*SOLID, *SHUT) or (self.kind == "Door" and not self.is_open)


@dataclass(frozen=True, slots=True)
class Lane:
    line: tuple[At, ...]
    flow: str = "usual"


@dataclass(frozen=True)
class Ground:
    """A table without its models."""

    width: float
    height: float
    origin: tuple[At, ...]
    lanes: tuple[Lane, ...] = ()
    gantries: tuple[tuple[At, ...], ...] = ()
    pieces: tuple[Piece, ...] = ()


class Stretch(NamedTuple):
    """A part of a lane between two joints, as the water runs."""

    line: list[At]
    start: int
    end: int
    run: float
    """``FF-07``  Inches that the water has run where it enters; infinite if it never does."""

    @property
    def is_wet(self) -> bool:
        return self.run < inf


class Course(NamedTuple):
    """The way on which water takes a base."""

    line: list[At]
    run: float
    end: int = -1
    """The joint at its end; -1 on open ground."""
    came: At | None = None
    """``FF-11``  The direction in which it arrives there."""


Part: TypeAlias = tuple[list[At], int, int, str]
"""A part of a lane: its line, the joints at its ends, and the flow that the map sets."""


class Joints:
    """``FF-04``  The lanes of a table, cut where they meet, with the direction of the water."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.at = list[At]()
        self.touching = list[int]()
        """The number of parts of lanes that touch each joint."""
        self.dry = list[list[At]]()
        sources = self._sources()
        parts = [part for n in range(len(ground.lanes)) for part in self._parts(n, sources)]
        self.touching = [sum((a, b).count(n) for _, a, b, _ in parts) for n in self._numbers]
        springs = [self._joint(at) for at in sources]
        both = [(a, b, long(line)) for line, a, b, _ in parts]
        nearness = self._runs(springs, [*both, *((b, a, inches) for a, b, inches in both)])
        ways = [self._turned(part, nearness) for part in parts]
        runs = self._runs(springs, [(a, b, long(line)) for line, a, b in ways])
        self.stretches = [Stretch(line, a, b, runs[a]) for line, a, b in ways]
        self.has_circle = any(self._leads(b, a) for _, a, b, _ in self.stretches)

    @property
    def _numbers(self) -> range:
        return range(len(self.at))

    def leaving(self, joint: int) -> list[Stretch]:
        return [one for one in self.stretches if one.start == joint and one.is_wet]

    def _leads(self, start: int, goal: int) -> bool:
        seen = [start]
        for joint in seen:
            seen += [s.end for s in self.stretches if s.start == joint and s.end not in seen]
        return goal in seen

    def _sources(self) -> list[At]:
        """``FF-04``  Return where water enters.

        From a line it is wherever lanes touch it, else the nearest point of each of the nearest
        lanes: of equally near points of a lane the first as it is drawn.
        """
        nearest_points, touching = list[tuple[float, At]](), list[At]()
        for lane in self.ground.lanes:
            spots = self._spots(lane)
            touching += [at for inches, _, at in spots if inches <= CONTACT]
            nearest_points += [(inches, at) for inches, _, at in spots[:1]]
        least = min(inches for inches, _ in nearest_points)
        near = [at for inches, at in nearest_points if inches <= least + CONTACT]
        found = touching or near
        return [
            at for n, at in enumerate(found) if all(off(at, b) > CONTACT for b in found[:n])
        ]

    def _spots(self, lane: Lane) -> list[tuple[float, float, At]]:
        """Return distance, inches along the lane, and place of all that may be nearest."""
        origin, found, walked = self.ground.origin, list[tuple[float, float, At]](), 0.0
        for side in sides(lane.line, closed=False):
            spots = [*side, *(nearest_point(at, side) for at in origin)]
            for bank in sides(origin, closed=False):
                met = meeting(*side, *bank)
                spots += [] if met is None else [met]
            for at in spots:
                inches = round(self._off_origin(at), 3)
                found.append((inches, walked + off(side[0], at), stored(at)))
            walked += off(*side)
        return sorted(found)

    def _off_origin(self, at: At) -> float:
        origin = self.ground.origin
        if len(origin) == 1:
            return off(at, origin[0])
        return min(off_side(at, side) for side in sides(origin, closed=False))

    def _joint(self, at: At) -> int:
        for n, there in enumerate(self.at):
            if off(at, there) <= CONTACT:
                return n
        self.at.append(at)
        return len(self.at) - 1

    def _parts(self, number: int, sources: Iterable[At]) -> Iterator[Part]:
        """Yield the parts between joints of a lane; those in watertight pieces are dry."""
        lane = self.ground.lanes[number]
        tight = [piece.outline for piece in self.ground.pieces if piece.watertight]
        for line in _cut(lane.line, self._cuts(number, sources)):
            halfway = long(line) / 2
            turn = stored(along(line, halfway))
            if any(within(turn, outline) for outline in tight):
                self.dry.append(line)
                continue
            start, end = self._joint(line[0]), self._joint(line[-1])
            if start == end and lane.flow == "usual":
                # A ring: water runs through both halves, and meets halfway.
                half = self._joint(turn)
                yield [*cut_off_at(line, halfway), turn], start, half, lane.flow
                yield [turn, *rest(line, halfway)[1:]], half, end, lane.flow
            else:
                yield line, start, end, lane.flow

    def _cuts(self, number: int, sources: Iterable[At]) -> list[At]:
        """Return where a lane meets lanes, itself, watertight terrain or the origin."""
        ground = self.ground
        mine = sides(ground.lanes[number].line, closed=False)
        others = [lane.line for n, lane in enumerate(ground.lanes) if n != number]
        banks = [edge for piece in ground.pieces if piece.watertight for edge in piece.edges]
        banks += [side for line in others for side in sides(line, closed=False)]
        cuts = [mine[0][0], mine[-1][1], *sources, *(at for line in others for at in line)]
        for n, leg in enumerate(mine):
            own = [other for m, other in enumerate(mine) if abs(m - n) > 1]
            found = [meeting(*leg, *bank) for bank in (*banks, *own)]
            cuts += [stored(met) for met in found if met is not None]
        return cuts

    def _turned(
        self, part: tuple[list[At], int, int, str], nearness: Sequence[float]
    ) -> tuple[list[At], int, int]:
        line, start, end, flow = part
        back = flow == "against"
        if flow == "usual":
            back = nearness[end] < nearness[start] - CONTACT
        return (line[::-1], end, start) if back else (line, start, end)

    def _runs(
        self, springs: Iterable[int], steps: Sequence[tuple[int, int, float]]
    ) -> list[float]:
        """Return how far water has run at each joint."""
        runs = [inf for _ in self._numbers]
        for joint in springs:
            runs[joint] = 0.0
        for _ in self._numbers:
            for a, b, inches in steps:
                runs[b] = min(runs[b], runs[a] + inches)
        return runs


def _cut(line: Line, cuts: Iterable[At]) -> Iterator[list[At]]:
    """Yield the parts of a line between points that lie on it."""
    spots, walked = dict[float, At](), 0.0
    for a, b in sides(line, closed=False):
        for at in cuts:
            if off_side(at, (a, b)) <= CONTACT:
                spots[walked + off(a, nearest_point(at, (a, b)))] = at
        walked += off(a, b)
    for first, last in pairwise(sorted(spots)):
        if last - first > CONTACT:
            yield [spots[first], *_inner(line, first, last), spots[last]]


def _inner(line: Line, first: float, last: float) -> Iterator[At]:
    """Yield the corners of a line between two places along it."""
    walked = 0.0
    for a, b in sides(line, closed=False):
        walked += off(a, b)
        if first + CONTACT < walked < last - CONTACT:
            yield b


def cut_off_at(line: Sequence[At], inches: float) -> list[At]:
    found = [line[0]]
    for a, b in sides(line, closed=False):
        inches -= off(a, b)
        if inches <= STORED:
            break
        found.append(b)
    return found


@dataclass
class Water:
    """The way of the water over a table (FF-02 to FF-04, FF-10)."""

    ground: Ground

    @cached_property
    def joints(self) -> Joints | None:
        return Joints(self.ground) if self.ground.lanes else None

    @cached_property
    def runs(self) -> list[tuple[list[At], Stretch | None]]:
        """Return all parts of lanes, the wet ones first; with None the dry ones."""
        joints = self.joints
        assert joints
        return [
            *((s.line, s) for s in joints.stretches if s.is_wet),
            *((line, None) for line in joints.dry),
            *((s.line, None) for s in joints.stretches if not s.is_wet),
        ]

    def is_dry_ground(self, at: At) -> bool:
        """``FF-02``, ``FF-03``  Return whether a point is on a gantry or sealed off."""
        tight = [p for p in self.ground.pieces if p.watertight and within(at, p.outline)]
        return any(within(at, outline) for outline in self.ground.gantries) or any(
            min(off_side(at, edge) for edge in piece.edges) >= STORED for piece in tight
        )

    def stood_in(self, at: At, base: float) -> list[Piece]:
        """``FF-03``  Return the grates, gates and cave-ins that a base stands in."""
        return [p for p in self.ground.pieces if p.kind in SHUT and covers(at, base, p.outline)]

    def course(self, at: At, base: float) -> Course | None:
        """Return the way on which water takes a base; None if it is out of reach."""
        if self.is_dry_ground(at):
            return None
        return self._joined(at, base) if self.ground.lanes else self._straight(at, base)

    def _joined(self, at: At, base: float) -> Course | None:
        """``FF-10``  Take the nearest lane to which a line is clear."""
        feet = list[tuple[tuple[float, bool, bool, int], float, float]]()
        for n, (line, wet) in enumerate(self.runs):
            inches, walked = foot(at, line)
            feet.append(((round(inches, 3), wet is None, walked <= STORED, n), inches, walked))
        for (*_, n), inches, walked in sorted(feet):
            line, wet = self.runs[n]
            if wet is None:
                if self._is_clear(at, base, along(line, walked)):
                    return None
                continue
            for join in (min(walked + 2 * inches, long(line)), walked):
                there = along(line, join)
                if inches <= STORED or self._is_clear(at, base, there):
                    way = [at, *rest(line, join)]
                    came = last_way(way) or last_way(line)
                    return Course(way, wet.run + join, wet.end, came)
        return None

    def _is_clear(self, at: At, base: float, goal: At) -> bool:
        """``FF-10``  Return whether nothing is in a base's way to a lane.

        Doors are not (``FF-26``), nor what it stands in (``FF-03``). Its centre must not cross
        a gantry that it overlaps (``FF-02``), or watertight terrain that it stands in.
        """
        if off(at, goal) <= STORED:
            return True
        way, inches = toward(at, goal), off(at, goal)
        inside = self.stood_in(at, base)
        walls, rails = list[Side](), list[Line]()
        for piece in self.ground.pieces:
            if piece.stops and piece.kind != "Door":
                if piece not in inside:
                    walls += piece.edges
                elif piece.watertight:
                    rails.append(piece.outline)
        for outline in self.ground.gantries:
            if covers(at, base, outline):
                rails.append(outline)
            else:
                walls += sides(outline)
        before = ahead(at, way, max(0.0, inches - CONTACT))
        return all(reach_side(at, way, base, side) > inches for side in walls) and not any(
            passes(at, before, outline) for outline in rails
        )

    def _straight(self, at: At, base: float) -> Course | None:
        """``FF-04``, ``FF-12``  Run straight away from the origin, to the edge of the table."""
        if square_of(at) not in self.flooded:
            return None
        origin = self.ground.origin
        if len(origin) > 1:
            run = toward(origin[0], origin[-1])
            way = (-run[1], run[0])
            if way[1] < -TINY or (abs(way[1]) <= TINY and way[0] < 0):
                way = (-way[0], -way[1])
            aside = dot((at[0] - origin[0][0], at[1] - origin[0][1]), way)
            way = way if aside >= 0 else (-way[0], -way[1])
            away = abs(aside)
        else:
            away = off(origin[0], at)
            way = toward(origin[0], at) if away > STORED else (0.0, 1.0)
        ends = [inf]
        table = self.ground.width, self.ground.height
        for here, step, size in zip(at, way, table, strict=True):
            if step > 0:
                ends.append((size - base - here) / step)
            elif step < 0:
                ends.append((here - base) / -step)
        return Course([at, ahead(at, way, max(0.0, min(ends)))], away)

    @cached_property
    def flooded(self) -> set[Square]:
        """``FF-03``  Return the squares of open ground that water reaches."""
        columns, rows = int(self.ground.width / SQUARE), int(self.ground.height / SQUARE)
        parted = self._parted()
        looked = list(dict.fromkeys(self._springs(columns, rows)))
        seen = set(looked)
        for x, y in looked:
            for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                inside = 0 <= other[0] < columns and 0 <= other[1] < rows
                pair = ((x, y), other) if other > (x, y) else (other, (x, y))
                if inside and other not in seen and pair not in parted:
                    seen.add(other)
                    looked.append(other)
        return seen

    def _parted(self) -> set[tuple[Square, Square]]:
        """Return the pairs of neighbouring squares between which water does not pass."""
        found = set[tuple[Square, Square]]()
        banks = [p for p in self.ground.pieces if p.watertight or p.kind in ("Wall", "Block")]
        for a, b in [edge for piece in banks for edge in piece.edges]:
            left, top = square_of((min(a[0], b[0]) - SQUARE, min(a[1], b[1]) - SQUARE))
            right, low = square_of((max(a[0], b[0]) + SQUARE, max(a[1], b[1]) + SQUARE))
            for square in product(range(left, right + 1), range(top, low + 1)):
                for other in ((square[0] + 1, square[1]), (square[0], square[1] + 1)):
                    if meeting(middle_of_square(square), middle_of_square(other), a, b):
                        found.add((square, other))
        return found

    def _springs(self, columns: int, rows: int) -> Iterator[Square]:
        origin = self.ground.origin
        for n in range(int(long(origin) / 0.25) + 1):
            x, y = square_of(along(origin, n * 0.25))
            yield min(columns - 1, max(0, x)), min(rows - 1, max(0, y))

    def is_flooded(self, square: Square) -> bool:
        """``FF-18``  Return whether the flood reached the ground of a square."""
        at = middle_of_square(square)
        solid = [p.outline for p in self.ground.pieces if p.kind in SOLID and p.closed]
        if self.is_dry_ground(at) or any(within(at, outline) for outline in solid):
            return False
        return square in self.flooded if not self.ground.lanes else bool(self.course(at, DROP))

    def onward(self, course: Course) -> list[Stretch]:
        """``FF-11``  Return the branches from a course's end, from left to right."""
        if self.joints is None or course.end < 0:
            return []
        leaving = self.joints.leaving(course.end)
        came = course.came
        if came is not None:

            def turn(one: Stretch) -> float:
                way = toward(one.line[0], one.line[1])
                return atan2(cross(came, way), dot(came, way))

            leaving.sort(key=turn)
        return leaving

    def is_impassable(self, course: Course) -> bool:
        """``FF-12``  Return whether a course ends at the end of a lane, or of the table."""
        return self.joints is None or self.joints.touching[course.end] == 1

    def across(self, piece: Piece) -> bool:
        """``FF-13``  Return whether a piece lies across a lane; contact is enough."""
        return any(
            meeting(*side, *edge) is not None or off_side(edge[0], side) <= STORED
            for lane in self.ground.lanes
            for side in sides(lane.line, closed=False)
            for edge in piece.edges
        )

    @cached_property
    def barriers(self) -> list[Piece]:
        """``FF-13``  Return what stops a model: with lanes only what lies across one."""
        stopping = [p for p in self.ground.pieces if p.stops]
        return [p for p in stopping if not self.ground.lanes or self.across(p)]


def middle_of_square(square: Square) -> At:
    return (square[0] + 0.5) * SQUARE, (square[1] + 0.5) * SQUARE


def square_of(at: At) -> Square:
    return int(at[0] / SQUARE), int(at[1] / SQUARE)


def last_way(line: Sequence[At]) -> At | None:
    ways = [way for _, way, inches, _ in legs(line) if inches > STORED]
    return ways[-1] if ways else None

"""Import of Universal VTT files: walls and doors as a map."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, ConfigDict, FailFast, Field, ValidationError

from game.content.faults import Fault, UnusableFile
from game.content.maps import MapFile, drawn_map
from game.content.maps.map_file import LARGEST, MOST_CORNERS, MOST_OBJECTS, SMALLEST
from game.content.parsing import MIB, Several, parse_json, read_text
from game.content.pydantic_faults import faults_in, shortened
from game.geometry.points import Path as Line
from game.geometry.points import Point

STRAIGHT = 0.002
"""Inches off the way on at which a corner is none."""


class JoinedLines:
    """What became of lines: *paths* in the order of the file, and how much was of no use."""

    def __init__(self, lines: Iterable[Line], longest: int) -> None:
        """*longest*: so many corners has a path at the most."""
        self.without_length = self.doubled = 0
        self._legs: dict[tuple[Point, Point], None] = {}
        for line in lines:
            self._take(line)
        self._at: dict[Point, deque[Point]] = {}
        for a, b in self._legs:
            self._at.setdefault(a, deque()).append(b)
            self._at.setdefault(b, deque()).append(a)
        self._meet = {at: len(others) for at, others in self._at.items()}
        self.paths = [part for path in self._walk() for part in _cut(_straight(path), longest)]

    def _take(self, line: Line) -> None:
        for a, b in pairwise(line):
            if a == b:
                self.without_length += 1
            elif (a, b) in self._legs or (b, a) in self._legs:
                self.doubled += 1
            else:
                self._legs[a, b] = None

    def _walk(self) -> Iterator[Line]:
        """Yield lines from where they end or meet others; then those that are closed."""
        left = dict(self._legs)
        ends = [at for at, many in self._meet.items() if many != 2]
        for start in (*ends, *self._at):
            while after := self._next(start, left):
                path = [start]
                while after:
                    left.pop((path[-1], after), None)
                    left.pop((after, path[-1]), None)
                    path.append(after)
                    on = self._meet[after] == 2
                    after = self._next(after, left) if on else None
                yield tuple(path)

    def _next(self, at: Point, left: dict[tuple[Point, Point], None]) -> Point | None:
        others = self._at[at]
        while others:
            if (at, others[0]) in left or (others[0], at) in left:
                return others[0]
            others.popleft()
        return None


def _straight(path: Line) -> Line:
    """Return a path without corners at which it goes straight on."""
    found = [path[0]]
    for here, after in pairwise(path[1:]):
        before = found[-1]
        dx, dy = after.x - before.x, after.y - before.y
        far = (dx * dx + dy * dy) ** 0.5
        off = (here.x - before.x) * dy - (here.y - before.y) * dx
        ahead = (here.x - before.x) * dx + (here.y - before.y) * dy
        if abs(off) > STRAIGHT * far or not 0.0 < ahead < far * far:
            found.append(here)
    return (*found, path[-1])


def _cut(path: Line, longest: int) -> Iterator[Line]:
    """Yield a path in parts, each from the corner where the one before ends."""
    for start in range(0, len(path) - 1, longest - 1):
        yield path[start : start + longest]


ENDINGS = (".uvtt", ".dd2vtt", ".df2vtt")
MOST_BYTES = 64 * MIB
"""They carry a picture."""
MOST_VALUES = 500_000
MOST_LINES, MOST_POINTS = 20_000, 100_000
LEAST, MOST = 0.25, 12.0
"""How many inches a square may be."""
SPARE = 1.0
"""Squares beyond the edge that are drawn back to it; what is farther off is a fault."""
THICK = 0.5
"""Inches of a gate."""


class _Outside(BaseModel):
    """A table of such a file: what is not known is somebody else's affair."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True, allow_inf_nan=False)


Squares: TypeAlias = Annotated[float, Field(ge=-10_000, le=10_000)]


class _Spot(_Outside):
    x: Squares
    y: Squares


class _Size(_Outside):
    x: Annotated[float, Field(gt=0, le=10_000)]
    y: Annotated[float, Field(gt=0, le=10_000)]


class _Resolution(_Outside):
    map_origin: _Spot = _Spot(x=0.0, y=0.0)
    map_size: _Size


class _Portal(_Outside):
    bounds: Annotated[Several[_Spot], Field(min_length=2, max_length=2)]
    closed: bool = True


# What may be bad a hundred thousand times is told once.
_Line: TypeAlias = Annotated[Several[_Spot], FailFast()]
_Lines: TypeAlias = Annotated[Several[_Line], Field(max_length=MOST_LINES)]


class _Scene(_Outside):
    resolution: _Resolution
    line_of_sight: _Lines
    objects_line_of_sight: _Lines = ()
    portals: Annotated[Several[_Portal], Field(max_length=MOST_OBJECTS)] = ()


@dataclass(frozen=True, slots=True)
class ImportedMap:
    mapfile: MapFile
    walls: int
    gates: int
    left_out: tuple[str, ...]
    """What of the file is not in the map, a line each."""

    @property
    def brief(self) -> str:
        """Return its size in a few words."""
        size = f'{self.mapfile.width}" x {self.mapfile.height}"'
        return f"{size}, {_many(self.walls, 'wall')}, {_many(self.gates, 'gate')}"


def import_map(path: Path, inches: float = 1.0) -> ImportedMap:
    """Return the map that a file becomes; raise UnusableFile with all that is wrong.

    *inches*: how long the side of a square is.
    """
    told = parse_json(read_text(path, MOST_BYTES), str(path), MOST_VALUES)
    return imported(told, path.stem, inches, str(path))


def imported(told: Any, name: str, inches: float = 1.0, file: str = "") -> ImportedMap:
    """Return the map, of a name, that becomes of what a file holds; raise UnusableFile."""
    file = file or name
    if not LEAST <= inches <= MOST:
        reason = f"{inches:g} is not between {LEAST:g} and {MOST:g}"
        raise UnusableFile("--inches", [("", reason)])
    try:
        scene = _Scene.model_validate(told)
    except ValidationError as error:
        raise UnusableFile(file, faults_in(error, _Scene)) from error
    if faults := [*_size_faults(scene, inches), *_faults(scene)]:
        raise UnusableFile(file, shortened(faults, len(faults)))
    return _Drawing(scene, inches).map(name, file)


class _Drawing:
    """From squares to inches."""

    def __init__(self, scene: _Scene, inches: float) -> None:
        self.scene, self.inches = scene, inches
        self.width = ceil(scene.resolution.map_size.x * inches - 0.001)
        self.height = ceil(scene.resolution.map_size.y * inches - 0.001)

    def map(self, name: str, file: str) -> ImportedMap:
        lines = (*self.scene.line_of_sight, *self.scene.objects_line_of_sight)
        joined = JoinedLines([self.line(one) for one in lines], MOST_CORNERS)
        doors = [self.line(one.bounds) for one in self.scene.portals if one.closed]
        shut = [door for door in doors if door[0] != door[1]]
        layers = {
            "walls": [
                {"class": "Wall", "polyline": [[*at] for at in path]} for path in joined.paths
            ],
            "doors": [
                {"class": "SluiceGate", "polygon": [[*at] for at in self.gate(door)]}
                | {"bonus": "none"}
                for door in shut
            ],
        }
        if (many := len(joined.paths) + len(shut)) > MOST_OBJECTS:
            reason = f"has {many} walls and doors; a map has {MOST_OBJECTS} objects at most"
            raise UnusableFile(file, [("", reason)])
        title = "".join(c for c in name if c.isprintable())[:60]
        mapfile = drawn_map(self.width, self.height, layers, title=title, look="city")
        told = [*self.left_out(joined, len(doors) - len(shut))]
        return ImportedMap(mapfile, len(joined.paths), len(shut), tuple(told))

    def left_out(self, joined: JoinedLines, pointless: int) -> Iterator[str]:
        if joined.without_length:
            yield f"{_many(joined.without_length, 'wall')} without length"
        if joined.doubled:
            yield f"{_many(joined.doubled, 'wall')} drawn twice"
        if pointless:
            yield f"{_many(pointless, 'door')} without width"
        if opened := sum(not portal.closed for portal in self.scene.portals):
            yield f"{_many(opened, 'open door')}: {'a gap' if opened == 1 else 'gaps'}"

    def line(self, spots: Iterable[_Spot]) -> Line:
        return tuple(self.spot(spot) for spot in spots)

    def spot(self, spot: _Spot) -> Point:
        """Return a place on the board, in inches to a thousandth."""
        off = self.scene.resolution.map_origin
        return self.on_board((spot.x - off.x) * self.inches, (spot.y - off.y) * self.inches)

    def on_board(self, x: float, y: float) -> Point:
        return Point(
            round(min(max(x, 0.0), self.width), 3), round(min(max(y, 0.0), self.height), 3)
        )

    def gate(self, door: Line) -> list[Point]:
        """Return a gate from one side of a door to the other, its middle on the wall."""
        (ax, ay), (bx, by) = door
        far = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        x, y = (by - ay) / far * THICK / 2, (ax - bx) / far * THICK / 2
        corners = ((ax + x, ay + y), (bx + x, by + y), (bx - x, by - y), (ax - x, ay - y))
        return [self.on_board(*at) for at in corners]


def _size_faults(scene: _Scene, inches: float) -> Iterator[Fault]:
    size = scene.resolution.map_size
    least, most = sorted((size.x * inches, size.y * inches))
    if least < SMALLEST or most > LARGEST + 0.001:
        told = f'{size.x:g} x {size.y:g} squares of {inches:g}" are {size.x * inches:g}"'
        told += f' x {size.y * inches:g}"; a board is {SMALLEST}" to {LARGEST}" a side'
        yield Fault("resolution.map_size", f"{told}: choose another --inches")


def _faults(scene: _Scene) -> Iterator[Fault]:
    """Yield what lies off the board, and whether there is too much of it."""
    off, size = scene.resolution.map_origin, scene.resolution.map_size

    def outside(spot: _Spot) -> bool:
        x, y = spot.x - off.x, spot.y - off.y
        return not (-SPARE <= x <= size.x + SPARE and -SPARE <= y <= size.y + SPARE)

    listed: Sequence[tuple[str, Iterable[Sequence[_Spot]]]] = (
        ("line_of_sight", scene.line_of_sight),
        ("objects_line_of_sight", scene.objects_line_of_sight),
        ("portals", [portal.bounds for portal in scene.portals]),
    )
    points = 0
    for key, lines in listed:
        for n, line in enumerate(lines):
            points += len(line)
            if far := next((spot for spot in line if outside(spot)), None):
                told = f"({far.x:g}, {far.y:g}) is off the map"
                yield Fault(f"{key}[{n}]", f"{told} of {size.x:g} x {size.y:g} squares")
    if points > MOST_POINTS:
        yield Fault("line_of_sight", f"has {points} points; at most {MOST_POINTS} are read")


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"

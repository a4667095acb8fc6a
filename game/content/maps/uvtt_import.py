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
from game.content.maps.map_file import MAX_CORNERS, MAX_OBJECTS, MAX_SIDE, MIN_SIDE
from game.content.parsing import MIB, Several, faults_in, parse_json, read_text, shortened
from game.geometry.points import Path as Line
from game.geometry.points import Point
from game.table.records import many

STRAIGHT = 0.002
"""Distance in inches from the straight line below which a corner is dropped."""


class JoinedLines:
    """Lines joined to long paths, in the order of the file, and counts of unusable segments.

    ``without_length`` counts segments of length 0, ``doubled`` those drawn twice.
    """

    def __init__(self, lines: Iterable[Line], longest: int) -> None:
        """*longest* is the maximum number of corners of a path."""
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
        """Yield open paths from their ends or junctions, then closed ones."""
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
    """Return a path without the corners at which it goes straight on."""
    found = [path[0]]
    for here, after in pairwise(path[1:]):
        before = found[-1]
        dx, dy = after.x - before.x, after.y - before.y
        distance = (dx * dx + dy * dy) ** 0.5
        off = (here.x - before.x) * dy - (here.y - before.y) * dx
        ahead = (here.x - before.x) * dx + (here.y - before.y) * dy
        if abs(off) > STRAIGHT * distance or not 0.0 < ahead < distance * distance:
            found.append(here)
    return (*found, path[-1])


def _cut(path: Line, longest: int) -> Iterator[Line]:
    """Yield a path in parts, each starting at the corner where the previous one ends."""
    for start in range(0, len(path) - 1, longest - 1):
        yield path[start : start + longest]


ENDINGS = (".uvtt", ".dd2vtt", ".df2vtt")
MAX_BYTES = 64 * MIB
"""Maximum size in bytes; these files embed a picture."""
MAX_VALUES = 500_000
MAX_LINES, MAX_POINTS = 20_000, 100_000
MIN_SQUARE, MAX_SQUARE = 0.25, 12.0
"""Minimum and maximum side of a square, in inches."""
SPARE = 1.0
"""Squares by which points off the edge are moved back to it; farther off is a fault."""
THICK = 0.5
"""Thickness of a gate in inches."""


class _Outside(BaseModel):
    """A table of a Universal VTT file; unknown keys are ignored."""

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


# A fault that may occur a hundred thousand times is reported once.
_Line: TypeAlias = Annotated[Several[_Spot], FailFast()]
_Lines: TypeAlias = Annotated[Several[_Line], Field(max_length=MAX_LINES)]


class _Scene(_Outside):
    resolution: _Resolution
    line_of_sight: _Lines
    objects_line_of_sight: _Lines = ()
    portals: Annotated[Several[_Portal], Field(max_length=MAX_OBJECTS)] = ()


@dataclass(frozen=True, slots=True)
class ImportedMap:
    """A map made from a Universal VTT file."""

    mapfile: MapFile
    walls: int
    gates: int
    left_out: tuple[str, ...]
    """One line for each kind of item in the file that was left out."""

    @property
    def brief(self) -> str:
        """Return a summary: the map's size, and its number of walls and gates."""
        size = f'{self.mapfile.width}" × {self.mapfile.height}"'
        return f"{size}, {many(self.walls, 'wall')}, {many(self.gates, 'gate')}"


def import_map(path: Path, inches: float = 1.0) -> ImportedMap:
    """Return the map made from a file; raise UnusableFile with all faults.

    *inches* is the length of the side of a square.
    """
    raw = parse_json(read_text(path, MAX_BYTES), str(path), MAX_VALUES)
    return imported(raw, path.stem, inches, str(path))


def imported(raw: Any, name: str, inches: float = 1.0, file: str = "") -> ImportedMap:
    """Return a map titled *name* made from parsed data; raise UnusableFile."""
    file = file or name
    if not MIN_SQUARE <= inches <= MAX_SQUARE:
        reason = f"must be {MIN_SQUARE:g} to {MAX_SQUARE:g}, not {inches:g}"
        raise UnusableFile("--inches", [("", reason)])
    try:
        scene = _Scene.model_validate(raw)
    except ValidationError as error:
        raise UnusableFile(file, faults_in(error, _Scene)) from error
    if faults := [*_size_faults(scene, inches), *_faults(scene)]:
        raise UnusableFile(file, shortened(faults, len(faults)))
    return _Drawing(scene, inches).map(name, file)


class _Drawing:
    """A converter of a scene in squares to a map in inches."""

    def __init__(self, scene: _Scene, inches: float) -> None:
        self.scene, self.inches = scene, inches
        self.width = ceil(scene.resolution.map_size.x * inches - 0.001)
        self.height = ceil(scene.resolution.map_size.y * inches - 0.001)

    def map(self, name: str, file: str) -> ImportedMap:
        lines = (*self.scene.line_of_sight, *self.scene.objects_line_of_sight)
        joined = JoinedLines([self.line(one) for one in lines], MAX_CORNERS)
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
        if (count := len(joined.paths) + len(shut)) > MAX_OBJECTS:
            reason = f"has {count} walls and doors; the limit is {MAX_OBJECTS} objects"
            raise UnusableFile(file, [("", reason)])
        title = "".join(c for c in name if c.isprintable())[:60]
        mapfile = drawn_map(self.width, self.height, layers, title=title, look="city")
        texts = [*self.left_out(joined, len(doors) - len(shut))]
        return ImportedMap(mapfile, len(joined.paths), len(shut), tuple(texts))

    def left_out(self, joined: JoinedLines, pointless: int) -> Iterator[str]:
        if joined.without_length:
            yield f"{many(joined.without_length, 'wall')} without length"
        if joined.doubled:
            yield f"{many(joined.doubled, 'duplicate wall')}"
        if pointless:
            yield f"{many(pointless, 'door')} without width"
        if opened := sum(not portal.closed for portal in self.scene.portals):
            gaps = "a gap" if opened == 1 else "gaps"
            yield f"{many(opened, 'open door')} became {gaps}"

    def line(self, spots: Iterable[_Spot]) -> Line:
        return tuple(self.spot(spot) for spot in spots)

    def spot(self, spot: _Spot) -> Point:
        """Return a position on the board, in inches rounded to thousandths."""
        off = self.scene.resolution.map_origin
        return self.on_board((spot.x - off.x) * self.inches, (spot.y - off.y) * self.inches)

    def on_board(self, x: float, y: float) -> Point:
        return Point(
            round(min(max(x, 0.0), self.width), 3), round(min(max(y, 0.0), self.height), 3)
        )

    def gate(self, door: Line) -> list[Point]:
        """Return the corners of a gate across a door, with its middle on the wall."""
        (ax, ay), (bx, by) = door
        distance = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        x, y = (by - ay) / distance * THICK / 2, (ax - bx) / distance * THICK / 2
        corners = ((ax + x, ay + y), (bx + x, by + y), (bx - x, by - y), (ax - x, ay - y))
        return [self.on_board(*at) for at in corners]


def _size_faults(scene: _Scene, inches: float) -> Iterator[Fault]:
    size = scene.resolution.map_size
    least, most = sorted((size.x * inches, size.y * inches))
    if least < MIN_SIDE or most > MAX_SIDE + 0.001:
        text = f'{size.x:g} × {size.y:g} squares of {inches:g}" are {size.x * inches:g}"'
        text += f' × {size.y * inches:g}"; a board is {MIN_SIDE}" to {MAX_SIDE}" a side'
        yield Fault("resolution.map_size", f"{text}: choose another --inches")


def _faults(scene: _Scene) -> Iterator[Fault]:
    """Yield a fault for each line off the map, and one if there are too many points."""
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
                text = f"({far.x:g}, {far.y:g}) is off the map"
                yield Fault(f"{key}[{n}]", f"{text} of {size.x:g} × {size.y:g} squares")
    if points > MAX_POINTS:
        yield Fault("line_of_sight", f"has {points} points; the limit is {MAX_POINTS}")

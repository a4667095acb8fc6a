"""Import of Universal VTT files as maps.

A map takes over walls, doors, lights and the picture.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, cos, sin
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, FailFast, Field, ValidationError

from game.content.background_pictures import UsablePicture, name_fault, usable_picture
from game.content.faults import Fault, UnusableFile
from game.content.file_lookup import free_path
from game.content.library_kinds import MAP
from game.content.maps.map_file import (
    MAX_CORNERS,
    MAX_OBJECTS,
    MAX_SIDE,
    MIN_SIDE,
    PX,
    MapFile,
    MapPicture,
)
from game.content.maps.map_library import drawn_map
from game.content.maps.wall_lines import JoinedLines, inside_parts
from game.content.maps.writer import canonical
from game.content.own_folders import own_folder
from game.content.reading import MIB, read_text
from game.content.safe_writing import write_bytes, write_whole
from game.content.schema_faults import faults_in
from game.content.schemas import Several
from game.content.strict_json import parse_json
from game.geometry.points import Path as Line
from game.geometry.points import Point, thousandths
from game.table.records import many

OWN_KEY = "undertow"
"""The key of the file that only Undertow writes and reads."""
ENDINGS = (".uvtt", ".dd2vtt", ".df2vtt")
MAX_BYTES = 64 * MIB
"""Maximum size in bytes; these files embed a picture."""
MAX_VALUES = 500_000
MAX_LINES, MAX_POINTS = 20_000, 100_000
MAX_LIGHTS = 2000
MIN_SQUARE, MAX_SQUARE = 0.25, 12.0
"""Minimum and maximum side of a square, in inches."""
SQUARES = (2.0, 1.0, 0.5, 0.25, 3.0, 4.0, 6.0, 12.0)
"""Sides of a square in inches, the best first: a base of 1" goes through a gap of 2"."""
TABLE = 72
"""Inches of the longest side that a map should have if it can."""
MATCHED = (44, 30)
"""``MP-23``  Inches of the longer and the shorter side that matched play needs at least."""
MIN_RADIUS, MAX_RADIUS, MAX_BRIGHTNESS = 0.1, 48.0, 2.0
USUAL_TINT = "#ffffe2b0"
STRETCHED = 0.02
"""Share by which the squares of a picture may differ from those of its file."""
Squares: TypeAlias = Annotated[float, Field(ge=-10_000, le=10_000)]


class _Outside(BaseModel):
    """A table of a Universal VTT file; unknown keys are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True, allow_inf_nan=False)


def _listed(value: Any) -> Any:
    """Return an empty list for null."""
    return [] if value is None else value


NoneIsEmpty = BeforeValidator(_listed)


class _Spot(_Outside):
    x: Squares
    y: Squares


class _Size(_Outside):
    x: Annotated[float, Field(gt=0, le=10_000)]
    y: Annotated[float, Field(gt=0, le=10_000)]


class _Resolution(_Outside):
    map_origin: _Spot | None = None
    map_size: _Size
    pixels_per_grid: Annotated[float, Field(gt=0, le=10_000)] | None = None


class _Portal(_Outside):
    bounds: Annotated[Several[_Spot], NoneIsEmpty, Field(max_length=MAX_CORNERS)] = ()
    position: _Spot | None = None
    rotation: float | None = None
    """Radians, 0 along the x axis; read if there are no bounds."""
    closed: bool = True


class _Light(_Outside):
    position: _Spot
    range: Annotated[float, Field(ge=0, le=10_000)] = 0.0
    """Radius in squares."""
    intensity: Annotated[float, Field(ge=0, le=10_000)] = 1.0
    color: str | None = None
    """Opacity, red, green and blue, two hexadecimal digits each."""


# A fault that may occur a hundred thousand times is reported once.
_Line: TypeAlias = Annotated[Several[_Spot], FailFast()]
_Lines: TypeAlias = Annotated[Several[_Line], NoneIsEmpty, Field(max_length=MAX_LINES)]


class _Own(_Outside):
    """The key that Undertow adds, so that its maps come back as they were."""

    inches: Annotated[float, Field(ge=MIN_SQUARE, le=MAX_SQUARE)] | None = None
    """Side of a square."""
    windows: _Lines = ()


class _Scene(_Outside):
    resolution: _Resolution
    line_of_sight: _Lines = ()
    objects_line_of_sight: _Lines = ()
    portals: Annotated[Several[_Portal], NoneIsEmpty, Field(max_length=MAX_OBJECTS)] = ()
    lights: Annotated[Several[_Light], NoneIsEmpty, Field(max_length=MAX_LIGHTS)] = ()
    image: str | None = None
    undertow: _Own = _Own()


@dataclass(frozen=True, slots=True)
class ImportedMap:
    """A map made from a Universal VTT file."""

    mapfile: MapFile
    walls: int
    doors: int
    lamps: int
    windows: int
    inches: float
    """Side of a square in inches."""
    picture: UsablePicture | None
    """To be laid under the map; ``keep_map`` does so."""
    left_out: tuple[str, ...]
    """One line for each kind of item in the file that was left out or changed."""

    @property
    def brief(self) -> str:
        """Return a summary: the map's size, and the number of each kind of thing."""
        size = f'{self.mapfile.width}" × {self.mapfile.height}" ({self.inches:g}" a square)'
        found = [many(self.walls, "wall"), many(self.doors, "door"), many(self.lamps, "lamp")]
        if self.windows:
            found.append(many(self.windows, "window"))
        if self.picture:
            _, wide, high = self.picture.head
            found.append(f"a picture of {wide} × {high} pixels")
        return ", ".join([size, *found])

    @property
    def notes(self) -> tuple[str, ...]:
        """Return sentences about what the map is fit for, and what there is to be drawn."""
        longer, shorter = sorted((self.mapfile.width, self.mapfile.height), reverse=True)
        found = list[str]()
        if longer < MATCHED[0] or shorter < MATCHED[1]:
            least = f'matched play needs {MATCHED[0]}" × {MATCHED[1]}"'
            found.append(f"It is large enough for the sandbox and for patrols; {least}.")
        if not self.walls:
            what = "draw them over the picture" if self.picture else "draw what it needs"
            found.append(f"The file has no walls: {what}.")
        return tuple(found)


def import_map(path: Path, inches: float | None = None) -> ImportedMap:
    """Return the map made from a file; raise UnusableFile with all faults.

    *inches* is the length of the side of a square; None for one that fits.
    """
    raw = parse_json(read_text(path, MAX_BYTES), str(path), MAX_VALUES)
    return imported(raw, path.stem, inches, str(path))


def keep_map(found: ImportedMap, path: Path, out: Path | None = None) -> Path:
    """Write an imported map, its picture beside it, and return the map's path.

    Without *out* it becomes one of the user's maps, under a name that is free.
    """
    goal = out or _free(own_folder(MAP) / f"{path.stem}.tmj")
    mapfile = found.mapfile
    if found.picture:
        data, head = found.picture
        name = _free(goal.with_suffix(f".{head.form}"), data)
        write_bytes(name, data)
        under = mapfile.pictures[0].model_copy(update={"image": name.name})
        mapfile = mapfile.model_copy(update={"pictures": (under,)})
    write_whole(goal, canonical(mapfile))
    return goal


def _free(path: Path, data: bytes | None = None) -> Path:
    """Return a path as ``free_path`` does; one that no map can name begins with ``map``."""
    if name_fault(path.with_suffix(".png").name):
        path = path.with_name(f"map{path.suffix}")
    return free_path(path, data)


def imported(raw: Any, name: str, inches: float | None = None, file: str = "") -> ImportedMap:
    """Return a map titled *name* made from parsed data; raise UnusableFile."""
    file = file or name
    if inches is not None and not MIN_SQUARE <= inches <= MAX_SQUARE:
        reason = f"must be {MIN_SQUARE:g} to {MAX_SQUARE:g}, not {inches:g}"
        raise UnusableFile("--inches", [("", reason)])
    try:
        scene = _Scene.model_validate(raw)
    except ValidationError as error:
        raise UnusableFile(file, faults_in(error, _Scene)) from error
    inches = inches or scene.undertow.inches or _best(scene.resolution.map_size)
    if faults := [*_faults(scene, inches)]:
        raise UnusableFile(file, faults)
    return _Drawing(scene, inches).map(name, file)


class _Drawing:
    """A converter of a scene in squares to a map in inches."""

    def __init__(self, scene: _Scene, inches: float) -> None:
        self.scene, self.inches = scene, inches
        size = scene.resolution.map_size
        self.wide, self.high = size.x * inches, size.y * inches
        self.width, self.height = ceil(self.wide - 0.001), ceil(self.high - 0.001)
        self.left_out = list[str]()

    def map(self, name: str, file: str) -> ImportedMap:
        scene = self.scene
        walls = [
            self._line(one) for one in (*scene.line_of_sight, *scene.objects_line_of_sight)
        ]
        joined = JoinedLines(self._clipped(walls, "wall"), MAX_CORNERS)
        self._tell(joined.without_length, "wall", "without length")
        self._tell(joined.doubled, "duplicate wall")
        doors, lamps, windows = [*self._doors()], [*self._lamps()], [*self._windows()]
        layers = {
            "walls": [
                {"class": "Wall", "polyline": [[*at] for at in path]} for path in joined.paths
            ],
            "windows": windows,
            "doors": doors,
            "lights": lamps,
        }
        if (count := sum(map(len, layers.values()))) > MAX_OBJECTS:
            reason = f"has {count} walls, doors and lights; the limit is {MAX_OBJECTS} objects"
            raise UnusableFile(file, [("", reason)])
        picture = self._picture()
        title = "".join(c for c in name if c.isprintable())[:60]
        mapfile = drawn_map(self.width, self.height, layers, title=title, look="city")
        if picture:
            under = MapPicture(
                id=mapfile.next_layer_id,
                name="picture",
                image=f"picture.{picture.head.form}",
                scale=self._scale(picture),
            )
            mapfile = mapfile.model_copy(update={"pictures": (under,)})
        return ImportedMap(
            mapfile,
            walls=len(joined.paths),
            doors=len(doors),
            lamps=len(lamps),
            windows=len(windows),
            inches=self.inches,
            picture=picture,
            left_out=tuple(self.left_out),
        )

    def _tell(self, count: int, what: str, how: str = "") -> None:
        """Add a line about a number of things that were left out or changed, if any were."""
        if count:
            self.left_out.append(f"{many(count, what)} {how}".rstrip())

    def _spot(self, spot: _Spot) -> Point:
        """Return a position on the map, in inches; it may lie off it."""
        off = self.scene.resolution.map_origin or _Spot(x=0.0, y=0.0)
        return Point((spot.x - off.x) * self.inches, (spot.y - off.y) * self.inches)

    def _line(self, spots: Iterable[_Spot]) -> Line:
        return tuple(map(self._spot, spots))

    def _clipped(self, lines: Iterable[Line], what: str) -> Iterator[Line]:
        """Yield the parts of lines on the map in thousandths; report the others."""
        off = cut = 0
        for line in lines:
            parts = [*inside_parts(line, self.wide, self.high)]
            off += not parts and len(line) > 1
            cut += bool(parts) and parts != [line]
            yield from (tuple(thousandths(at) for at in part) for part in parts)
        self._tell(off, what, "off the map")
        if cut:
            self.left_out.append(f"{many(cut, what)} cut at the edge of the map")

    def _doors(self) -> Iterator[dict[str, Any]]:
        """Yield the doors of the portals, each across its gap."""
        narrow = lost = 0
        for state in ("closed", "open"):
            portals = [p for p in self.scene.portals if p.closed is (state == "closed")]
            lines = [self._line(self._bounds(portal)) for portal in portals]
            lost += sum(not line for line in lines)
            for line in self._clipped(filter(None, lines), f"{state} door"):
                corners = [a for a, b in zip(line, (*line[1:], None), strict=True) if a != b]
                if len(corners) > 1:
                    yield {"class": "Door", "state": state, "polyline": [[*c] for c in corners]}
                else:
                    narrow += 1
        self._tell(narrow, "door", "without width")
        self._tell(lost, "door", "without bounds or position")

    def _windows(self) -> Iterator[dict[str, Any]]:
        """Yield the windows, which only a file of Undertow has."""
        lines = (self._line(one) for one in self.scene.undertow.windows)
        for line in self._clipped(lines, "window"):
            for start in range(0, len(line) - 1, MAX_CORNERS - 1):
                part = line[start : start + MAX_CORNERS]
                yield {"class": "Window", "polyline": [[*at] for at in part]}

    def _bounds(self, portal: _Portal) -> Sequence[_Spot]:
        """Return the ends of a door: its bounds, or a square around its position."""
        if len(portal.bounds) > 1 or portal.position is None:
            return portal.bounds if len(portal.bounds) > 1 else ()
        (x, y), turn = (portal.position.x, portal.position.y), portal.rotation or 0.0
        dx, dy = cos(turn) / 2, sin(turn) / 2
        return _Spot(x=x - dx, y=y - dy), _Spot(x=x + dx, y=y + dy)

    def _lamps(self) -> Iterator[dict[str, Any]]:
        """Yield the lamps of the lights."""
        off = dark = plain = 0
        for light in self.scene.lights:
            at, tint = self._spot(light.position), _tint(light.color)
            if not (0.0 <= at.x <= self.wide and 0.0 <= at.y <= self.high):
                off += 1
            elif not light.range or not light.intensity:
                dark += 1
            else:
                plain += not tint
                yield {
                    "class": "Lamp",
                    "point": [*thousandths(at)],
                    "radius": min(MAX_RADIUS, max(MIN_RADIUS, light.range * self.inches)),
                    "brightness": min(MAX_BRIGHTNESS, light.intensity),
                    "tint": tint or USUAL_TINT,
                }
        self._tell(off, "light", "off the map")
        self._tell(dark, "light", "without range or brightness")
        self._tell(plain, "lamp", "in the usual colour: theirs is no AARRGGBB")

    def _picture(self) -> UsablePicture | None:
        """Return the embedded picture, or None, with the reason, if it cannot be used."""
        text = (self.scene.image or "").strip()
        if not text:
            return None
        try:
            # Some programs write a data URL.
            data = b64decode(text.rpartition(",")[2], validate=True)
            return usable_picture(data)
        except ValueError:
            reason = "it is not base64"
        except UnusableFile as error:
            reason = error.faults[0].reason
        self.left_out.append(f"the picture: {reason}")
        return None

    def _scale(self, picture: UsablePicture) -> float:
        """Return the pixels of the map for each pixel of a picture.

        The picture covers the map. If its squares would not be square it covers only a part,
        and has the resolution that the file says.
        """
        resolution = self.scene.resolution
        across = picture.head.width / resolution.map_size.x
        down = picture.head.height / resolution.map_size.y
        said = resolution.pixels_per_grid
        stretched = abs(across - down) > STRETCHED * across
        return PX * self.inches / (said if said and stretched else across)


def _tint(colour: str | None) -> str:
    """Return a colour as maps write it; empty if it is none."""
    found = re.fullmatch("#?([0-9a-f]{6}|[0-9a-f]{8})", (colour or "").strip().lower())
    return f"#{found[1]:f>8}" if found else ""


def _best(size: _Size) -> float:
    """Return the best side of a square for a map, in inches; 1 if none fits."""
    fitting = [side for side in SQUARES if _fits(size, side)]
    return next((side for side in fitting if _fits(size, side, TABLE)), (*fitting, 1.0)[0])


def _fits(size: _Size, inches: float, longest: float = MAX_SIDE) -> bool:
    least, most = sorted((size.x * inches, size.y * inches))
    return least >= MIN_SIDE and most <= longest + 0.001


def _faults(scene: _Scene, inches: float) -> Iterator[Fault]:
    """Yield the faults of a map's size, and of the number of its points."""
    lines, size = (
        (*scene.line_of_sight, *scene.objects_line_of_sight),
        scene.resolution.map_size,
    )
    if (points := sum(len(line) for line in lines)) > MAX_POINTS:
        yield Fault("line_of_sight", f"has {points} points; the limit is {MAX_POINTS}")
    if not _fits(size, inches):
        text = f'{size.x:g} × {size.y:g} squares of {inches:g}" are {size.x * inches:g}"'
        text += f' × {size.y * inches:g}"; a board is {MIN_SIDE}" to {MAX_SIDE}" a side'
        low = ceil(100 * max(MIN_SQUARE, MIN_SIDE / min(size.x, size.y))) / 100
        high = int(100 * min(MAX_SQUARE, MAX_SIDE / max(size.x, size.y))) / 100
        way_out = f"choose --inches {low:g} to {high:g}" if low <= high else "no --inches fits"
        yield Fault("resolution.map_size", f"{text}: {way_out}")

"""Export of maps as Universal VTT files, for virtual tabletops."""

from __future__ import annotations

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2
from typing import Any, NamedTuple

from game.content.faults import UnusableFile
from game.content.maps.classes import Lamp
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.uvtt_import import MAX_BYTES, OWN_KEY
from game.content.reading import MIB
from game.geometry.points import Path, Point, distance
from game.geometry.polygons import edges
from game.table.board import Board, Terrain, TerrainKind
from game.table.records import many

FORMAT = 0.3
"""Version of Universal VTT."""
DIGITS = 6
AMBIENT = "ffffffff"


class ExportedMap(NamedTuple):
    """A map as a Universal VTT file, in squares of one inch."""

    text: str
    walls: int
    doors: int
    windows: int
    lamps: int
    left_out: tuple[str, ...]
    """One line for each kind of terrain that such files cannot hold."""


def exported(mapfile: MapFile, picture: bytes, ppi: int) -> ExportedMap:
    """Return a map with its picture of *ppi* pixels to the inch; raise UnusableFile.

    Impassable terrain that blocks sight becomes walls. Lines that are only impassable become
    windows: they stand under a key of our own, and other programs see through them.
    """
    walls, windows, doors = list[Path](), list[Path](), list[dict[str, Any]]()
    board = to_board(mapfile)
    for piece in board.terrain:
        line = (*piece.outline, piece.outline[0]) if piece.closed else piece.outline
        if _is_door(piece):
            doors += [_portal(*ends, is_open=piece.is_open) for ends in _door_ends(piece)]
        elif _is_wall(piece):
            walls.append(line)
        elif _is_window(piece):
            windows.append(line)
    lamps = [_light(one.outline[0], one.what) for one in mapfile.all_of(Lamp) if _lit(one.what)]
    whole = {
        "format": FORMAT,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": mapfile.width, "y": mapfile.height},
            "pixels_per_grid": ppi,
        },
        "line_of_sight": [_spots(line) for line in walls],
        "objects_line_of_sight": [],
        "portals": doors,
        "environment": {"baked_lighting": True, "ambient_light": AMBIENT},
        "lights": lamps,
        OWN_KEY: {"inches": 1, "windows": [_spots(line) for line in windows]},
        "image": b64encode(picture).decode(),
    }
    text = json.dumps(whole, separators=(",", ":"))
    if len(text) > MAX_BYTES:
        reason = f"would have {len(text) / MIB:.0f} MiB; the limit is {MAX_BYTES // MIB} MiB"
        raise UnusableFile("the file", [("", f"{reason}: choose fewer pixels to the inch")])
    others = Counter(piece.kind for piece in left_out(board)).items()
    words = tuple(f"{many(count, 'piece')} of {kind}" for kind, count in others)
    return ExportedMap(text, len(walls), len(doors), len(windows), len(lamps), words)


def left_out(board: Board) -> list[Terrain]:
    """Return the pieces of terrain that such a file cannot hold."""
    held = _is_door, _is_wall, _is_window
    return [piece for piece in board.terrain if not any(one(piece) for one in held)]


def _is_door(piece: Terrain) -> bool:
    return piece.kind is TerrainKind.DOOR


def _is_wall(piece: Terrain) -> bool:
    return piece.impassable and piece.blocks_sight


def _is_window(piece: Terrain) -> bool:
    return piece.kind is TerrainKind.WINDOW or (piece.impassable and not piece.closed)


def _spot(at: Point) -> dict[str, float]:
    return {"x": round(at.x, DIGITS), "y": round(at.y, DIGITS)}


def _spots(line: Sequence[Point]) -> list[dict[str, float]]:
    return [_spot(at) for at in line]


def _door_ends(door: Terrain) -> Iterator[tuple[Point, Point]]:
    """Yield the ends of each straight part of a door; an area has one, along its middle."""
    if not door.closed:
        yield from pairwise(door.outline)
        return
    a, b = max(edges(door.outline), key=lambda edge: distance(*edge))
    long = distance(a, b)
    dx, dy = (b.x - a.x) / long, (b.y - a.y) / long
    along = [at.x * dx + at.y * dy for at in door.outline]
    beside = [at.y * dx - at.x * dy for at in door.outline]
    off = (min(beside) + max(beside)) / 2
    first, last = (
        Point(part * dx - off * dy, part * dy + off * dx) for part in (min(along), max(along))
    )
    yield first, last


def _portal(first: Point, last: Point, *, is_open: bool) -> dict[str, Any]:
    return {
        "position": _spot(Point((first.x + last.x) / 2, (first.y + last.y) / 2)),
        "bounds": _spots((first, last)),
        "rotation": round(atan2(last.y - first.y, last.x - first.x), DIGITS),
        "closed": not is_open,
        "freestanding": False,
    }


def _lit(lamp: object) -> bool:
    return isinstance(lamp, Lamp) and lamp.brightness > 0.0


def _light(at: Point, lamp: object) -> dict[str, Any]:
    assert isinstance(lamp, Lamp)
    return {
        "position": _spot(at),
        "range": lamp.radius,
        "intensity": lamp.brightness,
        "color": lamp.tint.removeprefix("#"),
        "shadows": True,
    }

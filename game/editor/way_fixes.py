"""Openings in walls that keep the zones of a map apart."""

from __future__ import annotations

from collections.abc import Iterator

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.maps.battle_checks import WIDEST, free, goals_of
from game.content.maps.made_board import ids_of, to_board
from game.content.maps.map_class import Shape
from game.content.maps.map_file import MapFile, MapObject
from game.editor.edits import EditRefusedError
from game.editor.findings import Finding
from game.editor.fixes import OFF, with_new
from game.editor.outline_edits import area_of, lines, outlines
from game.editor.transforms import with_corners
from game.geometry.points import Path
from game.table.board import Board

RADII = (WIDEST, 1.25, 1.75, 2.5)
"""Radii in inches of bases for which openings are cut, the smallest first."""


def ways_opened(mapfile: MapFile, finding: Finding) -> Iterator[MapFile]:
    """``MI-03``  Yield maps with the shortest opening from a zone to another, ever wider."""
    board = to_board(mapfile)
    zones = [*board.zones, *(zone for pair in board.zone_maps.values() for zone in pair)]
    mine = next((zone for zone in zones if zone.id == finding.place), None)
    if mine is None:
        return
    for radius in RADII:
        gaps = _gaps(board, mine.outline, goals_of(board, mine), radius + OFF)
        if gap := min(gaps, key=lambda line: line.length, default=None):
            yield with_opening(mapfile, gap.buffer(radius + OFF))


def _gaps(
    board: Board, zone: Path, goals: tuple[Path, ...], radius: float
) -> Iterator[BaseGeometry]:
    """Yield the shortest lines through walls from the ground of a zone to that of others."""
    parts = shapely.get_parts(free(board, radius))
    starts = [part for part in parts if part.intersects(Polygon(zone))]
    for goal in goals:
        ends = [part for part in parts if part.intersects(Polygon(goal))]
        # A wall may run through the zone itself: a part of it is open then, another is not.
        closed = [part for part in starts if part not in ends]
        if closed and ends:
            largest = max(closed, key=lambda part: part.area)
            yield shapely.shortest_line(largest, shapely.union_all(ends))


def with_opening(mapfile: MapFile, opening: BaseGeometry) -> MapFile:
    """Return the map with an opening cut through all that is impassable there."""
    solid = {piece.id for piece in to_board(mapfile).all_open.terrain if piece.impassable}
    objects = [one for _, one in mapfile.objects()]
    names = ids_of(objects)
    for one in objects:
        if names[one.id] in solid and area_of(one).intersects(opening):
            mapfile = cut_out(mapfile, one, opening)
    return mapfile


def cut_out(mapfile: MapFile, one: MapObject, opening: BaseGeometry) -> MapFile:
    """Return the map without the part of an object that lies in an opening."""
    kind: Shape = "polyline" if one.shape == "polyline" else "polygon"
    left = area_of(one).difference(opening)
    parts: list[Path] = [*(lines(left) if kind == "polyline" else outlines(left))]
    if not parts:
        return mapfile.removed({one.id})
    if kind not in type(one.what).shapes:
        raise EditRefusedError("it cannot be cut")
    size = _length if kind == "polyline" else _area
    parts.sort(key=size, reverse=True)
    after = mapfile.replaced([with_corners(one, parts[0])])
    return with_new(after, [(one.what, kind, path) for path in parts[1:]], one.id)


def _area(path: Path) -> float:
    return float(Polygon(path).area)


def _length(path: Path) -> float:
    return float(LineString(path).length)

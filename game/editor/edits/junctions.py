"""Lanes laid so that they join: ``FF-04`` lets water run on only where lanes touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from shapely import LineString, MultiLineString
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from game.content.maps.flood_requirements import WIDEST
from game.content.maps.map_file import MapObject
from game.editor.edits.polygon_ops import EXACT, lines
from game.editor.edits.transform import with_corners
from game.geometry.points import Path, Point, distance, thousandths
from game.table.lanes import JOINED

MARGIN = 1.0
"""``FF-09``  Inches from the edge of the board where a lane ends at least."""
SAME = 0.02
"""Inches: lanes no farther apart run along one another, and one of them is enough."""
RUN = 0.5
"""Inches that they must do so; a crossing is no run."""


class Laid(NamedTuple):
    new: list[Path]
    longer: dict[int, MapObject]
    """Lanes of before that reach the new ones now."""


def laid(
    path: Path,
    lanes: Sequence[MapObject],
    board: BaseGeometry,
    solid: BaseGeometry,
    width: float,
) -> Laid:
    """Return the lanes of a new corridor, and those of before that it makes longer.

    *solid*: what stands in the way once the corridor is dug.
    """
    left, top, right, low = board.bounds
    # Not the intersection with a box, which cuts a line wherever it crosses itself.
    inner = (left + MARGIN, top + MARGIN, right - MARGIN, low - MARGIN)
    along = shapely.clip_by_rect(LineString(path), *inner)
    old = MultiLineString([one.outline for one in lanes])
    common = old.intersection(LineString(path).buffer(SAME))
    if runs := [part for part in shapely.get_parts(common) if part.length > RUN]:
        along = along.difference(shapely.union_all(runs).buffer(SAME * 1.5))
    found = [_joined(part, old, solid, width) for part in lines(along)]
    if not found:
        return Laid([], {})
    new = MultiLineString(found)
    return Laid(found, {one.id: one for one in _longer(lanes, new, solid, width)})


def _joined(path: Path, others: BaseGeometry, solid: BaseGeometry, width: float) -> Path:
    """Return a path led on from its ends to other lanes near by, where the floor lets it."""
    if others.is_empty:
        return path
    for _ in range(2):
        path = (*path, *_way(path, others, solid, width))[::-1]
    return _straightened(path)


def _longer(
    lanes: Iterable[MapObject], new: BaseGeometry, solid: BaseGeometry, width: float
) -> Iterator[MapObject]:
    """Yield lanes with a loose end that the new corridor has in reach, led on to it."""
    every = list(lanes)
    ways = np.array([LineString(one.outline) for one in every])
    for n, one in enumerate(every):
        path = one.outline
        if ways[n].distance(new) <= JOINED:
            continue
        for _ in range(2):
            off = shapely.distance(ways, shapely.Point(path[-1]))
            if not np.any(np.delete(off, n) <= JOINED):
                path = (*path, *_way(path, new, solid, width))
            path = path[::-1]
        if path != one.outline:
            yield with_corners(one, _straightened(path))


def _way(path: Path, others: BaseGeometry, solid: BaseGeometry, width: float) -> Path:
    """Return how the end of a path is led on to other lanes: one more corner, or nothing."""
    spot = shapely.Point(path[-1])
    off = others.distance(spot)
    if off <= JOINED / 2 or off > width:
        return ()
    if LineString(path).intersection(spot.buffer(width + JOINED)).distance(others) <= JOINED:
        return ()  # it runs a little beyond a lane that it has met
    there = nearest_points(others, spot)[0]
    corner = thousandths(Point(there.x, there.y))
    way = LineString([path[-1], corner])
    return () if solid.distance(way) < WIDEST else (corner,)


def _straightened(path: Path) -> Path:
    """Return a path without corners that turn nowhere, and without stubs of rounding."""
    plain = shapely.simplify(LineString(path), EXACT)
    path = tuple(Point(x, y) for x, y in plain.coords)
    if len(path) > 2 and distance(path[0], path[1]) < 2 * SAME:
        path = (path[0], *path[2:])
    if len(path) > 2 and distance(path[-1], path[-2]) < 2 * SAME:
        path = (*path[:-2], path[-1])
    return path

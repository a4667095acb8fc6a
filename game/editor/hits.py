"""What a pointer is on."""

from __future__ import annotations

from game.content.maps.map_file import MapObject
from game.editor.object_index import Placed
from game.editor.snapping import sides_of
from game.editor.tools.tool import Pointer
from game.editor.workspace import Workspace
from game.geometry.points import Point, distance
from game.geometry.polygons import Box, inside, off_segment

POINT = 0.4
"""Inches about a point that count as on it, however far the board is zoomed in."""


def under(workspace: Workspace, pointer: Pointer, *, locked: bool = False) -> list[MapObject]:
    """Return what a click could take, first what it should: points, lines, small areas, large.

    Hidden things are left out, and so are locked ones unless they are asked for.
    """
    reach = max(pointer.reach, POINT)
    found = [
        (_rank(one, n), one.object)
        for n, one in enumerate(workspace.index.near(pointer.at, reach))
        if takes(workspace, one, locked=locked) and is_on(one.object, pointer.at, pointer.reach)
    ]
    found.sort(key=lambda ranked: ranked[0])
    return [one for _, one in found]


def takes(workspace: Workspace, one: Placed, *, locked: bool = False) -> bool:
    """Return whether tools may take an object: it is shown, and not locked."""
    shown = one.layer.visible and one.object.visible
    return shown and (locked or not workspace.is_locked(one.layer, one.object))


def _rank(one: Placed, order: int) -> tuple[int, float, int]:
    """Return what comes before what; of the same size, what is drawn on top."""
    left, top, right, low = one.box
    kind = {"point": 0, "polyline": 1}.get(one.object.shape, 2)
    return kind, (right - left) * (low - top) if kind == 2 else 0.0, -order


def is_on(one: MapObject, at: Point, reach: float) -> bool:
    """Return whether a point is on an object, or within reach of its outline."""
    if one.shape == "point":
        return distance(one.outline[0], at) <= max(reach, POINT)
    if one.shape != "polyline" and inside(at, one.outline):
        return True
    return any(off_segment(at, side) <= reach for side in sides_of(one))


def framed(workspace: Workspace, area: Box) -> list[MapObject]:
    """Return what lies wholly in an area, and may be taken."""
    left, top, right, low = area
    return [
        one.object
        for one in workspace.index.within(area)
        if left <= one.box[0] and top <= one.box[1] and one.box[2] <= right
        if one.box[3] <= low and takes(workspace, one)
    ]

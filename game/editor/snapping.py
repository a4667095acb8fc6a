"""The positions or objects on a map at which the pointer aims."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise
from math import cos, radians, sin
from typing import NamedTuple

from game.content.maps.classes import Ground
from game.content.maps.map_class import MapClass
from game.content.maps.map_file import MapObject
from game.editor.object_index import IndexedObject
from game.editor.tools import Pointer, Role, SketchLine
from game.editor.transforms import bearing_of, clamped
from game.editor.workspace import Workspace
from game.geometry.points import Point, distance, point_ahead
from game.geometry.polygons import Box, Segment, edges, inside, nearest_on, off_segment

FINE, COARSE = 15.0, 45.0
"""Degrees to which lines and rotations snap; the second one with Shift."""
TOLERANCE_INCHES = 0.001
"""Tolerance in inches by which objects on the grid count as being as near as the grid."""
NOTHING: frozenset[int] = frozenset()
POINT = 0.4
"""Minimum radius in inches within which a click hits a point object, at any zoom."""


class Snap(NamedTuple):
    at: Point
    guides: tuple[SketchLine, ...] = ()


def snapped(
    workspace: Workspace,
    pointer: Pointer,
    start: Point | None = None,
    ignore: Collection[int] = NOTHING,
    only: type[MapClass] = MapClass,
) -> Snap:
    """Return the snapped position of a pointer on the board.

    *start*: start of the line being drawn, for angles; *ignore*: ids of objects that do not
    attract it; *only*: the class of objects that do. The nearest counts: the grid, or a vertex,
    or else an edge.
    """
    width, height = workspace.map.width, workspace.map.height
    raw = clamped(pointer.at, width, height)
    if pointer.alt:
        return Snap(raw)
    how = workspace.snapping
    if pointer.shift and start:
        return _ray(workspace, pointer, start, COARSE)
    if how.vertices and (found := _attracted(workspace, pointer, ignore, only)):
        return found
    if how.grid:
        return Snap(workspace.on_grid(pointer.at))
    if how.angles and start:
        found = _ray(workspace, pointer, start, FINE)
        if distance(found.at, raw) <= pointer.reach:
            return found
    return Snap(raw)


def _ray(workspace: Workspace, pointer: Pointer, start: Point, step: float) -> Snap:
    """Return the point on the nearest ray from *start*, at a grid distance if possible."""
    if start == pointer.at:
        return Snap(start)
    angle = round(bearing_of(pointer.at, start) / step) * step
    toward = Point(round(sin(radians(angle)), 9), -round(cos(radians(angle)), 9))
    dx, dy = pointer.at[0] - start.x, pointer.at[1] - start.y
    inches = dx * toward.x + dy * toward.y
    if (grid := workspace.snapping.grid) and angle % COARSE == 0.0:
        per = grid / max(abs(toward.x), abs(toward.y))
        inches = round(inches / per) * per
    width, height = workspace.map.width, workspace.map.height
    inches = min([inches, *_to_edge(start, toward, width, height)])
    return Snap(
        clamped(point_ahead(start, toward, inches), width, height),
        _guide(start, toward, inches),
    )


def _to_edge(start: Point, toward: Point, width: float, height: float) -> Iterator[float]:
    """Yield the distances in inches at which a ray reaches the edges ahead of it."""
    for at, step, end in ((start.x, toward.x, width), (start.y, toward.y, height)):
        if step:
            yield max(0.0, ((end if step > 0 else 0.0) - at) / step)


def _guide(start: Point, toward: Point, inches: float) -> tuple[SketchLine, ...]:
    return (SketchLine((start, point_ahead(start, toward, inches)), Role.GUIDE),)


def _attracted(
    workspace: Workspace, pointer: Pointer, ignore: Collection[int], only: type[MapClass]
) -> Snap | None:
    """Return the nearest vertex within reach, else the nearest point on an edge."""
    reach = pointer.reach
    if workspace.snapping.grid:
        # Beyond the board's edge the grid is far off, so measure it from the edge.
        raw = clamped(pointer.at, workspace.map.width, workspace.map.height)
        reach = min(reach, distance(raw, workspace.on_grid(raw)) + TOLERANCE_INCHES)
    found_near = _attracting(workspace.index.near(pointer.at, reach), ignore)
    near = [one for one in found_near if _attracts(one, workspace.brush, only)]
    corners = [(distance(c, pointer.at), c, one) for one in near for c in one.outline]
    found = min(corners, key=lambda corner: corner[0], default=None)
    if found and found[0] <= reach:
        return Snap(found[1], _outline(found[2]))
    sides = [(nearest_on(pointer.at, side), side) for one in near for side in sides_of(one)]
    ends = [(distance(at, pointer.at), side) for at, side in sides]
    nearest = min(ends, key=lambda end: end[0], default=None)
    if nearest is None or nearest[0] > reach:
        return None
    side = nearest[1]
    at = nearest_on(workspace.on_grid(pointer.at), side)
    if distance(at, pointer.at) > max(pointer.reach, workspace.snapping.grid):
        at = nearest_on(pointer.at, side)
    board = workspace.map
    return Snap(clamped(at, board.width, board.height), (SketchLine(side, Role.GUIDE),))


def _attracting(near: Iterable[IndexedObject], ignore: Collection[int]) -> Iterator[MapObject]:
    for one, layer, _ in near:
        # The 32 corners of an ellipse are computed, not drawn: they attract nothing.
        if layer.visible and one.visible and one.shape != "ellipse" and one.id not in ignore:
            yield one


def _attracts(one: MapObject, brush: MapClass, only: type[MapClass]) -> bool:
    """Return whether an object attracts the pointer; ground does so only for a ground brush."""
    return isinstance(one.what, only) and (
        not isinstance(one.what, Ground) or isinstance(brush, Ground)
    )


def _outline(one: MapObject) -> tuple[SketchLine, ...]:
    return (SketchLine(one.outline, Role.GUIDE, closed=one.shape != "polyline"),)


def sides_of(one: MapObject) -> Iterator[Segment]:
    """Yield the straight sides of an object; a point has none."""
    path = one.outline
    if one.shape == "polyline":
        yield from pairwise(path)
    elif one.shape != "point":
        yield from edges(path)


def objects_at(
    workspace: Workspace, pointer: Pointer, *, locked: bool = False
) -> list[MapObject]:
    """Return the objects under the pointer, in the order in which a click prefers them.

    Points come first, then lines, small areas and large ones. Hidden objects are left out, and
    locked ones unless *locked*.
    """
    reach = max(pointer.reach, POINT)
    found = [
        (_rank(one, n), one.object)
        for n, one in enumerate(workspace.index.near(pointer.at, reach))
        if is_selectable(workspace, one, locked=locked)
        and hits_object(one.object, pointer.at, pointer.reach)
    ]
    found.sort(key=lambda ranked: ranked[0])
    return [one for _, one in found]


def is_selectable(workspace: Workspace, one: IndexedObject, *, locked: bool = False) -> bool:
    """Return whether tools may select an object: it is visible, and not locked."""
    shown = one.layer.visible and one.object.visible
    return shown and (locked or not workspace.is_locked(one.layer, one.object))


def _rank(one: IndexedObject, order: int) -> tuple[int, float, int]:
    """Return an object's sort key for clicks; among equals the one drawn on top comes first."""
    left, top, right, low = one.box
    kind = {"point": 0, "polyline": 1}.get(one.object.shape, 2)
    return kind, (right - left) * (low - top) if kind == 2 else 0.0, -order


def hits_object(one: MapObject, at: Point, reach: float) -> bool:
    """Return whether a point is on an object, or within reach of its outline."""
    if one.shape == "point":
        return distance(one.outline[0], at) <= max(reach, POINT)
    if one.shape != "polyline" and inside(at, one.outline):
        return True
    return any(off_segment(at, side) <= reach for side in sides_of(one))


def objects_in_box(workspace: Workspace, area: Box) -> list[MapObject]:
    """Return the selectable objects that lie wholly in an area."""
    left, top, right, low = area
    return [
        one.object
        for one in workspace.index.within(area)
        if left <= one.box[0] and top <= one.box[1] and one.box[2] <= right
        if one.box[3] <= low and is_selectable(workspace, one)
    ]

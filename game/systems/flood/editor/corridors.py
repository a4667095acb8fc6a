"""Edits that dig a corridor.

It has a floor, walls, and lanes that join those near by.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import shapely
from shapely import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from game.content.editor_actions import EditorAction
from game.content.maps.battle_checks import WIDEST
from game.content.maps.classes import Block, Wall
from game.content.maps.map_class import Shape, TerrainClass
from game.content.maps.map_file import MapFile, MapObject
from game.editor.edits import home_of
from game.editor.mirror import mirrored_point
from game.editor.object_words import inches
from game.editor.outline_edits import EXACT, MIN_PART, area_of, lines, outlines
from game.editor.tools import Handle, MeasureLabel, Role, SketchLine, ToolSketch
from game.editor.tools.shapes import ChainTool
from game.editor.transforms import drawn, with_corners
from game.geometry.points import Path, Point, distance, thousandths
from game.systems.flood.content.map_classes import FloodOrigin, Lane
from game.systems.flood.table.lanes import JOINED

MARGIN = 1.0
"""``FF-09``  Minimum inches between the end of a lane and the edge of the board."""
SAME = 0.02
"""Inches within which parallel lanes count as one."""
RUN = 0.5
"""Minimum inches for which they must be parallel; a crossing is shorter."""
SOLID = (Wall, Block)
"""Classes out of which a corridor is cut."""
OPEN = 7.0
"""``FF-04``  Inches to either side: wider ground is open, and no floor of a corridor."""
BURIED = 0.3
"""Minimum solid share of a board on which corridors are dug, not built."""
CLEAR = 1.0
"""Inches around a lane on which no new wall is raised."""
MIN_WIDTH, MAX_WIDTH, WIDTH_STEP = 1.5, 12.0, 0.5
"""Limits of a corridor's width in inches, and the step by which keys change it."""
_TOUCH = 0.02
_SEGMENTS = 3
"""Segments per quarter circle; coarse, because the edge of open ground is not visible."""


class JoinedLane(NamedTuple):
    new: list[Path]
    longer: list[MapObject]
    """Existing lanes, led on to the new ones."""


def laid(
    path: Path,
    lanes: Sequence[MapObject],
    board: BaseGeometry,
    solid: BaseGeometry,
    width: float,
) -> JoinedLane:
    """Return the lanes of a new corridor, and the existing lanes that it makes longer.

    *solid*: the obstacles left once the corridor is dug.
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
        return JoinedLane([], [])
    new = MultiLineString(found)
    return JoinedLane(found, [*_longer(lanes, new, solid, width)])


def _joined(path: Path, others: BaseGeometry, solid: BaseGeometry, width: float) -> Path:
    """Return a path extended at both ends to lanes near by, where the floor allows it."""
    if others.is_empty:
        return path
    for _ in range(2):
        path = (*path, *_way(path, others, solid, width))[::-1]
    return _straightened(path)


def _longer(
    lanes: Iterable[MapObject], new: BaseGeometry, solid: BaseGeometry, width: float
) -> Iterator[MapObject]:
    """Yield lanes with a loose end within reach of the new corridor, extended to it."""
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
    """Return the corner that leads the end of a path to other lanes; empty if there is none."""
    spot = shapely.Point(path[-1])
    off = others.distance(spot)
    if off <= JOINED / 2 or off > width:
        return ()
    if LineString(path).intersection(spot.buffer(width + JOINED)).distance(others) <= JOINED:
        return ()  # it extends a little beyond a lane that it crosses
    there = nearest_points(others, spot)[0]
    corner = thousandths(Point(there.x, there.y))
    route = LineString([path[-1], corner])
    return () if solid.distance(route) < WIDEST else (corner,)


def _straightened(path: Path) -> Path:
    """Return a path without corners on a straight line, and without stubs due to rounding."""
    plain = shapely.simplify(LineString(path), EXACT)
    path = tuple(Point(x, y) for x, y in plain.coords)
    if len(path) > 2 and distance(path[0], path[1]) < 2 * SAME:
        path = (path[0], *path[2:])
    if len(path) > 2 and distance(path[-1], path[-2]) < 2 * SAME:
        path = (*path[:-2], path[-1])
    return path


@dataclass
class _Site:
    """A map's solids, lanes and origins, and their geometry, as digging needs them."""

    mapfile: MapFile
    locked: Collection[int]
    solids: list[MapObject] = field(init=False)
    lanes: list[MapObject] = field(init=False)

    def __post_init__(self) -> None:
        self.solids = self.mapfile.all_of(*SOLID)
        self.lanes = self.mapfile.all_of(Lane)
        self.origins = self.mapfile.all_of(FloodOrigin)
        self.board = shapely.box(0, 0, self.mapfile.width, self.mapfile.height)
        masses = [area_of(one) for one in self.solids if one.shape != "polyline"]
        thin = [area_of(one).buffer(_TOUCH) for one in self.solids if one.shape == "polyline"]
        self.solid = shapely.union_all([*masses, *thin])

    @property
    def is_buried(self) -> bool:
        """Return whether free ground was dug out of solid, not built on open ground."""
        return self.solid.area >= self.board.area * BURIED

    @property
    def finds_its_way(self) -> bool:
        """Return whether water covers all floor by itself, as a single lane would prevent."""
        return self.is_buried and bool(self.origins) and not self.lanes

    def floor(self, about: BaseGeometry) -> BaseGeometry:
        """Return the floor of existing corridors and rooms around a new one."""
        # Ground further off than a disc on open ground is wide has no influence here.
        left, top, right, low = about.buffer(2 * OPEN, join_style="mitre").bounds
        free = shapely.box(left, top, right, low).intersection(self.board)
        free = free.difference(self.solid)
        if self.is_buried:
            return free
        wide = free.buffer(-OPEN, quad_segs=_SEGMENTS)
        wide = wide.buffer(OPEN + _TOUCH, quad_segs=_SEGMENTS)
        ways = shapely.clip_by_rect([area_of(one) for one in self.lanes], left, top, right, low)
        parts = shapely.get_parts(free.difference(wide))
        narrow = [p for p in parts if shapely.intersects(p, ways).any()]
        clear = shapely.union_all(shapely.buffer(ways, CLEAR, quad_segs=_SEGMENTS))
        return shapely.union_all([*narrow, clear.intersection(free)])


def floor_of(path: Path, width: float, mapfile: MapFile) -> BaseGeometry:
    """Return the floor of a corridor: on the board, as far beyond its ends as to its sides."""
    along = LineString(path)
    area = along.buffer(width / 2, cap_style="square", join_style="mitre", mitre_limit=2.0)
    return area.intersection(shapely.box(0, 0, mapfile.width, mapfile.height))


def dug(
    mapfile: MapFile,
    path: Path,
    *,
    width: float,
    wall: float,
    what: TerrainClass,
    layer: int = 0,
    locked: Collection[int] = (),
) -> tuple[MapFile, list[int]]:
    """Return the map with a corridor, and the ids of its new lanes.

    A map on which water finds its own way gets no lane: ``FF-04``.

    *path*: the centre line; *width*, *wall*: widths of floor and walls in inches; *what*: the
    class of new walls; *layer*: for objects of classes that have no layer yet. Raise
    EditRefusedError if the result is invalid.
    """
    site = _Site(mapfile, locked)
    floor = floor_of(path, width, mapfile)
    walls = floor.buffer(wall, join_style="mitre", mitre_limit=2.0).intersection(site.board)
    known = site.floor(walls)
    raised = walls.difference(floor).difference(known).difference(site.solid)
    after = _cut(mapfile, site, floor)
    after = _raised(after, raised, what, layer, locked)
    solid = site.solid.difference(floor).union(raised)
    if site.finds_its_way:
        return after, []
    return _with_lanes(after, laid(path, site.lanes, site.board, solid, width), layer)


def _cut(mapfile: MapFile, site: _Site, floor: BaseGeometry) -> MapFile:
    """Return the map with the floor cut out of solids; their largest parts keep their ids."""
    for one in site.solids:
        if one.id in site.locked:
            continue
        area = area_of(one)
        common = area.intersection(floor)
        if max(common.area, common.length if one.shape == "polyline" else 0.0) >= MIN_PART:
            rest = area.difference(floor)
            parts = [*(lines(rest) if one.shape == "polyline" else outlines(rest))]
            mapfile = _in_parts(mapfile, one, parts)
    return mapfile


def _in_parts(mapfile: MapFile, one: MapObject, parts: Iterable[Path]) -> MapFile:
    """Return the map with an object in several parts, or without it if there are none."""
    shape: Shape = "polyline" if one.shape == "polyline" else "polygon"
    found = sorted(parts, key=lambda part: -_size(part, shape))
    if not found:
        return mapfile.removed({one.id})
    mapfile = mapfile.replaced([with_corners(one, found[0])])
    layer = next(layer for layer, other in mapfile.objects() if other.id == one.id)
    first = mapfile.next_id
    more = [drawn(first + n, one.what, shape, part) for n, part in enumerate(found[1:])]
    return mapfile.added(layer.id, more)


def _size(path: Path, shape: str) -> float:
    return LineString(path).length if shape == "polyline" else shapely.Polygon(path).area


def _raised(
    mapfile: MapFile,
    raised: BaseGeometry,
    what: TerrainClass,
    layer: int,
    locked: Collection[int],
) -> MapFile:
    """Return the map with the new walls, merged with equal unnamed ones that they touch."""
    if raised.area < MIN_PART:
        return mapfile
    mapfile, home = home_of(mapfile, type(what), layer)
    touching = [
        one
        for where, one in mapfile.objects()
        if where.id == home and one.id not in locked and _joins(one, what, raised)
    ]
    whole = shapely.union_all([raised, *(area_of(one) for one in touching)])
    parts = sorted(outlines(whole), key=lambda part: min((y, x) for x, y in part))
    kept = [with_corners(one, part) for one, part in zip(touching, parts, strict=False)]
    spare = {one.id for one in touching[len(parts) :]}
    mapfile = mapfile.replaced(kept)
    mapfile = mapfile.removed(spare) if spare else mapfile
    first = mapfile.next_id
    new = [drawn(first + n, what, "polygon", p) for n, p in enumerate(parts[len(touching) :])]
    return mapfile.added(home, new)


def _joins(one: MapObject, what: TerrainClass, raised: BaseGeometry) -> bool:
    if one.what != what or one.name or one.shape == "polyline":
        return False
    return bool(area_of(one).distance(raised) < MIN_PART / 10)


def _with_lanes(mapfile: MapFile, found: JoinedLane, layer: int) -> tuple[MapFile, list[int]]:
    mapfile = mapfile.replaced(found.longer)
    if not found.new:
        return mapfile, []
    mapfile, home = home_of(mapfile, Lane, layer)
    first = mapfile.next_id
    new = [drawn(first + n, Lane(), "polyline", p) for n, p in enumerate(found.new)]
    return mapfile.added(home, new), [one.id for one in new]


class CorridorTool(ChainTool):
    shape = "polyline"
    fewest = 2
    attracting = Lane
    name = "Corridor"
    action = EditorAction.CORRIDOR
    hint = (
        "Click the corners of its centre line; double-click, right-click or press Enter to dig "
        "it. Corridors that meet join up. {editor_backward} and {editor_forward}: its width."
    )

    def take_action(self, action: EditorAction) -> bool:
        """Make the corridor narrower or wider."""
        step = {EditorAction.BACKWARD: -WIDTH_STEP, EditorAction.FORWARD: WIDTH_STEP}.get(
            action
        )
        if step is None:
            return False
        space = self.workspace
        width = min(max(space.corridor.width + step, MIN_WIDTH), MAX_WIDTH)
        space.corridor = replace(space.corridor, width=width)
        return True

    def refuses(self) -> str:
        return ""

    def settled(self, at: Point) -> Point:
        return at

    def made(self, path: Path) -> None:
        space = self.workspace
        brush, how = space.brush, space.corridor
        what: TerrainClass = brush if isinstance(brush, Wall) else Wall()
        locked = space.untouchable()
        after, ids = space.map, list[int]()
        for one in self._sides(path):
            after, new = dug(
                after,
                one,
                width=how.width,
                wall=how.wall,
                what=what,
                layer=space.layer,
                locked=locked,
            )
            ids += new
        space.do("Draw a corridor", after, ids, mirrored=False)

    def _sides(self, path: Path) -> list[Path]:
        """Return a path, and its mirrored counterpart if the mirror is on."""
        space = self.workspace
        if not space.mirror:
            return [path]
        board = space.map
        there = tuple(
            mirrored_point(at, space.mirror, board.width, board.height) for at in path
        )
        return [path] if there in {path, path[::-1]} else [path, there]

    def outlined(self, path: Path, dots: list[Handle], words: list[MeasureLabel]) -> ToolSketch:
        how = self.workspace.corridor
        wide = MeasureLabel(path[0], f"{inches(how.width)} wide")
        lines = [*self.guides]
        for side in self._sides(path) if len(path) > 1 else []:
            floor = floor_of(side, how.width, self.workspace.map)
            if isinstance(floor, Polygon) and not floor.is_empty:
                corners = tuple(Point(x, y) for x, y in list(floor.exterior.coords)[:-1])
                lines.append(SketchLine(corners, Role.OUTLINE, closed=True))
            lines.append(SketchLine(side, Role.GUIDE))
        hint = "Click the next corner; double-click, right-click or press Enter to dig it."
        return self.shown(lines=lines, handles=dots, words=[*words, wide], hint=hint)

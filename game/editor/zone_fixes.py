"""Objects that a mission needs on a map, drawn by fixes or for new maps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass

import shapely
import shapely.affinity
from shapely.geometry.base import BaseGeometry

from game.content.maps.battle_checks import (
    CROWD,
    MARKERS,
    TEAM,
    shape,
    without_room,
    zone_faults,
)
from game.content.maps.classes import DeploymentZone, Objective
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MAX_SIDE, MIN_SIDE, MapFile, MapObject
from game.content.maps.member_types import LookName
from game.editor.edits import EditRefusedError, changed
from game.editor.findings import Finding
from game.editor.fixes import (
    Fix,
    Grows,
    first_of,
    having,
    moved_to,
    nearest,
    objects_of,
    open_ground,
    with_new,
)
from game.editor.outline_edits import outlines
from game.editor.transforms import drawn, moved, turned, with_corners
from game.editor.way_fixes import ways_opened
from game.geometry.points import Path, Point
from game.geometry.polygons import box

DEEP = 12.0
"""``CC-33``  Depth in inches of a zone along an edge; at most a quarter of the board."""
STEP = 0.5
"""Inches by which a zone that is too small grows in each step."""
SLIVER = 0.01
"""Square inches that are too little to matter."""
LENGTHS = 40
"""Number of steps at which growing is given up."""
MARKER_SHARES = (0.5, 0.2, 0.8, 0.35, 0.65)
"""Places of new markers, as shares of the line midway between the zones."""
APART = 4.0
"""Minimum inches between containers and between markers that a fix lays out."""
ENOUGH = 0.5
"""Share of a strip that must be clear of walls for zones to lie at the edges further apart."""


def two_zones(mapfile: MapFile, finding: Finding) -> MapFile:
    """Reduce the zones to two, add the opposite of a single one, or draw two at the edges."""
    zones = mapfile.all_of(DeploymentZone)
    if len(zones) > 2:
        return mapfile.removed({one.id for one in zones[2:]})
    if len(zones) == 1:
        round_ = shapely.Polygon(turned(zones[0], board_middle(mapfile), 180.0).outline)
        if path := _clear_of(_solid_ground(mapfile), round_):
            return with_new(mapfile, [(DeploymentZone(), "polygon", path)], zones[0].id)
        raise EditRefusedError("walls stand where the opposite zone would be")
    return _at_edges(mapfile)


def opposite(mapfile: MapFile, finding: Finding) -> MapFile:
    """Make the two zones equal, at opposite edges and apart, changing as little as possible.

    Each is moved to its nearest edge, or drawn as the other one turned by 180° about the middle
    of the board, without the walls that this would cover; else both are drawn as strips along
    opposite edges. No zone is laid over walls. Raise EditRefusedError if none of that gives two
    zones.
    """
    zones = mapfile.all_of(DeploymentZone)[:2]
    first, second = (_at_edge(mapfile, zone) for zone in zones)
    pairs: list[tuple[MapObject, ...]] = [
        (first, second),
        (first, _turned(mapfile, first, second)),
        (_turned(mapfile, second, first), second),
        *_clipped(mapfile, zones, (first, second)),
        tuple(
            drawn(zone.id, zone.what, "polygon", path, zone.name)
            for zone, path in zip(zones, _edge_strips(mapfile), strict=True)
        ),
    ]
    sound = [pair for pair in pairs if _is_sound(mapfile, zones, pair)]
    if not sound:
        raise EditRefusedError("walls leave no room for two equal zones at opposite edges")
    least = min(sound, key=lambda pair: _changed_area(zones, pair))
    return mapfile.replaced(least)


def _at_edge(mapfile: MapFile, zone: MapObject) -> MapObject:
    """Return a zone moved to the edge of the board that is nearest to it."""
    left, top, right, low = box(zone.outline)
    ways = (
        (-left, 0.0),
        (mapfile.width - right, 0.0),
        (0.0, -top),
        (0.0, mapfile.height - low),
    )
    dx, dy = min(ways, key=lambda way: abs(way[0]) + abs(way[1]))
    return moved(zone, dx, dy) if dx or dy else zone


def _turned(mapfile: MapFile, one: MapObject, other: MapObject) -> MapObject:
    """Return the zone *other* in the shape and place of *one*, turned about the middle."""
    round_ = turned(one, board_middle(mapfile), 180.0)
    return changed(round_, id=other.id, name=other.name, what=other.what)


def _clipped(
    mapfile: MapFile, before: Sequence[MapObject], after: Sequence[MapObject]
) -> Iterator[tuple[MapObject, ...]]:
    """Yield pairs of each new zone, less walls that the old ones left out, and its opposite."""
    solid, centre = _solid_ground(mapfile), (mapfile.width / 2, mapfile.height / 2)
    old = [solid.difference(shapely.Polygon(zone.outline)) for zone in before]
    for n, zone in enumerate(after):
        # What the opposite zone leaves out is left out here, too: the zones are to be equal.
        walls = old[n].union(shapely.affinity.rotate(old[1 - n], 180, origin=centre))
        if path := _clear_of(walls, shapely.Polygon(zone.outline)):
            new = drawn(zone.id, zone.what, "polygon", path, zone.name)
            opposite_one = _turned(mapfile, new, before[1 - n])
            yield (opposite_one, new) if n else (new, opposite_one)


def _is_sound(mapfile: MapFile, before: Sequence[MapObject], pair: Sequence[MapObject]) -> bool:
    """Return whether zones are a fair pair, and cover no more walls than before."""
    solid = _solid_ground(mapfile)
    pairs = zip(before, pair, strict=True)
    if any(_covered(solid, new) > _covered(solid, old) + SLIVER for old, new in pairs):
        return False
    return not [*zone_faults(to_board(mapfile.replaced(pair)))]


def _covered(solid: BaseGeometry, zone: MapObject) -> float:
    """Return the square inches of walls that a zone covers, islands in it excepted."""
    whole = shapely.Polygon(zone.outline)
    return whole.area - shapely.Polygon(_clear_of(solid, whole)).area


def _changed_area(before: Sequence[MapObject], after: Sequence[MapObject]) -> float:
    """Return the area in square inches that only one of the old and the new zones covers."""
    pairs = zip(before, after, strict=True)
    return sum(
        shapely.Polygon(old.outline).symmetric_difference(shapely.Polygon(new.outline)).area
        for old, new in pairs
    )


def _solid_ground(mapfile: MapFile) -> BaseGeometry:
    """Return the ground of all impassable areas."""
    terrain = to_board(mapfile).terrain
    return shapely.union_all([shape(t) for t in terrain if t.impassable and t.closed])


def _clear_of(solid: BaseGeometry, area: BaseGeometry) -> Path:
    """Return the largest part of an area without walls; islands in it are left in.

    An empty path if nothing is left.
    """
    parts = [part for part in shapely.get_parts(area.difference(solid)) if part.area > SLIVER]
    if not parts:
        return ()
    whole = shapely.Polygon(max(parts, key=lambda part: part.area).exterior)
    return max(outlines(whole), key=lambda path: shapely.Polygon(path).area, default=())


def edge_boxes(mapfile: MapFile, *, across: bool | None = None) -> tuple[Path, Path]:
    """Return the boxes of two zones at opposite edges, by default those further apart.

    *across*: True for the left and the right edge, False for top and bottom.
    """
    w, h = float(mapfile.width), float(mapfile.height)
    if w > h if across is None else across:
        deep = min(DEEP, w / 4)
        return (Point(0, 0), Point(deep, h)), (Point(w - deep, 0), Point(w, h))
    deep = min(DEEP, h / 4)
    return (Point(0, 0), Point(w, deep)), (Point(0, h - deep), Point(w, h))


def _edge_strips(mapfile: MapFile) -> tuple[Path, Path]:
    """Return two equal strips along opposite edges that cover no walls.

    Raise EditRefusedError if walls leave nothing of them.
    """
    solid, centre = _solid_ground(mapfile), (mapfile.width / 2, mapfile.height / 2)
    # What is clear of walls on both sides of the board alike.
    both = solid.union(shapely.affinity.rotate(solid, 180, origin=centre))
    usual = mapfile.width > mapfile.height
    best: Path = ()
    clear = 0.0
    for across in (usual, not usual):
        strip = shapely.box(*box(edge_boxes(mapfile, across=across)[0]))
        path = _clear_of(both, strip)
        share = shapely.Polygon(path).area / strip.area
        if share > clear:
            best, clear = path, share
        if clear >= ENOUGH:
            break
    if not best:
        raise EditRefusedError("walls leave no room for zones at opposite edges")
    other = shapely.affinity.rotate(shapely.Polygon(best), 180, origin=centre)
    return best, next(outlines(other))


def _at_edges(mapfile: MapFile) -> MapFile:
    strips = _edge_strips(mapfile)
    return with_new(mapfile, [(DeploymentZone(), "polygon", path) for path in strips])


def grown(mapfile: MapFile, finding: Finding) -> MapFile:
    """Enlarge the zone until the required models fit into it, clear of others and of walls."""
    crowd = CROWD if mapfile.all_of(Objective) else TEAM
    id_ = first_of(mapfile, finding).id
    for after in grown_zones(mapfile, finding):
        path = after.by_id()[id_].outline
        board = to_board(after)
        name = next(z.id for z in board.zones if z.outline == path)
        zones = [zone for zone in board.zones if zone.id == name]
        if not without_room(board, zones, crowd):
            return after
    raise EditRefusedError("there is no room to enlarge it; move what stands there")


def grown_zones(mapfile: MapFile, finding: Finding) -> Iterator[MapFile]:
    """Yield maps on which the zone is ever larger, clear of others and of walls."""
    one = next((o for o in objects_of(mapfile, finding) if _is_zone(o)), None)
    if one is None:
        return
    table = shapely.box(0, 0, mapfile.width, mapfile.height)
    others = [z for z in mapfile.all_of(DeploymentZone) if z.id != one.id]
    taken = shapely.union_all([shapely.Polygon(z.outline).buffer(0.1) for z in others])
    solid = _solid_ground(mapfile)
    for n in range(1, LENGTHS):
        whole = shapely.Polygon(one.outline).buffer(n * STEP, join_style="mitre")
        if path := _clear_of(solid, whole.intersection(table).difference(taken)):
            yield mapfile.replaced([with_corners(one, path)])


def _is_zone(one: MapObject) -> bool:
    return isinstance(one.what, DeploymentZone)


def reserved(mapfile: MapFile, finding: Finding) -> MapFile:
    """Assign one zone to each side of the scenario; a zone of one of them keeps it."""
    return _reserved(mapfile, finding, finding.sides)


def reserved_in_turn(mapfile: MapFile, finding: Finding) -> MapFile:
    """Assign one zone to each side of the scenario, to the second side first."""
    return _reserved(mapfile, finding, finding.sides[::-1])


def _reserved(mapfile: MapFile, finding: Finding, sides: Sequence[str]) -> MapFile:
    if len(mapfile.all_of(DeploymentZone)) != 2:
        mapfile = two_zones(mapfile, finding)
    zones = mapfile.all_of(DeploymentZone)
    own = [getattr(zone.what, "side", "") for zone in zones]
    if len({*own} & {*sides}) == 1:
        n = next(n for n, side in enumerate(own) if side in sides)
        other = next(side for side in sides if side != own[n])
        return mapfile.replaced([having(zones[1 - n], side=other)])
    pairs = zip(zones, sides, strict=True)
    return mapfile.replaced([having(zone, side=side) for zone, side in pairs])


def markers_counted(mapfile: MapFile, finding: Finding) -> MapFile:
    """``MI-03``  Draw markers until there are three, or remove those beyond five."""
    markers = mapfile.all_of(Objective)
    if len(markers) > MARKERS[-1]:
        return mapfile.removed({one.id for one in markers[MARKERS[-1] :]})
    ground, along = open_ground(mapfile), mapfile.width > mapfile.height
    w, h = mapfile.width, mapfile.height
    # Midway between the zones, equally far from both.
    spots = [Point(w / 2, s * h) if along else Point(s * w, h / 2) for s in MARKER_SHARES]
    there = [one.outline[0] for one in markers]
    new = list[Point]()
    for spot in spots:
        at = nearest(ground, spot)
        if len(there) < MARKERS[0] and all(
            square_distance(at, other) > APART for other in there
        ):
            there.append(at)
            new.append(at)
    return with_new(mapfile, [(Objective(), "point", (at,)) for at in new])


def marker_moved(mapfile: MapFile, finding: Finding) -> MapFile:
    """Move a marker to the nearest ground that can be reached from the zones."""
    marker = first_of(mapfile, finding)
    return moved_to(mapfile, marker, nearest(open_ground(mapfile), marker.outline[0]))


def board_middle(mapfile: MapFile) -> Point:
    """Return the middle of a map's board."""
    return Point(mapfile.width / 2, mapfile.height / 2)


def square_distance(a: Point, b: Point) -> float:
    """Return the larger of the distances across and along the board."""
    return max(abs(a.x - b.x), abs(a.y - b.y))


TWO = Fix("Place two zones at opposite edges", two_zones)
PAIR = Fix("Make the zones equal, at opposite edges", opposite)
FIXES = {
    "number of zones": (TWO,),
    "unequal zones": (PAIR,),
    "zones overlap": (PAIR,),
    "zones not opposite": (PAIR,),
    "cramped zone": (Fix("Enlarge the zone", grown),),
    "zones without sides": (
        Fix("Reserve a zone for each side", reserved),
        Fix("Reserve them the other way round", reserved_in_turn),
    ),
    "number of markers": (Fix("Place three to five markers", markers_counted),),
    "marker in a wall": (Fix("Move the marker into the open", marker_moved),),
    "marker out of reach": (Fix("Move the marker into reach", marker_moved),),
}
_ROOM: tuple[Grows, ...] = (ways_opened, grown_zones)
GROWING = {"cramped zone": _ROOM, "no room to set up": _ROOM}


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of new map, with the objects that it needs to be played on at once."""

    name: str
    words: str
    """Its purpose and its objects, in a sentence."""
    size: tuple[int, int]
    """Usual width and height in inches."""
    look: LookName
    _: KW_ONLY
    draw: Callable[[MapFile], MapFile] = lambda mapfile: mapfile
    """Returns an empty map of an allowed size with these objects."""
    least: tuple[int, int] = (MIN_SIDE, MIN_SIDE)
    """Minimum length of the longer and the shorter side in inches."""
    most: tuple[int, int] = (MAX_SIDE, MAX_SIDE)

    def refusal(self, width: int, height: int) -> str:
        """Return why a map cannot have a size; empty if it can."""
        sides = max(width, height), min(width, height)
        if all(a <= side <= b for a, side, b in zip(self.least, sides, self.most, strict=True)):
            return ""
        (long, short), (longest, widest) = self.least, self.most
        limits = f'{long}" × {short}" to {longest}" × {widest}"'
        return f"{self.name}: the sides must be {limits}"


def _patrol(mapfile: MapFile) -> MapFile:
    """``MI-03``  Draw two zones at opposite edges, and five markers midway between them."""
    w, h = mapfile.width, mapfile.height
    spots = [Point(w / 2, s * h) if w > h else Point(s * w, h / 2) for s in MARKER_SHARES]
    after = with_new(
        mapfile, [(DeploymentZone(), "rectangle", path) for path in edge_boxes(mapfile)]
    )
    return with_new(
        after, [(Objective(number=n), "point", (at,)) for n, at in enumerate(spots, 1)]
    )


EMPTY = Preset("Empty table", "Nothing is on it: draw anything.", (48, 48), "city")
PATROL = Preset(
    "Patrol",
    "Two deployment zones and five objective markers, for a combat patrol.",
    (48, 48),
    "city",
    draw=_patrol,
    least=(30, 22),
)

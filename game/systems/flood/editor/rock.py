"""Rock: filling of all ground that models cannot reach, and new sewers cut out of it."""

from __future__ import annotations

from collections.abc import Iterable

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.maps.battle_checks import SMALL, free, shape
from game.content.maps.class_base import TerrainClass
from game.content.maps.classes import Block, DeploymentZone, Drain, Exit, Lamp, Nest, Wall
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile, MapObject
from game.content.scenarios import load_scenario
from game.editor.edits import EditRefusedError, home_of
from game.editor.fixes import with_new
from game.editor.outline_edits import area_of, outlines
from game.editor.transforms import drawn
from game.editor.workspace import Workspace
from game.editor.zone_fixes import Preset
from game.geometry.points import Path, Point
from game.rules import PLAYED
from game.systems.flood.content.map_classes import FloodOrigin, Lane

SCENARIO = "the_nest"
"""The scenario for whose sides the zones of a new sewer are reserved."""
POCKET = 0.3
"""Half the width in inches that a pocket must have to be filled; corners of rooms are less."""
LINE = 0.03
"""Inches by which rock reaches over a thin wall, so that no slit stays beside it."""


def fill_with_rock(workspace: Workspace) -> None:
    """Turn all ground into blocks that the smallest bases cannot reach.

    The ground that stays is that which lanes run over; on a map without lanes, that of the
    zones. The selected ground stays in any case. Raise EditRefusedError if nothing is known to
    stay, or if all ground can be reached.
    """
    mapfile = workspace.map
    seeds = mapfile.all_of(Lane) or mapfile.all_of(DeploymentZone)
    seeds += [one for one in workspace.selected() if _is_ground(one)]
    if not seeds:
        raise EditRefusedError(
            "nothing says what stays open: draw a lane or a zone, or select a floor"
        )
    rock = rock_of(mapfile, seeds)
    if not rock:
        raise EditRefusedError("all ground can be reached; close the outline with walls first")
    after, layer = home_of(mapfile, Block, workspace.layer)
    first = after.next_id
    new = [drawn(first + n, Block(), "polygon", path) for n, path in enumerate(rock)]
    after = after.added(layer, new)
    workspace.do("Fill the rest with rock", after, mirrored=False)


def _is_ground(one: MapObject) -> bool:
    """Return whether a selected object says that its ground stays open."""
    return not isinstance(one.what, (TerrainClass, DeploymentZone, Lane))


def rock_of(mapfile: MapFile, seeds: Iterable[MapObject]) -> list[Path]:
    """Return the outlines of rock for all ground that no base can reach from the seeds."""
    board = to_board(mapfile).all_open
    whole = shapely.box(0, 0, board.width, board.height)
    solid = [shape(piece) for piece in board.terrain if piece.impassable]
    masses = shapely.union_all([one for one in solid if isinstance(one, Polygon)])
    thin = shapely.union_all([one for one in solid if isinstance(one, LineString)])
    hair = thin.buffer(LINE / 2, cap_style="square", join_style="mitre")
    start = shapely.union_all([_spot(one) for one in seeds])
    reached = [part for part in shapely.get_parts(free(board, SMALL)) if part.intersects(start)]
    reach = shapely.union_all(reached).buffer(SMALL + LINE / 3, join_style="mitre")
    open_, shut = list[BaseGeometry](), list[BaseGeometry]()
    for part in shapely.get_parts(whole.difference(masses).difference(hair)):
        if part.intersection(reach).area < POCKET * POCKET:
            shut.append(part)
            continue
        pocket = part.difference(reach).buffer(-POCKET).buffer(POCKET * 1.1, join_style="mitre")
        pocket = pocket.intersection(part).difference(reach)
        open_.append(part.difference(pocket))
        shut.extend(shapely.get_parts(pocket))
    wide = [part for part in shut if not part.buffer(-POCKET / 2).is_empty]
    rock = shapely.union_all(wide).buffer(LINE, join_style="mitre").intersection(whole)
    rock = rock.difference(masses).difference(shapely.union_all(open_))
    return sorted(outlines(rock), key=lambda path: min((y, x) for x, y in path))


def _spot(one: MapObject) -> BaseGeometry:
    """Return the place of an object: a point, a line or an area."""
    return shapely.Point(one.outline[0]) if one.shape == "point" else area_of(one)


HALL = 14.0
"""Side in inches of the halls of a new sewer, in which the sides deploy."""
VAULT = 8.0
"""Side in inches of the vaults at the ends of its branches."""
CORRIDOR = 6.0
NEST_ALONG, NEST_ASIDE = 38.0, 14.0
"""Maximum inches from the first edge, and from the middle line, to the vault of the nest: the
first zone is near enough (``MI-01``)."""
RIM = 1.25
"""``FF-09``  Inches between the ends of the lanes and the edge of the board."""
DOOR = 7.0
"""Length in inches of an exit."""


def sewer_drawn(mapfile: MapFile) -> MapFile:
    """``MI-01``, ``MI-02``, ``FF-01``  Draw a sewer: two halls, a corridor, and two vaults.

    It is the same from both ends, but for the nest and the origin of the flood.
    """
    w, h = float(mapfile.width), float(mapfile.height)
    y, along = h / 2, min(w / 2, NEST_ALONG)
    aside = min(NEST_ASIDE, y - VAULT / 2 - 1)
    nest, drain = Point(along, y + aside), Point(w - along, y - aside)
    halls = [_box(0, y - HALL / 2, HALL, y + HALL / 2)]
    halls.append(_box(w - HALL, y - HALL / 2, w, y + HALL / 2))
    ways: list[Path] = [(Point(RIM, y), Point(w - RIM, y))]
    ways += [(Point(along, y), nest), (Point(w - along, y), drain)]
    vaults = [
        _box(at.x - VAULT / 2, at.y - VAULT / 2, at.x + VAULT / 2, at.y + VAULT / 2)
        for at in (nest, drain)
    ]
    floor = shapely.union_all(
        [
            *(shapely.box(*a, *b) for a, b in (*halls, *vaults)),
            *(LineString(way).buffer(CORRIDOR / 2, cap_style="flat") for way in ways),
        ]
    )
    rock = outlines(shapely.box(0, 0, w, h).difference(floor))
    sides = [side.id for side in load_scenario(SCENARIO, PLAYED).sides]
    after = with_new(mapfile, [(Wall(), "polygon", path) for path in rock])
    kinds = [DeploymentZone(side=side) for side in sides]
    after = with_new(
        after, [(kind, "rectangle", hall) for kind, hall in zip(kinds, halls, strict=True)]
    )
    first, second = (one.id for one in after.all_of(DeploymentZone))
    deep, off = 0.75, HALL / 2
    lamps = (Point(off, y - 4), Point(w - off, y + 4), nest, drain)
    return with_new(
        after,
        [
            (Exit(zone=first), "rectangle", _box(0, y - DOOR / 2, deep, y + DOOR / 2)),
            (Exit(zone=second), "rectangle", _box(w - deep, y - DOOR / 2, w, y + DOOR / 2)),
            *((Lane(), "polyline", way) for way in ways),
            (FloodOrigin(), "point", (ways[0][0],)),
            (Nest(), "point", (nest,)),
            (Drain(), "point", (drain,)),
            *((Lamp(), "point", (at,)) for at in lamps),
        ],
    )


def _box(left: float, top: float, right: float, low: float) -> Path:
    return Point(left, top), Point(right, low)


PRESET = Preset(
    "Sewer",
    "Two halls with zones, lanes, a flood origin and a nest, cut out of rock.",
    (48, 48),
    "sewer",
    draw=sewer_drawn,
    least=(44, 30),
)

"""Filling of all ground that models cannot reach with rock."""

from __future__ import annotations

from collections.abc import Iterable

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.maps.battle_checks import SMALL, free, shape
from game.content.maps.classes import Block, DeploymentZone
from game.content.maps.made_board import to_board
from game.content.maps.map_class import TerrainClass
from game.content.maps.map_file import MapFile, MapObject
from game.editor.edits import EditRefusedError, home_of
from game.editor.outline_edits import area_of, outlines
from game.editor.transforms import drawn
from game.editor.workspace import Workspace
from game.geometry.points import Path
from game.systems.flood.content.map_classes import Lane

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
    open_, closed = list[BaseGeometry](), list[BaseGeometry]()
    for part in shapely.get_parts(whole.difference(masses).difference(hair)):
        if part.intersection(reach).area < POCKET * POCKET:
            closed.append(part)
            continue
        pocket = part.difference(reach).buffer(-POCKET).buffer(POCKET * 1.1, join_style="mitre")
        pocket = pocket.intersection(part).difference(reach)
        open_.append(part.difference(pocket))
        closed.extend(shapely.get_parts(pocket))
    wide = [part for part in closed if not part.buffer(-POCKET / 2).is_empty]
    rock = shapely.union_all(wide).buffer(LINE, join_style="mitre").intersection(whole)
    rock = rock.difference(masses).difference(shapely.union_all(open_))
    return sorted(outlines(rock), key=lambda path: min((y, x) for x, y in path))


def _spot(one: MapObject) -> BaseGeometry:
    """Return the place of an object: a point, a line or an area."""
    return shapely.Point(one.outline[0]) if one.shape == "point" else area_of(one)

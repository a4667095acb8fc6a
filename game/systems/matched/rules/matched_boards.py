"""Faults of boards for matched play (MP-05, MP-23)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.content.faults import Fault
from game.cores.kit.declarations import SMALL_BOARD
from game.table.board import LANE, ORIGIN, Board

MIN_TABLE = (44.0, 30.0)
"""Smallest table in inches, the longer side first; below it no ground is between the zones."""
ARMY = 50
"""Number of small bases that must fit into every zone that may be picked."""
SCENERY = ("ground", "lamp", "note", "flood origin", "lane", "gantry")


def is_battlefield(board: Board) -> bool:
    """Return whether a map has nothing but terrain and scenery: then it is for matched play.

    Its zones are not part of the map, and its missions place their markers (``MP-23``).
    """
    named = [spot for spot in board.spots if spot.kind not in SCENERY]
    return not (board.zones or board.markers or named)


def unfit_battlefield(board: Board) -> list[Fault]:
    """``MP-05``  Return the faults of a map that is plainly a battlefield; others have none."""
    # A map with water may be a sewer whose zones are not drawn yet.
    wet = any(spot.kind in {LANE, ORIGIN} for spot in board.spots)
    return unfit(board) if is_battlefield(board) and not wet else []


def unfit(board: Board) -> list[Fault]:
    """``MP-05``, ``MP-23``  Return the faults of a board, with names and measures."""
    return list(_unfit(board))


@lru_cache(maxsize=4)
def _unfit(board: Board) -> tuple[Fault, ...]:
    """Judge a board only once, because many games may be played on it."""
    # Shapely takes longer to import than most maps to load.
    from game.content.maps.battle_checks import silent, without_room  # noqa: PLC0415  loads shapely

    if small := [*_small(board)]:
        return tuple(small)
    zones = [zone for pair in board.zone_maps.values() for zone in pair]
    cramped = [
        fault._replace(reason=f"{fault.reason} (MP-23)")
        for fault in without_room(board, zones, ARMY)
    ]
    return (*silent(board), *cramped)


def _small(board: Board) -> Iterator[Fault]:
    short, long = sorted((board.width, board.height))
    if long < MIN_TABLE[0] or short < MIN_TABLE[1]:
        text = f'is {board.width:g}" × {board.height:g}"'
        least = f'{MIN_TABLE[0]:g}" × {MIN_TABLE[1]:g}"'
        yield Fault("board", f"{text}; matched play needs {least} (MP-23)", SMALL_BOARD)

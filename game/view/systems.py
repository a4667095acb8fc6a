"""Registry of the parts that rule systems add to the view."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from game.geometry.points import Point
from game.systems import Parts
from game.table.board import Board
from game.table.records import ORIGIN
from game.view.board.board_layout import BoardLayout
from game.view.door_pictures import DOORS
from game.view.playback.attacks import ATTACKS
from game.view.system_view import StandingPicture, SystemView

SYSTEMS: Mapping[str, SystemView] = Parts("view", "VIEW", doors=DOORS, attacks=ATTACKS)
"""The additions of each part of a game's rules, by its name, in the order of drawing."""


def systems_of(parts: Collection[str], board: Board) -> list[SystemView]:
    """Return the systems to draw for rules of some *parts*, or for a map by itself."""
    return [
        view
        for name, view in SYSTEMS.items()
        if view.on_map(board) or (name in parts and not view.needs_map)
    ]


def map_pictures(plan: BoardLayout) -> Iterator[StandingPicture]:
    """Yield the pictures of objects on a map that are not part of the painted board."""
    for view in SYSTEMS.values():
        yield from view.pictures(plan)


def repeats_of(board: Board) -> Point:
    """Return the direction in which a map's ground repeats, or the origin."""
    found = (view.repeats(board) for view in SYSTEMS.values())
    return next((direction for direction in found if direction != ORIGIN), ORIGIN)

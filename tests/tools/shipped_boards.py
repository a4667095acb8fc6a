"""Boards of the shipped maps, each read once."""

from __future__ import annotations

from functools import cache

from game.content.maps.map_library import load_map
from game.content.shipped_folders import MAPS
from game.table.board import Board, Spot


@cache
def shipped_board(name: str) -> Board:
    return load_map(MAPS / f"{name}.tmj")


def spots_of(board: Board, kind: str) -> list[Spot]:
    return [spot for spot in board.spots if spot.kind == kind]

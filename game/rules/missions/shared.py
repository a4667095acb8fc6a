"""Deployment zones that missions ask of a map."""

from __future__ import annotations

from game.content.faults import Fault
from game.rules.kit.deployment import own_zones
from game.table.board import Board
from game.table.state import Table


def two_zones(board: Board, clause: str) -> list[Fault]:
    """Return what is wrong with a map that has not two zones with room to deploy in."""
    # Shapely takes longer to import than most maps to load.
    from game.content.maps.warnings import cramped  # noqa: PLC0415  loads shapely

    if len(board.zones) == 2:
        return [f._replace(reason=f"{f.reason} ({clause})") for f in cramped(board)]
    about = tuple(zone.id for zone in board.zones)
    reason = f"there are {len(board.zones)}: draw two ({clause})"
    return [Fault("zones", reason, "number of zones", about)]


def two_reserved(board: Board, clause: str) -> list[Fault]:
    """Return what is wrong with a map that does not reserve a zone for each of two sides."""
    if len({zone.side for zone in board.zones} - {""}) == 2:
        return []
    about = tuple(zone.id for zone in board.zones)
    reason = f"the map reserves none for each side: set side of two zones ({clause})"
    return [Fault("zones", reason, "zones without sides", about)]


def reserved(table: Table, clause: str) -> list[Fault]:
    """Return why the sides of a battle cannot take the zones that its map reserves."""
    if own_zones(table.board, table.sides):
        return []
    about = tuple(zone.id for zone in table.board.zones)
    theirs = " and ".join(sorted({zone.side for zone in table.board.zones} - {""}))
    ours = " and ".join(table.sides)
    reason = f"are reserved for {theirs}, not for {ours}: set side of each ({clause})"
    return [Fault("zones", reason, "zones without sides", about)]

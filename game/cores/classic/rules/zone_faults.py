"""Faults of a map that lacks zones to deploy in."""

from __future__ import annotations

from game.content.faults import Fault
from game.cores.kit.zones_and_turns import own_zones
from game.table.board import Board
from game.table.records import many
from game.table.state import Table


def two_zones(board: Board, clause: str) -> list[Fault]:
    """Return the faults of a map that does not have two zones with room to deploy in."""
    # Importing shapely takes longer than loading most maps.
    from game.content.maps.battle_checks import cramped  # noqa: PLC0415  loads shapely

    if len(board.zones) == 2:
        return [f._replace(reason=f"{f.reason} ({clause})") for f in cramped(board)]
    about = tuple(zone.id for zone in board.zones)
    reason = f"{many(len(board.zones), 'zone')} found; draw two ({clause})"
    return [Fault("zones", reason=reason, kind="number of zones", about=about)]


def two_reserved(board: Board, clause: str) -> list[Fault]:
    """Return a fault if a map does not reserve a zone for each of two sides."""
    if len({zone.side for zone in board.zones} - {""}) == 2:
        return []
    about = tuple(zone.id for zone in board.zones)
    reason = f"no zones are reserved: set 'side' on two zones ({clause})"
    return [Fault("zones", reason=reason, kind="zones without sides", about=about)]


def reserved(table: Table, clause: str) -> list[Fault]:
    """Return a fault if the map's zones are reserved for sides other than the battle's."""
    if own_zones(table.board, table.sides):
        return []
    about = tuple(zone.id for zone in table.board.zones)
    theirs = " and ".join(sorted({zone.side for zone in table.board.zones} - {""}))
    ours = " and ".join(table.sides)
    reason = f"are reserved for {theirs}, not for {ours}: set 'side' on each ({clause})"
    return [Fault("zones", reason=reason, kind="zones without sides", about=about)]

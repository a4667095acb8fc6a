"""Probe of the room for setting up units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from game.content.maps.battle_checks import goals_of, is_usable
from game.cores.kit.queries import TableView
from game.editor.deployed_forces import DeployedForces, ForcesProbe, base_outlines
from game.editor.probes import HeatSquares, ProbeResult
from game.geometry.points import Disc, Point
from game.geometry.polygons import within_polygon
from game.lab.squares import Squares
from game.play.log.wording import side_name
from game.play.moves.base_placement import impassable_under, on_table, piece_under
from game.table.board import Board, Zone
from game.table.records import Where
from game.table.state import Table
from game.view.overlays import OverlayTone

SIDE = 0.5
"""Side in inches of the squares that show where no base can stand."""
BETWEEN = 0.05
"""Minimum gap in inches between bases that are counted."""


@dataclass(frozen=True, slots=True)
class DeploymentProbe(ForcesProbe):
    name: ClassVar[str] = "Deployment"
    hint: ClassVar[str] = (
        "Whether both sides have room to deploy, for how many bases, and where not"
    )
    lucky: ClassVar[bool] = True

    def of_forces(
        self, board: Board, forces: DeployedForces, view: TableView
    ) -> Iterator[ProbeResult]:
        """Yield the free space, then a set-up of both sides by the rules of the scenario."""
        table = view.table
        widest = max(m.base for m in table.models.values())
        words = [_room(zone, table, widest) for zone in board.zones]
        warm = (_nowhere(board, widest),) if board.zones else ()
        yield ProbeResult(warm=warm, words=tuple(words), done=0.2)
        words = [f"{forces.title}.", *_result_lines(table, forces.stuck), *words]
        yield ProbeResult(tuple(base_outlines(table)), warm, tuple(words))


def _result_lines(table: Table, stuck: str) -> Iterator[str]:
    if stuck:
        yield f"No room: {stuck}."
    for side in table.sides:
        mine = [m for m in table.models.values() if m.side == side]
        there = sum(m.where is Where.TABLE for m in mine)
        rest = "" if stuck or there == len(mine) else "; the others come later"
        yield f"{side_name(side)}: {there} of {len(mine)} models are deployed{rest}."


def fits(board: Board, zone: Zone, base: Disc) -> bool:
    """``MI-03``  Return whether a base can be set up in a zone and leave it for another.

    Other models are not counted.
    """
    inside = within_polygon(base, zone.outline) and can_stand(board, base)
    return inside and is_usable(board, goals_of(board, zone), base)


def can_stand(board: Board, base: Disc) -> bool:
    """Return whether a base can stand on a board without models and loose pieces."""
    return on_table(board, base) and impassable_under(board, base) is None


def bases_in(zone: Zone, table: Table, radius: float) -> int:
    """Return the number of bases that fit into a zone in rows, an estimate of its capacity."""
    xs, ys = [at.x for at in zone.outline], [at.y for at in zone.outline]
    pitch, many = 2 * radius + BETWEEN, 0
    for row in range(int((max(ys) - min(ys)) / pitch) + 1):
        for column in range(int((max(xs) - min(xs)) / pitch) + 1):
            at = Point(min(xs) + radius + column * pitch, min(ys) + radius + row * pitch)
            base = Disc(at, radius)
            many += fits(table.board, zone, base) and piece_under(table.pieces, base) is None
    return many


def _room(zone: Zone, table: Table, widest: float) -> str:
    usual = sorted(m.base for m in table.models.values())[len(table.models) // 2]
    small, large = (bases_in(zone, table, radius) for radius in (usual, widest))
    name = zone.id.replace("-", " ").capitalize()
    if usual == widest:
        return f'{name}: room for {small} bases {2 * usual:g}" across.'
    return (
        f'{name}: room for {small} bases {2 * usual:g}" across, or {large} of {2 * widest:g}".'
    )


def _nowhere(board: Board, radius: float) -> HeatSquares:
    """Return the squares of the zones where the largest base cannot be set up."""
    squares = Squares(SIDE, int(board.width / SIDE), int(board.height / SIDE))
    shares = np.zeros((squares.rows, squares.columns))
    for row in range(squares.rows):
        for column in range(squares.columns):
            at = Point((column + 0.5) * SIDE, (row + 0.5) * SIDE)
            for zone in board.zones:
                within = within_polygon(Disc(at, 0.0), zone.outline)
                if within and not fits(board, zone, Disc(at, radius)):
                    shares[row, column] = 0.5
    return HeatSquares(squares, shares, OverlayTone.BAD)

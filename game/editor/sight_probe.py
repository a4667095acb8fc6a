"""Probe of what one model sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from game.content.armouries.armoury_library import load_armoury
from game.cores.classic.rules.cover import cover_of
from game.cores.kit.queries import TableView
from game.editor.deployment_probe import can_stand
from game.editor.probes import SIDES, HeatSquares, Probe, ProbeResult
from game.geometry.points import Disc, Point
from game.lab.sight import in_sight, seen_from
from game.lab.squares import squares_of
from game.play.moves.base_placement import impassable_under
from game.rules.catalog import rules_of
from game.table.board import Board
from game.table.records import Model, ModelId, Side, Unit, UnitId
from game.table.state import Table
from game.table.system_additions import pieces_of
from game.view.overlays import OverlayTone, VisibleArea

WHO = "warden"
"""The kind of the single models that probes put on the table."""
COVER_TONES = {
    0: OverlayTone.GOOD,
    6: OverlayTone.PLAIN,
    5: OverlayTone.COOL,
    4: OverlayTone.CHOSEN,
    3: OverlayTone.BAD,
    2: OverlayTone.BAD,
}
"""Tones of squares, by the cover save that a target has there."""
FAINT = 0.45
"""Strength of a square with a target."""
EYE = UnitId("eye")


@dataclass(frozen=True, slots=True)
class SightProbe(Probe):
    name: ClassVar[str] = "Sight from here"
    hint: ClassVar[str] = "What can be seen from the pointer, and which cover there is"
    follows: ClassVar[bool] = True

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """``CC-08``, ``CC-15``, ``CC-37``  Yield the ground in sight, then the cover on it."""
        at = self.asked.at
        if not (0.0 <= at.x <= board.width and 0.0 <= at.y <= board.height):
            yield ProbeResult(refused="Point at the board")
            return
        view = TableView(Table(board, SIDES, pieces=pieces_of(board)), rules_of("classic"))
        eye = Disc(at, load_armoury("classic").kinds[WHO].base)
        if impassable_under(board, eye):
            yield ProbeResult(refused="No model can stand there")
            return
        outline = (VisibleArea((seen_from(view, eye),), OverlayTone.GOOD, fill=0.05),)
        yield ProbeResult(outline, done=0.0)
        squares = squares_of(board)
        seen = in_sight(view, eye, squares)
        covers = {save: np.zeros(seen.shape) for save in COVER_TONES}
        for row, column in np.argwhere(seen).tolist():
            middle = Point((column + 0.5) * squares.side, (row + 0.5) * squares.side)
            save = cover(view, at, middle)
            if save is not None:
                covers[save][row, column] = FAINT
        many = {save: int((shares > 0).sum()) for save, shares in covers.items()}
        warm = tuple(
            HeatSquares(squares, shares, COVER_TONES[save])
            for save, shares in covers.items()
            if many[save]
        )
        yield ProbeResult(outline, warm, _words(many, int(squares.side**2)))


def cover(view: TableView, eye: Point, at: Point) -> int | None:
    """``CC-15``  Return the cover save of a warden at a point, 0 for none.

    None if no warden can stand there.
    """
    base = Disc(at, load_armoury("classic").kinds[WHO].base)
    if not can_stand(view.table.board, base):
        return None
    return cover_of(view, eye, EYE, put_warden(view.table, SIDES[1], at)).save


def put_warden(table: Table, side: Side, at: Point) -> Model:
    """Put a unit of a single warden, ``one``, on a table in place of the last one."""
    kind, model_id, unit = load_armoury("classic").kinds[WHO], ModelId("one"), UnitId("one")
    table.units[unit] = Unit(unit, side=side, name="one", models=(model_id,))
    table.models[model_id] = Model(
        model_id, unit=unit, side=side, profile=kind.profile, base=kind.base, at=at
    )
    return table.models[model_id]


def _words(many: dict[int, int], inches: int) -> tuple[str, ...]:
    whole = sum(many.values())
    lines = [f"A Warden would be seen on {whole * inches} square inches."]
    for save, squares in many.items():
        if squares:
            how = f"Cover {save}+" if save else "No cover"
            lines.append(f"{how}: {squares / whole:.0%}.")
    return tuple(lines)

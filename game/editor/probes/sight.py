"""What is seen from a place, and how well whoever stands there is covered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from game.content.armouries import load_armoury
from game.editor.probes.probe import SIDES, Probe, Shown, Warm
from game.geometry.points import Disc, Point
from game.lab.trial_game import in_sight, seen_from, squares_of
from game.play.base_placement import impassable_under, on_table
from game.rules.catalog import rules_of
from game.rules.classic.targeting import cover_of
from game.rules.kit.queries import TableView
from game.table.board import Board
from game.table.pieces import pieces_of
from game.table.records import Model, ModelId, Unit, UnitId
from game.table.state import Table
from game.view.overlays.shapes import OverlayTone, VisibleArea

WHO = "warden"
TONES = {
    0: OverlayTone.GOOD,
    6: OverlayTone.PLAIN,
    5: OverlayTone.COOL,
    4: OverlayTone.CHOSEN,
    3: OverlayTone.BAD,
    2: OverlayTone.BAD,
}
"""How squares are shown by the cover save that a target has there."""
FAINT = 0.45
"""How strong a square is."""
EYE = UnitId("eye")


@dataclass(frozen=True, slots=True)
class SightProbe(Probe):
    name: ClassVar[str] = "Sight from here"
    hint: ClassVar[str] = "What is seen from where the pointer is, and how it is covered"
    follows: ClassVar[bool] = True

    def tell(self, board: Board) -> Iterator[Shown]:
        """``CC-08``, ``CC-15``, ``CC-37``  The ground in sight first, then cover on it."""
        at = self.asked.at
        if not (0.0 <= at.x <= board.width and 0.0 <= at.y <= board.height):
            yield Shown(refused="Point at the board")
            return
        look = TableView(Table(board, SIDES, pieces=pieces_of(board)), rules_of("classic"))
        eye = Disc(at, load_armoury("classic").kinds[WHO].base)
        if impassable_under(board, eye):
            yield Shown(refused="Nobody can stand there")
            return
        outline = (VisibleArea((seen_from(look, eye),), OverlayTone.GOOD, fill=0.05),)
        yield Shown(outline, done=0.0)
        squares = squares_of(board)
        seen = in_sight(look, eye, squares)
        covers = {save: np.zeros(seen.shape) for save in TONES}
        for row, column in np.argwhere(seen):
            middle = Point((column + 0.5) * squares.side, (row + 0.5) * squares.side)
            save = cover(look, at, middle)
            if save is not None:
                covers[save][row, column] = FAINT
        many = {save: int((shares > 0).sum()) for save, shares in covers.items()}
        warm = tuple(
            Warm(squares, shares, TONES[save]) for save, shares in covers.items() if many[save]
        )
        yield Shown(outline, warm, _words(many, int(squares.side**2)))


def cover(look: TableView, eye: Point, at: Point) -> int | None:
    """``CC-15``  Return the cover save of a warden somewhere, 0 for none.

    None where no warden can stand.
    """
    kind = load_armoury("classic").kinds[WHO]
    base = Disc(at, kind.base)
    if not on_table(look.table.board, base) or impassable_under(look.table.board, base):
        return None
    who, unit = ModelId("one"), UnitId("one")
    target = Model(who, unit, SIDES[1], kind.profile, kind.base, at)
    look.table.units[unit] = Unit(unit, SIDES[1], "one", (who,))
    look.table.models[who] = target
    return cover_of(look, eye, EYE, target).save


def _words(many: dict[int, int], inches: int) -> tuple[str, ...]:
    whole = sum(many.values())
    told = [f"{whole * inches} square inches on which a warden would be seen."]
    for save, squares in many.items():
        if squares:
            how = f"Cover {save}+" if save else "No cover"
            told.append(f"{how}: {squares / whole:.0%}.")
    return tuple(told)

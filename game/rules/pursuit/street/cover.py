"""What the street does to a shot: ``PU-03``. What blocks sight the pieces say themselves."""

from __future__ import annotations

from collections.abc import Iterator

from game.geometry.points import Point
from game.geometry.polygons import crosses, inside
from game.play.game import GameView
from game.rules.classic.hooks import SHELTER, CoverBonus, FireLine
from game.rules.pursuit.street_pieces import city, from_it, is_impassable, is_in
from game.table.pieces import Piece

SAVE = 4
"""``PU-03``  The cover save within or behind a low ruin."""


def shelters(look: GameView, line: FireLine) -> Iterator[CoverBonus]:
    """``PU-03``  Yield the ruins of size 1 or 2 that a fig is in, or behind."""
    base = look.table.models[line.target].disc
    for piece in city(look.table):
        if is_impassable(piece):
            continue
        if is_in(piece, base) or _is_behind(piece, line, base.at):
            yield CoverBonus(SAVE, piece.id, "PU-03")


def _is_behind(piece: Piece, line: FireLine, at: Point) -> bool:
    """``PU-03``  Whether the line of fire crosses a ruin that its firer's centre is not in."""
    eye = from_it(piece, line.eye)
    return crosses(eye, from_it(piece, at), piece.shape, piece.extent) and not inside(
        eye, piece.shape
    )


HOOKS = (SHELTER.gets(shelters),)

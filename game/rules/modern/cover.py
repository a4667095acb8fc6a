"""What cover a unit has against a shot: ``MC-17``."""

from __future__ import annotations

from dataclasses import replace

from game.geometry.points import Disc
from game.geometry.polygons import within_polygon
from game.play.game import GameView
from game.rules.kit.core_api import Shot
from game.rules.modern.hooks import COVER, NO_COVER, Cover
from game.table.board import Terrain
from game.table.records import Weapon

IGNORES = "ignores cover"
PLAIN, BETTER = 1, 2


def cover_of(look: GameView, shot: Shot, weapon: Weapon) -> Cover:
    """``MC-17``  Return the cover of a unit against a weapon; ``MP-03``: some ignore it."""
    cover = covered(look, shot)
    return replace(cover, used=False) if IGNORES in weapon.rules else cover


def covered(look: GameView, shot: Shot) -> Cover:
    """``MC-17``  Return the cover that a unit has against who shoots, with whatever weapon."""
    return next(COVER.of(look, shot), None) or _plain(look, shot)


def _plain(look: GameView, shot: Shot) -> Cover:
    """``MC-17``  A unit wholly in or on cover adds 1."""
    models = look.table.of(shot.target)
    by = ""
    for model in models:
        pieces = (p for p in look.table.areas if (p.bonus or p.cover) and wholly(p, model.disc))
        piece = next(pieces, None)
        if piece is None:
            return NO_COVER
        by = by or piece.id
    return Cover(PLAIN, BETTER, by) if by else NO_COVER


def wholly(piece: Terrain, base: Disc) -> bool:
    """Return whether a whole base is in or on a piece of terrain where bases may stand."""
    left, top, right, low = piece.box
    x, y = base.at
    if not (piece.area and left <= x <= right and top <= y <= low):
        return False
    return within_polygon(base, piece.outline)

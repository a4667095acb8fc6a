"""What matched play tells of terrain and markers: ``MP-01``, ``MP-06``, ``MP-28``."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.game import GameView
from game.play.wording import side_name
from game.rules.matched.cover import BEHIND, SOFT
from game.rules.matched.objective_markers import REACH, near
from game.table.board import ObjectiveMarker, Terrain
from game.table.events import Reason


def ground(look: GameView, piece: Terrain) -> Iterator[Reason]:
    """``MP-01``, ``MP-06``  Yield what cover a piece of terrain gives, and whether it leaks."""
    if not piece.bonus:
        return
    kind = "Soft" if piece.bonus == SOFT else "Hard"
    where = "entirely in it" if piece.area else f'behind it, within {BEHIND:g}"'
    yield Reason(0, f"{kind} cover: armour saves +{piece.bonus} for units {where}", "MP-01")
    if piece.leaks:
        leaks = "Leaks: each 6 to save of who uses it costs a mortal wound on a 1"
        yield Reason(0, leaks, "MP-06")


def around(look: GameView, marker: ObjectiveMarker) -> Reason:
    """``MP-28``  Return how many models each side has near a marker."""
    many = [(side_name(s), near(look.table, marker, s)) for s in look.table.sides]
    told = ", ".join(f"{who} {count}" for who, count in many)
    return Reason(0, f'Models within {REACH:g}": {told}', "MP-28")

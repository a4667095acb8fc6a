"""What the flood makes of terrain, for whoever rests the mouse on it: ``FF-03``, ``FF-18``."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.game import GameView
from game.rules.flood.state import PAGE
from game.table.board import Terrain, TerrainKind
from game.table.events import Reason
from game.table.water import SHUT


def ground(look: GameView, piece: Terrain) -> Iterator[Reason]:
    """Yield what a piece is because of the flood, and what it will be when it comes."""
    if piece.kind is TerrainKind.FLOODED:
        yield Reason(0, "The flood was here: Difficult to the end", "FF-18")
    elif piece.kind in SHUT and not PAGE.of(look.table).came:
        water = "keeps water out" if piece.watertight else "water passes it"
        yield Reason(0, f"Impassable during a flood; {water}", "FF-03")

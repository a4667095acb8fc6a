"""A unit on its way: who may go, who stands about, and what a way must be like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from game.geometry.points import Disc, Path
from game.play.coherency import out_of_chain
from game.play.paths import Going
from game.table.board import Board, Terrain
from game.table.records import ModelId

Stands: TypeAlias = Mapping[ModelId, Disc]


@dataclass(frozen=True, slots=True)
class Marchers:
    board: Board
    stands: Stands
    """Everybody, the unit too; enemies as wide as they must be kept off."""
    unit: tuple[ModelId, ...]
    goings: Mapping[ModelId, Going]
    shut: tuple[Terrain, ...]
    """Areas to keep out of."""
    strewn: bool
    """Whether pieces lie about on which nobody may end."""
    chain: float
    fits: Callable[[Stands, ModelId, Path], bool]
    """Whether a model may go along a way, given where everybody is by now."""

    def holds(self, stands: Stands) -> bool:
        """Return whether the unit hangs together."""
        return not out_of_chain({who: stands[who] for who in self.unit}, self.chain)

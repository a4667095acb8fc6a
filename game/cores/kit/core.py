"""The interface of a core to modules that do not know which one it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from game.play.game import Game, GameView, Rule
from game.play.moves.arrange import Spots
from game.table.board import Terrain
from game.table.records import Model, ModelId, Side, UnitId
from game.table.state import Table

if TYPE_CHECKING:
    # Formats of files load pydantic, which no game needs.
    pass


@dataclass(frozen=True, slots=True)
class Core:
    """The functions and numbers of a core that modules use without knowing which core it is."""

    name: str
    """The system of which it is the core."""
    strike: Callable[[Game, ModelId, int], Rule[None]]
    """Give a model a hit of some Strength that allows no save."""
    lock: Callable[[Game, str], None]
    """Mark the units that are in combat now, given the positions of models; cites a clause."""
    _: KW_ONLY
    locked: Callable[[Table, UnitId], bool]
    """Return whether the main body of a unit is in combat."""
    holds: float
    """Inches within which an enemy pins a model that is out of coherency."""
    pace: Callable[[GameView, Model], float]
    """Return the distance in inches that a model moves on open ground."""
    rough: Callable[[GameView], Sequence[Terrain]]
    """Return the terrain that is Difficult."""
    skirmish: Callable[[Game, UnitId, UnitId, Side], Rule[object]]
    """Fight a round of combat between all models of two units, wherever they are.

    The side is the one that acts.
    """
    lands_off: float
    """Inches that a unit arriving during the battle must stay away from enemies."""
    arrive: Callable[[Game, str, UnitId, Spots], Rule[None]]
    """Bring a unit from reserve onto the table, each model to its place; cites a clause."""

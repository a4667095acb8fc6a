"""What a module that lies over either core may ask of the one that it lies over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.play.arrange import Spots
from game.play.game import Game, GameView, Rule
from game.table.board import Terrain
from game.table.records import Model, ModelId, Side, UnitId
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Core:
    strength_test: Callable[[Game, str, ModelId], bool]
    """``CC-02``  Roll a clause's Strength test for a model; whether it passes."""
    strike: Callable[[Game, ModelId, int], Rule[None]]
    """A model takes a hit of some Strength without save."""
    lock: Callable[[Game, str], None]
    """Note by a clause who is in combat now, as models stand."""
    locked: Callable[[Table, UnitId], bool]
    """Whether the main body of a unit is in combat."""
    holds: float
    """From how many inches an enemy holds a model that is out of coherency where it is."""
    pace: Callable[[GameView, Model], float]
    """How many inches a model moves on open ground."""
    rough: Callable[[GameView], Sequence[Terrain]]
    """What ground is Difficult."""
    skirmish: Callable[[Game, UnitId, UnitId, Side], Rule[object]]
    """A round of combat between all models of two units, wherever they are.

    The side is the one that acts.
    """
    lands_off: float
    """A unit that arrives during the battle stays more than so many inches from enemies."""
    arrive: Callable[[Game, str, UnitId, Spots], Rule[None]]
    """By a clause a unit that was kept back comes onto the table, each model to its place."""

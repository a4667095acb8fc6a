"""What a module that lies over either core may ask of the one that it lies over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.play.game import Game, Rule
from game.table.records import ModelId


@dataclass(frozen=True, slots=True)
class Core:
    strength_test: Callable[[Game, str, ModelId], bool]
    """``CC-02``  Roll a clause's Strength test for a model; whether it passes."""
    strike: Callable[[Game, ModelId, int], Rule[None]]
    """A model takes a hit of some Strength without save."""
    lock: Callable[[Game, str], None]
    """Note by a clause who is in combat now, as models stand."""

"""Characteristics of the modern core: ``MC-01``."""

from __future__ import annotations

from game.play.game import GameView
from game.rules.kit import core_api
from game.rules.kit.core_api import Value
from game.table.records import Model, UnitId

MOST = 99
"""No characteristic is capped, but numbers end somewhere."""


def trait(look: GameView, model: Model, name: str) -> Value:
    """``MC-01``  Return a characteristic (``"m"``, ``"ws"``, ``"t"``, …) with its modifiers."""
    return core_api.trait(look, model, name, MOST)


def toughness(look: GameView, unit: UnitId) -> int:
    """``MC-16``  Return the Toughness that most models have, the higher of equal majorities."""
    counts = dict[int, int]()
    for model in look.table.of(unit):
        value = trait(look, model, "t").now
        counts[value] = counts.get(value, 0) + 1
    return max(counts, key=lambda value: (counts[value], value))

"""What units and models set out to do, as both cores ask about it."""

from __future__ import annotations

from dataclasses import dataclass

from game.table.events import Act
from game.table.records import ModelId, UnitId


@dataclass(frozen=True, slots=True)
class Attempt:
    """A unit that wants to do something, perhaps to another."""

    unit: UnitId
    act: Act
    target: UnitId | None = None


@dataclass(frozen=True, slots=True)
class Shot:
    """One model that fires one weapon at a unit."""

    model: ModelId
    weapon: str
    target: UnitId

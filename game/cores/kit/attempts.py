"""Actions of units about which modules are asked."""

from __future__ import annotations

from typing import NamedTuple

from game.cores.kit.hooks import EventHook, QueryHook
from game.play.decisions import Refusal
from game.table.events import Act
from game.table.records import ModelId, Unit, UnitId

MUST_MOVE = QueryHook[Unit, Refusal]("may the phase end without it?")
"""Reasons why a unit must move before its player may end the Movement phase."""
KILLED = EventHook[ModelId]("a model has lost its last wound")


class Attempt(NamedTuple):
    """An action that a unit is about to take, perhaps against another unit."""

    unit: UnitId
    act: Act
    target: UnitId | None = None


class Shot(NamedTuple):
    """One model attacking a unit with one weapon, by a shot or in close combat."""

    model: ModelId
    weapon: str
    target: UnitId


REFUSED = QueryHook[Attempt, Refusal]("may it?")
UNIT_SHOT = EventHook[Attempt]("a unit has shot")

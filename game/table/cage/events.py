"""Events of a bout in a cage."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from game.table.records import Cell, ModelId, Side, SystemEvent


@dataclass(frozen=True, slots=True)
class BoutBegan(SystemEvent):
    """A new bout began: all in the cage is reset but the score."""

    clause: str
    number: int


class StepKind(StrEnum):
    """The ways in which a champion takes up a cell and facing, as verbs."""

    GOES = "goes"
    ENTERS = "enters"
    TURNS = "turns"
    ADVANCES = "advances"
    FALLS_BACK = "falls back"
    RETREATS = "retreats"


@dataclass(frozen=True, slots=True)
class Stepped(SystemEvent):
    """A champion moved to a cell of a cage, or turned in it.

    It faces one of the cell's edges.
    """

    clause: str
    model: ModelId
    cell: Cell
    edge: int
    """In halves, as in ``Model.edge``."""
    step: StepKind = field(default=StepKind.GOES, compare=False)


@dataclass(frozen=True, slots=True)
class RingTurned(SystemEvent):
    """A ring of a cage was turned, with all that is on it."""

    clause: str
    side: Side
    """The side that turned it."""
    ring: int
    """Number of the ring; 0 is the centre."""
    by: int
    """Degrees clockwise."""


@dataclass(frozen=True, slots=True)
class WeaponDropped(SystemEvent):
    """A champion's weapon fell onto a cell."""

    clause: str
    model: ModelId
    weapon: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class WeaponTaken(SystemEvent):
    """A champion picked up one of its weapons."""

    clause: str
    model: ModelId
    weapon: str


CageEvent: TypeAlias = BoutBegan | Stepped | RingTurned | WeaponDropped | WeaponTaken

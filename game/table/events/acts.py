"""Actions of units."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum

from game.table.events.models import (
    Motion,
)
from game.table.records import UnitId


class Act(StrEnum):
    """An action that a unit declares or carries out."""

    MOVES = "moves"
    STAYS = "stays"
    ENTERS_DIFFICULT = "enters difficult ground"
    KEEPS_OUT = "keeps out of difficult ground"
    SHOOTS = "shoots"
    HOLDS_FIRE = "holds fire"
    FIRES_OVERWATCH = "fires overwatch"
    CANNOT_WOUND = "cannot wound"
    RUNS = "runs"
    ADVANCES = "advances"
    CHARGES = "charges"
    FAILS_TO_CHARGE = "fails to charge"
    DOES_NOT_CHARGE = "does not charge"
    FIGHTS = "fights"
    DRAWS = "draws with"
    STANDS_FAST = "is fearless and does not test"
    FALLS_BACK = "falls back"
    CANNOT_REGROUP = "cannot regroup"
    REGROUPS = "regroups"
    DESTROYED = "is destroyed"
    PILES_IN = "piles in"
    CONSOLIDATES = "consolidates"
    ARRIVES = "arrives"
    WAITS = "waits in reserve"
    PUSHES_OFF = "pushes off"
    DRIFTS = "drifts"
    SLOWS = "slows and drifts"
    TURNS = "turns and drifts"
    ACCELERATES = "accelerates"
    FIRES_TO_MOVE = "fires to move"
    STOPPED = "is stopped"
    KEEPS_PACE = "keeps pace"
    SLOWS_DOWN = "slows down"
    RIDES = "rides"
    PARTS = "parts from its enemies"
    GETS_AWAY = "gets away"
    IS_STUCK = "is still stopped"
    FINDS_NO_ROOM = "finds no room and waits"
    PARRIES = "parries"
    LETS_GO = "lets an action go by"
    COUNTERS = "counter-attacks"
    MISSES = "finds no way through the parry of"
    HURTS_ITSELF = "comes to harm by its own attack on"
    TRADES = "trades harm with"
    PUSHES = "pushes back"
    DISARMS = "disarms"
    HARMS = "harms"
    KNOCKS = "harms and knocks back"
    GIVES_GROUND = "gives ground by combat tactics"
    IS_STUBBORN = "is stubborn and stands"
    THIRSTS = "stands in its red thirst"
    IS_CORNERED = "has nowhere to retreat to"
    BREAKS = "loses its nerve"
    HOLDS_FIRM = "holds firm"
    IN_PERIL = "brings a peril on itself"
    MANIFESTS = "manifests a power against"
    IS_LIT_UP = "is lit up"


@dataclass(frozen=True, slots=True)
class Acted:
    """A unit declared or carried out an action."""

    clause: str
    unit: UnitId
    """The unit or cluster of mines; empty if the event before it names the subject."""
    act: Act
    _: KW_ONLY
    target: str = ""
    """The unit, model or marker that the action is about."""
    motion: Motion = field(default=Motion.MOVES, compare=False)
    """The motion that the action ends, if it ends one."""

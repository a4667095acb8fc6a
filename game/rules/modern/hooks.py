"""Hook points and marks of the modern core."""

from __future__ import annotations

from dataclasses import dataclass

from game.play.decisions import Refusal
from game.play.paths import Moves
from game.rules.kit.core_api import Attempt, Shot
from game.rules.kit.dice import Again
from game.rules.kit.modules import EventHook, InterruptOffer, QueryHook
from game.rules.kit.unit_marks import LASTS as EITHER_CORE
from game.table.board import Terrain
from game.table.events import Act, Marked, Reason
from game.table.records import Mark, ModelId, Side, Unit, UnitId, Until

ADVANCED = "advanced"
FELL_BACK = "fell back"
FOUGHT = "fought"
"""The unit fought in this phase; *about*: how often, where it is more than once."""
TESTED = "tested its nerve"
TRIED = "tried a power"
"""On a psyker; *about*: the powers, one as often as it tried it (``MC-08``, ``MC-11``)."""
BEYOND = "tried beyond its number"
"""On a psyker; *about*: how many of the powers that it tried do not count (``MP-10``)."""

LASTS = {
    **EITHER_CORE,
    ADVANCED: Until.TURN,
    BEYOND: Until.PHASE,
    FELL_BACK: Until.TURN,
    FOUGHT: Until.PHASE,
    TESTED: Until.PHASE,
    TRIED: Until.PHASE,
}
"""How long each of these words stays on a unit."""


def marked(clause: str, who: str, name: str, about: str = "") -> Marked:
    """Return the event that puts one of these words on a unit or a model."""
    return Marked(clause, who, Mark(name, LASTS[name], about))


@dataclass(frozen=True, slots=True)
class FinishedMove:
    """A unit that has moved, or was set up during the battle."""

    unit: UnitId
    act: Act
    """What it moved for; ``Act.STAYS`` if it did not."""
    moves: Moves = ()
    """Of who moved, from where it stood; of who was set up, just where it stands."""


@dataclass(frozen=True, slots=True)
class StrikeAttempt:
    """One model that strikes with one weapon at a unit, in the Fight phase."""

    model: ModelId
    weapon: str
    target: UnitId


@dataclass(frozen=True, slots=True)
class CoverBonus:
    """What a unit has of the cover that it uses against a shot (``MC-17``, ``MP-01``)."""

    bonus: int
    """What it adds to armour saves."""
    better: int = 0
    """``MP-02``  What it adds to those of a model whose ability improves it."""
    by: str = ""
    """The piece of terrain."""
    clause: str = "MC-17"
    leaks: bool = False
    """``MP-06``"""
    used: bool = True
    """Whether its bonus counts; what ignores cover takes the bonus away, not the use of it."""


NO_COVER = CoverBonus(0, used=False)


@dataclass(frozen=True, slots=True)
class SavesRolled:
    """Saves that were rolled for models of one unit."""

    target: UnitId
    faces: tuple[int, ...]
    """As they stand, unmodified."""
    cover: CoverBonus = NO_COVER


@dataclass(frozen=True, slots=True)
class Test:
    """A psyker's test for a power."""

    psyker: ModelId
    power: str
    faces: tuple[int, int]
    """As they stand."""


@dataclass(frozen=True, slots=True)
class PerilEffect:
    """What perils a psychic test may bring, where they are not those of ``MC-10``."""

    clause: str
    doubles: tuple[int, ...]
    """Double what brings them."""
    cost: tuple[float, ...]
    """For each number of mortal wounds for the psyker, how likely it is."""
    resolved_first: bool = False
    """Whether the power is resolved before they come, and stands even if they kill."""


@dataclass(frozen=True, slots=True)
class PowerAttempt:
    """A psyker that wants to try a power."""

    psyker: ModelId
    power: str


@dataclass(frozen=True, slots=True)
class MoraleCheck:
    """``MC-25``  A unit that is about to test its nerve."""

    unit: UnitId
    lost: int
    """How many models it lost in the turn."""
    holds: bool = False
    """Whether it passes without a roll."""


REFUSED = QueryHook[Attempt, Refusal]("may it?")
POWER_REFUSED = QueryHook[PowerAttempt, Refusal]("may it try this power?")
REACH = QueryHook[Side, Reason]("how far shots and powers reach")
"""A limit in inches, of the side's own shots and powers; the least counts."""
SHOT = QueryHook[Shot, Reason]("to hit, in shooting")
"""Modifiers of the roll to hit."""
STRIKE = QueryHook[StrikeAttempt, Reason]("to hit, in a fight")
HIT_AGAIN = QueryHook[Shot, Again]("which rolls to hit are rolled again")
"""The first one counts; its *need* is filled in. *below*: 2 for rolls of 1 (``MC-03``)."""
SAVE_AGAIN = QueryHook[UnitId, Again]("which saves are rolled again")
"""Likewise."""
COVER = QueryHook[Shot, CoverBonus]("what cover gives")
"""In place of the bonus of ``MC-17``; the first one counts."""
SAVES_ROLLED = EventHook[SavesRolled]("saves have been rolled")
ADVANCE = QueryHook[UnitId, Reason]("to an advance")
CHARGE = QueryHook[Attempt, Reason]("to a charge")
PSYCHIC_TEST = QueryHook[ModelId, Reason]("to a psychic test")
DENY_TEST = QueryHook[ModelId, Reason]("to a deny test")
POWER_DONE = EventHook[Test]("a power has been resolved, or has failed")
MANIFESTED = EventHook[ModelId]("a power has been manifested")
DENIED = EventHook[ModelId]("a power has been denied, by this psyker")
PERIL_ODDS = QueryHook[ModelId, PerilEffect]("what perils would cost a psyker")
"""Told by whoever replaces the perils of ``MC-10``; the first one counts."""
PERIL_MORE = QueryHook[ModelId, Reason]("more wounds of a peril")
MORALE = QueryHook[Unit, Refusal]("does it test?")
"""Why a unit needs no Morale test."""
FOUGHT_NOW = QueryHook[UnitId, InterruptOffer[UnitId]]("who fights next?")
"""Offered to the enemy of a unit that charged and has fought; ``fight.fights_next`` does it."""
NERVES = QueryHook[MoraleCheck, InterruptOffer[MoraleCheck]]("does it hold?")
"""Offered to the owner of a unit before its Morale test."""
MUST_MOVE = QueryHook[Unit, Refusal]("may the phase end without it?")
"""Why a unit must have moved before its player may end the Movement phase."""
DIFFICULT = QueryHook[None, Terrain]("what ground is Difficult?")
"""None of itself (``MC-04``); what a module makes so slows who moves (``CC-20``)."""
UNIT_MOVED = EventHook[FinishedMove]("a unit has moved")
UNIT_SHOT = EventHook[Attempt]("a unit has shot")
BROKE = EventHook[UnitId]("a unit has failed its Morale test")
KILLED = EventHook[ModelId]("a model has lost its last wound")


@dataclass(frozen=True, slots=True)
class Stratagem:
    """``MC-27``  One thing that command points are spent on."""

    name: str
    points: int
    clause: str = "MC-27"


COST = QueryHook[Stratagem, Reason]("command points more")

"""Rules of the modern core (MC).

Here are its words for the log and the report, its hook points and marks.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from game.content.armouries.weapon_rules import Trigger
from game.cores.kit.attempts import Attempt, Shot
from game.cores.kit.dice import Again
from game.cores.kit.hooks import EventHook, QueryHook
from game.cores.kit.interrupt_offers import InterruptOffer
from game.play.decisions import DecisionKind, Refusal
from game.play.log.vocabulary import VOCABULARY, RollText, Vocabulary
from game.play.moves.paths import Moves
from game.table.board import Terrain
from game.table.events import Act, Reason
from game.table.records import ModelId, Side, Unit, UnitId

VOCABULARY.add(
    Vocabulary(
        acts={
            Act.BREAKS: "fails its Morale test",
            Act.IN_PERIL: "suffers perils",
            Act.MANIFESTS: "manifests a power on",
        },
        rolls={"deny": RollText("attempt to deny the power", "denied", "not denied")},
        purposes={
            "morale": "Morale test",
            "lost in this turn": "models lost this turn",
            "heavy, and moved": "moved with a Heavy weapon",
        },
        marks={
            "tried beyond its number": "tried an extra power",
            "tested its nerve": "has tested morale",
        },
    )
)

REACH = QueryHook[Side, Reason]("how far shots and powers reach")
"""Limits in inches on the side's own shots and powers; the lowest counts."""
SHOT = QueryHook[Shot, Reason]("to hit, in shooting")
"""Modifiers of the roll to hit, other than those of ``OBSCURED``."""
OBSCURED = QueryHook[Shot, Reason]("is the target obscured")
"""``MP-04``  The modifier of the roll to hit: -1, or none. It takes long to find."""
STRIKE = QueryHook[Shot, Reason]("to hit, in a fight")
HIT_AGAIN = QueryHook[Shot, Again]("which rolls to hit are rolled again")
"""The first answer counts; its *need* is filled in. *below*: 2 for rolls of 1 (``MC-03``)."""
SAVE_AGAIN = QueryHook[UnitId, Again]("which saves are rolled again")
"""The first answer counts, as in ``HIT_AGAIN``."""
ADVANCE = QueryHook[UnitId, Reason]("to an advance")
CHARGE = QueryHook[Attempt, Reason]("to a charge")
PSYCHIC_TEST = QueryHook[ModelId, Reason]("to a psychic test")
DENY_TEST = QueryHook[ModelId, Reason]("to a deny test")
MANIFESTED = EventHook[ModelId]("a power has been manifested")
DENIED = EventHook[ModelId]("a power has been denied, by this psyker")
PERIL_MORE = QueryHook[ModelId, Reason]("more wounds of a peril")
MORALE = QueryHook[Unit, Refusal]("does it test?")
"""Reasons why a unit needs no Morale test."""
FOUGHT_NOW = QueryHook[UnitId, InterruptOffer[UnitId]]("who fights next?")
"""Offered to the enemy of a unit that charged and has fought; see ``fight.fights_next``."""
DIFFICULT = QueryHook[None, Terrain]("what ground is Difficult?")
"""None in this core (``MC-04``); ground that a module makes Difficult (``CC-20``)."""
BROKE = EventHook[UnitId]("a unit has failed its Morale test")


class ModernKind(DecisionKind):
    """Kinds of decisions of the modern core."""

    CHARGE_ALSO = "charge, also"
    OVERWATCH = "overwatch"
    DENY = "deny"
    FIGHTER = "fighter"
    ATTACKS = "attacks"

    @property
    def needs_sight(self) -> bool:
        return self is ModernKind.OVERWATCH


@dataclass(frozen=True, slots=True)
class FinishedMove:
    """The finished move of a unit, or its arrival during the battle."""

    unit: UnitId
    act: Act
    """The purpose of the move; ``Act.STAYS`` if the unit did not move."""
    moves: Moves = ()
    """The path of each model that moved; for an arriving model, just its place."""


@dataclass(frozen=True, slots=True)
class CoverBonus:
    """The bonus of the cover that a unit uses against a shot (``MC-17``, ``MP-01``)."""

    bonus: int
    """Added to armour saves."""
    better: int = 0
    """``MP-02``  Added instead for a model with an ability that improves cover."""
    by: str = ""
    """Id of the piece of terrain."""
    _: KW_ONLY
    clause: str = "MC-17"
    triggers: tuple[Trigger, ...] = ()
    """Effects of the faces of saves (``MP-06``)."""
    used: bool = True
    """True if the bonus counts. Weapons that ignore cover remove only this (``MP-03``)."""


NO_COVER = CoverBonus(0, used=False)


@dataclass(frozen=True, slots=True)
class Test:
    """A psyker's test for a power."""

    psyker: ModelId
    power: str
    faces: tuple[int, int]
    """The final faces."""


@dataclass(frozen=True, slots=True)
class PerilEffect:
    """The perils that a psychic test may bring, by ``MC-10`` or by a module."""

    clause: str
    doubles: tuple[int, ...]
    """Doubles of these faces bring perils."""
    cost: tuple[float, ...]
    """Chance of each number of mortal wounds for the psyker, from 0 up."""
    resolved_first: bool = False
    """True if the power is resolved before perils, and stands even if they kill the psyker."""


@dataclass(frozen=True, slots=True)
class PowerAttempt:
    """A power that a psyker wants to try."""

    psyker: ModelId
    power: str


@dataclass(frozen=True, slots=True)
class MoraleCheck:
    """``MC-25``  A unit that is about to take a Morale test."""

    unit: UnitId
    lost: int
    """Number of models that it lost in the turn."""
    holds: bool = False
    """True if it passes without a roll."""


POWER_REFUSED = QueryHook[PowerAttempt, Refusal]("may it try this power?")
COVER = QueryHook[Shot, CoverBonus]("what cover gives")
"""Replaces the bonus of ``MC-17``; the first answer counts."""
POWER_DONE = EventHook[Test]("a power has been resolved, or has failed")
PERIL_ODDS = QueryHook[ModelId, PerilEffect]("what perils would cost a psyker")
"""Answered by a module that replaces the perils of ``MC-10``; the first answer counts."""
NERVES = QueryHook[MoraleCheck, InterruptOffer[MoraleCheck]]("does it hold?")
"""Offered to the owner of a unit before its Morale test."""
UNIT_MOVED = EventHook[FinishedMove]("a unit has moved")


@dataclass(frozen=True, slots=True)
class Stratagem:
    """``MC-27``  An effect that costs command points."""

    name: str
    points: int
    clause: str = "MC-27"


COST = QueryHook[Stratagem, Reason]("command points more")

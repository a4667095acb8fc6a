"""Rules of the classic core (CC).

Here are its words for the log and the report, its hook points and marks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from game.cores.kit.attacks import Hit
from game.cores.kit.attempts import Attempt, Shot
from game.cores.kit.hooks import EventHook, QueryHook
from game.cores.kit.interrupt_offers import InterruptOffer
from game.cores.kit.queries import ForecastFigure, ThreatArea
from game.geometry.points import Point
from game.play.decisions import Refusal
from game.play.log.vocabulary import VOCABULARY, Vocabulary
from game.play.moves.paths import Moves
from game.table.events import Act, Reason
from game.table.records import ModelId, Unit, UnitId, Weapon, Where

VOCABULARY.add(
    Vocabulary(
        acts={Act.CANNOT_REGROUP: "cannot regroup"},
        purposes={"pursuit": "pursuit roll"},
        numbered={
            re.compile(r"^lost by (\d+)$"): r"lost the combat by \1",
            re.compile(r"^lost (\d+) in one phase$"): r"models lost in one phase: \1",
            re.compile(r"^I (\d+)$"): r"Initiative \1",
        },
    )
)

SNAPS = QueryHook[Shot, Reason]("snap shot")
"""Reasons why this can only be a snap shot (``CC-06``)."""
SKILL = QueryHook[Shot, Reason]("ballistic skill of a shot")
"""Modifiers of the firer's ballistic skill for this shot."""
BARRED = QueryHook[Shot, Refusal]("may it fire this weapon at them?")
COVER = QueryHook[Shot, Reason]("cover save")
"""Modifiers of the target's cover save against this shot."""
CARRIES = QueryHook[Shot, float]("how far beyond its range")
"""Inches that a shot may go beyond its weapon's range."""
FORCE = QueryHook[Shot, Reason]("strength of a shot")
OTHER_FIRE = QueryHook[UnitId, InterruptOffer[UnitId]]("what else may it fire at?")
"""Targets other than enemy units."""
CHARGE_MOVE = QueryHook[ModelId, float]("how far it may charge")
"""Replaces the charge move of ``CC-18``; inches to base contact."""
OWN_THREATS = QueryHook[ModelId, tuple[ThreatArea, ...]]("where it may do harm")
"""Replaces the threats of a model that does not move by ``CC-18``."""
CHARGE_ODDS = QueryHook[Attempt, ForecastFigure]("what would come of a charge")
"""Replaces the odds of ``CC-23`` for a charge that a module replaces."""
IMPACTS = QueryHook[ModelId, int]("impact hits")
"""Number of impact hits in addition to ``CC-34`` that a charging model makes."""
SPARED = QueryHook[Unit, Reason]("no test for these losses")
"""Reasons why this unit's losses do not force the test of ``CC-32``."""
REMAINS = QueryHook[ModelId, Where]("what is left of a model")
"""Location of a model after its last wound, if it is not simply removed."""
UNIT_DONE = EventHook[Unit]("a unit had its turn in the Shooting phase")
UNIT_MOVED = EventHook[Attempt]("a unit has moved")
WENT = EventHook[Moves]("models of a unit have gone their ways")
COVER_HELD = EventHook[str]("a cover save was passed")
"""The id of the obstacle that gave the cover."""


@dataclass(frozen=True, slots=True)
class Fired:
    """A model that fired a weapon at a unit, after its hits are resolved."""

    model: ModelId
    weapon: Weapon
    target: UnitId
    missed: int = 0
    """Number of shots that missed; 0 for a blast."""


@dataclass(frozen=True, slots=True)
class FireLine:
    """The line of fire from a point to a model (``CC-15``)."""

    eye: Point
    firer: UnitId
    target: ModelId


@dataclass(frozen=True, slots=True)
class CoverBonus:
    """A cover save and its source."""

    save: int
    """4 is 4+; 0 for none."""
    by: str = ""
    clause: str = "CC-15"


NO_COVER = CoverBonus(0)
ClassicHit: TypeAlias = Hit[CoverBonus]


SCREEN = QueryHook[FireLine, CoverBonus]("cover from who stands in between")
"""Replaces the cover that ``CC-15`` gives for other units on the line of fire."""
SHELTER = QueryHook[FireLine, CoverBonus]("cover from what is no terrain of the map")
SHOTS_DONE = EventHook[Fired]("a model has fired a weapon")

"""Marks that the cores put on units or models."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from game.table.events import Marked
from game.table.records import Mark, Until

HANDLED = "handled"
"""The unit has had its turn in this phase."""
MOVED = "moved"
"""The unit has moved in this player turn."""
FIRED = "fired"
"""The unit has shot in this player turn; *about* is its target."""
CHARGED = "charged"
IN_RESERVE = "held in reserve"
"""The unit has not been set up; *about* may be a ``WhyHeld``."""
OUT_OF_COHERENCY = "out of coherency"
"""The model is detached from its unit: locked on its own, not bound by coherency."""
MAY_BREAK = "may break contact"
"""The locked model may move away in the Movement phase (``CC-31``) from the unit in *about*."""
SCATTERED = "scattered"
"""Most of the unit is out of coherency; *about* is the clause that applies."""
RAN = "ran"
NO_CHARGE = "may not charge"
"""The unit may not charge in this player turn; *about* is the clause that forbids it."""
LOCKED = "locked in combat"
FALLING_BACK = "falling back"
TESTED = "tested its nerve"
ADVANCED = "advanced"
FELL_BACK = "fell back"
FOUGHT = "fought"
"""The unit fought in this phase."""
TRIED = "tried a power"
"""On a psyker; *about*: the powers it tried, one entry per try (``MC-08``, ``MC-11``)."""
BEYOND = "tried beyond its number"
"""On a psyker; *about*: the number of tries beyond its own number (``MP-10``)."""
MARK_DURATIONS: Mapping[str, Until] = {
    ADVANCED: Until.TURN,
    BEYOND: Until.PHASE,
    FALLING_BACK: Until.BATTLE,
    FELL_BACK: Until.TURN,
    FOUGHT: Until.PHASE,
    LOCKED: Until.BATTLE,
    NO_CHARGE: Until.TURN,
    RAN: Until.TURN,
    TESTED: Until.PHASE,
    TRIED: Until.PHASE,
    HANDLED: Until.PHASE,
    MOVED: Until.TURN,
    FIRED: Until.TURN,
    CHARGED: Until.TURN,
    IN_RESERVE: Until.BATTLE,
    OUT_OF_COHERENCY: Until.BATTLE,
    MAY_BREAK: Until.PHASE,
    SCATTERED: Until.BATTLE,
}


class WhyHeld(StrEnum):
    """The clause that holds a unit in reserve, which its mark names."""

    NO_ROOM = "CC-33"
    BELOW = "MI-06"
    """Below the drains."""


def marked(clause: str, id_: str, name: str, about: str = "") -> Marked:
    """Return the event that puts one of these marks on a unit or a model."""
    return Marked(clause, id_, Mark(name, MARK_DURATIONS[name], about))

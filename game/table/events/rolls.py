"""Rolls of dice."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum

from game.table.records import Side


@dataclass(frozen=True, slots=True)
class Reason:
    """A modifier with its explanation."""

    amount: int
    why: str
    clause: str = ""
    about: str = field(default="", compare=False)
    """Id at the end of *why* that players read as a name: of the terrain of a cover."""


class RollKind(StrEnum):
    """Kinds of rolls that are shown or summed up in a way of their own."""

    HIT = "to hit"
    WOUND = "to wound"
    SAVE = "to save"
    BLAST = "blast"
    """For the place of a blast, or of whatever else scatters."""
    DAMAGE = "damage"
    """For the number of attacks of a weapon, or the damage of a hit."""
    ATTACK = "attack"
    """An attack that is settled by one die."""
    PARRIED = "parried attack"
    LANDING = "landing"
    """For the place where a weapon falls."""
    STRENGTH = "Strength test"
    DANGEROUS = "dangerous ground"
    DISTANCE = "distance"
    """For a distance or direction in which something moves."""
    CHARGE = "charge distance"
    DIFFICULT = "difficult ground"
    """For the distance that a move through difficult ground allows."""
    ROLL_OFF = "roll-off"
    CONTEST = "contest"
    """One of both sides, of which the log names no winner."""
    PARTING = "parting"
    """A roll-off for breaking off first."""
    ESCAPE = "escape"
    """For getting away from where a model is stuck."""
    SELECTION = "selection"
    """For one of several things, which the next line of the log names."""
    ORDER = "order of play"
    TIE = "tie"
    """For a place in an order of any other kind."""
    WATER = "water"
    """For water to come."""
    CARRIED = "carried"
    BUMPED = "bumped"
    ROUTINE = "routine"
    """One of many small rolls of single models."""
    SLOWS = "slows"
    SWEPT = "swept"
    HEADING = "heading"
    BY_HAND = "by hand"


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice were rolled for a purpose, given in one or two words."""

    clause: str
    by: Side
    what: str
    _: KW_ONLY
    faces: tuple[int, ...]
    need: int = 0
    """The face or total that is needed; 0 if none is."""
    under: bool = False
    """True if *need* or less is needed, instead of *need* or more."""
    total: bool = False
    """True if the dice count as one sum."""
    who: str = ""
    """The unit or model that the dice are for."""
    target: str = ""
    weapon: str = ""
    reasons: tuple[Reason, ...] = ()
    kind: RollKind | None = field(default=None, compare=False)
    sides: int = field(default=6, compare=False)
    """3 if each die counts half, rounded up."""


@dataclass(frozen=True, slots=True)
class Rerolled:
    """One die of the last roll was rerolled; the second result stands."""

    clause: str
    by: Side
    n: int
    """Index of the die in that roll, from 0."""
    _: KW_ONLY
    was: int
    face: int
    why: str
    need: int = 0
    """The face this die needs, where it differs from the others."""

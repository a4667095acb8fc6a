"""Dice, and why a number is what it is."""

from __future__ import annotations

from dataclasses import dataclass

from game.table.records import Side


@dataclass(frozen=True, slots=True)
class Reason:
    """A modifier that can tell why."""

    amount: int
    why: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice were thrown. What they were for is in *what*, in one or two words."""

    clause: str
    by: Side
    what: str
    faces: tuple[int, ...]
    need: int = 0
    """The face or total that is needed; 0 if none is."""
    under: bool = False
    """Whether *need* or less is needed, instead of *need* or more."""
    total: bool = False
    """Whether the dice count as one sum."""
    who: str = ""
    """The unit or model whose dice they are."""
    target: str = ""
    weapon: str = ""
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Rerolled:
    """One die of the last roll was taken up again; the second result stands."""

    clause: str
    by: Side
    n: int
    """Which die of that roll, counted from 0."""
    was: int
    face: int
    why: str
    need: int = 0
    """What this die must show, where it is not what the others must."""

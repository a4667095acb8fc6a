"""The score, up to the result."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field

from game.table.records import Side


@dataclass(frozen=True, slots=True)
class Scored:
    """A side scored victory points."""

    clause: str
    side: Side
    points: int
    what: str
    """The marker, unit or achievement that it is for."""
    _: KW_ONLY
    bonus: str = field(default="", compare=False)
    """Name of the bonus at the end of the battle that it is for, if it is one."""
    by: str = field(default="", compare=False)
    """The model that earned it, where the rule names one."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The game ended; *winner* is None for a draw."""

    clause: str
    winner: Side | None
    reason: str

"""Points won and spent, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass

from game.table.records import Side


@dataclass(frozen=True, slots=True)
class Scored:
    clause: str
    side: Side
    points: int
    what: str
    """The marker, unit or deed that it is for."""


@dataclass(frozen=True, slots=True)
class Spent:
    """``MC-27``  A side spent command points on a stratagem."""

    clause: str
    side: Side
    points: int
    what: str
    """The stratagem's name."""


@dataclass(frozen=True, slots=True)
class Ended:
    clause: str
    winner: Side | None
    reason: str

"""The units of a roster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from game.table.records import Profile

Slot = Literal["hq", "troops", "elites", "fast attack", "heavy support"]
"""``MC-26``  Where a unit stands in a detachment."""


@dataclass(frozen=True, slots=True)
class Trooper:
    """One model of a unit; its id is short: a word, or its number in the unit."""

    id: str
    profile: Profile
    base: float


@dataclass(frozen=True, slots=True)
class Squad:
    """One unit of a roster."""

    id: str
    name: str
    models: tuple[Trooper, ...]
    only: str = ""
    """The scenario's option without which it is not brought."""
    unless: str = ""
    """The option with which it is not brought."""
    points: int | None = None
    """``MC-26``  This and the rest are of the modern core."""
    slot: Slot | None = None
    detachment: str = ""
    """The id of the one that it stands in; it may be left out if there is only one."""

    def comes(self, options: Mapping[str, Any]) -> bool:
        """Return whether it is brought to a game with such options."""
        return bool(options.get(self.only, not self.only)) and not options.get(self.unless)

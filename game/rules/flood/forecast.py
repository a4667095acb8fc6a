"""What the coming flood may do: when it comes, who is tested in which order, each one's fate.

All of it is about the flood that comes next, were it to come over the table as it stands now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.table.records import ModelId


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely something is."""

    value: float
    """From 0 to 1."""
    exact: bool = False
    """Computed by the rules; else counted in floods that were told."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What may become of a model, if the flood comes over the table as it stands."""

    carried: Chance
    """``FF-08``, ``FF-14``  It is swept or knocked off its feet, once or more often."""
    dashed: Chance
    """``FF-17``  It lives to take the further hit, dashed against something, at least once."""
    dies: Chance
    """It does not live to see the end of the flood."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """``FF-06``  The next time that the flood may come."""

    round: int
    """At the start of this game turn."""
    need: int
    """What the die must show, or more; 0 where it comes without a roll."""
    chance: float
    """From 0 to 1, given that it did not come before."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The coming flood, as far as it is known: a worker tells it better and better."""

    trigger: Trigger
    order: tuple[tuple[ModelId, ...], ...]
    """``FF-07``  Who is tested, first to last; those of one group are tied and roll for it."""
    fates: Mapping[ModelId, Fate] = field(default_factory=dict)
    """Of every model on the table; before the first flood only of those known exactly."""
    floods: int = 0
    """In so many floods was counted what is not exact."""
    of: int = 0
    """So many are to be told; 0 if all is exact."""

    @property
    def done(self) -> bool:
        return self.floods >= self.of

    @property
    def progress(self) -> float:
        """Return how much of it is told, from 0 to 1."""
        return self.floods / self.of if self.of else 1.0

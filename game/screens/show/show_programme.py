"""The battles of a show, in their order."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.rules.battles import Battle


@dataclass(frozen=True, slots=True)
class ShowProgramme:
    """The battles of a loop, with the number of the present one."""

    battles: tuple[Battle, ...]
    """The battles of the first round; later rounds have other dice."""
    players: tuple[str, ...]
    speed: float = 1.0
    number: int = 0
    """Number of battles that were shown before."""

    def battle(self) -> Battle:
        """Return the battle that is to be shown now."""
        found = self.battles[self.number % len(self.battles)]
        return replace(found, seed=found.seed + self.number // len(self.battles))

    def next(self) -> ShowProgramme:
        """Return the programme with the next battle."""
        return replace(self, number=self.number + 1)

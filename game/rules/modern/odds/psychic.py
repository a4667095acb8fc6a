"""The odds of a psychic test: ``MC-08`` to ``MC-11``."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

from game.rules.kit.probability import NONE, Spread, mixture, of_total, reaches
from game.rules.modern.dice_tables import ONE_D3, ONE_D6
from game.rules.modern.odds.dice_sums import pairs, two_exceed
from game.rules.modern.powers import STRONG
from game.rules.modern.psychic import DOUBLES

PERIL = of_total(0, ONE_D3)


@dataclass(frozen=True, slots=True)
class Manifest:
    """A psychic test that somebody thinks of taking."""

    charge: int
    """What the total must reach."""
    bonus: int = 0
    """What is added to the 2d6."""
    deny: int | None = None
    """What the enemy's psyker who may deny adds to his 2d6; None if nobody may."""
    left: int = 1
    """How many wounds the psyker has left."""
    perils: Spread = PERIL
    """What perils cost the psyker (``MC-10``, ``MP-14``)."""
    doubles: tuple[int, ...] = DOUBLES
    """Double what brings perils."""
    resolved_first: bool = False
    """Whether the power stands even if perils kill the psyker (``MP-09``)."""


@dataclass(frozen=True, slots=True)
class ManifestOdds:
    """What comes of a psychic test."""

    manifests: float
    """The chance that the total reaches the charge."""
    denied: float
    """The chance that it does and is denied then."""
    perils: float
    dies: float
    """The chance that perils kill the psyker."""
    totals: Spread
    """For each total: how likely it is shown and the power takes effect."""

    @property
    def works(self) -> float:
        """Return the chance that the power takes effect."""
        return fsum(self.totals)


def manifest_odds(test: Manifest) -> ManifestOdds:
    """Return the exact odds of a psychic test.

    Perils come before anybody denies: a power lost with its psyker needs no denial.
    """
    totals = [0.0] * (13 + max(0, test.bonus))
    manifests = denied = perils = dies = 0.0
    dead = reaches(test.perils, test.left)
    for first, second in pairs():
        total, chance = first + second + test.bonus, 1 / 36
        if first == second and first in test.doubles:
            perils += chance
            dies += chance * dead
            lives = 1.0 if test.resolved_first else 1.0 - dead
        else:
            lives = 1.0
        if total >= test.charge:
            manifests += chance
            stopped = 0.0 if test.deny is None else two_exceed(total, test.deny)
            denied += chance * lives * stopped
            totals[total] += chance * lives * (1.0 - stopped)
    return ManifestOdds(manifests, denied, perils, dies, tuple(totals))


def mind_bolt(odds: ManifestOdds) -> Spread:
    """``MC-11``  Return the mortal wounds of a mind bolt, before its test."""
    parts = [(p, bolt_wounds(total)) for total, p in enumerate(odds.totals)]
    return mixture([(1.0 - odds.works, NONE), *parts])


def bolt_wounds(total: int) -> Spread:
    """``MC-11``  Return the same where the test came to *total*: d3, or d6 on 11 or more."""
    return of_total(0, ONE_D6 if total >= STRONG else ONE_D3)

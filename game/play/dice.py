"""Dice as an endless, predetermined row: seeded, scripted or spliced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

_WORD = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15

FIRST = "who goes first"
"""What dice are for that only say in which order things come."""
D3 = "d3"
"""What a die is thrown for that counts from 1 to 3; also at the end: ``"damage, d3"``."""


def halved(face: int) -> int:
    """``CC-36``  Return what a d6 counts as a d3: half of it, rounded up."""
    return (face + 1) // 2


class Dice(Protocol):
    def nth(self, n: int) -> int:
        """Return the face of the n-th die of this game, counted from 0."""

    @property
    def seed(self) -> int:
        """What other rows are mixed from."""


@dataclass(frozen=True, slots=True)
class SeededDice:
    seed: int

    def nth(self, n: int) -> int:
        return _mixed(self.seed + (n + 1) * _GOLDEN) % 6 + 1


@dataclass(frozen=True, slots=True)
class ScriptedDice:
    """Dice whose faces a test or a situation gives."""

    faces: tuple[int, ...]
    seed: int = 0

    def nth(self, n: int) -> int:
        if n >= len(self.faces):
            raise LookupError(f"the script holds {len(self.faces)} dice, die {n + 1} was asked")
        return self.faces[n]


@dataclass(frozen=True, slots=True)
class SplicedDice:
    """One row up to a bookmark, another after it: what was rolled stays, what comes is new.

    Forks roll on with it, and so does a game after a roll was taken back; whoever retells the
    chapter still finds the dice that the chapter was told with.
    """

    first: Dice
    pieces: tuple[tuple[int, int], ...]
    """From which die on, and the seed from there; in rising order."""

    @property
    def seed(self) -> int:
        return self.first.seed

    def nth(self, n: int) -> int:
        for until, seed in reversed(self.pieces):
            if n >= until:
                return SeededDice(seed).nth(n)
        return self.first.nth(n)


def splice(dice: Dice, until: int, luck: int) -> SplicedDice:
    """Return the row with other dice from the bookmark *until* on.

    They are mixed from the game's seed, the bookmark and *luck*, and the row that they leave
    is never among them: equal luck at an equal place gives equal dice, and no others do.
    """
    first, pieces = (dice.first, dice.pieces) if isinstance(dice, SplicedDice) else (dice, ())
    kept = tuple(p for p in pieces if p[0] < until)
    left = kept[-1][1] if kept else first.seed
    fresh = _mixed(_mixed(left ^ 0xD1CE) + _mixed(until + 1) + _mixed(luck * _GOLDEN + 7))
    return SplicedDice(first, (*kept, (until, fresh)))


def respliced(seed: int, pieces: tuple[tuple[int, int], ...]) -> Dice:
    """Return the row that a save describes."""
    return SplicedDice(SeededDice(seed), pieces) if pieces else SeededDice(seed)


def _mixed(z: int) -> int:
    # splitmix64: any die of the row in one step, alike on every machine.
    z &= _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)

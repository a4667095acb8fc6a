"""Sequences of dice that are the same each time they are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

_WORD = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
FIRST = "who goes first"
"""Purpose of dice that only decide an order."""
D3 = "d3"
"""Label of a die that counts as a d3, shown after its purpose: ``"damage, d3"``."""


def halved(face: int) -> int:
    """``CC-36``  Return the d3 result of a d6: half of it, rounded up."""
    return (face + 1) // 2


class Dice(Protocol):
    """An endless sequence of d6 that is the same each time it is read."""

    def nth(self, n: int) -> int:
        """Return the face of the n-th die of this game, counted from 0."""

    @property
    def seed(self) -> int:
        """Return the seed from which other sequences are derived."""


@dataclass(frozen=True, slots=True)
class SeededDice:
    """Dice computed from a seed."""

    seed: int

    def nth(self, n: int) -> int:
        """Return the face of the n-th die, counted from 0."""
        return _mixed(self.seed + (n + 1) * _GOLDEN) % 6 + 1


@dataclass(frozen=True, slots=True)
class ScriptedDice:
    """Dice with faces given by a test or a situation."""

    faces: tuple[int, ...]
    seed: int = 0

    def nth(self, n: int) -> int:
        """Return the n-th face, from 0; raise LookupError past the last."""
        if n >= len(self.faces):
            raise LookupError(f"the script holds {len(self.faces)} dice, die {n + 1} was asked")
        return self.faces[n]


@dataclass(frozen=True, slots=True)
class SplicedDice:
    """Dice from one sequence up to a position, and from others after it.

    Earlier dice stay as they were rolled; later ones are new. Forks use it, and so does a game
    after a roll was undone: replaying a chapter still finds the dice of its first run.
    """

    first: Dice
    pieces: tuple[tuple[int, int], ...]
    """Pairs of the first die and the seed from there, in ascending order."""

    @property
    def seed(self) -> int:
        """Return the seed of the first sequence."""
        return self.first.seed

    def nth(self, n: int) -> int:
        """Return the face of the n-th die, counted from 0."""
        for until, seed in reversed(self.pieces):
            if n >= until:
                return SeededDice(seed).nth(n)
        return self.first.nth(n)


def seed_at(dice: Dice, n: int) -> int:
    """Return the seed of the n-th die: in a fork, or after an undo, that of the new dice."""
    pieces = dice.pieces if isinstance(dice, SplicedDice) else ()
    return next((seed for until, seed in reversed(pieces) if n >= until), dice.seed)


def splice(dice: Dice, until: int, luck: int) -> SplicedDice:
    """Return a sequence with other dice from position *until* on.

    They are derived from the game's seed, the position and *luck*, and differ from the sequence
    that they replace. Equal luck at an equal position gives equal dice, and no other does.
    """
    first, pieces = (dice.first, dice.pieces) if isinstance(dice, SplicedDice) else (dice, ())
    kept = tuple(p for p in pieces if p[0] < until)
    left = kept[-1][1] if kept else first.seed
    fresh = _mixed(_mixed(left ^ 0xD1CE) + _mixed(until + 1) + _mixed(luck * _GOLDEN + 7))
    return SplicedDice(first, (*kept, (until, fresh)))


def other_dice(dice: Dice, until: int, luck: int) -> Dice:
    """Return the dice of ``splice`` from position *until* on, without those before it."""
    return SeededDice(splice(dice, until, luck).pieces[-1][1])


def _mixed(z: int) -> int:
    # splitmix64: computes any die in one step, with equal results on every machine.
    z &= _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)

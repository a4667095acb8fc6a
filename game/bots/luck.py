"""The random source of bots."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.dice_sequences import seed_at
from game.play.game import Game
from game.play.session import Session
from game.table.records import Side

_WORD = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


class BotRandom:
    """An endless sequence of numbers, the same on every machine for the same *marks*."""

    def __init__(self, *marks: int) -> None:
        self._state = 0x5EED
        for mark in marks:
            self._state = _mixed(self._state ^ mark)

    def below(self, n: int) -> int:
        """Return a uniform draw from 0 to *n* - 1."""
        self._state = (self._state + _GOLDEN) & _WORD
        return _mixed(self._state) % n

    def order(self, n: int) -> Iterator[int]:
        """Yield the numbers from 0 to *n* - 1 in random order."""
        left = list(range(n))
        while left:
            k = self.below(len(left))
            left[k], left[-1] = left[-1], left[k]
            yield left.pop()


def luck_of(session: Session) -> BotRandom:
    """Return the random source of the side that has to answer.

    ``luck_in`` is given the number of answers since the last chapter began. If answers before
    that chapter brought no event either, the length of that series is added. So the same
    question at the same table is not answered alike for ever.
    """
    asked = session.pending
    assert asked
    count = len(session.chapters[-1].answers)
    idle = session.idle
    again = (idle,) if idle > count else ()
    return luck_in(session.game, asked.by, count, *again)


def luck_in(game: Game, side: Side, *marks: int) -> BotRandom:
    """Return a side's random source, seeded by the coming dice's seed and the log's length.

    A fork has other dice to come, so its bots draw otherwise too.
    """
    table = game.table
    seed = seed_at(game.dice, table.rolls)
    return BotRandom(seed, table.sides.index(side), len(game.story), *marks)


def _mixed(z: int) -> int:
    # splitmix64, as for the dice: fast, and the same on every machine.
    z &= _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)

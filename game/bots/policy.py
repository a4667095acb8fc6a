"""The Policy protocol, the random source of bots, and two simple bots."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import islice
from typing import Any, Protocol, TypeAlias

from game.geometry.points import Point, distance, unit_vector
from game.play.decisions import PASS, Choose, Decision
from game.play.dice import seed_at
from game.play.game import Game, GameView
from game.play.march import March, moves_to_json
from game.play.session import Session
from game.table.records import Side
from game.table.state import Table

Thoughts: TypeAlias = Generator[None, None, Any]
"""A generator that thinks in slices; its return value is the answer, as JSON."""


class Policy(Protocol):
    """A bot; one instance may play either side, and several games at once."""

    def think(self, session: Session) -> Thoughts:
        """Think about the pending question in slices short enough for a frame.

        Return the answer. The session is not changed. A policy limits the number of its tries,
        never their time.
        """
        ...

    def answer(self, session: Session) -> Any:
        """Run ``think`` to its end at once; for tests and headless games."""
        return run_to_completion(self.think(session))

    def accepts_draw(self, session: Session, mission: str, side: Side) -> bool:
        """Return whether *side*, played by this bot, agrees to a draw now; by default never."""
        return False


def run_to_completion(thoughts: Thoughts) -> Any:
    """Run a thinking generator to its end and return its answer."""
    while True:
        try:
            next(thoughts)
        except StopIteration as made_up:
            return made_up.value


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


TURNS = 6
"""Number of game turns if no option sets it."""


def turns_left(view: GameView, side: Side) -> int:
    """Return the number of player turns that a side has left, the current one included."""
    table = view.table
    total = view.rules.options.get("turns", TURNS)
    left = int(total) - table.clock.round + 1
    if table.clock.round and _is_over(table, side):
        left -= 1
    return max(0, left)


def _is_over(table: Table, side: Side) -> bool:
    """Return whether a side has already had its turn in this game turn."""
    return table.clock.side not in (side, None) and side == (table.first or table.sides[0])


SAMPLES = 16
"""Number of answers sampled for each question; the draw is uniform among them."""
MAX_SAMPLES = 1024
"""If none of this many samples is legal, the question counts as unanswerable."""
TRIES = 2
"""Number of directions toward things that are tried before any direction is sampled."""
HERE = 0.5
"""Inches; a unit does not move toward a thing closer than this."""


class RandomBot(Policy):
    """A bot that gives any legal answer.

    To pass is one answer among all others that the phase still offers. An option to act weighs
    as much as ``SAMPLES`` answers, to pass as a single one. Otherwise a side with four units
    would end half of its phases before half of the units had acted.

    A unit moves in a sampled direction or toward a thing, each with a chance of one half.
    Things are objective markers and enemy units. With sampled directions alone, two sides that
    start 24 inches apart would hardly ever meet.
    """

    def think(self, session: Session) -> Thoughts:
        yield
        return self.answer(session)

    def answer(self, session: Session) -> Any:
        asked, luck = session.pending, luck_of(session)
        assert asked
        if isinstance(asked, Choose):
            return _option(asked, luck)
        if type(asked) is March:
            return _march(asked, session.table, luck)
        return _sample(asked, session.table, luck)


def _option(asked: Choose, luck: BotRandom) -> str:
    doing = [o.id for o in asked.options if o.id != PASS]
    ways = SAMPLES * len(doing)
    n = luck.below(ways + (len(doing) < len(asked.options)))
    return doing[n // SAMPLES] if n < ways else PASS


def _march(asked: March, table: Table, luck: BotRandom) -> Any:
    if luck.below(2):
        ways = _toward_things(asked, table)
        for n in islice(luck.order(len(ways)), TRIES):
            if moves := asked.shift(table, ways[n], 1.0):
                return moves_to_json(moves)
    return _sample(asked, table, luck)


def _toward_things(asked: March, table: Table) -> list[Point]:
    """Return the directions from a unit to each objective marker and each enemy unit."""
    here = table.of(asked.unit)[0].at
    spots = [marker.at for marker in table.objectives]
    spots += [table.of(foe.id)[0].at for foe in table.fielded(table.enemy(asked.by))]
    return [unit_vector(here, spot) for spot in spots if distance(here, spot) > HERE]


def _sample(asked: Decision[Any], table: Table, luck: BotRandom) -> Any:
    n = SAMPLES
    while n <= MAX_SAMPLES:
        for k in luck.order(n):
            if (answer := asked.sample(table, k, n)) is not None:
                return answer
        n *= 8
    raise LookupError(f"the bot found no legal answer to {asked.asks!r} ({asked.clause})")


class PassingBot(Policy):
    """A bot that always passes; it is asked only questions that can be passed."""

    def think(self, session: Session) -> Thoughts:
        """Think in a single slice; return ``PASS``."""
        yield
        return self.answer(session)

    def answer(self, session: Session) -> Any:
        """Return ``PASS`` to any question."""
        return PASS

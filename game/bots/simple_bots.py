"""Two simple bots: one gives any legal answer, the other always passes."""

from __future__ import annotations

from itertools import islice
from typing import Any

from game.bots.luck import BotRandom, luck_of
from game.bots.protocol import Policy, Thoughts
from game.geometry.points import Point, distance, unit_vector
from game.play.decisions import PASS, Choose, Decision
from game.play.moves.arrange import Arrange
from game.play.moves.march import March, moves_to_json
from game.play.session import Session
from game.table.state import Table

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
        if isinstance(asked, Arrange):
            return asked.anywhere(table)
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

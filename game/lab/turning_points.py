"""The turns of a game in which the chances to win changed most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from game.bots.chances.weighing import chances
from game.cores.kit.queries import TableView
from game.play.game import Rules
from game.play.log.wording import side_name, the_side, turn_word
from game.table.apply import apply
from game.table.events import Event
from game.table.records import Clock, Side
from game.table.state import Table

MIN_SWINGS, MAX_SWINGS = 5, 8
MIN_SWING = 0.08
"""Least change of a chance that counts as a swing beyond the first ``MIN_SWINGS``."""
FAINT_SWING = 0.02
"""Least change that counts as a swing at all."""


class ChanceMoment(NamedTuple):
    """The first side's chance at one moment of a game."""

    at: int
    """Number of events before it."""
    clock: Clock
    chance: float


class Swing(NamedTuple):
    """A turn in which the first side's chance changed much."""

    before: ChanceMoment
    after: ChanceMoment

    @property
    def change(self) -> float:
        return self.after.chance - self.before.chance


def chance_history(
    opening: Table, events: Sequence[Event], counts: Sequence[int], rules: Rules
) -> Iterator[ChanceMoment]:
    """Yield the chances as each turn begins, and after the last event.

    *counts*: the numbers of events after which turns begin. What is before the first turn is
    left out.
    """
    table, first = opening.fork(), opening.sides[0]
    begun, last = frozenset(counts), len(events)
    for count, event in enumerate(events, 1):
        apply(table, event)
        if table.clock.round and (count in begun or count == last):
            yield ChanceMoment(count, table.clock, chances(TableView(table, rules))[first])


def swings(moments: Sequence[ChanceMoment], most: int = MAX_SWINGS) -> list[Swing]:
    """Return the largest changes from one moment to the next, in order of time.

    A game in which little happens has at least ``MIN_SWINGS``, if its changes are seen at all.
    """
    found = [Swing(before, after) for before, after in pairwise(moments)]
    ranked = sorted(found, key=lambda swing: -abs(swing.change))[:most]
    largest = [
        swing
        for n, swing in enumerate(ranked)
        if abs(swing.change) >= (FAINT_SWING if n < MIN_SWINGS else MIN_SWING)
    ]
    return [swing for swing in found if swing in largest]


def round_of(swing: Swing, table: Table) -> str:
    """Return the game turn of a swing: ``"Turn 4"``."""
    return f"{turn_word(table).capitalize()} {swing.before.clock.round}"


def turn_of(swing: Swing, table: Table) -> str:
    """Return the turn of a swing: ``"Turn 4, Brood"``."""
    turn, in_turn = round_of(swing, table), swing.before.clock.side
    return f"{turn}, {side_name(in_turn)}" if in_turn else turn


def rise(swing: Swing, table: Table) -> str:
    """Return the change of a swing, for the side whose chance rose.

    ``"the Wardens' chance rose from 41% to 73%"``.
    """
    side, before, after = gainer(swing, table)
    whose = the_side(side)
    whose += "'" if whose.endswith("s") else "'s"
    return f"{whose} chance rose from {before:.0%} to {after:.0%}"


def sentence(swing: Swing, table: Table) -> str:
    """Return a swing in words, with its turn."""
    return f"{turn_of(swing, table)}: {rise(swing, table)}"


def gainer(swing: Swing, table: Table) -> tuple[Side, float, float]:
    """Return the side whose chance rose in a swing, and its chance before and after."""
    before, after = swing.before.chance, swing.after.chance
    if after >= before:
        return table.sides[0], before, after
    return table.sides[1], 1.0 - before, 1.0 - after

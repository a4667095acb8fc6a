"""Who wins, and when: ``PU-05``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.play.game import Game, Step
from game.rules.pursuit.sides import riders, swarm
from game.table.events import Ended
from game.table.records import How, Side, Where
from game.table.state import Table

TURNS = 20
ALIVE = Where.TABLE, Where.RESERVE


def decided(table: Table) -> Step | None:
    """``PU-05``  A step that ends the game as soon as it is decided, or after 20 turns."""
    if table.clock.round == 0:
        return None
    for winner, reason in _results(table):
        return partial(_ends, winner=winner, reason=reason)
    return None


def _results(table: Table) -> Iterator[tuple[Side | None, str]]:
    if any(loss.how is How.LEFT for loss in table.losses):
        yield riders(table), "a rider is through the Arrival"
    hunted, hunting = is_left(table, riders(table)), is_left(table, swarm(table))
    if not hunted and not hunting:
        yield None, "nobody is left"
    elif not hunting:
        yield riders(table), "the swarm is dead"
    elif not hunted:
        yield swarm(table), "the riders are dead"
    if table.clock.round > TURNS:
        yield None, f"undecided after {TURNS} turns"


def is_over(table: Table, losses: int) -> bool:
    """``PU-05``  Whether it is decided by a loss that came after so many.

    Then what would still come of the same move, slide or shot is not played.
    """
    return len(table.losses) > losses and any(True for _ in _results(table))


def is_left(table: Table, side: Side) -> bool:
    """``PU-05``  Whether somebody of a side lives; who has not come on yet is not dead."""
    return any(m.side == side and m.where in ALIVE for m in table.models.values())


def left(table: Table, side: Side) -> int:
    """``PU-05``  Return how many figs of a side live."""
    return sum(m.side == side and m.where in ALIVE for m in table.models.values())


async def _ends(game: Game, *, winner: Side | None, reason: str) -> None:
    game.do(Ended("PU-05", winner, reason))

"""Marks, stored page, sides and end of the pursuit (PU-05)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from game.play.game import Game, Step
from game.table.events import Ended, Marked, Unmarked
from game.table.records import How, Mark, Model, ModelId, Side, Until, Where
from game.table.state import StatePage, Table

STOPPED = "stopped"
"""``PU-23``  The fig goes back with a piece, *about* which it is."""
ACCELERATED = "accelerated"
"""``PU-18``  In this game turn."""
FOUGHT = "fought"
"""``PU-16``, ``PU-20``  In this phase: neither moves in it, nor fights another round."""
PARTING = "may part"
"""``PU-16``  Its melee came up in this Movement phase, *about* which side's figs first."""

LASTS = {
    STOPPED: Until.BATTLE,
    ACCELERATED: Until.ROUND,
    FOUGHT: Until.PHASE,
    PARTING: Until.PHASE,
}


def mark_event(clause: str, who: ModelId, word: str, about: str = "") -> Marked:
    """Return the event that puts one of these words on a fig."""
    return Marked(clause, who, Mark(word, LASTS[word], about))


def stopped_in(model: Model) -> str:
    """``PU-23``  Return the piece that a fig is stopped in; empty if it is in none."""
    mark = model.mark(STOPPED)
    return mark.about if mark else ""


def clear_stop(game: Game, clause: str, who: ModelId) -> None:
    """``PU-23``  It is not stopped any more."""
    if stopped_in(game.table.models[who]):
        game.do(Unmarked(clause, who, STOPPED))


def is_on_street(game: Game, who: ModelId) -> bool:
    """Return whether a fig is still on the table."""
    return game.table.models[who].where is Where.TABLE


@dataclass(frozen=True, slots=True)
class PursuitState:
    rolled: int = 0
    """``PU-07``  The last game turn in whose Pursuit phase the order was fixed."""
    moved: int = 0
    """``PU-17``  The last game turn in whose Movement phase the order was fixed."""
    shot: int = 0
    """``PU-29``  The last game turn in whose Shooting phase the order was fixed."""
    pressed: tuple[tuple[str, str], ...] = ()
    """``PU-14``  Figs that an Impassable piece touched from ahead when that phase began."""
    waiting: tuple[str, ...] = ()
    """``PU-09``  The pieces that are to come back, in the order in which they left."""
    placed: int = 0
    """``PU-09``  How many came back so far: the players take turns."""
    fresh: tuple[str, ...] = ()
    """``PU-10``  The pieces that came back in this phase."""


PAGE = StatePage("pursuit", PursuitState())


def chase_of(table: Table) -> PursuitState:
    return PAGE.of(table)


def riders(table: Table) -> Side:
    """``PU-01``  The side that rides: the scenario's first."""
    return table.sides[0]


def swarm(table: Table) -> Side:
    """``PU-01``  The side that hunts."""
    return table.sides[1]


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

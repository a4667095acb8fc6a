"""What the chase keeps on figs, and its page in the table."""

from __future__ import annotations

from dataclasses import dataclass

from game.play.game import Game
from game.table.events import Marked, Unmarked
from game.table.records import Mark, Model, ModelId, Until, Where
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


def worded(clause: str, who: ModelId, word: str, about: str = "") -> Marked:
    """Return the event that puts one of these words on a fig."""
    return Marked(clause, who, Mark(word, LASTS[word], about))


def stopped_in(model: Model) -> str:
    """``PU-23``  Return the piece that a fig is stopped in; empty if it is in none."""
    mark = model.mark(STOPPED)
    return mark.about if mark else ""


def let_go(game: Game, clause: str, who: ModelId) -> None:
    """``PU-23``  It is not stopped any more."""
    if stopped_in(game.table.models[who]):
        game.do(Unmarked(clause, who, STOPPED))


def is_there(game: Game, who: ModelId) -> bool:
    """Return whether a fig is still on the table."""
    return game.table.models[who].where is Where.TABLE


@dataclass(frozen=True, slots=True)
class Chase:
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


PAGE = StatePage("pursuit", Chase())


def chase_of(table: Table) -> Chase:
    return PAGE.of(table)

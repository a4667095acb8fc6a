"""Points that begin to count, or no longer count, without being scored by an event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from game.cores.kit.queries import FACTS, TableView
from game.play.log.score_text import gain_words, reward
from game.table.records import Side
from game.table.state import Table


class ScoreChange(NamedTuple):
    """A change of the points that a side has for one thing."""

    side: Side
    what: str
    """The marker, unit or achievement that the points are for."""
    words: str
    """``"+2 marker 3"``, ``"−2: First squad is locked in combat"``."""


class ScoreChanges:
    """Compares what counts for each side with what counted at the last look."""

    def __init__(self) -> None:
        self._before: Mapping[tuple[Side, str], int] = {}
        self._scores: Mapping[Side, int] = {}
        self._table: Table | None = None

    def look(
        self, view: TableView, counted: Mapping[tuple[Side, str], int]
    ) -> tuple[ScoreChange, ...]:
        """Return the changes since the last look; none on a table seen for the first time.

        *counted*: the points by side and thing that no event has scored yet. What is scored by
        an event is no loss.
        """
        table, before, scores = view.table, self._before, self._scores
        known = table is self._table
        self._table, self._before, self._scores = table, counted, dict(table.scores)
        if not known:
            return ()
        return tuple(_changes(view, before, counted, paid=scores != table.scores))


def _changes(
    view: TableView,
    before: Mapping[tuple[Side, str], int],
    now: Mapping[tuple[Side, str], int],
    *,
    paid: bool,
) -> Iterator[ScoreChange]:
    for side, what in {**before, **now}:
        change = now.get((side, what), 0) - before.get((side, what), 0)
        if change > 0:
            yield ScoreChange(side, what, gain_words(view.table, change, what))
        elif change < 0 and not paid:
            fact = next(FACTS.of(view, what), None)
            why = f": {fact.why}" if fact else f" {reward(view.table, what)}"
            yield ScoreChange(side, what, f"−{-change}{why}")

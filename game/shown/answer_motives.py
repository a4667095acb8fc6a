"""The motives that bots gave for their answers, by unit."""

from __future__ import annotations

from typing import Any, NamedTuple

from game.play.decisions import Decision
from game.play.log.log_words import unit_of
from game.table.records import UnitId
from game.table.state import Table

SUBJECTS = ("about", "unit", "model")
"""Fields by which a decision names the unit or model that it is about."""


class GivenMotive(NamedTuple):
    """Reason for which a bot chose an answer, in words that follow the deed."""

    after: int
    """Number of events before the answer."""
    unit: UnitId
    words: str


class Motives:
    """The motives of the answers in a game, in order of time."""

    def __init__(self) -> None:
        self._given: dict[UnitId, list[GivenMotive]] = {}

    def note(self, asked: Decision[Any], table: Table, count: int, words: str) -> None:
        """Note why a bot gave an answer after *count* events, if its *words* say so.

        *table* is the table of the question.
        """
        named = (getattr(asked, field, "") for field in SUBJECTS)
        id_ = next((id_ for id_ in named if id_), "")
        if words and id_:
            unit = unit_of(table, id_)
            self._given.setdefault(unit, []).append(GivenMotive(count, unit, words))

    def drop(self, count: int) -> None:
        """Forget the answers from after *count* events on, because they were undone."""
        for unit, given in self._given.items():
            self._given[unit] = [one for one in given if one.after < count]

    def of(self, unit: UnitId, first: int, last: int) -> str:
        """Return the last motive of a unit from after *first* to after *last* events, or ""."""
        for one in reversed(self._given.get(unit, ())):
            if one.after <= last:
                return one.words if one.after >= first else ""
        return ""

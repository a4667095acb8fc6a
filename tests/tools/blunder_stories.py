"""Blunders counted in short stories that tests write."""

from __future__ import annotations

from collections.abc import Sequence

from game.bots.blunder_counting import AnsweredQuestion, BlunderCounter, show_game
from game.cores.kit.queries import TableView
from game.table.events import Event
from game.table.records import Side


def counted(
    kind: type[BlunderCounter],
    view: TableView,
    *story: Event,
    answered: Sequence[AnsweredQuestion] = (),
    side: Side | None = None,
) -> tuple[int, int]:
    """Return the blunders of a side, and its chances to make them; by default the first's."""
    counter = kind()
    show_game([counter], view.table, story, answered, view.rules)
    one, other = counter.counts(view.table.sides)
    found = other if other.side == side else one
    return found.made, found.of

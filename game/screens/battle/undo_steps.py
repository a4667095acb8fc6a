"""Steps back through the answers of a game."""

from __future__ import annotations

from typing import NamedTuple

from game.screens.live_game import LiveGame
from game.table.records import Side


class UndoStep(NamedTuple):
    """One undo step: back past the bots' answers to the last answer of a person."""

    by: Side
    answers: int
    """Number of answers that are undone together."""
    free: bool
    """True if nothing was revealed since: no dice rolled, nothing sealed opened."""
    dice: bool
    """True if dice were rolled since."""


def step_back(live_game: LiveGame) -> UndoStep | None:
    """Return the next undo step; None if no person has answered yet.

    An answer given by standing orders does not count as given by a person. Answers of one
    gesture are one step.
    """
    session, seats, joined = live_game.session, live_game.seats, live_game.joined
    people, given = seats.people, session.answers_given
    if not people:
        return None
    for n, answer in enumerate(session.answers_back(), 1):
        at = given - n
        if answer.by in people and not seats.by_orders(at) and at not in joined:
            dice = answer.rolls != session.table.rolls
            return UndoStep(answer.by, n, session.free_to_take_back(n), dice)
    return None

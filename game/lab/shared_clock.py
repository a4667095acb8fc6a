"""The comparison of two recorded games on one clock."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from game.geometry.points import EPSILON, distance
from game.play.log.transcript import heading
from game.table.events import Event, PhaseBegan
from game.table.records import Model, Side
from game.table.state import Table

PhaseKey: TypeAlias = tuple[int, str, "Side | None"]


class SharedStep(NamedTuple):
    """A phase of both games, or of one while the other waits."""

    round: int
    phase: str
    side: Side | None
    starts: tuple[int, int]
    """Numbers of events of each game before it."""
    ends: tuple[int, int]
    """Numbers of events of each game up to its end."""

    def title(self, table: Table) -> str:
        """Return its turn, side and phase: ``"Turn 2 · Wardens · shooting"``."""
        return heading(table, self.round, self.phase, self.side)


def shared_steps(first: Sequence[Event], second: Sequence[Event]) -> list[SharedStep]:
    """Return the phases of two games in order; what only one has, the other waits for."""
    (ours, our_starts), (theirs, their_starts) = _phases(first), _phases(second)
    found = list[SharedStep]()
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    for tag, a, a_end, b, b_end in matcher.get_opcodes():
        if tag == "equal":
            pairs = [(a + n, b + n) for n in range(a_end - a)]
        else:
            # Phases that differ are shown one after the other, the first game's first.
            pairs = [(n, b) for n in range(a, a_end)] + [(a_end, n) for n in range(b, b_end)]
        for n, m in pairs:
            mine = tag == "equal" or n < a_end
            other = tag == "equal" or not mine
            key = ours[n] if mine else theirs[m]
            starts = our_starts[n], their_starts[m]
            ends = our_starts[n + mine], their_starts[m + other]
            found.append(SharedStep(*key, starts, ends))
    return found


def _phases(events: Sequence[Event]) -> tuple[list[PhaseKey], list[int]]:
    """Return the phases of a game, and the numbers of events before each and before its end."""
    keys, starts = list[PhaseKey]([(0, "", None)]), [0]
    for count, event in enumerate(events):
        if isinstance(event, PhaseBegan):
            key = event.round, event.phase, event.side
            if count == 0:
                keys[0] = key
            else:
                keys.append(key)
                starts.append(count)
    return keys, [*starts, len(events)]


def first_difference(first: Sequence[Event], second: Sequence[Event]) -> int | None:
    """Return the number of events that begin both games alike; None if all are alike."""
    pairs = zip_longest(first, second)
    return next((n for n, (one, other) in enumerate(pairs) if one != other), None)


class ModelDifferences(NamedTuple):
    """The models of one table that are not as they are in another."""

    changed: Sequence[Model]
    """Models of the table that stand elsewhere in the other, are hurt there, or are gone."""
    missing: Sequence[Model]
    """Models of the other table that are gone here."""


def differences(table: Table, other: Table) -> ModelDifferences:
    """Return the models that two tables have in common but not in the same state."""
    theirs = {model.id: model for model in other.standing()}
    ours = {model.id: model for model in table.standing()}
    return ModelDifferences(
        [
            model
            for id_, model in ours.items()
            if id_ in other.models and not _are_alike(model, theirs.get(id_))
        ],
        [model for id_, model in theirs.items() if id_ in table.models and id_ not in ours],
    )


def _are_alike(model: Model, other: Model | None) -> bool:
    return (
        other is not None
        and distance(model.at, other.at) < EPSILON
        and model.wounds == other.wounds
    )

"""The phases that two games share, and where the games part."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from game.geometry.points import Point
from game.lab.shared_clock import differences, first_difference, shared_steps
from game.table.events import Event, PhaseBegan
from game.table.records import ModelId, Where
from game.table.state import Table
from tests.lab.test_highlights import short_game


def phases(*names: str) -> list[Event]:
    """Return phases of one turn, by their names."""
    return [PhaseBegan("", 1, name, None) for name in names]


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        (["a", "b", "c"], ["a", "b", "c"], "aa bb cc"),
        (["a", "b", "c"], ["a", "c"], "aa b- cc"),
        (["a", "c"], ["a", "b", "b", "c"], "aa -b -b cc"),
        (["a", "b"], ["a", "x", "y"], "aa b- -x -y"),
    ],
)
def test_a_game_waits_for_phases_of_the_other(
    first: list[str], second: list[str], shown: str
) -> None:
    steps = shared_steps(phases(*first), phases(*second))
    words = [
        "".join(
            step.phase if end > start else "-"
            for start, end in zip(step.starts, step.ends, strict=True)
        )
        for step in steps
    ]
    assert " ".join(words) == shown


def test_steps_follow_each_other_without_gaps_to_the_ends_of_both_games() -> None:
    events = short_game().events
    steps = shared_steps(events, events[:-10])
    assert steps[0].starts == (0, 0)
    assert steps[-1].ends == (len(events), len(events) - 10)
    assert all(one.ends == other.starts for one, other in pairwise(steps))


def test_games_part_at_their_first_event_that_differs() -> None:
    assert first_difference(phases("a", "b"), phases("a", "b")) is None
    assert first_difference(phases("a", "b"), phases("a", "c")) == 1
    assert first_difference(phases("a", "b"), phases("a")) == 1


def test_models_elsewhere_hurt_or_gone_are_different() -> None:
    one = short_game().opening.fork()
    ids = [*one.models][:4]

    def put(table: Table, id_: ModelId, at: float, wounds: int = 1) -> None:
        model, here = table.models[id_], Where.TABLE
        table.models[id_] = replace(model, at=Point(at, 5.0), wounds=wounds, where=here)

    other = one.fork()
    for table in (one, other):
        for n, id_ in enumerate(ids):
            put(table, id_, 5.0 * n)
    put(other, ids[1], 7.0)
    put(other, ids[2], 10.0, wounds=3)
    other.models[ids[3]] = replace(other.models[ids[3]], where=Where.GONE)
    assert [model.id for model in differences(one, other).changed] == ids[1:]
    assert [model.id for model in differences(other, one).changed] == ids[1:3]
    assert [model.id for model in differences(other, one).missing] == ids[3:]

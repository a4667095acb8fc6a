"""Turning points of a hand-written event log."""

from __future__ import annotations

from game.lab.turning_points import phases, turning_points
from game.table.events import Event, PhaseBegan, Removed, Scored, Wounded
from game.table.records import Clock, How, ModelId
from tests.tools.toy import BLUES, REDS, toy_table


def began(round_: int, phase: str) -> PhaseBegan:
    return PhaseBegan("CC-33", round_, phase, REDS)


def slain(model: str) -> list[Event]:
    model_id = ModelId(model)
    return [Wounded("CC-17", model_id, 1), Removed("CC-17", model_id, How.SHOT)]


def fled(model: str) -> list[Event]:
    return [Removed("CC-32", ModelId(model), How.FLED)]


STORY: list[Event] = [
    began(1, "run"),
    began(1, "tag"),
    *slain("blues-runners-1"),
    Scored("MI-03", REDS, 1, "blues-runners-1"),
    began(2, "tag"),
    *slain("reds-runners-1"),
    *fled("reds-runners-2"),
    Scored("MI-03", BLUES, 3, "both"),
    began(3, "tag"),
    *slain("blues-runners-2"),
    *slain("reds-runners-3"),
]


def test_a_phase_tells_what_each_side_gained_and_lost() -> None:
    found = phases(toy_table(), STORY, lambda table: table.scores)

    assert [(s.count, s.clock.phase, s.points, s.wounds) for s in found] == [
        (0, "", (0, 0), (0, 0)),
        (0, "run", (0, 0), (0, 0)),
        (1, "tag", (1, 0), (0, 1)),
        (5, "tag", (0, 3), (2, 0)),
        (10, "tag", (0, 0), (1, 1)),
    ]


def test_the_largest_swings_are_named_in_the_order_in_which_they_came() -> None:
    found = turning_points(toy_table(), STORY, lambda table: table.scores)
    assert [s.clock for s in found] == [Clock(1, "tag", REDS), Clock(2, "tag", REDS)]
    assert [(s.lead, s.toll) for s in found] == [(1, 1), (-3, -2)]

    (most,) = turning_points(toy_table(), STORY, lambda table: table.scores, most=1)
    assert most.clock.round == 2


def test_a_game_in_which_nothing_swings_has_no_turning_point() -> None:
    assert turning_points(toy_table(), STORY[-4:], lambda _: {}) == []


def test_who_leaves_by_the_exit_is_no_wound() -> None:
    away: list[Event] = [began(1, "tag"), Removed("PU-26", ModelId("reds-runners-1"), How.LEFT)]
    assert phases(toy_table(), away, lambda _: {})[-1].wounds == (0, 0)

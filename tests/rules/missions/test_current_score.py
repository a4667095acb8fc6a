"""Query of the current score and goal of a mission, in the terms of its clause."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.rules.catalog import mission_goals, points
from game.table.records import Cell, How, Loss, Result, Where
from game.table.state import Table
from tests.systems.cage.cage_tables import BLUE, RED, cage, profile
from tests.systems.zero_g.zero_g_tables import BROOD, WARDENS, drifter, table_of, void


def two_lost() -> Table:
    """Return a table with two losses of the brood, and one warden left by the exit."""
    table = table_of(
        void(),
        drifter("hale", (10, 10)),
        drifter("mate", (12, 10)),
        drifter("foe", (30, 30), side=BROOD),
        drifter("far", (33, 30), side=BROOD),
        drifter("body", (36, 30), side=BROOD),
    )
    for id_, where in (("mate", Where.GONE), ("far", Where.GONE), ("body", Where.BODY)):
        one = next(m for m in table.models.values() if m.unit == id_)
        table.models[one.id] = replace(one, where=where)
    mate = next(m for m in table.models.values() if m.unit == "mate")
    table.losses = (
        Loss(mate.id, unit=mate.unit, side=WARDENS, how=How.LEFT, when=table.clock),
    )
    return table


@pytest.mark.rule("MI-04")
def test_adrift_counts_kills_to_the_end() -> None:
    table = two_lost()
    assert points("adrift", table) == {WARDENS: 2, BROOD: 0}
    table.clock = replace(table.clock, phase="tally")

    assert points("adrift", table) == {WARDENS: 2, BROOD: 0}


@pytest.mark.rule("MI-05")
def test_salvage_counts_kills_until_they_are_scored() -> None:
    table = two_lost()
    table.scores[WARDENS] = 3
    assert points("salvage", table) == {WARDENS: 5, BROOD: 0}
    table.clock, table.scores[WARDENS] = replace(table.clock, phase="tally"), 5

    assert points("salvage", table) == {WARDENS: 5, BROOD: 0}


@pytest.mark.parametrize("mission", ["combat_patrol", "nest", "crossing", "adrift", "salvage"])
def test_every_mission_says_what_it_is_about(mission: str) -> None:
    said = mission_goals(mission, 5)

    assert any("after turn 5" in words.lower() for words, _ in said) or mission == "crossing"
    assert all(clause for _, clause in said)
    assert "{" not in "".join(words for words, _ in said)


@pytest.mark.rule("TC-30")
def test_a_cage_counts_bouts_won_the_last_among_them() -> None:
    table = cage((profile("captain"), Cell(3, 0), "in"), (profile("veteran"), Cell(3, 4), "in"))
    assert points("cage", table) == {RED: 0, BLUE: 0}
    table.scores = {BLUE: 1}
    assert points("cage", table) == {RED: 0, BLUE: 1}
    table.scores = {}
    table.result = Result(RED, "the other fell", "TC-30")

    assert points("cage", table) == {RED: 1, BLUE: 0}


@pytest.mark.rule("PU-05")
def test_a_chase_counts_who_lives_on_each_side() -> None:
    """A model that waits in reserve is alive; a corpse on the table is not."""
    table = table_of(
        void(),
        drifter("rider", (10, 10)),
        drifter("shot", (12, 10)),
        drifter("late", (14, 10)),
        drifter("drone", (30, 30), side=BROOD),
        drifter("dead", (33, 30), side=BROOD),
    )
    for id_, where in (("shot", Where.BODY), ("late", Where.RESERVE), ("dead", Where.GONE)):
        one = next(m for m in table.models.values() if m.unit == id_)
        table.models[one.id] = replace(one, where=where)

    assert points("pursuit", table) == {WARDENS: 2, BROOD: 1}

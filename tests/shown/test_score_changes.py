"""Points that begin to count, or no longer count, in a combat patrol."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.cores.kit.marks import FALLING_BACK, LOCKED, OUT_OF_COHERENCY
from game.cores.kit.queries import FACTS, TableView
from game.play.log.score_text import gain_words
from game.rules.catalog import points, unpaid
from game.shown.score_changes import ScoreChange, ScoreChanges
from game.table.records import Clock, Mark, Result, Side, UnitId, Where
from game.table.state import Table
from tests.tools.patrol_table import (
    AT_MARKER,
    FAR,
    MARKER,
    MISSION,
    SIDES,
    patrol_rules,
    patrol_table,
    stand,
)

WARDENS, BROOD = SIDES


def unit_of(table: Table, side: Side) -> UnitId:
    return next(u.id for u in table.units.values() if u.side == side)


def mark(table: Table, side: Side, name: str) -> None:
    unit = unit_of(table, side)
    table.units[unit] = replace(table.units[unit], marks=(Mark(name),))


@pytest.fixture
def table() -> Table:
    """Return a table in the first turn, with a warden at the marker, a brood model far off."""
    laid = patrol_table()
    laid.clock = Clock(1, "movement", WARDENS)
    stand(laid, WARDENS, AT_MARKER)
    stand(laid, BROOD, FAR)
    return laid


def changed(changes: ScoreChanges, table: Table) -> list[ScoreChange]:
    view = TableView(table, patrol_rules())
    return [*changes.look(view, unpaid(MISSION, table))]


def why(table: Table) -> list[str]:
    return [fact.why for fact in FACTS.of(TableView(table, patrol_rules()), MARKER)]


def test_the_first_look_at_a_table_changes_nothing(table: Table) -> None:
    changes = ScoreChanges()
    assert changed(changes, table) == []
    stand(table, WARDENS, FAR)
    assert changed(changes, table)
    # Another table, after an undo or a jump.
    other = table.fork()
    stand(other, WARDENS, AT_MARKER)
    assert changed(changes, other) == []


@pytest.mark.rule("MI-03")
def test_a_marker_that_is_taken_or_left_is_worth_two_points(table: Table) -> None:
    changes = ScoreChanges()
    changed(changes, table)
    stand(table, WARDENS, FAR)
    assert changed(changes, table) == [ScoreChange(WARDENS, MARKER, '−2: Nobody within 3"')]
    stand(table, BROOD, AT_MARKER)
    assert changed(changes, table) == [ScoreChange(BROOD, MARKER, "+2 marker 1")]
    stand(table, WARDENS, AT_MARKER._replace(x=22.0))
    assert changed(changes, table) == [ScoreChange(BROOD, MARKER, '−2: Both sides within 3"')]
    assert changed(changes, table) == []


@pytest.mark.rule("MI-03")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (LOCKED, "First squad is locked in combat"),
        (FALLING_BACK, "First squad is falling back"),
    ],
)
def test_an_unsteady_unit_holds_no_marker_and_the_reason_is_said(
    table: Table, name: str, reason: str
) -> None:
    changes = ScoreChanges()
    changed(changes, table)
    assert why(table) == ['First squad within 3"']
    mark(table, WARDENS, name)
    assert changed(changes, table) == [ScoreChange(WARDENS, MARKER, f"−2: {reason}")]


@pytest.mark.rule("MI-03")
def test_a_model_out_of_coherency_holds_no_marker(table: Table) -> None:
    model = stand(table, WARDENS, AT_MARKER)
    lost = replace(table.models[model], marks=(Mark(OUT_OF_COHERENCY),))
    table.models[model] = lost
    assert unpaid(MISSION, table) == {}
    assert why(table) == ["First squad is out of coherency"]


def test_a_destroyed_unit_is_worth_a_point(table: Table) -> None:
    changes = ScoreChanges()
    changed(changes, table)
    unit = table.units[unit_of(table, BROOD)]
    for id_ in unit.models:
        table.models[id_] = replace(table.models[id_], where=Where.GONE)
    assert changed(changes, table) == [
        ScoreChange(WARDENS, unit.id, f"+1 {unit.name} destroyed")
    ]


def test_what_counts_adds_up_to_the_points_until_it_is_scored(table: Table) -> None:
    assert unpaid(MISSION, table) == {(WARDENS, MARKER): 2}
    assert points(MISSION, table) == {WARDENS: 2, BROOD: 0}
    changes = ScoreChanges()
    changed(changes, table)
    table.scores[WARDENS] = 2
    assert unpaid(MISSION, table) == {}
    # It is scored, and not lost.
    assert changed(changes, table) == []


def test_nothing_counts_before_the_first_turn_or_after_the_last(table: Table) -> None:
    table.result = Result(WARDENS, "points", "MI-03")
    assert unpaid(MISSION, table) == {}
    table.result = None
    table.clock = Clock(0, "deployment", WARDENS)
    assert unpaid(MISSION, table) == {}


def test_scored_points_name_what_they_are_for(table: Table) -> None:
    assert gain_words(table, 2, MARKER) == "+2 marker 1"
    assert gain_words(table, -1, "first strike") == "−1 first strike"

"""The goals of a battle in its log."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.cores.kit.queries import TASKS, TableView, Task
from game.shown.battle_goals import Goals, mission_lines, task_lines
from game.shown.event_log import EventLog, Filter
from game.shown.lines import Tone
from game.table.records import Clock
from tests.tools.patrol_table import SIDES, patrol_rules, patrol_table

WARDENS, BROOD = SIDES
HOLD = Task(
    44,
    "44 Hold a marker",
    "Control marker 2 at the end of your turn.",
    clause="MP-39",
    kind="capture",
    progress="0 of 1 markers",
)


def test_the_goals_of_a_mission_stand_below_its_title_each_with_its_clause() -> None:
    lines = [
        *mission_lines("Skirmish", [("Kill all.", "MI-03"), ("Hold the bridge.", "MI-04")])
    ]

    assert [line.text for line in lines] == [
        "Skirmish: your goal",
        "Kill all. MI-03",
        "Hold the bridge. MI-04",
    ]
    assert lines[0].spans[0].tone is Tone.TITLE
    assert lines[1].spans[-1].link == "clause:MI-03"
    assert [*mission_lines("Skirmish", [])] == []


def test_an_objective_says_how_far_it_has_come_and_what_it_pays() -> None:
    done = replace(
        HOLD, number=61, name="61 Slay", progress="1 of 1 units", pays="d3", extra="3 more."
    )
    head, first, second = task_lines(WARDENS, [HOLD, replace(done, words="Destroy a unit.")])

    assert head.text == "Wardens: 2 objectives  1 achieved MP-39"
    assert (
        first.text
        == "44 Hold a marker  0 of 1 markers Control marker 2 at the end of your turn."
    )
    assert second.text == ("61 Slay  1 of 1 units, pays d3 Destroy a unit. 3 more.")
    assert [span.tone for span in first.spans] == [Tone.PLAIN, Tone.MUTED, Tone.DIM]
    assert [span.tone for span in second.spans] == [Tone.LIT, Tone.LIT, Tone.DIM]


def test_an_objective_about_a_marker_leaves_out_its_words() -> None:
    head, line = task_lines(BROOD, [replace(HOLD, marker="marker-2")])

    assert head.text.startswith("Brood: 1 objective  0 achieved")
    assert line.text == "44 Hold a marker  0 of 1 markers"


def test_the_log_shows_the_goals_until_the_first_turn_begins() -> None:
    log, table = EventLog(), patrol_table()
    goals = Goals("Skirmish", lambda _: [("Kill all.", "MI-03")])
    view = TableView(table, patrol_rules())
    goals.refresh(log, view, 1, ())
    assert [row.text for row in log.rows] == ["Skirmish: your goal", "Kill all. MI-03"]

    table.clock = Clock(1, "movement", WARDENS)
    goals.refresh(log, view, 1, ())
    assert len(log.rows) == 2, "nothing has changed since"
    goals.refresh(log, view, 2, ())
    assert [row.text for row in log.rows] == []


def test_objectives_of_people_stand_first_and_those_of_others_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log, table, rules = EventLog(), patrol_table(), patrol_rules()
    monkeypatch.setitem(rules.hooks, TASKS, (lambda _view, _side: [HOLD],))
    table.clock = Clock(1, "movement", WARDENS)
    goals = Goals("Skirmish", lambda _: [("Kill all.", "MI-03")])
    orders = list[list[str]]()
    for moment, people in enumerate(((), (WARDENS,), (BROOD,), SIDES)):
        goals.refresh(log, TableView(table, rules), moment, people)
        log.pick(Filter.GOALS)
        heads = [row.text.split(":")[0] for row in log.rows if ":" in row.text]
        orders.append([head for head in heads if head in {"Skirmish", "Wardens", "Brood"}])

    assert orders == [
        ["Skirmish", "Wardens", "Brood"],
        ["Wardens", "Skirmish", "Brood"],
        ["Brood", "Skirmish", "Wardens"],
        ["Wardens", "Brood", "Skirmish"],
    ]


def test_a_player_who_looks_elsewhere_is_left_in_peace() -> None:
    log, table = EventLog(), patrol_table()
    goals = Goals("Skirmish", lambda _: [("Kill all.", "MI-03")])
    view = TableView(table, patrol_rules())
    goals.refresh(log, view, 1, ())
    log.pick(Filter.DICE)
    table.clock = Clock(1, "movement", WARDENS)
    goals.refresh(log, view, 2, ())

    assert log.filter is Filter.DICE


def test_a_game_without_goals_begins_with_its_story() -> None:
    log = EventLog()
    Goals("", lambda _: []).refresh(log, TableView(patrol_table(), patrol_rules()), 1, ())

    assert log.filter is Filter.STORY

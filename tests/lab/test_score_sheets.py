"""The score sheet of a game, worked by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.content.situations.situation_files import parse_situation
from game.lab.score_sheets import ScoreCell, score_sheet
from game.play.dice_sequences import ScriptedDice
from game.play.session import Session
from game.rules.catalog import score_label, score_of
from game.rules.situation_setup import set_up
from game.table.events import Event, PhaseBegan, Scored
from game.table.records import Result, Side
from game.table.state import Table
from tests.tools.toy import BLUES, REDS, toy_table

BURST = """
title = "A psyker dies of its perils, and takes two with it"
clauses = ["MP-34", "MP-38"]
system = "modern"
armoury = "modern"
unit = [
    { id = "seer", side = "wardens", profile = "seer", wounds = 1, at = [[24, 24]] },
    { id = "ruby", side = "wardens", profile = "warden", at = [[24, 28]] },
    { id = "blue", side = "brood", profile = "skitterer", at = [[24, 20]] },
    { id = "navy", side = "brood", profile = "skitterer", at = [[24, 40]] },
]

[clock]
round = 2
phase = "psychic"
side = "wardens"
"""
WARDENS, BROOD = Side("wardens"), Side("brood")


def began(round_: int) -> PhaseBegan:
    return PhaseBegan("CC-33", round_, "run", REDS)


def burst() -> Table:
    """Return a table on which only the brood earns ``MP-34``."""
    rules, table = set_up(parse_situation(BURST, "burst.toml"))
    session = Session(rules, table, ScriptedDice((1, 1, 1, 1, 1)))
    session.answer("seer-1 mind bolt")
    return session.table


def test_each_round_has_what_was_scored_in_it_and_for_what() -> None:
    table = toy_table()
    table.clock, table.scores = replace(table.clock, round=3), {REDS: 3, BLUES: 2}
    story: list[Event] = [
        began(1),
        Scored("MI-03", REDS, 1, "the bridge"),
        Scored("MI-03", REDS, 2, "the ford"),
        began(2),
        began(3),
        Scored("MI-03", BLUES, 2, "the ford"),
    ]

    sheet = score_sheet(table, story, "salvage")

    assert [(line.title, line.cells) for line in sheet.rounds] == [
        ("Turn 1", (ScoreCell(3, "the bridge +1, the ford +2"), ScoreCell(0, ""))),
        ("Turn 2", (ScoreCell(), ScoreCell())),
        ("Turn 3", (ScoreCell(), ScoreCell(2, "the ford +2"))),
    ]
    assert (sheet.ends, sheet.totals) == ((), (3, 2))


@pytest.mark.rule("MP-32", "MP-34", "MP-35", "MP-38")
def test_what_counts_at_the_end_is_told_as_it_stands() -> None:
    sheet = score_sheet(burst(), [], "no_mercy")

    assert {line.title: line.cells for line in sheet.ends} == {
        # Wardens, then brood: each has lost the models that earn the other side points.
        "No mercy": (ScoreCell(1, "blue"), ScoreCell(2, "seer, ruby")),
        "Slay the warlord": (ScoreCell(0, "missed"), ScoreCell(0, "missed")),
        "First blood": (ScoreCell(0, "missed"), ScoreCell(1, "earned")),
        "Linebreaker": (ScoreCell(0, "missed"), ScoreCell(0, "open")),
    }
    assert sheet.totals == (1, 3)


@pytest.mark.rule("MP-38")
def test_no_mercy_is_open_as_long_as_enemies_are_left() -> None:
    _, table = set_up(parse_situation(BURST, "burst.toml"))
    sheet = score_sheet(table, [], "no_mercy")

    assert sheet.ends[0].title == "No mercy"
    assert sheet.ends[0].cells == (ScoreCell(0, "open"), ScoreCell(0, "open"))


@pytest.mark.rule("MP-33")
def test_first_strike_is_open_in_the_first_round_alone() -> None:
    table = burst()
    table.losses = ()
    table.clock = replace(table.clock, round=1)

    def strikes() -> list[str]:
        sheet = score_sheet(table, [], "beachhead")
        return [cell.text for cell in sheet.ends[1].cells]

    assert strikes() == ["open", "open"]
    table.clock = replace(table.clock, round=2)
    assert strikes() == ["missed", "missed"]


@pytest.mark.rule("MP-31")
def test_a_battle_that_is_over_pays_what_was_scored_and_no_more() -> None:
    table = burst()
    table.result = Result(BROOD, "victory points", "MP-31")
    story: list[Event] = [
        began(5),
        Scored("MP-34", BROOD, 1, "first blood", bonus="First blood"),
    ]
    table.scores = {BROOD: 1}

    sheet = score_sheet(table, story, "no_mercy")

    assert sheet.over
    assert [cell for line in sheet.ends for cell in line.cells if cell.points] == [
        ScoreCell(1, "earned")
    ]
    assert sheet.totals == (0, 1)
    assert all(not line.cells[1].points for line in sheet.rounds)


@pytest.mark.rule("MP-30", "MP-31")
@pytest.mark.parametrize("reason", ["sudden death", "the other side conceded"])
def test_a_battle_cut_short_shows_the_bonuses_that_its_totals_count(reason: str) -> None:
    table = burst()
    table.result = Result(BROOD, reason, "MP-30")

    sheet = score_sheet(table, [began(1)], "no_mercy")

    assert {line.title: [cell.points for cell in line.cells] for line in sheet.ends} == {
        "No mercy": [1, 2],
        "Slay the warlord": [0, 0],
        "First blood": [0, 1],
        "Linebreaker": [0, 0],
    }
    assert sheet.ends[-1].cells == (ScoreCell(0, "missed"), ScoreCell(0, "missed"))
    assert sheet.totals == (1, 3)


@pytest.mark.parametrize(
    ("mission", "has"),
    [("no_mercy", True), ("adrift", True), ("pursuit", False), ("cage", False)],
)
def test_only_what_is_scored_has_a_sheet(mission: str, *, has: bool) -> None:
    assert score_of(mission).has_sheet is has


@pytest.mark.parametrize(
    ("mission", "label"),
    [("cage", "Bouts won (TC-30)"), ("pursuit", "Models left (PU-05)"), ("sandbox", "")],
)
def test_numbers_without_a_sheet_have_a_label(mission: str, label: str) -> None:
    assert score_label(mission) == label


@pytest.mark.rule("MP-42")
def test_what_a_discarded_objective_costs_stands_in_its_round() -> None:
    story: list[Event] = [began(1), Scored("MP-42", WARDENS, -1, "62 Witch hunt"), began(2)]

    sheet = score_sheet(burst(), story, "tactical_escalation")

    assert sheet.rounds[0].cells[0] == ScoreCell(-1, "62 Witch hunt -1")
    assert sheet.ends[0].title == "Mission priorities"

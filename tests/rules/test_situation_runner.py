"""The runner of situations reports each unmet expectation, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from game.content.faults import UnusableFile
from game.cores.classic.rules import shooting
from game.play.game import Game
from game.table.records import Clock, Mark, Side, Until, Where
from tests.tools.situations import played_text
from tests.tools.texts import edited

FIRE = """
title = "A gun fires at two foes, and one falls"
clauses = ["CC-05"]
system = "classic"
armoury = "tests/armouries/proving-ground.toml"
options = { morale = false }
command = { wardens = 3 }
dice = "3 | 4"
answers = ["squad", "foes", "foes-1"]
unit = [
    { id = "squad", side = "wardens", profile = "trooper", at = [[10, 10]] },
    { id = "foes", side = "brood", profile = "target", at = [[20, 10], [20, 12]] },
]

[clock]
phase = "shooting"
side = "wardens"

[expect]
"""

PATROL = """
title = "A whole battle"
clauses = ["MI-03"]
scenario = "combat_patrol"
board = { width = 24, height = 24 }
object = [
    { class = "DeploymentZone", name = "north", rectangle = [0, 0, 24, 6] },
    { class = "DeploymentZone", name = "south", rectangle = [0, 18, 24, 6] },
    { class = "Objective", point = [12, 12] },
]
"""

MOVEMENT = """
[clock]
round = 2
phase = "movement"
side = "wardens"
"""

TWO_LEFT = """
[[unit]]
id = "squad"
side = "wardens"
profile = "warden"
at = [[4, 12]]

[[unit]]
id = "foes"
side = "brood"
profile = "skitterer"
at = [[20, 12]]
"""


def faults_when_played(expected: str, *, fire: str = FIRE) -> list[str]:
    return list(played_text(fire + expected).faults)


def test_a_situation_that_comes_out_as_expected_has_no_faults() -> None:
    assert not faults_when_played("""
        clauses = ["CC-05", "CC-12", "CC-17"]
        never = ["CC-13"]
        log = ["3+: 3", "4+: 4", "is killed"]
        unsaid = ["to save"]
        command = { wardens = 3, brood = 0 }
        asks = { kind = "Choose", clause = "CC-18", by = "brood", options = ["foes", "pass"] }
        model = [
            { id = "foes-1", gone = true, body = false, wounds = 0, marks = [] },
            { id = "foes-2", gone = false, at = [20.009, 12], facing = 0, wounds = 1 },
        ]
        unit = [{ id = "squad", marks = [] }]
    """)


@pytest.mark.parametrize(
    ("scored", "expected", "holds"),
    [
        ("", "wardens = 0, brood = 0", True),
        ("", "wardens = 0", True),
        ("", "", True),
        ("", "brood = 1", False),
        ("wardens = 0", "", True),
        ("wardens = 2", "wardens = 2", True),
        ("wardens = 2", "wardens = 2, brood = 0", True),
        ("wardens = 2", "brood = 0", False),
        ("wardens = 2", "", False),
        ("wardens = -1, brood = 3", "brood = 3", False),
    ],
)
def test_a_score_that_is_left_out_is_none(scored: str, expected: str, *, holds: bool) -> None:
    fire = edited(FIRE, {"[clock]": f"scores = {{ {scored} }}\n\n[clock]"})

    assert (not faults_when_played(f"scores = {{ {expected} }}", fire=fire)) is holds


def test_points_of_a_side_that_does_not_play_are_refused() -> None:
    with pytest.raises(UnusableFile, match="'gulls' is neither wardens nor brood"):
        faults_when_played("scores = { gulls = 0 }")


@pytest.mark.parametrize(
    ("expected", "fault"),
    [
        ("dice_left = 1", "0 dice are left (), 1 were expected"),
        ('clauses = ["CC-12", "CC-05"]', "no event cites CC-05 where it was expected; cited: "),
        ('clauses = ["CC-05", "CC-05"]', "no event cites CC-05 where it was expected; cited: "),
        ('clauses = ["CC-13"]', "no event cites CC-13 where it was expected; cited: "),
        ('never = ["CC-12"]', "an event cites CC-12"),
        ('log = ["is killed", "3+: 3"]', "the log does not say '3+: 3' where it was expected:"),
        ('unsaid = ["to wound"]', "the log says 'squad to wound foes with gun, 4+: 4"),
        ('asks = { kind = "March" }', "a Choose is asked, not a March"),
        ('asks = { clause = "CC-07" }', "CC-18 asks, not CC-07: Move which unit?"),
        ('asks = { by = "wardens" }', "brood is asked, not wardens: Move which unit?"),
        ('asks = { about = "foes" }', "the question is about no unit, not foes: Move"),
        ('asks = { options = ["foes"] }', "the options are ['foes', 'pass'], not ['foes']"),
        ("asks = { options = [] }", "the options are ['foes', 'pass'], not []"),
        ('asks = { greyed = ["squad"] }', "greyed are {}, not ['squad']"),
        ('asks = { greyed = { squad = "CC-31" } }', "greyed are {}, not {'squad': 'CC-31'}"),
        ('refused = { clause = "CC-17" }', "the last answer was not refused, though CC-17"),
        ('winner = "wardens"', "the winner is nobody yet, not wardens"),
        (
            "scores = { wardens = 1 }",
            "the scores are {'wardens': 0, 'brood': 0}, not {'wardens': 1}",
        ),
        ("command = { wardens = 2 }", "wardens has 3 command points, not 2"),
        ("command = { brood = 1 }", "brood has 0 command points, not 1"),
        ('model = [{ id = "foes-2", at = [20.02, 12] }]', "foes-2 is at [20.0, 12.0], not "),
        ('model = [{ id = "foes-2", wounds = 0 }]', "foes-2: wounds is 1, not 0"),
        ('model = [{ id = "foes-2", gone = true }]', "foes-2: gone is False, not True"),
        ('model = [{ id = "foes-1", body = true }]', "foes-1: body is False, not True"),
        ('model = [{ id = "foes-1", facing = 90 }]', "foes-1: facing is 0.0, not 90.0"),
        ('model = [{ id = "foes-1", marks = ["hit"] }]', "foes-1 has the marks [], not "),
        ('unit = [{ id = "foes", marks = ["fired"] }]', "unit foes has the marks [], not "),
    ],
)  # fmt: skip
def test_an_expectation_that_does_not_hold_is_a_fault(expected: str, fault: str) -> None:
    (found,) = faults_when_played(expected)
    assert found.startswith(fault)


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ('"3 | 4"', '"3 | 4 1"', "1 dice are left (1), 0 were expected"),
        ('"3 | 4"', '"3"', "answer 2: the script holds 1 dice, die 2 was asked, in "),
        ('"foes-1"]', '"foes-3"]', "answer 3 was refused: you cannot choose 'foes-3' here"),
        (
            '"squad", "foes"',
            '"squad", "gulls"',
            "answer 2 was refused: you cannot choose 'gulls' here",
        ),
    ],
)
def test_dice_and_answers_must_fit(was: str, now: str, fault: str) -> None:
    (found,) = faults_when_played("", fire=edited(FIRE, {was: now}))
    assert found.startswith(fault)


@pytest.mark.parametrize("system", ["modern", "matched"])
def test_models_of_the_other_core_are_refused(system: str) -> None:
    with pytest.raises(UnusableFile) as caught:
        faults_when_played("", fire=edited(FIRE, {'"classic"': f'"{system}"'}))

    assert [str(fault) for fault in caught.value.faults] == [
        "armoury: is for the classic rules, not modern"
    ]


def test_a_refusal_is_expected_by_its_clause_and_its_fix() -> None:
    march = edited(
        FIRE,
        {
            "shooting": "movement",
            '"3 | 4"': '""',
            '"foes", "foes-1"]': '[["squad-1", [[10, 10], [10, 20]]]]]',
        },
    )

    assert not faults_when_played(
        'refused = { clause = "CC-18", fix = [["squad-1", [[10, 10], [10, 16]]]] }', fire=march
    )
    assert faults_when_played('refused = { clause = "CC-19" }', fire=march) == [
        'the last answer was refused by CC-18: squad-1 would move 10.0"; it may move 6"'
    ]
    assert faults_when_played('refused = { clause = "CC-18", fix = [] }', fire=march) == [
        'the fix is [["squad-1", [[10.0, 10.0], [10.0, 16.0]]]]'
    ]
    (found,) = faults_when_played("", fire=march)
    assert found.startswith("answer 2 was refused: squad-1 would move")


def test_only_the_last_answer_may_be_refused() -> None:
    early = edited(FIRE, {'"foes", "foes-1"': '"gulls", "foes"'})

    (found,) = faults_when_played('refused = { clause = "CC-07" }', fire=early)
    assert found.startswith("answer 2 was refused")


def test_an_answer_after_the_end_is_a_fault() -> None:
    opened = PATROL + 'answers = ["pass"]\n' + TWO_LEFT
    over = edited(opened, {'profile = "skitterer"': 'profile = "skitterer"\nwhere = "gone"'})

    assert played_text(over + MOVEMENT).faults == ("answer 1 is left over: the game has ended",)


def test_a_rule_that_raises_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(game: Game, *_: Any) -> None:
        raise RuntimeError("a rule is broken")

    monkeypatch.setattr(shooting, "fire", raising)
    (found,) = faults_when_played("")
    assert found.startswith("answer 2: RuntimeError: a rule is broken, in ")

    monkeypatch.setattr(shooting, "ready", raising)
    assert faults_when_played("") == ["before the first answer: RuntimeError: a rule is broken"]


def test_a_scenario_opens_at_its_beginning_with_its_rosters() -> None:
    outcome = played_text(
        PATROL
        + """
        dice = "5 | 4"
        [expect]
        clauses = ["MI-03"]
        asks = { kind = "Choose", by = "wardens", options = ["north", "south"] }
        """
    )

    assert not outcome.faults
    assert outcome.session
    assert len(outcome.session.table.models) > 20


def test_a_scenario_may_open_late_with_a_few_models_and_zones() -> None:
    outcome = played_text(
        PATROL
        + """
        options = { turns = 2 }
        zones = { wardens = "south", brood = "north" }
        first = "brood"
        answers = ["pass", "pass"]
        """
        + edited(TWO_LEFT, {"[4, 12]": "[11, 12]"})
        + MOVEMENT
        + """
        [expect]
        winner = "wardens"
        scores = { wardens = 2 }
        """
    )

    assert not outcome.faults
    assert outcome.opening.zones == {"wardens": "south", "brood": "north"}
    assert outcome.opening.first == "brood"
    assert outcome.opening.board.width == 24


HALE = """
title = "Nothing is done"
clauses = ["CC-01"]
system = "classic"
armoury = "tests/armouries/proving-ground.toml"

[clock]
round = 3
phase = "movement"
side = "brood"

[[unit]]
id = "squad"
name = "First squad"
marks = ["falling back", { name = "fired", about = "foes" }]

[[unit]]
id = "foes"
side = "brood"
profile = "target"
facing = 180
W = 2
at = [[20, 10], [20, 12]]

[[model]]
id = "hale"
unit = "squad"
side = "wardens"
profile = "trooper"
at = [10.0004, 10]
facing = 90
base = 0.75
wounds = 1
W = 3
BS = 0
T = 5
own_t = 4
Sv = "3+"
inv = 5
types = ["bike"]
rules = ["fleet"]
weapons = ["sidearm", "blade"]
marks = ["scarred"]

[[model]]
id = "orr"
unit = "squad"
side = "wardens"
profile = "trooper"
Sv = "-"
where = "reserve"
"""


def test_what_the_file_says_is_what_stands_there() -> None:
    outcome = played_text(HALE)

    assert not outcome.faults
    hale, orr, *foes = outcome.opening.models.values()
    p = hale.profile
    assert (hale.at, hale.facing, hale.base, hale.wounds) == ((10.0, 10.0), 90.0, 0.75, 1)
    assert (p.name, p.ws, p.bs, p.w) == ("Trooper", 4, 0, 3)
    assert (p.t, p.own_t, p.sv, p.inv) == (5, 4, 3, 5)
    assert (p.types, p.rules) == (("bike",), ("fleet",))
    assert [w.name for w in p.weapons] == ["sidearm", "blade"]
    assert [m.name for m in hale.marks] == ["scarred"]
    assert (orr.where, orr.profile.sv, orr.base, orr.wounds) == (Where.RESERVE, None, 0.5, 1)
    assert [(m.id, m.at, m.facing, m.wounds) for m in foes] == [
        ("foes-1", (20.0, 10.0), 180.0, 2),
        ("foes-2", (20.0, 12.0), 180.0, 2),
    ]


def test_headings_on_either_side_of_north_are_near_each_other() -> None:
    pushed = edited(HALE, {"facing = 90": "arrows = 1\nheading = 359.995"})
    near = '[expect]\nmodel = [{ id = "hale", heading = 0 }]'
    distance = '[expect]\nmodel = [{ id = "hale", heading = 0.01 }]'

    assert not played_text(pushed + near).faults
    assert played_text(pushed + distance).faults == ("hale: heading is 359.995, not 0.01",)


def test_units_of_the_first_side_come_first() -> None:
    squad, foes = played_text(HALE).opening.units.values()

    assert (squad.id, squad.name, squad.models) == ("squad", "First squad", ("hale", "orr"))
    assert squad.marks == (Mark("falling back"), Mark("fired", Until.TURN, "foes"))
    assert (foes.id, foes.name, foes.models) == ("foes", "foes", ("foes-1", "foes-2"))


def test_the_clock_and_the_first_turn_are_as_the_file_says() -> None:
    found = played_text(HALE)
    brood_first = played_text('first = "brood"\n' + HALE)

    assert found.opening.clock == Clock(3, "movement", Side("brood"))
    assert found.opening.first == "wardens"
    assert brood_first.opening.first == "brood"


def test_bases_in_contact_lock_their_units() -> None:
    outcome = played_text(edited(HALE, {"[[20, 10], [20, 12]]": "[[11.25, 10], [20, 12]]"}))

    units = outcome.opening.units.values()
    assert [bool(unit.mark("locked in combat")) for unit in units] == [True, True]


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ('"classic"', '"clasic"', "system: there is no 'clasic'; did you mean 'classic'?"),
        ("[clock]", 'mission = "x"\n[clock]', "mission: there is no 'x'; try: combat_patrol"),
        (
            "[clock]",
            'modules = ["reserve"]\n[clock]',
            "modules: there is no 'reserve'; did you",
        ),
        ("shooting", "shoting", "clock.phase: there is no phase 'shoting'; did you mean 'shoo"),
        ("[clock]", 'zones = { brood = "x" }\n[clock]', "zones.brood: there is no zone 'x'"),
        ("[clock]", 'object = [{ class = "Wal" }]\n[clock]', "object[0]: needs one shape"),
        ("[clock]", 'map = "nowhere"\n[clock]', "maps/nowhere.tmj: "),
    ],
)
def test_what_cannot_be_opened_is_refused_with_its_place(
    was: str, now: str, fault: str
) -> None:
    with pytest.raises(UnusableFile) as caught:
        played_text(edited(FIRE, {was: now}))
    assert fault in str(caught.value)

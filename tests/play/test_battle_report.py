"""The report of a battle: events of one deed or one attack are one line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.geometry.points import Point
from game.play.battle_report import BattleReport
from game.table.apply import apply
from game.table.events import (
    Act,
    Acted,
    ArrowsChanged,
    Event,
    Marked,
    Moved,
    Placed,
    Removed,
    Rerolled,
    Rolled,
    Scored,
    Spent,
    Struck,
    Turned,
    Wounded,
)
from game.table.records import How, Mark, ModelId, Where
from game.table.state import Table
from tests.play.test_transcript import BROOD, FIRST, GUNNER, HEAVY, RATS, SECOND, WARDENS, table

RAT, MATE = ModelId("brood-rats-2"), ModelId("brood-rats-3")
LEADER, WARDEN = ModelId("first-1"), ModelId("first-2")
HERE, THERE, FAR = Point(0.0, 0.0), Point(3.0, 4.0), Point(0.0, 6.0)


def standing() -> Table:
    laid = table()
    for id_, model in laid.models.items():
        laid.models[id_] = replace(model, wounds=3 if id_ == GUNNER else 1)
    return laid


def told(*events: Event) -> list[str]:
    """Return the lines of a report."""
    report, laid, lines = BattleReport(), standing(), list[str]()
    for event in events:
        if event is not SPENT:  # the table has no command points
            apply(laid, event)
        if line := report.add(event, laid):
            if line.replaces:
                lines.pop()
            lines.append(line.text)
    return lines


def hits(*faces: int, weapon: str = "rifle", by: str = FIRST, at: str = RATS) -> Rolled:
    return Rolled("CC-05", WARDENS, "to hit", faces, 4, who=by, target=at, weapon=weapon)


def wounds(*faces: int, by: str = FIRST, at: str = RATS) -> Rolled:
    return Rolled("CC-12", WARDENS, "to wound", faces, 4, who=by, target=at, weapon="rifle")


def saves(*faces: int, who: str = RATS) -> Rolled:
    return Rolled("CC-13", BROOD, "to save", faces, 5, who=who)


def killed(model: ModelId, how: How = How.SHOT) -> tuple[Event, Event]:
    return Wounded("CC-17", model, 1), Removed("CC-17", model, how, Where.GONE)


SHOOTS = Acted("CC-07", FIRST, Act.SHOOTS, RATS)
SPENT = Spent("MC-27", WARDENS, 1, "Re-roll")
ATTACKS = "First squad shoots Rats with rifle: "


@pytest.mark.parametrize(
    ("events", "line"),
    [
        ([hits(1, 2)], "2 shots, no hits"),
        ([hits(4, 5, 1), wounds(1, 3)], "3 shots, 2 hits, no wound"),
        ([hits(4), wounds(6), saves(5)], "1 shot, 1 hit, 1 wound, saved"),
        ([hits(4, 4), wounds(6, 4), saves(5, 6)], "2 shots, 2 hits, 2 wounds, all saved"),
        (
            [hits(4, 4), wounds(6, 4), saves(1, 6), *killed(RAT)],
            "2 shots, 2 hits, 2 wounds, 1 saved — Rat 2 killed",
        ),
        (
            [hits(4, 4), wounds(6, 4), *killed(RAT), *killed(MATE)],
            "2 shots, 2 hits, 2 wounds, no save — Rat 2 and Rat 3 killed",
        ),
        (
            [
                hits(1),
                SPENT,
                Rerolled("MC-27", WARDENS, 0, 1, 6, ""),
            ],
            "1 shot, 1 hit",
        ),
        ([hits(4), wounds(6), hits(2, 5), wounds(1)], "3 shots, 2 hits, 1 wound"),
    ],
)
def test_an_attack_is_one_line_with_its_result(events: list[Event], line: str) -> None:
    assert told(SHOOTS, *events) == [f"{ATTACKS}{line}"]


def test_another_weapon_or_target_is_another_attack() -> None:
    lines = told(SHOOTS, hits(1), hits(2, weapon="pistol"), hits(3, at=SECOND, weapon="pistol"))

    assert lines == [
        f"{ATTACKS}1 shot, no hits",
        "First squad shoots Rats with pistol: 1 shot, no hits",
        "First squad shoots Second squad with pistol: 1 shot, no hits",
    ]


def test_wounds_of_one_model_are_added_up_with_what_is_left() -> None:
    assert told(
        Acted("CC-07", RATS, Act.SHOOTS, HEAVY),
        hits(4, 4, by=RATS, at=HEAVY),
        wounds(4, 4, by=RATS, at=HEAVY),
        Wounded("CC-17", GUNNER, 1),
        Wounded("CC-17", GUNNER, 1),
    ) == [
        "Rats shoot Heavy gunner with rifle: 2 shots, 2 hits, 2 wounds, no save — {}".format(
            "Heavy gunner loses 2 wounds (1 left)"
        )
    ]


def test_a_weapon_that_harms_its_bearer_is_a_line_of_its_own() -> None:
    assert told(SHOOTS, hits(1), saves(1, who=FIRST), *killed(LEADER, How.HAZARD)) == [
        f"{ATTACKS}1 shot, no hits",
        "First squad is hit: not saved — Sergeant killed",
    ]


def test_both_sides_of_a_combat_are_its_heading() -> None:
    assert told(
        Acted("CC-24", RATS, Act.FIGHTS, FIRST),
        Acted("CC-24", FIRST, Act.FIGHTS, RATS),
        hits(1, weapon="blade"),
    ) == [
        "Rats and First squad fight",
        "First squad attacks Rats with blade: 1 attack, no hits",
    ]


def test_an_attack_in_the_cage_says_what_it_came_to() -> None:
    attack = Rolled(
        "TC-14", WARDENS, "to attack", (3, 6), who=HEAVY, target=RATS, weapon="pike"
    )
    result = Acted("TC-21", HEAVY, Act.KNOCKS, RATS)

    (line,) = told(attack, result, wounds(2, by=HEAVY))
    came_to = "rolled 3 and 6, hits and knocks back Rats, no wound"
    assert line == f"Heavy gunner attacks Rats with pike: {came_to}"


def walk(*models: ModelId) -> list[Event]:
    paths = [(HERE, THERE), (HERE, FAR)]
    return [Moved("CC-18", model, paths[n % 2], 0.0) for n, model in enumerate(models)]


@pytest.mark.parametrize(
    ("events", "line"),
    [
        ([Acted("CC-18", FIRST, Act.MOVES), *walk(LEADER)], 'First squad moves 5"'),
        (
            [Acted("CC-18", FIRST, Act.MOVES), *walk(LEADER, WARDEN)],
            'First squad moves up to 6" (2 models)',
        ),
        (
            [
                Rolled("CC-20", WARDENS, "difficult ground", (3, 5), who=FIRST),
                Acted("CC-18", FIRST, Act.STAYS),
            ],
            "First squad stays put (rolled 3, 5)",
        ),
        (
            [
                Acted("CC-23", RATS, Act.CHARGES, FIRST),
                Acted("CC-20", RATS, Act.KEEPS_OUT),
                Acted("CC-23", RATS, Act.MOVES),
                *walk(RAT),
            ],
            'Rats charge First squad 5"',
        ),
        (
            [
                Acted("ZG-09", HEAVY, Act.TURNS),
                ArrowsChanged("ZG-09", GUNNER, 1, 210.0),
                Rolled("ZG-07", WARDENS, "drift", (5,), total=True, who=HEAVY),
                Moved("ZG-07", GUNNER, (HERE, THERE), 0.0),
            ],
            'Heavy gunner turns and drifts 5" (rolled 5; 1 arrow, heading 210°)',
        ),
        (
            [
                Acted("PU-18", HEAVY, Act.RIDES),
                Moved("PU-18", GUNNER, (HERE, THERE), 0.0),
                Turned("PU-18", GUNNER, 45.0),
                Moved("PU-18", GUNNER, (HERE, THERE), 0.0),
            ],
            'Heavy gunner rides 10", now facing 45°',
        ),
        ([Moved("ZG-15", GUNNER, (HERE, THERE), 0.0)], 'Heavy gunner recoils 5"'),
        (
            [Placed("CC-33", model, HERE, 0.0) for model in (LEADER, WARDEN)],
            "First squad deploys (2 models)",
        ),
        (
            [
                Acted("CC-29", RATS, Act.FALLS_BACK),
                Marked("CC-29", RATS, Mark("falling back")),
                Rolled("CC-29", BROOD, "fall back", (6, 1), total=True, who=RATS),
                *walk(RAT, MATE),
            ],
            'Rats fall back up to 6" (rolled 6 + 1 = 7; 2 models)',
        ),
        (
            [
                Acted("MC-25", RATS, Act.BREAKS),
                Removed("MC-25", RAT, How.FLED, Where.GONE),
                Removed("MC-25", MATE, How.FLED, Where.GONE),
            ],
            "Rats fail their Morale test: 2 models flee",
        ),
        (
            [
                Acted("CC-29", RATS, Act.DESTROYED),
                Removed("CC-29", RAT, How.FOUGHT, Where.GONE),
            ],
            "Rats are destroyed: 1 model lost",
        ),
        (
            [Struck("PU-14", RAT, 5, "rubble"), wounds(5, by="", at=RAT), *killed(RAT)],
            "Rat 2 takes a Strength 5 hit from rubble: 1 wound, no save — killed",
        ),
        (
            [Struck("FF-16", RAT, 1, 'the water, 0.9"'), wounds(1, by="", at=RAT)],
            'Rat 2 takes a Strength 1 hit from the water (carried 0.9"): no wound',
        ),
        (
            [Marked("CC-31", one, Mark("locked in combat")) for one in (FIRST, RATS)],
            "First squad and Rats are locked in combat",
        ),
        (
            [Acted("TC-13", one, Act.PARRIES) for one in (HEAVY, RATS, HEAVY)],
            "Heavy gunner and Rats parry (3 times in all)",
        ),
    ],
)
def test_a_deed_is_one_line(events: list[Event], line: str) -> None:
    assert told(*events) == [line]


@pytest.mark.parametrize("act", [Act.STAYS, Act.HOLDS_FIRE, Act.DOES_NOT_CHARGE, Act.KEEPS_OUT])
def test_what_nobody_does_is_not_told(act: Act) -> None:
    assert told(Acted("CC-18", FIRST, act)) == []


def test_a_line_that_is_ended_is_not_continued() -> None:
    report, laid = BattleReport(), standing()
    assert report.add(SHOOTS, laid)
    report.end_line()
    line = report.add(hits(1), laid)

    assert line
    assert not line.replaces


def test_a_unit_that_fell_is_said_to_be_destroyed() -> None:
    gone = [
        Removed("CC-17", ModelId(f"brood-rats-{n}"), How.SHOT, Where.GONE) for n in (1, 2, 3)
    ]

    assert told(*gone, Scored("MP-38", WARDENS, 1, RATS))[-1] == (
        "Wardens score 1 point: Rats destroyed"
    )
    assert told(Scored("MP-38", WARDENS, 1, RATS)) == ["Wardens score 1 point: Rats"]

"""The report of a battle: events of one deed or one attack are one line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.geometry.points import Point
from game.play.log.battle_report import BattleReport
from game.rules import battles as _words  # noqa: F401  adds those of all systems
from game.systems.cage.table.events import WeaponDropped
from game.table.apply import apply
from game.table.events import (
    Act,
    Acted,
    Announced,
    AnnouncementKind,
    ArrowsChanged,
    Event,
    Marked,
    Motion,
    Moved,
    PieceLeft,
    PieceMoved,
    Placed,
    Reason,
    Removed,
    Rerolled,
    Rolled,
    RollKind,
    Scored,
    Spent,
    Struck,
    Turned,
    Wounded,
)
from game.table.records import Cell, How, Mark, ModelId, Where
from game.table.state import Table
from tests.play.test_transcript import (
    BROOD,
    FIRST,
    GUNNER,
    HEAVY,
    RATS,
    SECOND,
    WARDENS,
    table_of_four_units,
)

RAT, MATE = ModelId("brood-rats-2"), ModelId("brood-rats-3")
LEADER, WARDEN = ModelId("first-1"), ModelId("first-2")
HERE, THERE, FAR = Point(0.0, 0.0), Point(3.0, 4.0), Point(0.0, 6.0)


def standing() -> Table:
    laid = table_of_four_units()
    for id_, model in laid.models.items():
        laid.models[id_] = replace(model, wounds=3 if id_ == GUNNER else 1)
    return laid


def report_lines(*events: Event) -> list[str]:
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
    return Rolled(
        "CC-05",
        by=WARDENS,
        what="to hit",
        faces=faces,
        need=4,
        who=by,
        target=at,
        weapon=weapon,
        kind=RollKind.HIT,
    )


def wounds(*faces: int, by: str = FIRST, at: str = RATS) -> Rolled:
    return Rolled(
        "CC-12",
        by=WARDENS,
        what="to wound",
        faces=faces,
        need=4,
        who=by,
        target=at,
        weapon="rifle",
        kind=RollKind.WOUND,
    )


def saves(*faces: int, id_: str = RATS) -> Rolled:
    return Rolled(
        "CC-13", by=BROOD, what="to save", faces=faces, need=5, who=id_, kind=RollKind.SAVE
    )


def killed(model: ModelId, how: How = How.SHOT) -> tuple[Event, Event]:
    return Wounded("CC-17", model, 1), Removed("CC-17", model=model, how=how, where=Where.GONE)


SHOOTS = Acted("CC-07", unit=FIRST, act=Act.SHOOTS, target=RATS)
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
                Rerolled("MC-27", by=WARDENS, n=0, was=1, face=6, why=""),
            ],
            "1 shot, 1 hit",
        ),
        ([hits(4), wounds(6), hits(2, 5), wounds(1)], "3 shots, 2 hits, 1 wound"),
    ],
)
def test_an_attack_is_one_line_with_its_result(events: list[Event], line: str) -> None:
    assert report_lines(SHOOTS, *events) == [f"{ATTACKS}{line}"]


def test_a_rerolled_die_counts_with_its_own_need() -> None:
    """The die shows 4 at last; it needs 5, the others 4 (``hits``), of which one is enough."""
    again = Rerolled("MC-27", by=WARDENS, n=0, was=1, face=4, why="", need=5)
    assert report_lines(SHOOTS, hits(1, 4), SPENT, again) == [f"{ATTACKS}2 shots, 1 hit"]
    single = Rolled("MC-25", by=BROOD, what="morale", faces=(6,), need=4, under=True, who=RATS)
    again = Rerolled("MC-27", by=BROOD, n=0, was=6, face=4, why="", need=3)
    assert report_lines(single, again) == ["Rats, Morale test, 3 or less: 4 — failed"]


def test_an_attack_ends_with_the_recoil_of_its_weapon() -> None:
    recoil = Moved("ZG-15", model=GUNNER, path=(HERE, THERE), facing=0.0, motion=Motion.RECOILS)
    shoots = Acted("CC-07", unit=HEAVY, act=Act.SHOOTS, target=RATS)
    shot = hits(1, by=HEAVY)
    fired = "Heavy gunner shoots Rats with rifle: 1 shot, no hits"

    assert report_lines(shoots, shot, recoil) == [f'{fired} (recoils 5")']
    stopped = Acted("ZG-15", HEAVY, Act.STOPPED, motion=Motion.RECOILS)
    assert report_lines(shoots, shot, stopped) == [f"{fired} (recoil blocked)"]
    assert report_lines(shoots, shot, recoil, stopped) == [
        f'{fired} (recoils 5", recoil blocked)'
    ]


def test_an_attack_goes_on_after_the_shooter_harms_itself() -> None:
    """``CC-13``  The plasma gun kills its bearer between the rolls to hit and to wound."""
    own = Rolled(
        "CC-13", by=WARDENS, what="to save", faces=(2,), need=5, who=LEADER, kind=RollKind.SAVE
    )
    plasma, wound = hits(1, 5, weapon="plasma gun"), replace(wounds(1), weapon="plasma gun")

    assert report_lines(
        SHOOTS, plasma, own, *killed(LEADER, How.HAZARD), wound, hits(4, 1)
    ) == [
        "First squad shoots Rats with plasma gun: 2 shots, 1 hit",
        "Sergeant is hit by its own plasma gun: not saved — killed",
        "First squad shoots Rats with plasma gun: no wound",
        "First squad shoots Rats with rifle: 2 shots, 1 hit",
    ]


def test_hits_that_cannot_wound_and_blasts_that_hit_nothing_say_so() -> None:
    futile = Acted("CC-12", unit=FIRST, act=Act.CANNOT_WOUND, target=RATS)
    assert report_lines(SHOOTS, hits(4), futile) == [f"{ATTACKS}1 shot, 1 hit, cannot wound"]
    scatter = Rolled(
        "CC-10", by=WARDENS, what="scatter", faces=(4,), who=FIRST, kind=RollKind.BLAST
    )
    assert report_lines(SHOOTS, scatter) == ["First squad shoots Rats: the blast hits no model"]
    wound = replace(wounds(4), weapon="mortar")
    assert report_lines(SHOOTS, scatter, wound) == [
        "First squad shoots Rats with mortar: 1 wound"
    ]


def test_an_attack_without_rolls_to_hit_names_its_only_weapon() -> None:
    blast = replace(wounds(4, 4), weapon="grenade")
    attack = "First squad shoots Rats with grenade: 2 wounds"
    assert report_lines(SHOOTS, blast) == [attack]


def test_another_weapon_or_target_is_another_attack() -> None:
    lines = report_lines(
        SHOOTS, hits(1), hits(2, weapon="pistol"), hits(3, at=SECOND, weapon="pistol")
    )

    assert lines == [
        f"{ATTACKS}1 shot, no hits",
        "First squad shoots Rats with pistol: 1 shot, no hits",
        "First squad shoots Second squad with pistol: 1 shot, no hits",
    ]


def test_wounds_of_one_model_are_added_up_with_what_is_left() -> None:
    assert report_lines(
        Acted("CC-07", unit=RATS, act=Act.SHOOTS, target=HEAVY),
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
    assert report_lines(SHOOTS, hits(1), saves(1, id_=FIRST), *killed(LEADER, How.HAZARD)) == [
        f"{ATTACKS}1 shot, no hits",
        "First squad is hit by its own rifle: not saved — Sergeant killed",
    ]


def test_both_sides_of_a_combat_are_its_heading() -> None:
    assert report_lines(
        Acted("CC-24", unit=RATS, act=Act.FIGHTS, target=FIRST),
        Acted("CC-24", unit=FIRST, act=Act.FIGHTS, target=RATS),
        hits(1, weapon="blade"),
    ) == [
        "Rats and First squad fight",
        "First squad attacks Rats with blade: 1 attack, no hits",
    ]


def test_an_attack_in_the_cage_says_what_it_came_to() -> None:
    attack = Rolled(
        "TC-14",
        by=WARDENS,
        what="to attack",
        faces=(3, 6),
        who=HEAVY,
        target=RATS,
        weapon="pike",
        kind=RollKind.ATTACK,
    )
    result = Acted("TC-21", unit=HEAVY, act=Act.KNOCKS, target=RATS)

    (line,) = report_lines(attack, result, wounds(2, by=HEAVY))
    came_to = "rolled 3 and 6, hits and knocks back Rats, no wound"
    assert line == f"Heavy gunner attacks Rats with pike: {came_to}"


TOSS = ((WARDENS, 2), (BROOD, 2), (WARDENS, 3), (BROOD, 5))


def test_a_blow_that_comes_back_names_nobody_twice() -> None:
    attack = Rolled(
        "TC-14",
        by=WARDENS,
        what="to attack",
        faces=(1,),
        who=HEAVY,
        target=RATS,
        weapon="pike",
        kind=RollKind.ATTACK,
    )
    own = Acted("TC-16", unit=HEAVY, act=Act.HURTS_ITSELF, target=RATS)
    line = "Heavy gunner attacks Rats with pike: rolled 1, is hit by its own attack, no wound"
    assert report_lines(attack, own, wounds(2, by=HEAVY, at=HEAVY)) == [line]


def walk(*models: ModelId) -> list[Event]:
    paths = [(HERE, THERE), (HERE, FAR)]
    return [
        Moved("CC-18", model=model, path=paths[n % 2], facing=0.0)
        for n, model in enumerate(models)
    ]


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
                Rolled(
                    "CC-20",
                    by=WARDENS,
                    what="difficult ground",
                    faces=(3, 5),
                    who=FIRST,
                    kind=RollKind.DIFFICULT,
                ),
                Acted("CC-18", FIRST, Act.STAYS),
            ],
            "First squad stays put (difficult ground: rolled 3, 5)",
        ),
        (
            [
                Acted("CC-23", unit=RATS, act=Act.CHARGES, target=FIRST),
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
                Rolled(
                    "ZG-07",
                    by=WARDENS,
                    what="drift",
                    faces=(5,),
                    total=True,
                    who=HEAVY,
                    kind=RollKind.DISTANCE,
                ),
                Moved(
                    "ZG-07", model=GUNNER, path=(HERE, THERE), facing=0.0, motion=Motion.DRIFTS
                ),
            ],
            'Heavy gunner turns and drifts 5" (rolled 5; 1 arrow, heading down and left)',
        ),
        (
            [
                Acted("PU-18", HEAVY, Act.RIDES),
                Moved("PU-18", model=GUNNER, path=(HERE, THERE), facing=0.0),
                Turned("PU-18", GUNNER, 45.0),
                Moved("PU-18", model=GUNNER, path=(HERE, THERE), facing=0.0),
            ],
            'Heavy gunner rides 10", now facing up and right',
        ),
        (
            [
                Moved(
                    "ZG-15", model=GUNNER, path=(HERE, THERE), facing=0.0, motion=Motion.RECOILS
                )
            ],
            'Heavy gunner recoils 5"',
        ),
        (
            [Placed("CC-33", model=model, at=HERE, facing=0.0) for model in (LEADER, WARDEN)],
            "First squad deploys (2 models)",
        ),
        (
            [
                Acted("CC-29", RATS, Act.FALLS_BACK),
                Marked("CC-29", RATS, Mark("falling back")),
                Rolled(
                    "CC-29",
                    by=BROOD,
                    what="fall back",
                    faces=(6, 1),
                    total=True,
                    who=RATS,
                    kind=RollKind.DISTANCE,
                ),
                *walk(RAT, MATE),
            ],
            'Rats fall back up to 6" (rolled 6 + 1 = 7; 2 models)',
        ),
        (
            [
                Acted("MC-25", RATS, Act.BREAKS),
                Removed("MC-25", model=RAT, how=How.FLED, where=Where.GONE),
                Removed("MC-25", model=MATE, how=How.FLED, where=Where.GONE),
            ],
            "Rats fail their Morale test: 2 models flee",
        ),
        (
            [
                Acted("CC-29", RATS, Act.DESTROYED),
                Removed("CC-29", model=RAT, how=How.FOUGHT, where=Where.GONE),
            ],
            "Rats are destroyed: 1 model lost",
        ),
        (
            [
                Struck("PU-14", model=RAT, strength=5, by="rubble", motion=Motion.PUSHED),
                wounds(5, by="", at=RAT),
                *killed(RAT),
            ],
            "Rat 2 takes a Strength 5 hit from rubble: 1 wound, no save — killed",
        ),
        (
            [
                Struck(
                    "FF-16", model=RAT, strength=1, by='the water, 0.9"', motion=Motion.CARRIED
                ),
                wounds(1, by="", at=RAT),
            ],
            'Rat 2 takes a Strength 1 hit from the water (carried 0.9"): no wound',
        ),
        (
            [Marked("CC-31", one, Mark("locked in combat")) for one in (FIRST, RATS)],
            "First squad and Rats are locked in combat",
        ),
        (
            [
                Marked("MP-22", one, Mark("contingent", about=number))
                for one, number in ((FIRST, "1"), (RATS, "1"))
            ],
            "First squad and Rats are in contingent 1",
        ),
        (
            [
                Rolled(
                    "ZG-07",
                    by=WARDENS,
                    what="drift",
                    faces=(5,),
                    total=True,
                    who=HEAVY,
                    kind=RollKind.DISTANCE,
                ),
                Moved(
                    "ZG-07", model=GUNNER, path=(HERE, HERE), facing=0.0, motion=Motion.DRIFTS
                ),
                Acted("ZG-12", unit=HEAVY, act=Act.STOPPED, target=RAT),
            ],
            "Heavy gunner stays where it is, blocked by Rat 2 (rolled 5)",
        ),
        (
            [
                Rolled(
                    "ZG-07",
                    by=WARDENS,
                    what="drift",
                    faces=(5,),
                    total=True,
                    who=HEAVY,
                    kind=RollKind.DISTANCE,
                ),
                Moved(
                    "ZG-07", model=GUNNER, path=(HERE, THERE), facing=0.0, motion=Motion.DRIFTS
                ),
                Rolled(
                    "ZG-12",
                    by=WARDENS,
                    what="dangerous ground",
                    faces=(2,),
                    need=2,
                    who=HEAVY,
                    kind=RollKind.DANGEROUS,
                ),
                Moved(
                    "ZG-07", model=GUNNER, path=(HERE, FAR), facing=0.0, motion=Motion.DRIFTS
                ),
                Acted("ZG-12", unit=HEAVY, act=Act.STOPPED, target=RAT),
            ],
            'Heavy gunner drifts 11", blocked by Rat 2 (rolled 5)',
        ),
        (
            [
                Acted("MC-20", unit=RATS, act=Act.CHARGES, target=FIRST),
                Rolled(
                    "MC-22",
                    by=BROOD,
                    what="charge",
                    faces=(2, 2),
                    total=True,
                    who=RATS,
                    kind=RollKind.CHARGE,
                ),
                Acted("MC-22", unit=RATS, act=Act.FAILS_TO_CHARGE, target=FIRST),
            ],
            "Rats fail to charge First squad (rolled 2 + 2 = 4)",
        ),
        (
            [
                Rolled(
                    "MC-22",
                    by=BROOD,
                    what="charge",
                    faces=(5, 2),
                    total=True,
                    who=RATS,
                    kind=RollKind.CHARGE,
                ),
                Moved("MC-22", model=RAT, path=(HERE, THERE), facing=0.0),
            ],
            'Rats charge 5" (rolled 5 + 2 = 7)',
        ),
        (
            [
                Rolled(
                    "MI-05",
                    by=BROOD,
                    what="drift",
                    faces=(3,),
                    who="container-1",
                    kind=RollKind.HEADING,
                ),
                PieceMoved("MI-05", "container-1", (HERE, THERE)),
                ArrowsChanged("MI-05", "container-1", 1, 40.0),
            ],
            'Container 1 drifts 5" (rolled 3; 1 arrow, heading up and right)',
        ),
        (
            [
                Rolled(
                    "MC-25", by=BROOD, what="morale", faces=(5,), need=4, under=True, who=RATS
                ),
                Acted("MC-25", RATS, Act.BREAKS),
                Removed("MC-25", model=RAT, how=How.FLED, where=Where.GONE),
            ],
            "Rats, Morale test, 4 or less: 5 — failed: 1 model flees",
        ),
        (
            [
                Rolled(
                    "FF-08",
                    by=BROOD,
                    what="S test",
                    faces=(5,),
                    need=3,
                    under=True,
                    who=RAT,
                    kind=RollKind.STRENGTH,
                ),
                Rolled(
                    "FF-09",
                    by=BROOD,
                    what="carried",
                    faces=(6,),
                    who=RAT,
                    kind=RollKind.CARRIED,
                ),
                Moved(
                    "FF-09", model=RAT, path=(HERE, THERE), facing=0.0, motion=Motion.CARRIED
                ),
                Rolled(
                    "FF-11",
                    by=BROOD,
                    what="which of 2 branches",
                    faces=(3,),
                    who=RAT,
                    kind=RollKind.SELECTION,
                ),
                Moved("FF-09", model=RAT, path=(HERE, FAR), facing=0.0, motion=Motion.CARRIED),
                Rolled(
                    "FF-14",
                    by=BROOD,
                    what="knocked off its feet",
                    faces=(3,),
                    need=4,
                    who=MATE,
                    kind=RollKind.BUMPED,
                ),
                Struck(
                    "FF-16", model=RAT, strength=2, by='the water, 11.0"', motion=Motion.CARRIED
                ),
                wounds(5, by="", at=RAT),
                *killed(RAT, How.HAZARD),
            ],
            "Rat 2 fails its Strength test (rolled 5), {} and {}".format(
                'is carried 11" (Rat 3 keeps its feet)',
                "takes a Strength 2 hit from the water: 1 wound, no save — killed",
            ),
        ),
        (
            [
                Rolled(
                    "FF-14",
                    by=BROOD,
                    what="knocked off its feet",
                    faces=(5,),
                    need=4,
                    who=RAT,
                    kind=RollKind.BUMPED,
                ),
                Rolled(
                    "FF-09",
                    by=BROOD,
                    what="carried",
                    faces=(2,),
                    who=RAT,
                    kind=RollKind.CARRIED,
                ),
                Moved(
                    "FF-09",
                    model=RAT,
                    path=(HERE, Point(0.0, 0.04)),
                    facing=0.0,
                    motion=Motion.CARRIED,
                ),
                Struck(
                    "FF-16", model=RAT, strength=1, by='the water, 0.0"', motion=Motion.CARRIED
                ),
                wounds(1, by="", at=RAT),
            ],
            "Rat 2 is knocked off its feet (rolled 5), is swept along and {}".format(
                "takes a Strength 1 hit from the water: no wound"
            ),
        ),
        (
            [
                Moved(
                    "FF-09", model=RAT, path=(HERE, THERE), facing=0.0, motion=Motion.CARRIED
                ),
                Struck(
                    "FF-16", model=RAT, strength=1, by='the water, 8.0"', motion=Motion.CARRIED
                ),
                wounds(1, by="", at=RAT),
            ],
            'Rat 2 is carried 5" and takes a Strength 1 hit from the water {}'.format(
                '(carried 8.0" in all): no wound'
            ),
        ),
        (
            [
                Rolled(
                    "FF-08",
                    by=BROOD,
                    what="S test",
                    faces=(2,),
                    need=3,
                    under=True,
                    who=one,
                    kind=RollKind.STRENGTH,
                )
                for one in (RAT, MATE)
            ],
            "Rat 2 and Rat 3 pass their Strength test",
        ),
        (
            [
                Rolled(
                    "PU-14",
                    by=WARDENS,
                    what="in difficult ground",
                    faces=(1,),
                    need=2,
                    who=GUNNER,
                    kind=RollKind.SWEPT,
                ),
                Struck("PU-14", model=GUNNER, strength=5, by="rubble", motion=Motion.PUSHED),
                wounds(6, by="", at=GUNNER),
                Wounded("CC-17", GUNNER, 1),
            ],
            "Heavy gunner fails its test in difficult ground (rolled 1) and {}".format(
                "takes a Strength 5 hit from rubble: 1 wound, no save — loses 1 wound (2 left)"
            ),
        ),
        (
            [
                Acted("MC-11", unit=HEAVY, act=Act.MANIFESTS, target=RATS),
                Rolled(
                    "MC-11", by=WARDENS, what="mind bolt, d3", faces=(3,), who=HEAVY, sides=3
                ),
                *killed(RAT, How.POWER),
                *killed(MATE, How.POWER),
            ],
            "Heavy gunner manifests mind bolt on Rats (d3: 2) — Rat 2 and Rat 3 killed",
        ),
        (
            [
                Acted("MC-10", HEAVY, Act.IN_PERIL),
                Rolled("MC-10", by=WARDENS, what="peril, d3", faces=(1,), who=HEAVY, sides=3),
                Wounded("MC-10", GUNNER, 1),
            ],
            "Heavy gunner suffers perils (d3: 1) — loses 1 wound (2 left)",
        ),
        (
            [
                Rolled(
                    "MP-24",
                    by=side,
                    what="roll-off for the zones",
                    faces=(face,),
                    kind=RollKind.ROLL_OFF,
                )
                for side, face in TOSS
            ],
            "Roll-off for the zones: Wardens 3, Brood 5 (after a tie) — Brood wins",
        ),
        (
            [
                Rolled(
                    "CC-29",
                    by=WARDENS,
                    what="pursuit",
                    faces=(4,),
                    who=FIRST,
                    reasons=(Reason(3, "I 3"),),
                    kind=RollKind.CONTEST,
                ),
                Rolled(
                    "CC-29",
                    by=BROOD,
                    what="pursuit",
                    faces=(2,),
                    who=RATS,
                    reasons=(Reason(6, "I 6"),),
                    kind=RollKind.CONTEST,
                ),
            ],
            "Pursuit roll: First squad 4 + 3 = 7, Rats 2 + 6 = 8",
        ),
        (
            [
                Scored("MI-03", WARDENS, 2, "m-2"),
                Scored("MI-03", WARDENS, 1, "first blood"),
            ],
            "Wardens score 3 points: control of marker 2 (2), first blood — Wardens 3, Brood 0",
        ),
        (
            [
                Rolled(
                    "FF-06",
                    by=BROOD,
                    what="does the flood come",
                    faces=(6,),
                    need=6,
                    kind=RollKind.WATER,
                ),
                Announced("FF-06", "The flood comes", kind=AnnouncementKind.WATER),
            ],
            "Flood roll, 6+: 6 — the flood comes",
        ),
        (
            [
                Announced(
                    "MP-41",
                    "Brood strike out 65 Bring it down",
                    kind=AnnouncementKind.STRIKES_OUT,
                ),
                Announced(
                    "MP-41", "Brood strike out 11 Capture 1", kind=AnnouncementKind.STRIKES_OUT
                ),
            ],
            "Brood strikes out objectives 65 (Bring it down), 11 (Capture 1)",
        ),
        (
            [
                Rolled(
                    "TC-19", by=BROOD, what="where it lands", faces=(5,), kind=RollKind.LANDING
                ),
                Rolled(
                    "TC-19", by=BROOD, what="where it lands", faces=(2,), kind=RollKind.LANDING
                ),
                WeaponDropped("TC-19", RAT, "knife", Cell(2, 6)),
            ],
            "Rat 2 drops its knife, which lands in cell 6 of ring 2 (rolled 5, 2)",
        ),
        (
            [Removed("PU-15", RAT, How.LOST, motion=Motion.DROPS_BACK)],
            "Rat 2 falls behind and is lost",
        ),
        ([Removed("MI-02", RAT, How.LEFT)], "Rat 2 gets out"),
        (
            [Acted("TC-13", one, Act.PARRIES) for one in (HEAVY, RATS, HEAVY)],
            "Heavy gunner and Rats parry (3 times in all)",
        ),
    ],
)
def test_a_deed_is_one_line(events: list[Event], line: str) -> None:
    assert report_lines(*events) == [line]


def test_a_street_names_one_thing_and_counts_several() -> None:
    """``PU-08``  A piece that leaves the table gets one line."""
    rolls = PieceMoved("PU-08", "container-1", (HERE, THERE), motion=Motion.ROLLS_BACK)
    paces = [Acted("PU-11", unit, Act.KEEPS_PACE) for unit in (FIRST, SECOND)]
    assert report_lines(rolls, *paces) == ["2 models keep pace, Container 1 rolls back"]
    assert report_lines(
        paces[0], rolls, PieceLeft("PU-09", "container-1", motion=Motion.ROLLS_BACK)
    ) == ["First squad keeps pace, Container 1 leaves over the rear edge"]


def test_a_test_in_dangerous_ground_is_read_only_if_it_fails() -> None:
    test = Rolled(
        "ZG-12",
        by=WARDENS,
        what="dangerous ground",
        faces=(2, 3),
        need=2,
        who=HEAVY,
        kind=RollKind.DANGEROUS,
    )
    assert report_lines(test) == []
    assert report_lines(replace(test, faces=(2, 1))) == [
        "Heavy gunner fails its test in dangerous ground (rolled 2, 1)"
    ]


@pytest.mark.parametrize("act", [Act.STAYS, Act.HOLDS_FIRE, Act.DOES_NOT_CHARGE, Act.KEEPS_OUT])
def test_what_nobody_does_is_not_told(act: Act) -> None:
    assert report_lines(Acted("CC-18", FIRST, act)) == []


def test_a_line_that_is_ended_is_not_continued() -> None:
    report, laid = BattleReport(), standing()
    assert report.add(SHOOTS, laid)
    report.end_line()
    line = report.add(hits(1), laid)

    assert line
    assert not line.replaces


def test_a_unit_that_stays_put_does_not_move() -> None:
    rolled = Rolled(
        "CC-20",
        by=BROOD,
        what="difficult ground",
        faces=(2,),
        who=RATS,
        kind=RollKind.DIFFICULT,
    )
    stays = Acted("CC-18", RATS, Act.STAYS)
    moved = Moved("CC-30", model=RAT, path=(HERE, THERE), facing=0.0)

    first, second = report_lines(rolled, stays, moved)
    assert first == "Rats stay put (difficult ground: rolled 2)"
    assert second == 'Rat 2 moves 5"'


def test_a_unit_that_fell_is_said_to_be_destroyed() -> None:
    gone = [
        Removed("CC-17", model=ModelId(f"brood-rats-{n}"), how=How.SHOT, where=Where.GONE)
        for n in (1, 2, 3)
    ]

    assert report_lines(*gone, Scored("MP-38", WARDENS, 1, RATS))[-1] == (
        "Wardens score 1 point: Rats destroyed — Wardens 1, Brood 0"
    )
    assert report_lines(Scored("MP-38", WARDENS, 1, RATS)) == [
        "Wardens score 1 point: Rats — Wardens 1, Brood 0"
    ]

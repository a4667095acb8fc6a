"""The log panel of a battle: lines about units, and their headings."""

from __future__ import annotations

import pytest

from game.geometry.points import Point
from game.screens.battle.log_panel import Filter, LogPanel
from game.table.events import (
    Act,
    Acted,
    Event,
    Motion,
    Moved,
    PhaseBegan,
    PieceMoved,
    Placed,
    Rolled,
    RollKind,
    Turned,
)
from game.table.records import Model, ModelId, Profile, Side, Unit, UnitId
from game.table.state import Table
from game.widgets.theme import Theme

WARDENS, BROOD = Side("wardens"), Side("brood")
SQUAD, BRUTE = UnitId("squad"), UnitId("brute")
HERE, THERE = Point(1.0, 1.0), Point(4.0, 5.0)
FAR = Point(20.0, 5.0), Point(8.0, 5.0)
"""Start and end of a piece that rolls back by 12 inches."""


def table() -> Table:
    laid = Table(sides=(WARDENS, BROOD))
    for unit, name, side, many in (
        (SQUAD, "First squad", WARDENS, 2),
        (BRUTE, "Brute", BROOD, 1),
    ):
        ids = tuple(ModelId(f"{unit}-{n}") for n in range(many))
        laid.units[unit] = Unit(unit, side=side, name=name, models=ids)
        laid.models |= {
            i: Model(i, unit=unit, side=side, profile=Profile("Warden"), base=0.5) for i in ids
        }
    return laid


@pytest.fixture
def log() -> LogPanel:
    panel = LogPanel(Theme(), (0, 0, 400, 300), lambda _: None, lambda: None)
    panel.cites = True
    return panel


def shown(log: LogPanel) -> list[str]:
    return ["".join(s.text for s in entry.spans) for entry in log.log.entries]


def tell(log: LogPanel, *events: Event) -> None:
    log.add(events, table(), log.lines[-1].count if log.lines else 0)


def test_a_unit_of_one_model_is_set_up_and_moves_in_a_line_each(log: LogPanel) -> None:
    tell(
        log,
        *(Placed("MI-03", model=ModelId(f"squad-{n}"), at=HERE, facing=0.0) for n in range(2)),
    )
    tell(log, Placed("MI-03", model=ModelId("brute-0"), at=HERE, facing=0.0))
    tell(log, Acted("CC-18", BRUTE, Act.MOVES))
    tell(log, Moved("CC-18", model=ModelId("brute-0"), path=(HERE, THERE), facing=0.0))

    story = [
        "First squad deploys (2 models) MI-03",
        "Brute deploys MI-03",
        'Brute moves 5" CC-18',
    ]
    assert shown(log) == story
    log.pick(Filter.ALL)
    assert shown(log)[3:] == ["Brute moves CC-18", 'Brute moves 5.0" CC-18']
    log.pick(Filter.STORY)
    assert shown(log) == story


def test_lines_name_their_clauses_in_the_tooltip_unless_a_player_wants_them_everywhere(
    log: LogPanel,
) -> None:
    log.cites = False
    tell(log, Acted("CC-18", BRUTE, Act.REGROUPS))

    (entry,) = log.log.entries
    assert "CC-18" not in shown(log)[0]
    assert entry.hint == "CC-18\nClick: its dice and reasons"
    log.pick(Filter.ALL)
    assert shown(log)[0].endswith(" CC-18")


def test_a_click_opens_a_line_of_the_story_to_all_that_it_sums_up(log: LogPanel) -> None:
    tell(log, Acted("CC-18", BRUTE, Act.REGROUPS))
    tell(log, PhaseBegan("CC-07", 2, "shooting", BROOD))
    runs = [
        Rolled("CC-22", by=BROOD, what="run", faces=(n,), who=id_, kind=RollKind.DISTANCE)
        for n, id_ in ((5, BRUTE), (2, SQUAD))
    ]
    tell(log, *runs)
    closed = shown(log)
    assert log.log.on_entry is not None
    log.log.on_entry(log.log.entries[-1])

    assert shown(log) == [*closed, "First squad, run:  CC-22"]
    log.log.on_entry(log.log.entries[2])
    assert shown(log)[3:] == [
        "Brute, run:  CC-22",
        "First squad rolls for run (rolled 2) CC-22",
        "First squad, run:  CC-22",
    ]
    for entry in (log.log.entries[2], log.log.entries[4]):
        log.log.on_entry(entry)
    assert shown(log) == closed


def test_a_heading_stands_only_over_lines(log: LogPanel) -> None:
    tell(log, PhaseBegan("CC-18", 1, "movement", BROOD))
    assert shown(log) == []

    tell(log, Acted("CC-18", BRUTE, Act.REGROUPS), PhaseBegan("MI-03", 1, "tally", None))
    tell(log, PhaseBegan("CC-07", 2, "shooting", BROOD))
    run = Rolled("CC-22", by=BROOD, what="run", faces=(5,), who=BRUTE, kind=RollKind.DISTANCE)
    tell(log, run)
    assert shown(log) == [
        "TURN 1 · BROOD · MOVEMENT",
        "Brute regroups CC-18",
        "TURN 2 · BROOD · SHOOTING",
        "Brute rolls for run (rolled 5) CC-22",
    ]
    log.pick(Filter.DICE)
    assert shown(log) == ["TURN 2 · BROOD · SHOOTING", "Brute, run:  CC-22"]


def test_what_is_taken_back_leaves_no_heading(log: LogPanel) -> None:
    tell(log, PhaseBegan("CC-18", 1, "movement", BROOD), Acted("CC-18", BRUTE, Act.STAYS))
    log.undo(1)
    assert shown(log) == []

    log.note("Taken back", 1)
    assert shown(log) == ["TURN 1 · BROOD · MOVEMENT", "Taken back"]


def test_many_dice_for_who_goes_first_are_one_line_of_the_story(log: LogPanel) -> None:
    def roll(id_: str) -> Rolled:
        return Rolled(
            "PU-17", by=BROOD, what="who goes first", faces=(3,), who=id_, kind=RollKind.ORDER
        )

    tell(log, roll("squad"))
    assert shown(log) == ["First squad rolls for a place in the order PU-17"]
    tell(log, roll("brute"))
    two = ["2 models roll for a place in the order PU-17"]
    assert shown(log) == two
    tell(log, roll("squad"), roll("brute"), Acted("CC-18", BRUTE, Act.REGROUPS))
    assert shown(log) == [*two, "Brute regroups CC-18"]
    log.pick(Filter.DICE)
    dice = ["First squad, place in the order:  PU-17", "Brute, place in the order:  PU-17"]
    assert shown(log) == dice * 2

    log.pick(Filter.STORY)
    log.undo(2)
    assert shown(log) == two


def test_what_the_street_does_is_one_line_until_somebody_does_something(log: LogPanel) -> None:
    def rolls(piece: str) -> PieceMoved:
        return PieceMoved("PU-08", piece, FAR, motion=Motion.ROLLS_BACK)

    tell(log, rolls("mill"), rolls("shed"), Acted("PU-11", BRUTE, Act.KEEPS_PACE))
    tell(log, rolls("mill"))
    assert shown(log) == ["Brute keeps pace, 2 pieces roll back PU-08"]
    street = shown(log)
    tell(
        log,
        Rolled(
            "PU-22",
            by=BROOD,
            what="in difficult ground",
            faces=(2,),
            need=2,
            who="brute",
            kind=RollKind.ROUTINE,
        ),
    )
    assert shown(log) == street  # only failures are told
    tell(
        log,
        Rolled(
            "PU-22",
            by=BROOD,
            what="in difficult ground",
            faces=(1,),
            need=2,
            who="brute",
            kind=RollKind.ROUTINE,
        ),
    )
    tell(log, rolls("shed"))
    assert shown(log)[1:] == [
        "Brute fails its test in difficult ground (rolled 1) PU-22",
        "Shed rolls back PU-08",
    ]


def test_a_line_that_stands_for_many_leads_to_the_last_of_them(log: LogPanel) -> None:
    led = list[int]()
    log.on_line = lambda line: led.append(line.count)
    tell(
        log, *(PieceMoved("PU-08", f"hut-{n}", FAR, motion=Motion.ROLLS_BACK) for n in range(5))
    )

    (entry,) = log.log.entries
    assert log.log.on_entry is not None
    log.log.on_entry(entry)

    assert led == [5]


def test_how_a_model_turns_on_its_way_is_no_line_of_the_story(log: LogPanel) -> None:
    tell(log, Turned("PU-18", ModelId("brute-0"), 45.0))
    assert shown(log) == []
    log.pick(Filter.ALL)
    assert shown(log) == ["Brute turns to 45° PU-18"]


def test_a_piece_that_rolls_in_bits_is_told_once(log: LogPanel) -> None:
    tell(
        log,
        PieceMoved("PU-08", "mill", (THERE, HERE), motion=Motion.ROLLS_BACK),
        PieceMoved("PU-08", "mill", FAR, motion=Motion.ROLLS_BACK),
    )
    assert shown(log) == ["Mill rolls back PU-08"]
    log.pick(Filter.ALL)
    assert shown(log) == ['mill rolls back 5.0" PU-08', 'mill rolls back 12.0" PU-08']

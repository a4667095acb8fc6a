"""The event log of a battle: lines about units, and their headings."""

from __future__ import annotations

from dataclasses import replace

import pytest

import game.systems.pursuit.rules  # noqa: F401  its words for the log
from game.geometry.points import Point
from game.play.log.log_words import LogSpan, LogSpanKind
from game.shown.event_log import EventLog, Filter, event_line
from game.shown.lines import DieFace, Tone, clause_line, clause_span, log_spans
from game.table.events import (
    Act,
    Acted,
    Event,
    Motion,
    Moved,
    PhaseBegan,
    PieceMoved,
    Placed,
    Removed,
    Rolled,
    RollKind,
    Turned,
)
from game.table.records import How, Model, ModelId, Profile, Side, Unit, UnitId
from game.table.state import Table

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
def log() -> EventLog:
    log = EventLog()
    log.cites = True
    return log


def log_lines_of(log: EventLog) -> list[str]:
    return [row.text for row in log.rows]


def tell(log: EventLog, *events: Event) -> None:
    log.add(events, table(), log.lines[-1].count if log.lines else 0)


def turn(log: EventLog, row: int) -> None:
    line = log.line_at(row)
    assert line
    assert log.opens(line)
    log.turn(line)


def test_a_unit_of_one_model_is_set_up_and_moves_in_a_line_each(log: EventLog) -> None:
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
    assert log_lines_of(log) == story
    log.pick(Filter.ALL)
    assert log_lines_of(log)[3:] == ["Brute moves CC-18", 'Brute moves 5.0" CC-18']
    log.pick(Filter.STORY)
    assert log_lines_of(log) == story


def test_lines_name_their_clauses_in_the_tooltip_unless_a_player_wants_them_everywhere(
    log: EventLog,
) -> None:
    log.cites = False
    tell(log, Acted("CC-18", BRUTE, Act.REGROUPS))

    (entry,) = log.rows
    assert "CC-18" not in log_lines_of(log)[0]
    assert entry.hint == "CC-18\nClick: its dice and reasons"
    log.pick(Filter.ALL)
    assert log_lines_of(log)[0].endswith(" CC-18")


def test_a_click_opens_a_line_of_the_story_to_all_that_it_sums_up(log: EventLog) -> None:
    tell(log, Acted("CC-18", BRUTE, Act.REGROUPS))
    tell(log, PhaseBegan("CC-07", 2, "shooting", BROOD))
    runs = [
        Rolled("CC-22", by=BROOD, what="run", faces=(n,), who=id_, kind=RollKind.DISTANCE)
        for n, id_ in ((5, BRUTE), (2, SQUAD))
    ]
    tell(log, *runs)
    closed = log_lines_of(log)
    turn(log, -1)
    assert log_lines_of(log) == [*closed, "First squad, run: 2 CC-22"]
    assert log.line_at(-1) is None, "a line that is summed up opens nothing"
    turn(log, 2)
    assert log_lines_of(log)[3:] == [
        "Brute, run: 5 CC-22",
        "First squad rolls for run (rolled 2) CC-22",
        "First squad, run: 2 CC-22",
    ]
    turn(log, 4)
    turn(log, 2)
    assert log_lines_of(log) == closed


def test_an_open_line_that_is_replaced_leaves_nothing_behind(log: EventLog) -> None:
    roll = Rolled(
        "PU-17", by=BROOD, what="who goes first", faces=(3,), who=BRUTE, kind=RollKind.ORDER
    )
    tell(log, Acted("CC-18", BRUTE, Act.REGROUPS), roll)
    turn(log, 1)
    assert log_lines_of(log)[2:] == ["Brute, place in the order: 3 PU-17"]

    tell(log, replace(roll, who=SQUAD))
    lines = ["Brute regroups CC-18", "2 models roll for a place in the order PU-17"]
    assert log_lines_of(log) == lines
    log.pick(Filter.STORY)
    assert log_lines_of(log) == lines


def test_a_heading_stands_only_over_lines(log: EventLog) -> None:
    tell(log, PhaseBegan("CC-18", 1, "movement", BROOD))
    assert log_lines_of(log) == []

    tell(log, Acted("CC-18", BRUTE, Act.REGROUPS), PhaseBegan("MI-03", 1, "tally", None))
    tell(log, PhaseBegan("CC-07", 2, "shooting", BROOD))
    run = Rolled("CC-22", by=BROOD, what="run", faces=(5,), who=BRUTE, kind=RollKind.DISTANCE)
    tell(log, run)
    assert log_lines_of(log) == [
        "TURN 1 · BROOD · MOVEMENT",
        "Brute regroups CC-18",
        "TURN 2 · BROOD · SHOOTING",
        "Brute rolls for run (rolled 5) CC-22",
    ]
    log.pick(Filter.DICE)
    assert log_lines_of(log) == ["TURN 2 · BROOD · SHOOTING", "Brute, run: 5 CC-22"]


def test_what_is_taken_back_leaves_no_heading(log: EventLog) -> None:
    tell(log, PhaseBegan("CC-18", 1, "movement", BROOD), Acted("CC-18", BRUTE, Act.STAYS))
    log.undo(1)
    assert log_lines_of(log) == []

    log.note("Taken back", 1)
    assert log_lines_of(log) == ["TURN 1 · BROOD · MOVEMENT", "Taken back"]


def test_many_dice_for_who_goes_first_are_one_line_of_the_story(log: EventLog) -> None:
    def roll(id_: str) -> Rolled:
        return Rolled(
            "PU-17", by=BROOD, what="who goes first", faces=(3,), who=id_, kind=RollKind.ORDER
        )

    tell(log, roll("squad"))
    assert log_lines_of(log) == ["First squad rolls for a place in the order PU-17"]
    captions = [log.caption]
    tell(log, roll("brute"))
    captions.append(log.caption)
    assert [c and (c.text, c.team) for c in captions] == [
        ("Models roll for a place in the order", None)
    ] * 2, "no number counts up, and it is nobody's alone"
    two = ["2 models roll for a place in the order PU-17"]
    assert log_lines_of(log) == two
    tell(log, roll("squad"), roll("brute"), Acted("CC-18", BRUTE, Act.REGROUPS))
    assert log_lines_of(log) == [*two, "Brute regroups CC-18"]
    log.pick(Filter.DICE)
    dice = ["First squad, place in the order: 3 PU-17", "Brute, place in the order: 3 PU-17"]
    assert log_lines_of(log) == dice * 2

    log.pick(Filter.STORY)
    log.undo(2)
    assert log_lines_of(log) == two


def test_what_the_street_does_is_one_line_until_somebody_does_something(log: EventLog) -> None:
    def rolls(piece: str) -> PieceMoved:
        return PieceMoved("PU-08", piece, FAR, motion=Motion.ROLLS_BACK)

    tell(log, rolls("mill"), rolls("shed"), Acted("PU-11", BRUTE, Act.KEEPS_PACE))
    tell(log, rolls("mill"))
    assert log_lines_of(log) == ["Brute keeps pace, 2 pieces roll back PU-08"]
    street = log_lines_of(log)
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
    assert log_lines_of(log) == street  # only failures are told
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
    assert log_lines_of(log)[1:] == [
        "Brute fails its test in difficult ground (rolled 1) PU-22",
        "Shed rolls back PU-08",
    ]


def test_a_line_that_stands_for_many_leads_to_the_last_of_them(log: EventLog) -> None:
    tell(
        log, *(PieceMoved("PU-08", f"hut-{n}", FAR, motion=Motion.ROLLS_BACK) for n in range(5))
    )

    line = log.line_at(0)
    assert line
    assert line.count == 5


def test_how_a_model_turns_on_its_way_is_no_line_of_the_story(log: EventLog) -> None:
    tell(log, Turned("PU-18", ModelId("brute-0"), 45.0))
    assert log_lines_of(log) == []
    log.pick(Filter.ALL)
    assert log_lines_of(log) == ["Brute turns to 45° PU-18"]


def test_a_piece_that_rolls_in_bits_is_told_once(log: EventLog) -> None:
    tell(
        log,
        PieceMoved("PU-08", "mill", (THERE, HERE), motion=Motion.ROLLS_BACK),
        PieceMoved("PU-08", "mill", FAR, motion=Motion.ROLLS_BACK),
    )
    assert log_lines_of(log) == ["Mill rolls back PU-08"]
    log.pick(Filter.ALL)
    assert log_lines_of(log) == ['mill rolls back 5.0" PU-08', 'mill rolls back 12.0" PU-08']


def test_only_rows_that_changed_are_shown_anew(log: EventLog) -> None:
    roll = Rolled(
        "PU-17", by=BROOD, what="who goes first", faces=(3,), who=BRUTE, kind=RollKind.ORDER
    )
    assert log.take_changed() == 0
    assert log.take_changed() is None, "not even if there are no rows"
    tell(log, Acted("CC-18", BRUTE, Act.REGROUPS))
    assert log.take_changed() == 0

    tell(log, roll)
    assert (log.take_changed(), len(log.rows)) == (1, 2)
    tell(log, replace(roll, who=SQUAD))
    assert (log.take_changed(), len(log.rows)) == (1, 2), "one line now counts both"
    tell(log, PhaseBegan("CC-18", 2, "movement", BROOD))
    assert log.take_changed() is None, "a heading waits for a line"
    log.pick(Filter.DICE)
    assert log.take_changed() == 0
    tell(log, Acted("CC-18", BRUTE, Act.STAYS))
    assert log.take_changed() is None, "no die was rolled"
    log.pick(Filter.ALL)
    assert log.take_changed() == 0


def test_goals_take_the_place_of_events_while_they_are_shown(log: EventLog) -> None:
    goal = clause_line("Hold the bridge", "MI-03")
    tell(log, Acted("CC-18", BRUTE, Act.REGROUPS))
    log.offer_goals([goal])
    assert log_lines_of(log) == ["Brute regroups CC-18"]

    log.pick(Filter.GOALS)
    assert log_lines_of(log) == ["Hold the bridge MI-03"]
    log.offer_goals([goal, clause_line("Cross it", "MI-03")])
    assert log_lines_of(log) == ["Hold the bridge MI-03", "Cross it MI-03"]
    tell(log, Acted("CC-18", BRUTE, Act.STAYS))
    assert len(log.rows) == 2


def test_names_and_dice_are_marked_for_their_drawing(log: EventLog) -> None:
    hit = Rolled("CC-10", by=BROOD, what="to hit", faces=(5, 2), need=4, who=BRUTE)
    tell(log, hit)
    log.pick(Filter.DICE)
    (line,) = log.rows

    assert [(span.text, span.die) for span in line.spans if span.die] == [
        ("5", DieFace.SUCCESS),
        ("2", DieFace.FAILURE),
    ]
    assert [(span.text, span.team) for span in line.spans if span.link == BRUTE] == [
        ("Brute", 1)
    ]
    assert line.place == BRUTE
    assert line.spans[-1] == clause_span("CC-10")


def test_only_faces_of_rolls_are_drawn_as_dice() -> None:
    words = LogSpan("4"), LogSpan("4", LogSpanKind.DIE), LogSpan("12", LogSpanKind.SUCCESS)
    spans = log_spans(words, table())

    assert [span.die for span in spans] == [None, DieFace.PLAIN, None]
    assert [span.tone for span in spans] == [Tone.PLAIN, Tone.PLAIN, Tone.GOOD]


@pytest.mark.parametrize(
    ("how", "icon", "tone"),
    [(How.LEFT, "ui/door-open", Tone.GOOD), (How.SHOT, "ui/skull", Tone.BAD)],
)
def test_one_that_gets_out_is_good_news_with_a_door(how: How, icon: str, tone: Tone) -> None:
    found = event_line(Removed("MI-02", ModelId("brute-0"), how), table())
    assert found
    assert (found.icon, found.spans[1].tone) == (icon, tone)

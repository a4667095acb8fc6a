"""State hashes: equal for equal event logs in every process, different for all others."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import asdict, replace

import pytest

from game.content.event_json import event_to_dict, restore_page_types, to_json
from game.content.shipped_folders import ROOT
from game.content.state_hashes import TableHash, story_hash
from game.geometry.points import Point
from game.table.events import Event, Motion, Moved, Noted, Reason, Rolled
from game.table.records import Clock, Mark, ModelId, UnitId, Where
from game.table.state import Piece, PieceKind
from tests.play.test_transcript import LINES
from tests.tools.events import events_from_json
from tests.tools.toy import BLUES, REDS, Weather, play_on, toy, toy_table

MOVED = Moved(
    "CC-18", model=ModelId("a"), path=(Point(1.0, 2.0), Point(3.123, 4.0)), facing=90.0
)
ROLLED = Rolled(
    "CC-05",
    by=REDS,
    what="to hit",
    faces=(4, 2),
    need=4,
    reasons=(Reason(-1, "rain", "MP-13"),),
)

PROGRAM = """
from tests.tools.toy import play_on, toy
from game.content.state_hashes import TableHash, story_hash
session = play_on(toy(5), 3)
print(story_hash(session.game.story), TableHash().of(session.table))
"""


@pytest.mark.parametrize("event", [event for event, _ in LINES], ids=lambda e: type(e).__name__)
def test_every_event_can_be_written_down_and_read_again(event: Event) -> None:
    (again,) = events_from_json([event_to_dict(event)])

    assert asdict(again) == asdict(event)
    assert story_hash([again]) == story_hash([event])


def test_kinds_that_old_saves_lack_come_from_clauses_and_change_no_story() -> None:
    new = Moved(
        "ZG-07",
        model=ModelId("a"),
        path=(Point(1.0, 2.0), Point(3.0, 4.0)),
        facing=90.0,
        motion=Motion.DRIFTS,
    )
    raw = event_to_dict(new)
    assert raw.pop("motion") == "drifts"
    (old,) = events_from_json([raw])
    assert isinstance(old, Moved)
    assert old.motion is Motion.DRIFTS
    plain = replace(new, motion=Motion.MOVES)
    assert plain == new
    assert story_hash([plain]) == story_hash([new])


def test_what_stands_at_its_default_is_not_written() -> None:
    assert to_json(event_to_dict(Rolled("CC-33", by=BLUES, what="run", faces=(5,)))) == (
        '{"event":"Rolled","clause":"CC-33","by":"blues","what":"run","faces":[5]}'
    )


def test_points_are_points_again() -> None:
    (again,) = events_from_json([event_to_dict(MOVED)])

    assert isinstance(again, Moved)
    assert [type(point) for point in again.path] == [Point, Point]


def test_notes_get_their_types_back() -> None:
    note = Noted("MP-13", "weather", Weather(rain=True, wind=(0.5, 0.25)))
    raw = events_from_json([event_to_dict(note)])

    assert raw[0] != note
    assert restore_page_types(raw, {"weather": Weather()}) == [note]
    assert story_hash(restore_page_types(raw, {"weather": Weather()})) == story_hash([note])


@pytest.mark.parametrize(
    "other",
    [
        replace(MOVED, clause="CC-19"),
        replace(MOVED, model=ModelId("b")),
        replace(MOVED, path=(Point(1.0, 2.0), Point(3.124, 4.0))),
        replace(MOVED, path=(Point(1.0, 2.0),)),
        replace(MOVED, facing=90.001),
        replace(ROLLED, faces=(4, 3)),
        replace(ROLLED, reasons=()),
        replace(ROLLED, under=True),
    ],
)
def test_any_change_is_another_story(other: Event) -> None:
    assert story_hash([other]) not in {story_hash([MOVED]), story_hash([ROLLED])}
    assert story_hash([MOVED, ROLLED]) != story_hash([ROLLED, MOVED])


def test_numbers_count_as_kept_whatever_python_calls_them() -> None:
    whole = replace(MOVED, path=(Point(1, 2), Point(3.123, 4)), facing=90)
    minus_nothing = replace(MOVED, path=(Point(1.0, 2.0), Point(3.1230000001, 4.0)))

    assert story_hash([whole]) == story_hash([MOVED]) == story_hash([minus_nothing])


def test_the_fingerprint_of_a_story_is_the_same_for_ever() -> None:
    assert story_hash([MOVED, ROLLED])[:16] == "178c463324be0144"


def test_stories_and_tables_are_the_same_in_every_process() -> None:
    found = {
        subprocess.run(  # noqa: S603  our own words
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    session = play_on(toy(5), 3)

    assert found == {f"{story_hash(session.game.story)} {TableHash().of(session.table)}\n"}


def test_the_fingerprint_of_a_table_reads_all_that_can_change() -> None:
    table, known = toy_table(), {TableHash().of(toy_table())}
    model, unit = ModelId("reds-runners-1"), UnitId("blues-runners")
    table.models[model] = replace(table.models[model], at=Point(10.001, 10.0))
    known.add(TableHash().of(table))
    table.models[model] = replace(table.models[model], facing=1.0)
    known.add(TableHash().of(table))
    table.models[model] = replace(table.models[model], where=Where.BODY)
    known.add(TableHash().of(table))
    table.models[model] = replace(table.models[model], wounds=0)
    known.add(TableHash().of(table))
    table.models[model] = replace(table.models[model], marks=(Mark("stunned"),))
    known.add(TableHash().of(table))
    table.units[unit] = replace(table.units[unit], marks=(Mark("ran"),))
    known.add(TableHash().of(table))
    table.clock = Clock(1, "running", REDS)
    known.add(TableHash().of(table))
    table.first, table.queue, table.rolls = REDS, ("a",), 1
    known.add(TableHash().of(table))
    table.scores[REDS] = 1
    known.add(TableHash().of(table))
    table.notes["weather"] = Weather(rain=True)
    known.add(TableHash().of(table))
    table.models[model] = replace(table.models[model], arrows=1)
    known.add(TableHash().of(table))
    table.models[model] = replace(table.models[model], heading=0.001)
    known.add(TableHash().of(table))
    box = Piece("box", PieceKind.CONTAINER, Point(3.0, 3.0))
    for piece in (
        box,
        replace(box, at=Point(3.0, 3.001)),
        replace(box, arrows=1),
        replace(box, arrows=1, heading=0.001),
        replace(box, holder=model),
    ):
        table.pieces["box"] = piece
        known.add(TableHash().of(table))
    ruin = replace(box, kind=PieceKind.CITY)
    for piece in (ruin, replace(ruin, turned=90.0), replace(ruin, where=Where.RESERVE)):
        table.pieces["box"] = piece
        known.add(TableHash().of(table))
    table.pieces["box"] = replace(box, kind=PieceKind.MINES, on="ruin")
    known.add(TableHash().of(table))

    assert len(known) == 22


def test_a_fingerprint_that_remembers_says_the_same_as_a_fresh_one() -> None:
    session, remembers = play_on(toy(2), 4), TableHash()

    for chapter in session.chapters:
        assert remembers.of(chapter.opening) == TableHash().of(chapter.opening)

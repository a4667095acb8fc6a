"""Playback of the street's roll: all pieces at once, paused where something hits a model."""

from __future__ import annotations

from itertools import pairwise

import pytest

from game.geometry.points import Path, Point
from game.rules.battles import prepare
from game.systems.pursuit.view.animation import PACE, PursuitAnimation
from game.table.events import (
    Event,
    Handled,
    Motion,
    Moved,
    PhaseBegan,
    PhaseOver,
    PieceCame,
    PieceLeft,
    PieceMoved,
    Queued,
    Rolled,
    RollKind,
    Struck,
)
from game.table.records import ModelId, Side
from game.table.state import Table
from game.view.playback.stage import Stage
from game.view.systems import SYSTEMS, systems_of
from tests.systems.pursuit.pursuit_tables import mustered, piece, rectangle, street

FRAME = 1 / 60
BIKE = ModelId("riders-bike-1-1")
FIRST, SECOND = Point(22.0, 3.0), Point(42.0, 3.0)


def two_blocks() -> Table:
    """Return a street with its Arrival on the right and pieces at x = 20 and x = 40."""
    blocks = (
        piece("first", rectangle(20.0, 0.0, 4.0, 6.0)),
        piece("second", rectangle(40.0, 0.0, 4.0, 6.0)),
    )
    return mustered(street(*blocks))


def back(at: Point, distance: float) -> Path:
    return at, Point(at.x - distance, at.y)


def begun() -> tuple[Stage, list[Event]]:
    """Return a stage and the events with which a Pursuit phase begins there."""
    stage = Stage(two_blocks(), animations=[PursuitAnimation])
    return stage, [
        PhaseBegan("PU-07", 1, "pursuit", None),
        Queued("PU-07", ("first", "second")),
    ]


def roll(stage: Stage) -> PursuitAnimation:
    return stage.animation(PursuitAnimation)


def play(stage: Stage, seconds: float) -> list[Event]:
    return [e for _ in range(round(seconds / FRAME)) for e in stage.play(FRAME)]


def test_pieces_that_are_told_one_after_the_other_go_together() -> None:
    stage, events = begun()
    stage.add(
        [
            *events,
            Handled("PU-07"),
            PieceMoved("PU-08", "first", back(FIRST, 12.0), motion=Motion.ROLLS_BACK),
            Handled("PU-07"),
            PieceMoved("PU-08", "second", back(SECOND, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    play(stage, 0.8)
    first, second = stage.lies("first"), stage.lies("second")
    assert 10.0 < first.x < 22.0
    assert FIRST.x - first.x == pytest.approx(SECOND.x - second.x)
    assert stage.busy

    play(stage, 2.0)
    assert stage.lies("first") == Point(10.0, 3.0)
    assert stage.lies("second") == Point(30.0, 3.0)
    assert not stage.busy


def test_the_whole_roll_takes_about_two_seconds_and_never_jumps() -> None:
    stage, events = begun()
    stage.add(
        [
            *events,
            Handled("PU-07"),
            PieceMoved("PU-08", "first", back(FIRST, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    spots = [stage.lies("first").x]
    while stage.busy:
        stage.play(FRAME)
        spots.append(stage.lies("first").x)
    assert 12.0 / PACE < len(spots) * FRAME < 12.0 / PACE + 1.0
    assert all(0.0 <= a - b <= 1.01 * PACE * FRAME for a, b in pairwise(spots))


def test_a_piece_waits_where_it_strikes_somebody_and_the_others_go_on() -> None:
    stage, events = begun()
    at = stage.seen.models[BIKE].at
    carried = Moved("PU-14", model=BIKE, path=back(at, 9.0), facing=90.0, motion=Motion.PUSHED)
    stage.add(
        [
            *events,
            Handled("PU-07"),
            PieceMoved("PU-08", "first", back(FIRST, 3.0), motion=Motion.ROLLS_BACK),
            Struck("PU-14", model=BIKE, strength=5, by="first", motion=Motion.PUSHED),
            PieceMoved("PU-08", "first", back(Point(19.0, 3.0), 9.0), motion=Motion.ROLLS_BACK),
            carried,
            Handled("PU-07"),
            PieceMoved("PU-08", "second", back(SECOND, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    story = list[Event]()
    while not any(isinstance(event, Struck) for event in story):
        story += stage.play(FRAME)
    assert stage.lies("first") == Point(19.0, 3.0)
    before = stage.lies("second").x
    play(stage, 0.2)  # of the 0.3 seconds for which the blow is shown
    assert stage.lies("first") == Point(19.0, 3.0)
    assert stage.lies("second").x < before

    play(stage, 0.5)
    gone = 19.0 - stage.lies("first").x
    assert 0.0 < gone < 9.0
    assert at.x - stage.stands(BIKE).x == pytest.approx(gone)
    play(stage, 3.0)
    assert stage.lies("first").x == 10.0
    assert stage.lies("second").x == 30.0


def test_what_is_told_comes_in_the_order_of_the_log() -> None:
    stage, events = begun()
    story = [
        *events,
        Handled("PU-07"),
        PieceMoved("PU-08", "first", back(FIRST, 3.0), motion=Motion.ROLLS_BACK),
        Struck("PU-14", model=BIKE, strength=5, by="first", motion=Motion.PUSHED),
        PieceMoved("PU-08", "first", back(Point(19.0, 3.0), 9.0), motion=Motion.ROLLS_BACK),
        Handled("PU-07"),
        PieceMoved("PU-08", "second", back(SECOND, 12.0), motion=Motion.ROLLS_BACK),
        PhaseOver("PU-07"),
    ]
    stage.add(story)
    assert play(stage, 6.0) == story


def test_somebody_on_a_way_of_his_own_stops_what_comes_after_him() -> None:
    stage, events = begun()
    at = stage.seen.models[BIKE].at
    stage.add(
        [
            *events,
            Handled("PU-07"),
            Moved("PU-11", model=BIKE, path=back(at, 12.0), facing=90.0),
            Handled("PU-07"),
            PieceMoved("PU-08", "second", back(SECOND, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    play(stage, 0.5)
    assert at.x - 12.0 < stage.stands(BIKE).x < at.x
    assert stage.lies("second") == SECOND


def test_bots_may_go_on_while_nothing_but_the_street_moves() -> None:
    stage, events = begun()
    stage.add(
        [
            *events,
            Handled("PU-07"),
            PieceMoved("PU-08", "first", back(FIRST, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    play(stage, 0.2)
    assert stage.busy
    assert stage.eager
    stage.add([Struck("PU-14", model=BIKE, strength=5, by="first", motion=Motion.PUSHED)])
    assert not stage.eager


def test_skipping_puts_everything_where_it_ends() -> None:
    stage, events = begun()
    stage.add(
        [
            *events,
            Handled("PU-07"),
            PieceMoved("PU-08", "first", back(FIRST, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    play(stage, 0.5)
    story = stage.skip()
    assert len(story) == 1
    assert stage.lies("first") == Point(10.0, 3.0)
    assert not roll(stage).moving


def test_a_step_shows_one_piece_and_holds() -> None:
    stage, events = begun()
    stage.add(
        [
            *events,
            Handled("PU-07"),
            PieceMoved("PU-08", "first", back(FIRST, 12.0), motion=Motion.ROLLS_BACK),
            Handled("PU-07"),
            PieceMoved("PU-08", "second", back(SECOND, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    stage.step()
    play(stage, 4.0)
    assert stage.held
    stage.step()
    play(stage, 4.0)
    assert stage.held
    assert stage.lies("first") == Point(10.0, 3.0)
    assert stage.lies("second") == SECOND


def test_the_floor_comes_as_far_as_the_pieces_on_the_whole() -> None:
    stage, events = begun()
    assert roll(stage).rolled.x == 0.0
    stage.add(
        [
            *events,
            Handled("PU-07"),
            PieceMoved("PU-08", "first", back(FIRST, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    play(stage, 4.0)
    assert roll(stage).rolled.x == pytest.approx(-6.0)
    stage.add(
        [
            Handled("PU-07"),
            PieceMoved("PU-08", "second", back(SECOND, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    play(stage, 4.0)
    assert roll(stage).rolled.x == pytest.approx(-12.0)


def test_a_piece_slides_off_the_rear_edge_and_another_comes_in_at_the_arrival() -> None:
    stage, events = begun()
    stage.add(
        [
            *events,
            Handled("PU-07"),
            PieceMoved("PU-08", "first", back(FIRST, 12.0), motion=Motion.ROLLS_BACK),
            PieceLeft("PU-09", "first", motion=Motion.ROLLS_BACK),
        ]
    )
    while stage.busy:
        stage.play(FRAME)
    assert "first" in roll(stage).slid
    play(stage, 0.2)
    assert roll(stage).spots["first"].x < 10.0
    play(stage, 4.0)
    assert not roll(stage).moving

    stage.add([PieceCame("PU-09", "first", Point(70.0, 20.0))])
    stage.play(FRAME)
    assert stage.lies("first").x > 73.0
    play(stage, 3.0)
    assert stage.lies("first") == Point(70.0, 20.0)


def test_who_wants_less_motion_sees_pieces_jump() -> None:
    stage, events = begun()
    stage.reduced = True
    stage.add(
        [
            *events,
            Handled("PU-07"),
            PieceMoved("PU-08", "first", back(FIRST, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    stage.play(FRAME)
    assert stage.lies("first") == Point(10.0, 3.0)
    assert not roll(stage).moving


def test_who_wants_less_motion_sees_pieces_leave_and_come_at_once() -> None:
    stage, events = begun()
    stage.reduced = True
    stage.add([*events, Handled("PU-07")])
    stage.add([PieceLeft("PU-09", "first", motion=Motion.ROLLS_BACK)])
    stage.play(FRAME)
    assert not stage.lively

    stage.add([PieceCame("PU-09", "first", Point(70.0, 20.0))])
    stage.play(FRAME)
    assert stage.lies("first") == Point(70.0, 20.0)
    assert not stage.lively


def test_a_table_that_does_not_roll_has_no_roll() -> None:
    assert SYSTEMS["pursuit"] in systems_of((), two_blocks().board)
    board = prepare("combat_patrol", seed=1).opening.board
    assert SYSTEMS["pursuit"] not in systems_of(("sandbox", "pursuit"), board)


def test_dice_by_the_way_are_brief_and_where_many_are_struck_briefer() -> None:
    def stumbles(n: int) -> list[Event]:
        return [
            Rolled(
                "PU-14",
                by=Side("swarm"),
                what="in difficult ground",
                faces=(4,),
                need=2,
                kind=RollKind.SWEPT,
            )
        ] * n

    def lasts(many: int) -> float:
        stage, opening = begun()
        stage.add([*opening, *stumbles(many)])
        return next(n * FRAME for n in range(9999) if not (stage.play(FRAME) or stage.busy))

    assert lasts(1) == pytest.approx(0.4, abs=0.05)
    assert lasts(5) == pytest.approx(5 * 0.4, abs=0.1)
    # Behind 29 dice to 15 only 0.4 of a pause is left, then 6/14, 6/13 … until six wait.
    assert lasts(30) == pytest.approx(
        0.4 * (15 * 0.4 + 6 * sum(1 / n for n in range(7, 15)) + 7), abs=0.3
    )

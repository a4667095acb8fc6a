"""Playback of the street's roll: all pieces at once, paused where something hits a model."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from game.geometry.points import Path, Point
from game.rules.battles import prepare
from game.systems.pursuit.rules.state import PAGE, PursuitState
from game.systems.pursuit.view.animation import PACE, PursuitAnimation
from game.table.apply import apply
from game.table.events import (
    Event,
    Handled,
    Motion,
    Moved,
    Noted,
    PhaseBegan,
    PhaseOver,
    PieceCame,
    PieceLeft,
    PieceMoved,
    Queued,
    Removed,
    Rolled,
    RollKind,
    Struck,
)
from game.table.records import Clock, How, ModelId, Side, Where
from game.table.state import Table
from game.view.playback import sounds_of
from game.view.playback.stage import Stage
from game.view.sounds import Sound
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


def stage_of_pursuit_phase() -> tuple[Stage, list[Event]]:
    """Return a stage and the events with which a Pursuit phase begins there."""
    stage = Stage(two_blocks(), animations=[PursuitAnimation])
    return stage, [
        PhaseBegan("PU-07", 1, "pursuit", None),
        Queued("PU-07", ("first", "second")),
    ]


def animation_of(stage: Stage) -> PursuitAnimation:
    return stage.animation(PursuitAnimation)


def events_within(stage: Stage, seconds: float) -> list[Event]:
    return [e for _ in range(round(seconds / FRAME)) for e in stage.play(FRAME)]


def test_pieces_that_are_told_one_after_the_other_go_together() -> None:
    stage, events = stage_of_pursuit_phase()
    stage.add(
        [
            *events,
            Handled("PU-07"),
            PieceMoved("PU-08", "first", back(FIRST, 12.0), motion=Motion.ROLLS_BACK),
            Handled("PU-07"),
            PieceMoved("PU-08", "second", back(SECOND, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    events_within(stage, 0.8)
    first, second = stage.lies("first"), stage.lies("second")
    assert 10.0 < first.x < 22.0
    assert FIRST.x - first.x == pytest.approx(SECOND.x - second.x)
    assert stage.busy

    events_within(stage, 2.0)
    assert stage.lies("first") == Point(10.0, 3.0)
    assert stage.lies("second") == Point(30.0, 3.0)
    assert not stage.busy


def test_the_whole_roll_takes_about_two_seconds_and_never_jumps() -> None:
    stage, events = stage_of_pursuit_phase()
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


def test_the_whole_street_rolls_and_then_the_crash_is_shown() -> None:
    stage, events = stage_of_pursuit_phase()
    at = Point(25.0, 20.0)
    stage.seen.models[BIKE] = replace(stage.seen.models[BIKE], at=at, where=Where.TABLE)
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
        rolled = 22.0 - stage.lies("first").x
        assert 42.0 - stage.lies("second").x == pytest.approx(rolled)
        assert animation_of(stage).rolled.x == pytest.approx(-rolled)
        # The bike stands until the piece comes to it, after 3 inches, and then goes with it.
        assert at.x - stage.place_of(BIKE).x == pytest.approx(max(0.0, rolled - 3.0), abs=0.01)
        story += stage.play(FRAME)
    assert stage.lies("first") == Point(10.0, 3.0)
    assert stage.lies("second") == Point(30.0, 3.0)
    assert stage.place_of(BIKE) == Point(at.x - 9.0, at.y)
    (crash,) = [e for e in stage.effects if e.knock]
    assert crash.at.x == pytest.approx(at.x - 9.0, abs=1.0)  # at its base, where it stands now

    events_within(stage, 1.0)
    assert not stage.busy
    assert stage.seen.models[BIKE].at == stage.place_of(BIKE)


def test_what_is_told_comes_in_the_order_of_the_log() -> None:
    stage, events = stage_of_pursuit_phase()
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
    assert events_within(stage, 6.0) == story


@pytest.mark.parametrize("inches", [4.0, 12.0, 17.0])
def test_who_slows_down_comes_to_rest_with_the_street(inches: float) -> None:
    stage, events = stage_of_pursuit_phase()
    at = stage.seen.models[BIKE].at
    stage.add(
        [
            *events,
            Handled("PU-07"),
            Moved("PU-11", model=BIKE, path=back(at, inches), facing=90.0),
            Handled("PU-07"),
            PieceMoved("PU-08", "second", back(SECOND, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    while stage.lies("second").x > 30.0:
        stage.play(FRAME)
        rest = stage.lies("second").x - 30.0
        left = stage.place_of(BIKE).x - (at.x - inches)
        assert left == pytest.approx(min(inches, max(rest, rest * inches / 12.0)), abs=0.02)
    assert stage.place_of(BIKE).x == pytest.approx(at.x - inches, abs=0.01)


def test_bots_may_go_on_while_nothing_but_the_street_moves() -> None:
    stage, events = stage_of_pursuit_phase()
    stage.add(
        [
            *events,
            Handled("PU-07"),
            PieceMoved("PU-08", "first", back(FIRST, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    events_within(stage, 0.2)
    assert stage.busy
    assert stage.eager
    stage.add([Struck("PU-14", model=BIKE, strength=5, by="first", motion=Motion.PUSHED)])
    assert stage.eager
    while not isinstance(stage.showing, Struck):
        stage.play(FRAME)
    assert not stage.eager


def test_the_street_is_heard_to_roll_once() -> None:
    stage, events = stage_of_pursuit_phase()
    pieces = (("first", FIRST), ("second", SECOND))
    roll = [
        PieceMoved("PU-08", p, back(at, 12.0), motion=Motion.ROLLS_BACK) for p, at in pieces
    ]
    stage.add([*events, Handled("PU-07"), roll[0], Handled("PU-07"), roll[1]])
    story = events_within(stage, 3.0)

    assert stage.sounds == [Sound.RUMBLE]
    assert Sound.HISS not in sounds_of(story, stage.sound)


def roll_of_turn(stage: Stage, turn: int) -> list[Event]:
    """Return the events of a Pursuit phase in which nothing but both pieces moves."""
    pieces = stage.seen.pieces
    moves = [
        event
        for id_ in ("first", "second")
        for event in (
            Handled("PU-07"),
            PieceMoved("PU-08", id_, back(pieces[id_].at, 12.0), motion=Motion.ROLLS_BACK),
        )
    ]
    return [
        PhaseBegan("PU-07", turn, "pursuit", None),
        Noted("PU-07", "pursuit", PursuitState(rolled=turn)),
        Queued("PU-07", ("first", "second")),
        *moves,
        PhaseOver("PU-07"),
    ]


@pytest.mark.rule("PU-08")
def test_a_body_rolls_back_with_the_street_and_off_its_end() -> None:
    """A bike of radius 0.75 falls 20 inches from the rear edge: it is 8 from it, then gone."""
    table = two_blocks()
    table.clock = Clock(1, "movement", None)
    table.models[BIKE] = replace(table.models[BIKE], at=Point(20.0, 20.0), where=Where.TABLE)
    PAGE.put(table, PursuitState(rolled=1))
    apply(table, Removed("CC-17", model=BIKE, how=How.HAZARD))
    stage = Stage(table, animations=[PursuitAnimation])
    for turn, before, after in ((2, [20.0], [8.0]), (3, [8.0], [])):
        assert [at.x for _, at in stage.bodies()] == before
        start = stage.seen.pieces["first"].at.x
        stage.add(roll_of_turn(stage, turn))
        events_within(stage, 0.6)
        rolled = start - stage.lies("first").x
        assert 1.0 < rolled < 8.0
        assert [at.x for _, at in stage.bodies()] == pytest.approx([before[0] - rolled])
        while stage.busy:
            stage.play(FRAME)
        assert [at.x for _, at in stage.bodies()] == pytest.approx(after)
        fresh = Stage(stage.seen, animations=[PursuitAnimation])
        assert [*fresh.bodies()] == [*stage.bodies()]


def test_skipping_puts_everything_where_it_ends() -> None:
    stage, events = stage_of_pursuit_phase()
    stage.add(
        [
            *events,
            Handled("PU-07"),
            PieceMoved("PU-08", "first", back(FIRST, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    events_within(stage, 0.5)
    story = stage.skip()
    assert len(story) == 1
    assert stage.lies("first") == Point(10.0, 3.0)
    assert not animation_of(stage).moving


def test_a_step_shows_one_piece_and_holds() -> None:
    stage, events = stage_of_pursuit_phase()
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
    events_within(stage, 4.0)
    assert stage.held
    stage.step()
    events_within(stage, 4.0)
    assert stage.held
    assert stage.lies("first") == Point(10.0, 3.0)
    assert stage.lies("second") == SECOND


def test_the_floor_comes_as_far_as_the_pieces_on_the_whole() -> None:
    stage, events = stage_of_pursuit_phase()
    assert animation_of(stage).rolled.x == 0.0
    stage.add(
        [
            *events,
            Handled("PU-07"),
            PieceMoved("PU-08", "first", back(FIRST, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    events_within(stage, 4.0)
    assert animation_of(stage).rolled.x == pytest.approx(-6.0)
    stage.add(
        [
            Handled("PU-07"),
            PieceMoved("PU-08", "second", back(SECOND, 12.0), motion=Motion.ROLLS_BACK),
        ]
    )
    events_within(stage, 4.0)
    assert animation_of(stage).rolled.x == pytest.approx(-12.0)


def test_a_piece_slides_off_the_rear_edge_and_another_comes_in_at_the_arrival() -> None:
    stage, events = stage_of_pursuit_phase()
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
    assert "first" in animation_of(stage).slid
    events_within(stage, 0.2)
    assert animation_of(stage).spots["first"].x < 10.0
    events_within(stage, 4.0)
    assert not animation_of(stage).moving

    stage.add([PieceCame("PU-09", "first", Point(70.0, 20.0))])
    stage.play(FRAME)
    assert stage.lies("first").x > 73.0
    events_within(stage, 3.0)
    assert stage.lies("first") == Point(70.0, 20.0)


def test_who_wants_less_motion_sees_pieces_jump() -> None:
    stage, events = stage_of_pursuit_phase()
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
    assert not animation_of(stage).moving


def test_who_wants_less_motion_sees_pieces_leave_and_come_at_once() -> None:
    stage, events = stage_of_pursuit_phase()
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
        stage, opening = stage_of_pursuit_phase()
        stage.add([*opening, *stumbles(many)])
        return next(n * FRAME for n in range(9999) if not (stage.play(FRAME) or stage.busy))

    assert lasts(1) == pytest.approx(0.4, abs=0.05)
    assert lasts(5) == pytest.approx(5 * 0.4, abs=0.1)
    # Behind 29 dice to 15 only 0.4 of a pause is left, then 6/14, 6/13 … until six wait.
    assert lasts(30) == pytest.approx(
        0.4 * (15 * 0.4 + 6 * sum(1 / n for n in range(7, 15)) + 7), abs=0.3
    )

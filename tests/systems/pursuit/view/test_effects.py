"""Effects of the events of a pursuit."""

from __future__ import annotations

from dataclasses import replace

from game.geometry.points import Point
from game.systems.pursuit.view.animation import PursuitAnimation
from game.table.events import Event, Motion, Moved, Removed, Struck
from game.table.records import How, ModelId, Where
from game.view.playback.effects import Effect
from game.view.playback.stage import Stage
from tests.systems.pursuit.pursuit_tables import mustered, street

BIKE = ModelId("riders-bike-1-1")
AT = Point(30.0, 20.0)


def effects_of(*events: Event, still: bool = False) -> tuple[Effect, ...]:
    """Return the effects left right after events on a street with its Arrival on the right."""
    table = mustered(street())
    table.models[BIKE] = replace(table.models[BIKE], at=AT, where=Where.TABLE, facing=90.0)
    stage = Stage(table, animations=[PursuitAnimation])
    stage.reduced = still
    stage.add(events)
    while stage.waits:
        stage.play(1 / 60)
    return stage.effects


def test_who_is_lost_slides_back_and_who_is_through_rides_on() -> None:
    lost = next(
        e
        for e in effects_of(Removed("PU-15", BIKE, How.LOST, motion=Motion.DROPS_BACK))
        if e.leaving
    )
    assert lost.slides == Point(-3.0, 0.0)
    away = effects_of(Removed("PU-26", BIKE, How.LEFT))
    assert next(e for e in away if e.leaving).slides == Point(5.0, 0.0)
    assert [e.words for e in away if e.words] == ["out"]


def test_who_wants_less_motion_sees_nobody_slide() -> None:
    lost = effects_of(Removed("PU-15", BIKE, How.LOST, motion=Motion.DROPS_BACK), still=True)
    assert all(e.slides == Point(0.0, 0.0) for e in lost)


def test_a_blow_is_seen_where_the_street_comes_from() -> None:
    (knock,) = [
        e
        for e in effects_of(
            Struck("PU-14", model=BIKE, strength=5, by="smithy", motion=Motion.PUSHED)
        )
        if e.knock
    ]
    assert knock.at == Point(30.75, 20.0)


def test_wheels_leave_a_trail_that_fades() -> None:
    path = AT, Point(36.0, 20.0)
    assert [
        e.trail
        for e in effects_of(Moved("PU-18", model=BIKE, path=path, facing=90.0))
        if e.trail
    ] == [path]

"""Playback of a flood: hand-written lists of events, and the effects they show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.geometry.points import Point
from game.systems.flood.view import (
    BEAT,
    SURGE,
    FloodAnimation,
    FloodPlayback,
    brings_flood,
    flood_after,
)
from game.table.apply import apply
from game.table.board import ORIGIN, Spot, TerrainKind
from game.table.events import (
    Announced,
    AnnouncementKind,
    Event,
    GroundChanged,
    Handled,
    Motion,
    Moved,
    PhaseOver,
    Queued,
    Removed,
    Rolled,
    Struck,
    Wounded,
)
from game.table.records import How, ModelId, Side
from game.table.state import Table
from game.view.dice_tray import Tray
from game.view.playback import sounds_of
from game.view.playback.board_dice import RESTS
from game.view.playback.effects import Effect
from game.view.playback.stage import Stage
from game.view.sounds import Sound
from game.view.style import DrawingTheme
from tests.view.tables import rectangle, town, two_squads

HALE, ORR = ModelId("wardens-rifle"), ModelId("wardens-sergeant")
FOE = ModelId("brood-skitterer")
COMES = Announced("FF-06", "The flood comes", "mouth", kind=AnnouncementKind.WATER)
ENDS = GroundChanged("FF-18", TerrainKind.FLOODED, (rectangle(0, 0, 24, 4),))


@pytest.fixture
def stage(table: Table, look: DrawingTheme) -> Stage:
    return Stage(table, Tray(look), [FloodAnimation])


def flood(stage: Stage) -> FloodPlayback | None:
    return stage.animation(FloodAnimation).flood


def share(stage: Stage) -> float:
    """Return the elapsed share of the surge of the flood that runs."""
    found = flood(stage)
    assert found
    return found.share


def carried(model: ModelId, *path: tuple[float, float]) -> Moved:
    return Moved(
        "FF-09",
        model=model,
        path=tuple(Point(x, y) for x, y in path),
        facing=0.0,
        motion=Motion.CARRIED,
    )


def flood_roll(id_: str, face: int, need: int = 0, what: str = "carried") -> Rolled:
    return Rolled("FF-09", by=Side("wardens"), what=what, faces=(face,), need=need, who=id_)


def events_of_carrying() -> list[Event]:
    """Return the events: Hale is carried into Orr and falls; Orr passes its own test."""
    return [
        COMES,
        Queued("FF-07", (HALE, ORR)),
        Handled("FF-07"),
        flood_roll(HALE, 6, 3, "S test"),
        flood_roll(HALE, 2),
        carried(HALE, (4, 2), (6, 2)),
        flood_roll(ORR, 5, 4, "knocked off its feet"),
        flood_roll(ORR, 3),
        carried(ORR, (7, 2), (10, 2)),
        Struck("FF-16", model=ORR, strength=2, by="the water", motion=Motion.CARRIED),
        Wounded("CC-17", ORR, 1),
        Struck("FF-16", model=HALE, strength=1, by="the water", motion=Motion.CARRIED),
        Handled("FF-07"),
        flood_roll(ORR, 1, 3, "S test"),
        ENDS,
        PhaseOver("FF-18"),
    ]


def played_surge(stage: Stage, events: list[Event]) -> list[Event]:
    """Play until the surge has run out; return the events shown."""
    stage.add(events)
    return [*stage.play(0.0), *stage.play(BEAT + SURGE + 0.01)]


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_the_surge_runs_before_anybody_is_tested(stage: Stage) -> None:
    stage.add(events_of_carrying())

    assert stage.play(0.0) == [COMES]
    assert share(stage) == 0.0
    assert stage.play(BEAT) == []
    assert share(stage) == pytest.approx(0.0)
    assert stage.play(SURGE / 2) == []
    assert share(stage) == pytest.approx(0.5)
    assert kinds(stage.play(SURGE / 2)) == ["Queued", "Handled", "Rolled"]
    assert share(stage) == 1.0


def test_a_flood_is_told_until_the_ground_has_changed(stage: Stage) -> None:
    played_surge(stage, events_of_carrying())
    assert flood(stage)

    while stage.busy:
        stage.play(0.1)

    assert flood(stage) is None
    assert [piece.kind for piece in stage.seen.ground] == [TerrainKind.FLOODED]


def test_who_is_carried_is_seen_on_the_real_path_and_tumbles(stage: Stage) -> None:
    # 7 inches round a corner at 7 inches a second: after half a second 3.5 of them.
    played_surge(stage, [COMES, carried(HALE, (4, 2), (4, 5), (8, 5))])
    stage.play(0.49)

    assert stage.place_of(HALE).x == pytest.approx(4.5)
    assert stage.place_of(HALE).y == pytest.approx(5.0)
    tumble = stage.pose(HALE)
    assert tumble
    # 7 inches are 3 whole turns (2.7, rounded), so half of them after half the way.
    assert tumble.turned == pytest.approx(540.0)
    assert stage.pose(ORR) is None


def test_who_was_carried_lies_still_as_the_table_says(stage: Stage) -> None:
    played_surge(stage, [COMES, carried(HALE, (4, 2), (6, 2))])
    stage.play(1.0)

    assert stage.place_of(HALE) == stage.seen.models[HALE].at == Point(6, 2)
    assert stage.pose(HALE) is None


def test_who_walks_does_not_tumble(stage: Stage) -> None:
    stage.add([carried(HALE, (4, 2), (10, 2))])
    stage.play(0.2)

    assert stage.place_of(HALE) != Point(4, 2)
    assert stage.pose(HALE) is None


def test_the_carried_go_one_after_the_other(stage: Stage) -> None:
    # Hale and Orr are in one unit, whose models would otherwise move at the same time.
    moves = [carried(HALE, (4, 2), (4, 9)), carried(ORR, (7, 2), (7, 9))]
    played_surge(stage, [COMES, *moves])
    stage.play(0.5)

    assert stage.place_of(ORR) == Point(7, 2)


def told_now(stage: Stage, *events: Event) -> tuple[Effect, ...]:
    """Return the effects shown right after events of a flood."""
    played_surge(stage, [COMES])
    stage.add(events)
    while stage.busy and events[-1] is not stage.showing:
        stage.play(0.01)
    return stage.effects


def test_a_splash_where_somebody_is_swept_off_and_where_it_stops(stage: Stage) -> None:
    played_surge(stage, [COMES, carried(HALE, (4, 2), (4, 3.4))])
    assert [e.at for e in stage.effects if e.splash] == [Point(4, 2)]
    stage.play(0.25)

    spots = [e.at for e in stage.effects if e.splash]
    assert spots[0] == Point(4, 2)
    assert spots[-1] == Point(4, 3.4)


def test_a_die_lies_beside_whom_it_is_about_only_the_last_at_a_time(stage: Stage) -> None:
    test, way = flood_roll(HALE, 6, 3, "S test"), flood_roll(HALE, 2)

    effects = told_now(stage, test, way)

    dice = [e for e in effects if e.toss and e.age < RESTS]
    assert [e.toss.throw.rolled for e in dice if e.toss] == [way]
    assert dice[0].at == Point(4, 2)


def test_dice_of_nobody_on_the_table_lie_in_the_tray_only(stage: Stage) -> None:
    (told,) = told_now(stage, flood_roll("nobody", 4))
    assert told.words == "Carried: 4"
    assert told.toss is None


def test_a_knock_where_the_carried_one_runs_into_another(stage: Stage) -> None:
    effects = told_now(
        stage, carried(HALE, (4, 2), (6, 2)), flood_roll(ORR, 5, 4, "knocked off its feet")
    )

    (knock,) = [e for e in effects if e.knock]
    assert knock.at == Point(6.5, 2)


@pytest.mark.parametrize(
    "between", [(Handled("FF-07"),), (carried(HALE, (6, 2), (5.8, 2)),)], ids=str
)
def test_no_knock_for_the_next_test_nor_at_a_distance(
    stage: Stage, between: tuple[Event, ...]
) -> None:
    effects = told_now(
        stage, carried(HALE, (4, 2), (6, 2)), *between, flood_roll(ORR, 5, 3, "S test")
    )

    assert not any(e.knock for e in effects)


def test_who_is_lost_in_the_water_goes_under(stage: Stage) -> None:
    effects = told_now(stage, Removed("CC-17", FOE, How.HAZARD))

    assert [e.leaving.id for e in effects if e.leaving] == [FOE]
    assert [e.at for e in effects if e.splash] == [Point(4, 16)]


# Hold, step, skip


def test_while_it_is_held_nothing_happens(stage: Stage) -> None:
    stage.add(events_of_carrying())
    stage.play(1.0)
    stage.hold()

    assert stage.play(100.0) == []
    assert stage.busy
    stage.hold()
    assert stage.play(100.0)


def test_nothing_is_held_where_nothing_is_shown(stage: Stage) -> None:
    stage.hold()

    assert not stage.held


def test_a_step_shows_the_story_of_exactly_one_model(stage: Stage) -> None:
    events = events_of_carrying()
    stage.add(events)
    # The first step is the arrival of the water, each later one is a model.
    for first, last in ((0, 2), (2, 12), (12, 14)):
        stage.step()
        found = list[Event]()
        for _ in range(2000):
            found += stage.play(0.05)
        assert found == events[first:last]
        assert stage.held
    stage.step()
    stage.play(100.0)
    assert not stage.busy


def test_a_step_while_another_is_shown_ends_that_at_once(stage: Stage) -> None:
    events = events_of_carrying()
    stage.add(events)
    stage.step()
    stage.play(100.0)
    stage.step()
    found = stage.play(1.0)

    found += stage.step()

    assert found == events[2:12]
    assert stage.held
    assert stage.seen.models[ORR].at == Point(10, 2)


def test_a_step_in_the_middle_shows_the_rest_of_the_story(stage: Stage) -> None:
    events = events_of_carrying()
    found = played_surge(stage, events)
    assert found == events[:4]
    stage.hold()
    stage.step()

    for _ in range(1000):
        found += stage.play(0.05)

    assert found == events[:12]


def test_a_skip_lands_where_the_story_ends_however_it_was_shown(table: Table) -> None:
    events = events_of_carrying()
    for event in events:
        apply(table, event)
    for seconds in (0.0, 1.0, SURGE, SURGE + 3.0, SURGE + 9.0):
        stage = Stage(two_squads(town()), animations=[FloodAnimation])
        stage.add(events)
        stage.play(seconds)
        stage.hold()
        stage.skip()

        assert stage.seen.models == table.models
        assert stage.seen.ground == table.ground
        assert (flood(stage), stage.held, stage.busy) == (None, False, False)


@pytest.mark.parametrize("frame", [1 / 60, 0.3, 2.0])
def test_played_in_any_frames_or_applied_the_table_is_the_same(
    table: Table, stage: Stage, frame: float
) -> None:
    stage.add(events_of_carrying())
    events = list[Event]()
    while stage.busy:
        events += stage.play(frame)
    for event in events_of_carrying():
        apply(table, event)

    assert events == events_of_carrying()
    assert stage.seen == table


def test_with_less_motion_nothing_runs_tumbles_or_trails(stage: Stage) -> None:
    stage.reduced = True
    stage.add([COMES, carried(HALE, (4, 2), (4, 9))])
    stage.play(BEAT + 1.25)

    assert flood(stage)
    assert stage.place_of(HALE) == Point(4, 9)
    assert stage.pose(HALE) is None
    assert not any(effect.splash for effect in stage.effects)


def test_a_flood_that_was_told_before_is_recalled(stage: Stage) -> None:
    stage.recall(events_of_carrying()[:10])
    assert share(stage) == 1.0

    stage.recall(events_of_carrying())
    assert flood(stage) is None


def test_what_else_is_announced_at_a_spot_is_no_flood(stage: Stage) -> None:
    active = Announced("MP-36", "Marker 3 is active", "marker-centre")

    assert flood_after(None, active) is None
    assert stage.pause_after(active) < stage.pause_after(COMES) == BEAT + SURGE
    assert sounds_of([active], stage.sound) == [Sound.CHIME]
    assert sounds_of([COMES], stage.sound) == [Sound.RUMBLE]


def test_in_a_flood_water_is_heard_instead_of_steps(stage: Stage) -> None:
    heard: list[Event] = [
        carried(HALE, (4, 2), (4, 3)),
        carried(HALE, (4, 3), (4, 4)),
        flood_roll(HALE, 2),
    ]

    assert sounds_of(heard, stage.sound) == [Sound.STEPS, Sound.DICE]
    played_surge(stage, [COMES])
    assert sounds_of(heard, stage.sound) == [Sound.WATER, Sound.DICE]


def test_for_a_second_it_grows_dark_and_rumbles_before_the_water_comes(stage: Stage) -> None:
    """A tremor each quarter of a second, each stronger by 0.8 than the one before."""
    stage.add([COMES])
    heard = sounds_of(stage.play(0.0), stage.sound)
    assert heard == [Sound.RUMBLE]
    assert [e.shakes for e in stage.effects if e.shakes] == pytest.approx([0.8, 1.6, 2.4, 3.2])
    assert [e.age for e in stage.effects if e.shakes] == pytest.approx([0, -0.25, -0.5, -0.75])
    gloom = list[float]()
    for _ in range(4):
        stage.play(BEAT / 4)
        gloom.append(_gloom(stage))
    assert gloom == pytest.approx([0.25, 0.5, 0.75, 1.0])
    stage.play(0.4)
    assert _gloom(stage) == pytest.approx(0.5)
    assert stage.sounds == [Sound.WATER]


def _gloom(stage: Stage) -> float:
    found = flood(stage)
    assert found
    return found.gloom


def test_the_mouth_is_marked_if_the_map_has_it(table: Table) -> None:
    mouth = Spot("mouth", "drain", (Point(7, 7), Point(8, 7), Point(8, 9), Point(7, 9)))
    table.board = replace(table.board, spots=(mouth,))
    stage = Stage(table, animations=[FloodAnimation])
    stage.add([COMES])
    stage.play(0.0)

    assert [e.at for e in stage.effects if e.ring] == [Point(7.5, 8)]


def test_a_flood_without_a_named_origin_comes_from_the_map_s(table: Table) -> None:
    """A save may announce a flood without its spot; a warning of one is not a flood."""
    spots = (
        Spot("grille", "drain", (Point(1, 1), Point(2, 1), Point(2, 2), Point(1, 2))),
        Spot("mouth", ORIGIN, (Point(7, 7), Point(8, 7), Point(8, 9), Point(7, 9))),
    )
    table.board = replace(table.board, spots=spots)
    comes, warns = replace(COMES, spot=""), replace(COMES, what="60 models", spot="")
    stage = Stage(table, animations=[FloodAnimation])

    stage.add([comes])
    stage.play(0.0)

    assert [e.at for e in stage.effects if e.ring] == [Point(7.5, 8)]
    assert stage.animation(FloodAnimation).places(comes) == [Point(7.5, 8)]
    assert not brings_flood(warns)
    assert stage.animation(FloodAnimation).places(warns) == ()


def test_water_carries_bodies_off(table: Table) -> None:
    """The flood covers what is nearer than 4 inches to the upper edge; Hale fell at (4, 2)."""
    for model in (HALE, FOE):
        apply(table, Removed("CC-17", model=model, how=How.SHOT))
    stage = Stage(table, animations=[FloodAnimation])
    assert [one.model.id for one, _ in stage.bodies()] == [HALE, FOE]

    stage.add([COMES, ENDS])
    stage.skip()

    assert [one.model.id for one, _ in stage.bodies()] == [FOE]


def test_who_drowns_leaves_no_body(table: Table) -> None:
    stage = Stage(table, animations=[FloodAnimation])
    stage.add([COMES, Removed("CC-17", model=HALE, how=How.HAZARD), ENDS])
    stage.skip()

    assert [*stage.bodies()] == []

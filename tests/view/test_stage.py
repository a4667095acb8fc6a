from __future__ import annotations

import pygame
import pytest

from game.content.palettes import palette
from game.geometry.points import Point
from game.play.log.wording import name
from game.table.apply import apply
from game.table.events import (
    Act,
    Acted,
    Event,
    MarkerLaid,
    Moved,
    PhaseBegan,
    Removed,
    Rolled,
    Scored,
    Wounded,
)
from game.table.records import How, ModelId, Side, UnitId, Where
from game.table.state import Table
from game.view.dice_tray import Tray
from game.view.playback.effects import Effect
from game.view.playback.stage import TURN_SECONDS, Stage
from game.view.scene import Scene
from game.view.style import DrawingTheme

HALE, ORR = ModelId("wardens-rifle"), ModelId("wardens-sergeant")
FOE = ModelId("brood-skitterer")


@pytest.fixture
def stage(table: Table, look: DrawingTheme) -> Stage:
    return Stage(table, Tray(look))


def moved_event(stage: Stage, model: ModelId, x: float, y: float) -> Moved:
    at = stage.seen.models[model].at
    return Moved("CC-04", model=model, path=(at, Point(at.x + x, at.y + y)), facing=90.0)


def hit_roll(stage: Stage) -> Rolled:
    return Rolled("CC-09", by=stage.seen.sides[0], what="to hit", faces=(4, 2), need=4)


def test_what_happened_is_not_seen_before_it_is_shown(stage: Stage) -> None:
    stage.add([moved_event(stage, HALE, 6, 0)])

    assert stage.busy
    assert stage.seen.models[HALE].at == Point(4, 2)


def test_who_walks_is_seen_on_the_way(stage: Stage) -> None:
    stage.add([moved_event(stage, HALE, 6, 0)])

    assert stage.play(0.25) == []

    assert stage.place_of(HALE) == Point(7, 2)
    assert stage.faces(HALE) == 90
    assert stage.place_of(ORR) == Point(7, 2)


def test_after_the_walk_the_model_stands_there(stage: Stage) -> None:
    walk = moved_event(stage, HALE, 6, 0)
    stage.add([walk])

    assert stage.play(0.6) == [walk]

    assert not stage.busy
    assert stage.seen.models[HALE].at == stage.place_of(HALE) == Point(10, 2)


def test_a_unit_walks_together_and_arrives_together(stage: Stage) -> None:
    stage.add([moved_event(stage, HALE, 6, 0), moved_event(stage, ORR, 0, 3)])
    stage.play(0.25)

    assert stage.place_of(HALE) == Point(7, 2)
    assert stage.place_of(ORR) == Point(7, 3.5)
    assert len(stage.play(0.25)) == 2


def test_units_walk_one_after_the_other(stage: Stage) -> None:
    stage.add([moved_event(stage, HALE, 6, 0), moved_event(stage, FOE, 6, 0)])
    stage.play(0.25)

    assert stage.place_of(FOE) == Point(4, 16)


def test_two_walks_of_one_model_follow_each_other(stage: Stage) -> None:
    first = moved_event(stage, HALE, 6, 0)
    stage.add(
        [first, Moved("FF-14", model=HALE, path=(Point(10, 2), Point(10, 5)), facing=180.0)]
    )

    assert stage.play(0.5) == [first]
    assert stage.place_of(HALE) == Point(10, 2)
    stage.play(0.25)
    assert stage.place_of(HALE) == Point(10, 5)


def test_who_goes_far_goes_faster(stage: Stage) -> None:
    stage.add([Moved("PU-10", model=HALE, path=(Point(4, 2), Point(4, 100)), facing=180.0)])

    stage.play(1.6)

    assert not stage.busy


def test_a_mere_turn_is_seen(stage: Stage) -> None:
    stage.add([moved_event(stage, HALE, 0, 0)])

    assert stage.play(0.1) == []
    assert stage.faces(HALE) == 45
    assert len(stage.play(0.1)) == 1
    assert stage.seen.models[HALE].facing == 90


def test_who_turns_goes_the_shorter_way(stage: Stage) -> None:
    at = stage.seen.models[HALE].at
    stage.add([Moved("CC-04", model=HALE, path=(at, at), facing=270.0)])
    stage.play(0.1)

    assert stage.faces(HALE) == 315


def test_who_neither_goes_nor_turns_takes_no_time(stage: Stage) -> None:
    at = stage.seen.models[HALE].at
    stage.add([Moved("CC-04", model=HALE, path=(at, at), facing=0.0)])

    assert len(stage.play(0.0)) == 1


def test_dice_lie_for_a_while_before_their_outcome(stage: Stage) -> None:
    stage.add([hit_roll(stage), Wounded("CC-12", FOE, 1)])
    stage.play(0.3)

    assert stage.tray
    assert stage.tray.throw
    assert isinstance(stage.showing, Rolled)
    assert stage.seen.models[FOE].wounds == 1
    stage.play(0.5)
    assert stage.seen.models[FOE].wounds == 0
    assert isinstance(stage.showing, Wounded)
    stage.play(0.5)
    assert stage.showing is None


@pytest.mark.parametrize(
    ("event", "lie"),
    [
        (PhaseBegan("CC-33", 1, "shooting", Side("wardens")), 0),
        (Acted("CC-07", UnitId("squad"), Act.SHOOTS), 0),
        (Acted("MC-21", UnitId("squad"), Act.FIRES_OVERWATCH), 0),
        (Acted("CC-27", UnitId("squad"), Act.FALLS_BACK), 1),
    ],
)
def test_dice_lie_until_somebody_sets_out_to_do_something_else(
    stage: Stage, event: Event, lie: int
) -> None:
    stage.add([hit_roll(stage), event])
    stage.skip()

    assert stage.tray
    assert len(stage.tray.throws) == lie


def test_a_blast_marker_is_left_to_be_seen(stage: Stage) -> None:
    stage.add([MarkerLaid("CC-10", Point(5, 5), 3.0)])
    stage.play(0.1)

    assert isinstance(stage.showing, MarkerLaid)
    assert stage.busy


def test_speed_makes_time_go_faster(stage: Stage) -> None:
    stage.speed = 4.0
    stage.add([moved_event(stage, HALE, 12, 0)])
    stage.play(0.25)

    assert not stage.busy


def test_skipping_tells_all_at_once(stage: Stage) -> None:
    story: list[Event] = [
        moved_event(stage, HALE, 6, 0),
        hit_roll(stage),
        Wounded("CC-12", FOE, 1),
    ]
    stage.add(story)
    stage.play(0.1)

    assert stage.skip() == story
    assert not stage.busy
    assert stage.seen.models[FOE].wounds == 0
    assert stage.place_of(HALE) == Point(10, 2)


@pytest.mark.parametrize("frame", [1 / 60, 0.05, 0.4, 3.0])
def test_played_or_applied_the_table_ends_the_same(
    table: Table, stage: Stage, frame: float
) -> None:
    story: list[Event] = [
        PhaseBegan("CC-03", 1, "movement", table.sides[0]),
        moved_event(stage, HALE, 6, 0),
        moved_event(stage, ORR, 1, 4),
        hit_roll(stage),
        Wounded("CC-12", FOE, 1),
        Removed("CC-12", model=FOE, how=How.SHOT, where=Where.BODY),
        moved_event(stage, ModelId("brood-leaper"), -1, -4),
    ]
    stage.add(story)
    events: list[Event] = []
    while stage.busy:
        events += stage.play(frame)
    for event in story:
        apply(table, event)

    assert events == story
    assert stage.seen == table


def test_the_game_s_own_table_is_left_alone(table: Table, stage: Stage) -> None:
    stage.add([moved_event(stage, HALE, 6, 0)])
    stage.skip()

    assert table.models[HALE].at == Point(4, 2)


def test_a_model_is_found_under_a_point(stage: Stage) -> None:
    assert stage.model_at(Point(4.4, 2)) == HALE
    assert stage.model_at(Point(4.6, 2)) is None
    assert stage.model_at(Point(4.6, 2), reach=0.2) == HALE


def test_who_walks_is_found_where_they_are_seen(stage: Stage) -> None:
    stage.add([moved_event(stage, HALE, 0, 6)])
    stage.play(0.25)

    assert stage.model_at(Point(4, 5)) == HALE


def test_a_path_is_walked_round_its_corners(stage: Stage) -> None:
    # 7 inches at 12 a second; after 5 of them the model is beyond the corner.
    stage.add(
        [Moved("CC-04", model=HALE, path=(Point(0, 0), Point(3, 0), Point(3, 4)), facing=0.0)]
    )
    stage.play(5 / 12)

    assert stage.place_of(HALE) == pytest.approx((3, 2))


# Short-lived effects


def shown_by(stage: Stage, event: Event) -> Effect:
    stage.add([event])
    stage.play(0.0)
    (effect,) = stage.effects
    return effect


def test_a_wound_flashes_where_the_model_stands(stage: Stage) -> None:
    effect = shown_by(stage, Wounded("CC-12", ORR, 2))

    assert (effect.at, effect.words, effect.ring) == (Point(7, 2), "−2", 0.5)


def test_who_is_removed_fades_from_where_it_stood(stage: Stage) -> None:
    effect = shown_by(stage, Removed("CC-12", ORR, How.SHOT))

    assert effect.leaving
    assert effect.leaving.id == ORR
    assert stage.seen.models[ORR].where is Where.GONE


def test_a_body_stays_where_it_fell(stage: Stage) -> None:
    assert (
        shown_by(stage, Removed("CC-12", model=ORR, how=How.SHOT, where=Where.BODY)).leaving
        is None
    )


def test_points_rise_from_the_marker_that_they_are_for(stage: Stage) -> None:
    effect = shown_by(stage, Scored("MI-03", stage.seen.sides[0], 2, "second"))

    assert effect.at == Point(6.5, 15)
    assert effect.words == f"+2 {name(stage.seen, 'second')}"


def test_a_charge_that_fails_is_named_where_its_unit_stands(stage: Stage) -> None:
    unit = stage.seen.models[FOE].unit
    stage.add([Acted("CC-23", unit, Act.FAILS_TO_CHARGE), moved_event(stage, FOE, 1, 0)])

    stage.play(0.1)

    assert stage.waits == 1
    assert [effect.words for effect in stage.effects] == ["fails to charge"]


def test_points_for_a_lost_unit_rise_where_it_was(stage: Stage) -> None:
    # Three models at x = 4, 7 and 10 on y = 16.
    effect = shown_by(stage, Scored("MI-03", stage.seen.sides[0], 1, "brood-squad"))

    assert effect.at == Point(7, 16)


def test_points_for_a_deed_rise_at_the_edge_of_the_side(stage: Stage) -> None:
    effect = shown_by(stage, Scored("MI-03", stage.seen.sides[1], 1, "a deed"))

    assert effect.at == Point(12, 16)


def test_what_is_seen_for_a_moment_goes_by_and_holds_nobody_up(stage: Stage) -> None:
    stage.add([Wounded("CC-12", ORR, 1)])
    stage.play(0.0)
    stage.play(0.5)
    assert not stage.busy
    assert stage.lively

    stage.play(0.5)

    assert not stage.lively


def test_a_skip_leaves_nothing_to_see(stage: Stage) -> None:
    stage.add([Wounded("CC-12", ORR, 1), Scored("MI-03", stage.seen.sides[0], 2, "second")])
    stage.skip()

    assert not stage.lively


def test_with_less_motion_models_stand_where_they_went(stage: Stage) -> None:
    stage.reduced = True
    stage.add([moved_event(stage, HALE, 6, 0)])

    assert stage.play(0.1) == []
    assert stage.place_of(HALE) == Point(10, 2)
    assert stage.faces(HALE) == 90
    (ring,) = stage.effects
    assert (ring.at, ring.ring) == (Point(10, 2), stage.seen.models[HALE].base)
    assert len(stage.play(0.3)) == 1
    assert 0.4 < stage.effects[0].share < 0.8
    stage.play(0.4)
    assert stage.effects == ()
    assert stage.tray
    assert not stage.tray.tumbles


@pytest.mark.parametrize("reduced", [False, True])
def test_effects_are_drawn_and_move_only_if_motion_is_wanted(
    scene: Scene,
    canvas: pygame.Surface,
    reduced: bool,  # noqa: FBT001
) -> None:
    scene.prepare()
    scene.stage.reduced = reduced
    plain = pixels_of(scene, canvas)
    scene.stage.add([Wounded("CC-12", ORR, 1)])
    scene.stage.play(0.0)
    first = pixels_of(scene, canvas)
    scene.stage.play(0.3)
    later = pixels_of(scene, canvas)
    scene.stage.play(0.6)

    assert first != pixels_of(scene, canvas)
    assert (first == later) is reduced
    assert plain != later


def pixels_of(scene: Scene, canvas: pygame.Surface) -> bytes:
    scene.draw(canvas)
    return pygame.image.tobytes(canvas, "RGB")


def test_one_that_gets_out_alive_is_good_news(stage: Stage) -> None:
    stage.add([Removed("MI-02", ORR, How.LEFT)])
    stage.play(0.0)

    good = [effect for effect in stage.effects if effect.words]
    assert [(effect.words, effect.colour) for effect in good] == [("out", palette().good)]


WARDENS, BROOD = Side("wardens"), Side("brood")


def turn_of(side: Side, number: int = 2) -> PhaseBegan:
    return PhaseBegan("CC-18", number, "movement", side)


@pytest.mark.parametrize(
    ("bots", "moves", "waits"),
    [
        pytest.param(None, True, False, id="without-banners"),
        pytest.param((BROOD,), False, True, id="a-bot-is-about-to-act"),
        pytest.param((WARDENS,), True, True, id="a-person-before-a-move"),
        pytest.param((WARDENS,), False, False, id="a-person-with-a-question-next"),
    ],
)
def test_nothing_happens_under_the_banner_of_a_turn(
    stage: Stage, bots: tuple[Side, ...] | None, *, moves: bool, waits: bool
) -> None:
    stage.add([turn_of(WARDENS, 1)])
    stage.play(0.0)
    stage.heralded = bots
    stage.add([turn_of(BROOD), *([moved_event(stage, FOE, 3, 0)] if moves else [])])
    stage.play(0.0)

    assert (stage.paused > 0.0) is waits
    before = stage.place_of(FOE)
    stage.play(0.9 * TURN_SECONDS)
    assert (stage.place_of(FOE) == before) is (waits or not moves)


def test_an_input_ends_the_pause_before_a_turn_but_no_other(stage: Stage) -> None:
    stage.add([turn_of(WARDENS, 1)])
    stage.play(0.0)
    stage.heralded = (BROOD,)
    stage.add([turn_of(BROOD), hit_roll(stage)])
    stage.play(0.0)
    stage.end_turn_pause()
    stage.play(0.0)

    assert isinstance(stage.showing, Rolled)
    stage.end_turn_pause()
    assert stage.paused > 0.0

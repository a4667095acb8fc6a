"""Effects of attacks, worked out by hand from their events."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.geometry.points import Point, distance
from game.table.events import (
    Act,
    Acted,
    Announced,
    Event,
    MarkerLaid,
    Removed,
    Rolled,
    RollKind,
    Wounded,
)
from game.table.records import Fire, How, ModelId, Profile, Side, UnitId, Weapon
from game.table.state import Table
from game.view.colours import CREAM
from game.view.playback import sounds_of
from game.view.playback.attacks import SHAKE, AttackAnimation
from game.view.playback.effects import Effect, draw_effects, effects_of, shake_of, words_areas
from game.view.playback.shots import FLIGHT, Beam, Blows, Pop, Sparks, Volley
from game.view.playback.stage import Stage
from game.view.scene import Scene
from game.view.sounds import Sound
from tests.view.test_stage import pixels_of

HALE, ORR = ModelId("wardens-rifle"), ModelId("wardens-sergeant")
FOE, LEAPER = ModelId("brood-skitterer"), ModelId("brood-leaper")
RIFLE = Weapon("rifle", Fire.RAPID, 24.0)
BLADE = Weapon("blade", Fire.MELEE)


def give_weapons(table: Table, model: ModelId, *weapons: Weapon) -> None:
    profile = Profile(str(model), weapons=weapons)
    table.models[model] = replace(table.models[model], profile=profile)


def put(table: Table, model: ModelId, x: float, y: float) -> None:
    table.models[model] = replace(table.models[model], at=Point(x, y))


def only(table: Table, *models: ModelId) -> None:
    """Leave only some models on the table."""
    for model in [m.id for m in table.standing() if m.id not in models]:
        unit = table.units[table.models[model].unit]
        left = tuple(m for m in unit.models if m != model)
        table.units[unit.id] = replace(unit, models=left)
        del table.models[model]


@pytest.fixture
def stage(table: Table) -> Stage:
    """Return a stage: two riflemen 6 inches from two enemies, on open ground."""
    only(table, HALE, ORR, FOE, LEAPER)
    for model in (HALE, ORR):
        give_weapons(table, model, RIFLE, BLADE)
    for model, x, y in ((HALE, 2, 15), (ORR, 4, 15), (FOE, 2, 17), (LEAPER, 4, 17)):
        put(table, model, x, y)
    return Stage(table, animations=[AttackAnimation])


def roll(
    kind: RollKind,
    *faces: int,
    weapon: str = "rifle",
    who: str = "wardens-squad",
    target: str = "brood-squad",
) -> Rolled:
    return Rolled(
        "CC-05",
        by=Side("wardens"),
        what=kind.value,
        faces=faces,
        need=4,
        weapon=weapon,
        kind=kind,
        who=who,
        target=target,
    )


def effects_after(stage: Stage, *events: Event) -> tuple[Effect, ...]:
    """Return the effects right after some events, and of them only."""
    for event in events:
        stage.effects = ()
        stage.add([event])
        stage.play(0.0)
        stage.paused = 0.0
    return stage.effects


def volley_of(effects: tuple[Effect, ...]) -> Volley:
    (volley,) = [e.drawn for e in effects if isinstance(e.drawn, Volley)]
    return volley


def test_each_die_is_a_shot_from_the_models_with_the_weapon_in_turn(stage: Stage) -> None:
    shots = volley_of(effects_after(stage, roll(RollKind.HIT, 4, 1, 6))).shots

    assert [shot.hits for shot in shots] == [True, False, True]
    assert [shot.start.x for shot in shots] == pytest.approx([2.0, 4.0, 2.0], abs=0.5)
    assert [shot.delay for shot in shots] == pytest.approx([0.0, 0.07, 0.14])
    # From the edge of the first base, radius 0.5, straight to the middle of the enemy.
    assert shots[0].start == pytest.approx((2.0, 15.5))
    assert shots[0].end == pytest.approx((2.0, 17.0))


def test_a_miss_ends_beside_its_target(stage: Stage) -> None:
    (shot,) = volley_of(effects_after(stage, roll(RollKind.HIT, 1))).shots

    foe = stage.seen.models[FOE]
    assert distance(shot.end, foe.at) == pytest.approx(foe.base + 0.55)


def test_only_those_with_the_weapon_fire(stage: Stage) -> None:
    give_weapons(stage.seen, HALE, BLADE)

    shots = volley_of(effects_after(stage, roll(RollKind.HIT, 6, 6))).shots

    assert {round(shot.start.x) for shot in shots} == {4}


def test_a_shot_goes_to_whom_its_firer_sees(stage: Stage) -> None:
    """The wall from (2, 5) to (6, 6) hides the nearer enemy, not the one beside its end."""
    for model, x, y in ((HALE, 2.5, 3.5), (ORR, 2.5, 2.0), (FOE, 4, 8), (LEAPER, 0.8, 8)):
        put(stage.seen, model, x, y)

    shots = volley_of(effects_after(stage, roll(RollKind.HIT, 6, 6))).shots

    assert {round(shot.end.x) for shot in shots} <= {0, 1}


def test_a_barrage_without_sight_still_shows_who_fires(stage: Stage) -> None:
    for model, x, y in ((HALE, 4, 4), (ORR, 4.5, 3), (FOE, 4, 7), (LEAPER, 4, 8)):
        put(stage.seen, model, x, y)

    assert len(volley_of(effects_after(stage, roll(RollKind.HIT, 6, 2))).shots) == 2


@pytest.mark.parametrize("weapon", ["blade", "bare hands"])
def test_in_close_combat_models_lunge_and_blows_land(stage: Stage, weapon: str) -> None:
    effects = effects_after(stage, roll(RollKind.HIT, 6, 1, weapon=weapon))

    assert {e.lunges for e in effects if e.lunges} == {HALE, ORR}
    (blows,) = [e.drawn for e in effects if isinstance(e.drawn, Blows)]
    assert [(blow.end, blow.hits) for blow in blows.blows] == [
        (Point(2, 17), True),
        (Point(4, 17), False),
    ]


def test_a_lunge_goes_toward_the_enemy_and_back(stage: Stage) -> None:
    effects = effects_after(stage, roll(RollKind.HIT, 6, weapon="blade"))
    lunge = next(e for e in effects if e.lunges == HALE)
    stage.effects = (replace(lunge, age=lunge.lasts / 2),)

    assert stage.place_of(HALE) == pytest.approx((2.0, 15.55))


def test_sparks_fly_off_those_that_were_hit(stage: Stage) -> None:
    hit = roll(RollKind.HIT, 1, 6)  # the second shot, from Orr at the leaper
    save = roll(RollKind.SAVE, 5, who="brood-squad", target="")

    effects = effects_after(stage, hit, save)

    (sparks,) = [e.drawn for e in effects if isinstance(e.drawn, Sparks)]
    assert sparks.at == (Point(4, 17),)


@pytest.mark.parametrize(
    ("faces", "many"), [((1, 2), 0), ((4, 2), 1), ((4, 5), 2), ((4, 5, 6), 2)]
)
def test_there_are_as_many_sparks_as_saves_one_for_a_model(
    stage: Stage, faces: tuple[int, ...], many: int
) -> None:
    effects = effects_after(stage, roll(RollKind.SAVE, *faces, who="brood-squad", target=""))

    found = [at for e in effects if isinstance(e.drawn, Sparks) for at in e.drawn.at]
    assert len(found) == many


def test_a_wound_pops_with_its_number(stage: Stage) -> None:
    effects = effects_after(stage, Wounded("CC-17", FOE, 2))

    assert [e.words for e in effects if e.words] == ["−2"]
    assert [e.drawn.at for e in effects if isinstance(e.drawn, Pop)] == [Point(2, 17)]


def test_a_shell_flies_from_the_unit_and_then_its_blast_shakes(stage: Stage) -> None:
    fires = Acted("CC-07", UnitId("wardens-squad"), Act.SHOOTS, target="brood-squad")

    effects = effects_after(stage, fires, MarkerLaid("CC-10", Point(4, 17), 3.0))

    (shot,) = volley_of(effects).shots
    assert (shot.start, shot.end) == (Point(3, 15), Point(4, 17))
    (blast,) = [e for e in effects if e.blast]
    assert (blast.blast, blast.age) == (1.5, -FLIGHT)
    assert shake_of(effects) == Point(0.0, 0.0)
    stage.play(FLIGHT)
    assert shake_of(stage.effects) == Point(SHAKE, 0.0)


def test_a_blast_that_nobody_fires_comes_at_once(stage: Stage) -> None:
    effects = effects_after(stage, MarkerLaid("PU-24", Point(4, 17), 5.0))

    assert [e.blast for e in effects if e.blast] == [2.5]
    assert all(e.age == 0.0 and not e.drawn for e in effects)


def test_a_power_is_a_beam_along_the_shortest_sight_line(stage: Stage) -> None:
    power = Acted("MC-11", UnitId("wardens-squad"), Act.MANIFESTS, target="brood-squad")
    put(stage.seen, ORR, 4, 14)

    (beam,) = [e.drawn for e in effects_after(stage, power) if isinstance(e.drawn, Beam)]

    assert (beam.start, beam.end) == (Point(2, 15), Point(2, 17))


def test_a_power_against_who_is_not_on_the_table_has_no_beam(stage: Stage) -> None:
    power = Acted("MC-11", UnitId("wardens-squad"), Act.MANIFESTS, target="nobody")

    assert effects_after(stage, power) == ()


def test_the_end_of_a_unit_shakes_the_board_that_of_a_model_does_not(stage: Stage) -> None:
    first = effects_after(stage, Removed("CC-17", FOE, How.SHOT))
    last = effects_after(stage, Removed("CC-17", LEAPER, How.SHOT))

    assert shake_of(first) == Point(0.0, 0.0)
    assert shake_of(last) == Point(SHAKE, 0.0)


def test_a_shaken_board_comes_to_rest(stage: Stage) -> None:
    (shake,) = [e for e in (*_end(stage),) if e.shakes]
    strengths = [
        distance(shake_of([replace(shake, age=age / 100)]), Point(0, 0))
        for age in range(0, 41, 10)
    ]

    assert strengths == sorted(strengths, reverse=True)
    assert strengths[-1] == pytest.approx(0.0, abs=1e-6)


def _end(stage: Stage) -> tuple[Effect, ...]:
    effects_after(stage, Removed("CC-17", FOE, How.SHOT))
    return effects_after(stage, Removed("CC-17", LEAPER, How.SHOT))


@pytest.mark.parametrize(
    ("event", "heard"),
    [
        (roll(RollKind.HIT, 4), Sound.SHOTS),
        (roll(RollKind.HIT, 4, weapon="blade"), Sound.BLADES),
        (roll(RollKind.SAVE, 4, who="brood-squad", target=""), Sound.SAVED),
        (roll(RollKind.SAVE, 1, who="brood-squad", target=""), Sound.DICE),
        (roll(RollKind.WOUND, 4), Sound.DICE),
    ],
)
def test_an_attack_is_heard(stage: Stage, event: Rolled, heard: Sound) -> None:
    assert sounds_of([event], stage.sound) == [heard]


def fight() -> list[Event]:
    return [
        roll(RollKind.HIT, 6, 2),
        roll(RollKind.SAVE, 5, who="brood-squad", target=""),
        MarkerLaid("CC-10", Point(4, 17), 3.0),
        # The power lasts no longer than the roll for its wounds.
        Acted("MC-11", UnitId("wardens-squad"), Act.MANIFESTS, target="brood-squad"),
    ]


@pytest.mark.parametrize("event", fight())
def test_with_less_motion_an_attack_is_shown_without_motion(
    scene: Scene, canvas: pygame.Surface, event: Event
) -> None:
    give_weapons(scene.stage.seen, HALE, RIFLE)
    scene.prepare()
    scene.stage.reduced = True
    plain = pixels_of(scene, canvas)
    scene.stage.add([event])
    scene.stage.play(0.0)
    first = pixels_of(scene, canvas)
    scene.stage.play(0.2)

    assert plain != first == pixels_of(scene, canvas)


@pytest.mark.parametrize("event", fight())
def test_an_attack_moves_and_leaves_the_board_as_it_was(
    scene: Scene, canvas: pygame.Surface, event: Event
) -> None:
    give_weapons(scene.stage.seen, HALE, RIFLE)
    scene.prepare()
    plain, view = pixels_of(scene, canvas), scene.camera.view
    scene.stage.add([event])
    pictures = set[bytes]()
    while scene.stage.lively:
        scene.stage.play(0.1)
        pictures.add(pixels_of(scene, canvas))
        assert scene.camera.view == view
    assert len(pictures) > 3
    assert plain == pixels_of(scene, canvas)


@pytest.mark.parametrize("places", [((-9, -9), (-9, -8), (-8, -9)), ((-9, 9), (-9, 9), (6, 6))])
def test_words_of_what_is_out_of_sight_do_not_cover_one_another(
    scene: Scene, places: tuple[tuple[float, float], ...]
) -> None:
    effects = tuple(
        Effect(Point(*at), 1.0, CREAM, words=f"who goes first: {n}", age=0.2)
        for n, at in enumerate(places)
    )

    areas = [*words_areas(scene.camera, scene.look, effects, still=False)]
    assert len(areas) == len(effects)
    for n, area in enumerate(areas):
        assert scene.camera.window.contains(area.inflate(-8, -8))
        assert area.collidelist(areas[:n]) < 0


def test_news_rises_and_is_apart_wherever_it_stands(scene: Scene) -> None:
    """Two announcements at the top of the table, and points of what lies out of sight."""
    event = Announced("", "The twist is dead of night: shots and powers reach twelve inches")
    news = [effect for _ in "ab" for effect in effects_of(event, scene.stage.seen)]
    news += [Effect(Point(-9, -9), 1.0, CREAM, words="+1", is_timed=True)]
    assert news[0].words == "Twist, dead of night"
    early, late = (
        [*words_areas(scene.camera, scene.look, tuple(moment), still=False)]
        for moment in (news, [replace(one, age=0.5 * one.lasts) for one in news])
    )
    for before, after in zip(early, late, strict=True):
        assert after.top < before.top
        assert scene.camera.window.contains(before.inflate(-8, -8))
    assert all(area.collidelist(early[:n]) < 0 for n, area in enumerate(early))


def test_the_line_below_news_shrinks(scene: Scene) -> None:
    canvas = pygame.Surface(scene.camera.window.bottomright)
    counts = list[int]()
    for age in (0.0, 0.2, 0.4):
        canvas.fill("black")
        words = Effect(Point(5, 5), 1.0, CREAM, words="+1", is_timed=True, age=age)
        draw_effects(canvas, scene.camera, scene.look, (words,), still=False)
        counts.append(int((pygame.surfarray.array2d(canvas) != 0).sum()))
    assert counts == sorted(set(counts), reverse=True)

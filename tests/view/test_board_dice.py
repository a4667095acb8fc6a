"""Dice rolled on the board: which, where, and what becomes of them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pygame
import pytest

from game.content.palettes import palette
from game.geometry.points import Point, mean_point
from game.table.command_points import give_points
from game.table.events import Act, Acted, Event, Rerolled, Rolled, RollKind, Spent
from game.table.records import Model, ModelId, Side, UnitId, Where
from game.table.state import Table
from game.view.camera import Camera
from game.view.colours import CREAM
from game.view.dice_tray import ROLLING, Tray, die_spots
from game.view.overlays.badges import base_rect
from game.view.playback.board_dice import (
    LIES,
    RESTS,
    SORTS,
    TRAY_ONLY,
    BoardDice,
    Toss,
    dice_place,
    toss_of,
)
from game.view.playback.effects import PAUSES, Effect, draw_effects, tosses
from game.view.playback.stage import Stage
from game.view.scene import Scene
from game.view.style import DrawingTheme
from tests.view.test_badges import SIDES, spots_in_row, table_of_units
from tests.view.test_stage import pixels_of

WHO, TARGET = "wardens-squad", "brood-squad"


def hits(*faces: int, who: str = WHO, target: str = TARGET, need: int = 4) -> Rolled:
    return Rolled(
        "CC-05",
        by=Side("wardens"),
        what="to hit",
        faces=faces,
        need=need,
        who=who,
        target=target,
        kind=RollKind.HIT,
    )


def tossed(stage: Stage, *events: Event) -> list[Toss]:
    """Return the dice that lie on the board right after some events."""
    for event in events:
        stage.add([event])
        stage.play(0.0)
        stage.paused = 0.0
    return [toss for toss, age in tosses(stage.effects) if age < RESTS]


@pytest.fixture
def stage(table: Table, look: DrawingTheme) -> Stage:
    return Stage(table, Tray(look))


def test_dice_lie_beside_the_target_and_keep_off_both(stage: Stage) -> None:
    (toss,) = tossed(stage, hits(4, 1, 6))

    assert {m.unit for m in toss.at} == {TARGET}
    assert {m.unit for m in toss.about} == {WHO, TARGET}


def test_dice_of_a_unit_alone_lie_beside_it(stage: Stage) -> None:
    (toss,) = tossed(stage, replace(hits(4), target=""))

    assert {m.unit for m in toss.at} == {WHO}


@pytest.mark.parametrize("kind", sorted(TRAY_ONLY))
def test_small_rolls_and_those_of_both_sides_are_in_the_tray_only(
    stage: Stage, kind: RollKind
) -> None:
    assert tossed(stage, replace(hits(4), kind=kind)) == []
    assert stage.tray
    assert stage.tray.throw


@pytest.mark.parametrize(
    ("face", "shade"), [(4, palette().good), (1, palette().bad)], ids=["passed", "failed"]
)
def test_a_small_roll_is_named_beside_those_that_it_is_for(
    stage: Stage, face: int, shade: str
) -> None:
    tossed(stage, replace(hits(face), target="", kind=RollKind.ROUTINE))

    squad = stage.seen.of(UnitId(WHO))
    assert {effect.at for effect in stage.effects} == {model.at for model in squad}
    assert {effect.colour for effect in stage.effects} == {shade}
    (words,) = (effect.words for effect in stage.effects if effect.words)
    assert words == f"to hit: 4+ · {face}"


def test_dice_of_a_unit_that_only_bodies_are_left_of_lie_beside_them(stage: Stage) -> None:
    squad = stage.seen.of(UnitId(WHO))
    bodies = tuple(replace(model, where=Where.BODY) for model in squad)
    stage.seen.models.update({model.id: model for model in bodies})
    (toss,) = tossed(stage, replace(hits(4), target=""))

    assert toss.at == bodies


SPENT = Spent("MC-07", Side("wardens"), 1, "Re-roll")


def test_points_are_named_beside_the_dice_that_they_are_spent_on(stage: Stage) -> None:
    give_points(stage.seen, {SPENT.side: 3})
    (toss,) = tossed(stage, hits(4, 1, 6))
    stage.play(0.75)
    stage.add([SPENT])
    stage.play(0.0)

    (words,) = (effect for effect in stage.effects if effect.words)
    assert words.words == "Re-roll −1"
    assert words.at == mean_point([model.at for model in toss.at])
    stage.play(RESTS - LIES - 0.01)
    assert [t for t, age in tosses(stage.effects) if age < RESTS] == [toss]


def test_points_spent_on_nothing_are_named_at_the_edge_of_the_side(stage: Stage) -> None:
    give_points(stage.seen, {SPENT.side: 3})
    tossed(stage, hits(4), Acted("CC-07", UnitId(WHO), Act.SHOOTS), SPENT)

    (words,) = (effect for effect in stage.effects if effect.words)
    assert words.at.y == 2.0


def test_a_reroll_is_on_the_board_however_late_it_comes(stage: Stage) -> None:
    tossed(stage, hits(4, 1, 6))
    stage.play(60.0)
    assert not stage.effects
    again = Rerolled("CC-21", Side("wardens"), 1, was=1, face=5, why="Re-roll")
    (toss,) = tossed(stage, again)

    assert toss.throw.faces == (4, 5, 6)


def test_dice_keep_clear_of_panels_over_the_board(look: DrawingTheme) -> None:
    squad = table_of_units(("squad", SIDES[0], spots_in_row(20, 20, 5)))
    toss = toss_of(hits(4, 4, who="squad", target=""), squad)
    assert toss
    camera, dice = Camera(48, 48, pygame.Rect(0, 0, 900, 900)), BoardDice(look)
    first = place_of(dice, toss, camera, [])
    dice.covered = (first.inflate(200, 200),)

    place = place_of(dice, toss, camera, [])
    assert camera.window.contains(place)
    assert place.collidelist(dice.covered) == -1


def test_the_next_roll_lets_the_dice_before_drop(stage: Stage) -> None:
    tossed(stage, hits(4, 1, 6))
    (toss,) = tossed(stage, replace(hits(3, 3), kind=RollKind.WOUND))

    assert toss.throw.faces == (3, 3)
    assert [t.throw.faces for t, _ in tosses(stage.effects)] == [(4, 1, 6), (3, 3)]
    stage.play(0.31)
    assert [t.throw.faces for t, _ in tosses(stage.effects)] == [(3, 3)]


def test_a_reroll_lets_its_die_tumble_again_and_no_other(stage: Stage) -> None:
    again = Rerolled("CC-21", Side("wardens"), 1, was=1, face=5, why="twin-linked")
    (toss,) = tossed(stage, hits(4, 1, 6), again)

    assert (toss.throw.faces, *toss.fresh) == ((4, 5, 6), 1)
    assert (toss.order, toss.failures) == ([0, 1, 2], [])
    assert stage.tray
    assert stage.tray.throw == toss.throw


@pytest.mark.parametrize("faces", [(4, 1, 6), (1, 1), (6, 6, 6), (3,) * 12])
def test_hits_stay_and_failures_fly_off(stage: Stage, faces: tuple[int, ...]) -> None:
    (toss,) = tossed(stage, hits(*faces))

    assert [faces[n] for n in toss.order] == [face for face in faces if face >= 4]
    assert sorted([*toss.order, *toss.failures]) == [*range(len(faces))]


@pytest.mark.parametrize(
    "rolled", [hits(1, 6, need=0), replace(hits(1, 6), total=True)], ids=["none", "sum"]
)
def test_dice_that_count_together_all_stay(stage: Stage, rolled: Rolled) -> None:
    (toss,) = tossed(stage, rolled)

    assert (toss.order, toss.failures) == ([0, 1], [])


def drawn_at(toss: Toss, look: DrawingTheme, age: float, *, still: bool = False) -> int:
    """Return the number of dice drawn."""
    dice, place = BoardDice(look), pygame.Rect(0, 0, 500, 300)
    return len([*dice._dice(toss, age, place, still=still)])  # noqa: SLF001  they are only drawn else


@pytest.mark.parametrize("many", [1, 6, 7, 12, 20, 41, 60])
def test_as_many_dice_are_drawn_as_are_rolled(
    stage: Stage, look: DrawingTheme, many: int
) -> None:
    faces = tuple(n % 6 + 1 for n in range(many))
    (toss,) = tossed(stage, hits(*faces))
    good = sum(face >= 4 for face in faces)

    assert drawn_at(toss, look, 0.1) == many
    assert drawn_at(toss, look, ROLLING + SORTS / 2) == many
    assert drawn_at(toss, look, ROLLING + SORTS) == good
    assert drawn_at(toss, look, 0.1, still=True) == many


def test_they_are_sorted_before_the_next_event_is_shown() -> None:
    assert PAUSES[Rolled] > ROLLING + SORTS


@pytest.mark.parametrize("seed", range(12))
def test_dice_never_cover_the_models_in_question(look: DrawingTheme, seed: int) -> None:
    luck = Random(seed)
    crowd = table_of_units(
        *(
            (
                f"unit-{n}",
                SIDES[n % 2],
                spots_in_row(luck.uniform(2, 36), luck.uniform(2, 46), 6),
            )
            for n in range(14)
        )
    )
    camera = Camera(48, 48, pygame.Rect(0, 0, 900, 900))
    for zoom in range(4):
        camera.zoom(zoom, (450, 450))
        rolled = hits(*[6] * luck.randint(1, 40), who="unit-0", target="unit-1")
        toss = toss_of(rolled, crowd)
        assert toss
        camera.look_at(toss.at[0].at)
        place = place_of(BoardDice(look), toss, camera, [*crowd.standing()])

        assert camera.window.contains(place)
        bases = [base_rect(m, camera.ppi).move(camera.left, camera.top) for m in toss.about]
        assert place.collidelist(bases) == -1


def place_of(
    dice: BoardDice, toss: Toss, camera: Camera, models: list[Model], *badges: pygame.Rect
) -> pygame.Rect:
    dice.place(camera, [toss], models, badges)
    (place,) = dice.places(camera)
    return place


def test_a_place_is_sought_once_and_again_if_it_is_out_of_sight(look: DrawingTheme) -> None:
    squad = table_of_units(("squad", SIDES[0], spots_in_row(20, 20, 5)))
    toss = toss_of(hits(4, 4, who="squad", target=""), squad)
    assert toss
    camera, dice = Camera(48, 48, pygame.Rect(0, 0, 900, 900)), BoardDice(look)
    camera.zoom(4, (450, 450))
    first = place_of(dice, toss, camera, [])
    taken = first.copy()

    assert place_of(dice, toss, camera, [], taken) == first
    assert place_of(BoardDice(look), toss, camera, [], taken) != first
    camera.pan(0, -9999)
    assert camera.window.contains(place_of(dice, toss, camera, []))


def test_in_a_full_room_they_lie_where_they_cover_nobody(look: DrawingTheme) -> None:
    """All places round the unit are beyond the room or over its target; one corner is free."""
    squad = table_of_units(
        ("squad", SIDES[0], [(1.0 + 2 * x, 1.0 + 2 * y) for x in range(10) for y in range(10)])
    )
    models = squad.standing()
    keeps = tuple(m for m in models if m.at.x < 11 or m.at.y < 15)
    toss = toss_of(hits(6, who="squad", target=""), squad)
    assert toss
    toss = replace(toss, at=keeps, about=keeps)
    room = pygame.Rect(0, 0, 400, 400)

    place = dice_place(toss, (90, 60), room, ([], []), 20, look)

    assert room.contains(place)
    # The last bases that it keeps off are at 9 and 13 inches, 20 pixels each, of radius 10.
    assert place.left >= 190
    assert place.top >= 270


def test_with_less_motion_dice_lie_still_with_all_that_was_rolled(
    scene: Scene, canvas: pygame.Surface
) -> None:
    scene.prepare()
    scene.stage.reduced = True
    plain = pixels_of(scene, canvas)
    scene.stage.add([hits(4, 1, 6)])
    scene.stage.play(0.0)
    first = pixels_of(scene, canvas)
    scene.stage.play(0.5)

    assert plain != first == pixels_of(scene, canvas)


def test_dice_move_and_leave_the_board_as_it_was(scene: Scene, canvas: pygame.Surface) -> None:
    scene.prepare()
    plain = pixels_of(scene, canvas)
    scene.stage.add([hits(4, 1, 6)])
    pictures = set[bytes]()
    while scene.stage.lively:
        scene.stage.play(0.1)
        pictures.add(pixels_of(scene, canvas))

    assert len(pictures) > 8
    assert plain == pixels_of(scene, canvas)


@pytest.mark.parametrize("many", [1, 5, 12, 30, 60])
@pytest.mark.parametrize("size", [(90, 17), (160, 34), (240, 80)])
def test_the_tray_has_room_for_every_die(many: int, size: tuple[int, int]) -> None:
    field = pygame.Rect((7, 11), size)
    pitch, spots = die_spots(many, field, 40)
    dice = [pygame.Rect(x - pitch // 2, y - pitch // 2, pitch, pitch) for x, y in spots]

    assert len(dice) == many
    assert all(field.inflate(1, 1).contains(die) for die in dice)
    assert all(die.collidelist(dice[n + 1 :]) < 0 for n, die in enumerate(dice))


def test_a_model_gone_from_the_table_has_no_dice(table: Table) -> None:
    assert toss_of(hits(4, who="nobody", target=""), table) is None
    lone = ModelId("wardens-rifle")
    table.models[lone] = replace(table.models[lone], at=Point(3, 3))
    toss = toss_of(hits(4, who=lone, target=""), table)
    assert toss
    assert [m.id for m in toss.at] == [lone]
    assert UnitId(WHO) in table.units


@pytest.mark.parametrize("top", [0, 100])
def test_words_of_an_effect_do_not_cross_dice(top: int, look: DrawingTheme) -> None:
    """They lie above the dice, or below them if there is no room above."""
    window = pygame.Rect(0, 0, 400, 300)
    camera, dice = Camera(40, 30, window), pygame.Rect(0, top, 400, 60)
    at = camera.point((200, top + 50))
    words = (Effect(at, 1.0, CREAM, words="HIT", age=0.1),)
    crossed, avoided = pygame.Surface(window.size), pygame.Surface(window.size)
    draw_effects(crossed, camera, look, words, still=True)
    draw_effects(avoided, camera, look, words, [dice], still=True)

    assert pygame.surfarray.array2d(crossed.subsurface(dice)).any()
    assert pygame.surfarray.array2d(avoided).any()
    assert not pygame.surfarray.array2d(avoided.subsurface(dice)).any()

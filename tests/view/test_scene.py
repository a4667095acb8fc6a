from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.content.maps.made_board import to_board
from game.content.maps.map_library import map_of
from game.geometry.points import Point, distance
from game.table.board import Zone
from game.table.events import MarkerLaid, Moved, Rolled
from game.table.records import ModelId, Where
from game.table.state import Table
from game.view.overlays import Blast, OverlayLine, OverlayTone, RangeRing
from game.view.scene import Scene
from game.view.sprites import TokenState
from game.widgets.theme import Theme

HALE = ModelId("wardens-rifle")


def tokens(scene: Scene) -> list[Any]:
    """Return the tokens of the next frame with their places, from the lowest."""
    shown = scene.shown_models()
    return [*scene._tokens(shown, scene.camera.window)]  # noqa: SLF001  what a frame draws is not listed otherwise


def zones(scene: Scene) -> list[Any]:
    """Return the outlines of zones in the next frame."""
    return [*scene.zone_outlines()]


def spot(scene: Scene, model: ModelId) -> tuple[int, int]:
    return scene.camera.pixel(scene.stage.place_of(model))


def test_models_are_drawn_where_they_stand(scene: Scene, canvas: pygame.Surface) -> None:
    scene.prepare()
    scene.ground.draw(canvas, scene.camera)
    bare = canvas.copy()
    scene.draw(canvas)

    for model in scene.stage.seen.standing():
        assert canvas.get_at(spot(scene, model.id)) != bare.get_at(spot(scene, model.id))


def test_what_lies_below_a_model_is_hidden_by_it_and_what_lies_above_hides_it(
    scene: Scene, canvas: pygame.Surface
) -> None:
    at = scene.stage.place_of(HALE)
    blast, middle = Blast(at, 3), spot(scene, HALE)
    beside = middle[0], middle[1] + round(0.9 * scene.camera.ppi)

    def seen(*, below: bool = False, above: bool = False) -> list[pygame.Color]:
        scene.draw(canvas, [blast] * below, [blast] * above)
        return [canvas.get_at(pixel) for pixel in (middle, beside)]

    scene.prepare()
    bare, under, over = seen(), seen(below=True), seen(above=True)

    assert under[0] == bare[0]
    assert over[0] != bare[0]
    assert under[1] == over[1] != bare[1]


@pytest.mark.parametrize("where", [Where.RESERVE, Where.GONE])
def test_who_is_not_on_the_table_is_not_drawn(scene: Scene, where: Where) -> None:
    scene.draw(pygame.Surface((1280, 720)))
    models = scene.stage.seen.models
    before = len(tokens(scene))
    models[HALE] = replace(models[HALE], where=where)

    assert len(tokens(scene)) == before - 1


def test_bodies_lie_below_those_who_stand(scene: Scene) -> None:
    models = scene.stage.seen.models
    last = [*models][-1]
    models[last] = replace(models[last], where=Where.BODY)

    first = tokens(scene)[0][0]

    body = scene._token(models[last], TokenState.BODY, first.get_width())._replace(pixels=1)  # noqa: SLF001  a portrait has another size
    assert body.state is TokenState.BODY
    assert first is scene.sprites.token(
        scene._token(models[last], TokenState.BODY, round(2 * 0.5 * scene.camera.ppi))  # noqa: SLF001
    )


def test_what_is_out_of_sight_is_not_drawn(scene: Scene) -> None:
    scene.camera.zoom(9, spot(scene, HALE))

    assert len(tokens(scene)) < 6


def test_states_change_how_a_model_looks(scene: Scene, canvas: pygame.Surface) -> None:
    scene.prepare()
    scene.draw(canvas)
    before = canvas.copy()
    scene.states[HALE] = TokenState.CHOSEN
    scene.draw(canvas)

    assert canvas.get_buffer().raw != before.get_buffer().raw


def test_a_held_marker_changes_its_colour(scene: Scene, canvas: pygame.Surface) -> None:
    at = scene.camera.pixel(Point(12, 3.5))
    scene.prepare()
    scene.draw(canvas)
    box = pygame.Rect(0, 0, 60, 60)
    box.center = at
    before = canvas.subsurface(box).copy()
    scene.held["first"] = scene.stage.seen.sides[1]
    scene.draw(canvas)

    assert canvas.subsurface(box).copy().get_buffer().raw != before.get_buffer().raw


def test_nothing_is_drawn_outside_the_window(scene: Scene, canvas: pygame.Surface) -> None:
    canvas.fill("red")
    scene.camera.zoom(5, scene.camera.window.center)
    scene.draw(canvas, above=[RangeRing(Point(12, 9), 30, words="far")])

    for at in ((100, 300), (1100, 300), (600, 30), (600, 700)):
        assert canvas.get_at(at) == pygame.Color("red")


def test_a_click_beside_a_small_base_still_finds_it(scene: Scene) -> None:
    x, y = spot(scene, HALE)

    assert scene.model_at((x, y)) == HALE
    assert scene.model_at((x + scene.camera.ppi // 2 + 4, y)) == HALE
    assert scene.model_at((x + scene.camera.ppi // 2 + 12, y)) is None
    assert scene.model_at((10, 10)) is None


def test_a_roll_shows_who_fires_at_whom(scene: Scene) -> None:
    stage = scene.stage
    side = stage.seen.sides[0]
    stage.add(
        [
            Rolled(
                "CC-09",
                by=side,
                what="to hit",
                faces=(4,),
                need=4,
                who="wardens-squad",
                target="brood-leaper",
            )
        ]
    )
    stage.play(0.1)

    (line,) = scene.event_overlays()
    assert isinstance(line, OverlayLine)
    assert line.start == stage.place_of(HALE)
    assert line.end == stage.place_of(ModelId("brood-leaper"))


def test_a_roll_about_nobody_shows_no_line(scene: Scene) -> None:
    side = scene.stage.seen.sides[0]
    scene.stage.add(
        [Rolled("MI-02", by=side, what="who begins", faces=(4,), who="nobody", target="none")]
    )
    scene.stage.play(0.1)

    assert [*scene.event_overlays()] == []


def test_a_blast_is_shown_where_its_marker_lies(scene: Scene) -> None:
    scene.stage.add([MarkerLaid("CC-10", Point(5, 5), 3.0)])
    scene.stage.play(0.1)

    assert [*scene.event_overlays()] == [Blast(Point(5, 5), 3.0)]


def test_a_take_back_shows_the_earlier_table_at_once(scene: Scene, table: Table) -> None:
    scene.stage.speed = 2.0
    scene.stage.add([Moved("CC-04", model=HALE, path=(Point(4, 2), Point(9, 2)), facing=90.0)])
    scene.stage.skip()

    scene.restart(table)

    assert scene.stage.place_of(HALE) == Point(4, 2)
    assert scene.stage.speed == 2.0


def test_another_scale_dresses_everything_anew(scene: Scene, canvas: pygame.Surface) -> None:
    large = Theme(1.5)
    scene.fit(large)
    scene.draw(canvas, above=[RangeRing(Point(12, 9), 3, words="reach")])

    assert scene.look is scene.tray.look is scene.pen.look is large


def test_a_portrait_has_no_pips_and_looks_right(scene: Scene) -> None:
    picture = scene.portrait(scene.stage.seen.models[HALE], 40)

    assert picture.get_width() > 40
    assert picture.get_at(picture.get_rect().center).a == 255


def test_zones_are_outlined_until_the_battle_begins(scene: Scene) -> None:
    table = scene.stage.seen
    north = Zone("north", (Point(0, 0), Point(9, 0), Point(9, 9), Point(0, 9)))
    table.board = replace(table.board, zones=(north,))
    table.zones = {table.sides[1]: "north"}
    table.clock = replace(table.clock, round=0)
    drawn = [z for z in zones(scene) if isinstance(z, OverlayLine)]
    assert sorted(z.start for z in drawn) == sorted(north.outline)
    assert {z.tone for z in drawn} == {OverlayTone.SECOND}

    table.clock = replace(table.clock, round=1)
    assert zones(scene) == []


@pytest.mark.rule("MP-23")
def test_the_bow_of_a_zone_is_drawn_in_sides_that_show_dashes(scene: Scene) -> None:
    table = scene.stage.seen
    table.zones = {table.sides[1]: "bulge-2"}
    table.clock = replace(table.clock, round=0)
    drawn = [z for z in zones(scene) if isinstance(z, OverlayLine)]
    outline = table.board.zone("bulge-2").outline

    assert min(distance(z.start, z.end) for z in drawn) >= 1.0
    assert len(drawn) < len(outline) / 2
    assert {z.start for z in drawn} == {z.end for z in drawn} <= set(outline)


def test_notes_are_drawn_and_hidden_ones_only_for_the_game_master(
    canvas: pygame.Surface,
) -> None:
    notes: list[dict[str, object]] = [
        {"class": "Note", "point": [5, 5], "text": "THE MILL", "style": "label", "size": 3},
        {"class": "Note", "point": [30, 5], "text": "The door sticks."},
        {"class": "Note", "point": [5, 30], "text": "Three wait here.", "hidden": True},
    ]
    window = canvas.get_rect()
    bare = Scene(Table(to_board(map_of(36, 36))), Theme(), window)
    scene = Scene(Table(to_board(map_of(36, 36, notes))), Theme(), window)

    def drawn(of: Scene) -> list[bool]:
        """Return whether each note, in the board's order, is drawn."""
        without, seen = canvas.copy(), canvas.copy()
        for one, sheet in ((bare, without), (of, seen)):
            one.prepare()
            one.draw(sheet)
        places = [of.camera.pixel(Point(x, y)) for x, y in ((5, 5), (30, 5), (5, 30))]
        areas = [pygame.Rect(x - 12, y - 12, 24, 24) for x, y in places]
        return [
            pygame.image.tobytes(seen.subsurface(area), "RGB")
            != pygame.image.tobytes(without.subsurface(area), "RGB")
            for area in areas
        ]

    assert drawn(scene) == [True, True, False]
    scene.revealed = ["note-3"]
    assert drawn(scene) == [True, True, True]

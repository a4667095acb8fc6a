from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.geometry.points import Point
from game.view.playback.effects import Effect
from game.view.scene import Scene
from game.view.scene_snapshot import SceneSnapshot, merged
from game.view.style import DrawingTheme
from tests.view.test_badges import SIDES, spots_in_row, table_of_units

WINDOW = pygame.Rect(0, 0, 600, 600)
AT = Point(24.0, 24.0)
WHITE = "#FFFFFF"


def scene_of(look: DrawingTheme) -> Scene:
    return Scene(table_of_units(("squad", SIDES[0], spots_in_row(4, 4, 3))), look, WINDOW)


@pytest.mark.parametrize(
    "effect",
    [
        Effect(AT, 1.0, WHITE, splash=1.0),
        Effect(AT, 1.0, WHITE, blast=1.0),
        Effect(AT, 1.0, WHITE, knock=True),
        Effect(AT, 1.0, WHITE, ring=1.0),
    ],
)
def test_an_effect_changes_only_its_own_area(look: DrawingTheme, effect: Effect) -> None:
    scene = scene_of(look)
    before = SceneSnapshot.of(scene)
    scene.stage.show([effect])
    begun = SceneSnapshot.of(scene, before)
    scene.stage.effects = (replace(effect, age=0.5),)
    half = SceneSnapshot.of(scene, begun)

    for now, was in ((begun, before), (half, begun)):
        (area,) = now.changed_since(was, WINDOW)
        assert area.collidepoint(scene.camera.pixel(AT))
        assert area.width < WINDOW.width / 2
    assert half.changed_since(half, WINDOW) == []


def test_with_reduced_motion_an_effect_changes_nothing_until_it_ends(
    look: DrawingTheme,
) -> None:
    scene = scene_of(look)
    scene.stage.reduced = True
    effect = Effect(AT, 1.0, WHITE, ring=1.0, words="out", splash=1.0)
    scene.stage.effects = (effect,)
    begun = SceneSnapshot.of(scene)
    scene.stage.effects = (replace(effect, age=0.5),)
    half = SceneSnapshot.of(scene, begun)
    scene.stage.effects = ()

    assert half.changed_since(begun, WINDOW) == []
    assert SceneSnapshot.of(scene, half).changed_since(half, WINDOW) != []


def test_areas_are_merged_if_they_overlap_or_are_near() -> None:
    here, beside = pygame.Rect(0, 0, 100, 100), pygame.Rect(110, 0, 100, 100)
    over, far = pygame.Rect(150, 50, 100, 100), pygame.Rect(2000, 1500, 50, 50)

    assert merged([here, beside]) == [pygame.Rect(0, 0, 210, 100)]
    assert merged([here, far, over]) == [far, pygame.Rect(0, 0, 250, 150)]

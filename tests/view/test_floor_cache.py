from __future__ import annotations

import pygame
import pytest

from game.bots.simple_bots import RandomBot
from game.geometry.points import Point
from game.rules.battles import prepare
from game.view.camera import Camera
from game.view.scene import Scene
from game.view.style import DrawingTheme
from game.view.system_view import GroundState, Layer
from game.view.systems import SYSTEMS
from tests.tiers import few
from tests.view.tables import town, two_squads

WINDOW = pygame.Rect(40, 30, 300, 240)
KEPT = 3
"""Number of frames after which the floor is only copied."""


def pixels_after(scene: Scene, canvas: pygame.Surface, frames: int = KEPT) -> bytes:
    """Return the pixels of the last of some frames."""
    for _ in range(frames):
        canvas.fill("black")
        scene.draw(canvas)
    return canvas.get_buffer().raw


def settle(scene: Scene, canvas: pygame.Surface) -> None:
    """Draw until everything in sight is painted."""
    scene.prepare()
    while not scene.draw(canvas):
        scene.ground.wait()


@pytest.mark.parametrize(
    ("scenario", "seed", "answers", "tables"),
    few(
        [
            *(("the_nest", 1, 55, 2), ("cage", 6, 9, 4), ("pursuit", 1, 10, 4)),
            ("the_nest", 1, 55, 4),
        ],
        fast=3,
    ),
)
def test_a_kept_floor_looks_as_if_it_was_drawn_anew(
    scenario: str,
    seed: int,
    answers: int,
    tables: int,
    look: DrawingTheme,
    canvas: pygame.Surface,
) -> None:
    """Tables of a battle; each is shown until its floor is kept, and then by a new cache."""
    battle, bot = prepare(scenario, seed=seed), RandomBot()
    session = battle.session()
    scene = Scene(session.table.fork(), look, WINDOW, battle.rules().parts)
    for _ in range(tables):
        for _ in range(answers):
            if not session.over:
                session.answer(bot.answer(session))
        scene.restart(session.table.fork())
        settle(scene, canvas)
        kept = pixels_after(scene, canvas)
        scene.fit(look)
        settle(scene, canvas)

        assert kept == pixels_after(scene, canvas, 1)
        pixels_after(scene, canvas)


def test_a_floor_is_drawn_only_where_it_changes(
    look: DrawingTheme, canvas: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(two_squads(town()), look, WINDOW)
    scene.prepare()
    draw, times = scene.ground.draw, list[Camera]()

    def counted(canvas: pygame.Surface, camera: Camera, ground: GroundState) -> bool:
        times.append(camera)
        return draw(canvas, camera, ground)

    monkeypatch.setattr(scene.ground, "draw", counted)

    def drawings(frames: int) -> int:
        times.clear()
        pixels_after(scene, canvas, frames)
        return len(times)

    assert drawings(10) == 2
    scene.camera.zoom(2, WINDOW.center)
    scene.prepare()
    assert drawings(10) == 2
    scene.camera.look_at(Point(20.0, 20.0))
    scene.prepare()
    assert drawings(1) == 1


def test_layers_that_draw_on_the_floor_say_when_it_changes() -> None:
    given = [view.layer for view in SYSTEMS.values()]
    layers = [layer for layer in given if isinstance(layer, type) and issubclass(layer, Layer)]
    on_floor = [layer for layer in layers if layer.floor is not Layer.floor]

    assert on_floor
    assert all(layer.floor_key is not Layer.floor_key for layer in on_floor)

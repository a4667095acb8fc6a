"""The lesson of zero-g, played by its cards alone."""

from __future__ import annotations

import pygame

from game.geometry.points import Point
from tests.screens.lesson_pupil import MousePupil, follow, keyboard, mouse, part
from tests.screens.sdl_driver import Deeds

ASIDE = Point(13.0, 3.0)
"""A place ahead and to the right of Third boarder."""


def near_the_edge(pupil: MousePupil) -> Deeds:
    """Click between Third boarder and the upper edge of the table."""
    at = pupil.spot("third")
    yield from pupil.click(Point(at.x, at.y / 2))


MOVEMENT = (
    part("Press Next", lambda p: p.go_on()),
    part("Click First boarder", lambda p: p.pick("first"), ends=False),
    part('choose "Drift"', lambda p: p.option("Drift")),
    part("Click it", lambda p: p.pick("second"), ends=False),
    part('choose "Slow down, then drift"', lambda p: p.option("Slow down, then drift")),
    part("Click it", lambda p: p.pick("third"), ends=False),
    part('choose "Turn, then drift"', lambda p: p.option("Turn, then drift"), ends=False),
)
SHOOTING = (
    part("Click First boarder", lambda p: p.pick("first"), ends=False),
    part("then First drifter", lambda p: p.pick("drifter")),
    part("Click Third boarder", lambda p: p.pick("third"), ends=False),
    part('choose "Fire at a point"', lambda p: p.option("Fire at a point"), ends=False),
)
END = part("Next, play", lambda p: p.go_on())


def test_zero_g_is_learnt_by_mouse() -> None:
    follow(
        mouse(),
        "zero-g",
        [
            *MOVEMENT,
            part("click where it shall head", lambda p: p.click(ASIDE)),
            part("Drag it a little way", lambda p: p.drag("gunner", 0.0, -2.0)),
            *SHOOTING,
            part("Click between it and the near edge", near_the_edge),
            END,
        ],
    )


def test_zero_g_is_learnt_by_keys() -> None:
    follow(
        keyboard(),
        "zero-g",
        [
            *MOVEMENT,
            part("press Right", lambda p: p.key(pygame.K_RIGHT), ends=False),
            part("then Enter", lambda p: p.enter()),
            part("Click the Gunner", lambda p: p.pick("gunner"), ends=False),
            part("press Up", lambda p: p.key(pygame.K_UP), ends=False),
            part("and Enter", lambda p: p.enter()),
            *SHOOTING,
            part(
                "move the point with the arrow keys", lambda p: p.arrows(1.0, -1.0), ends=False
            ),
            part("press Enter", lambda p: p.enter()),
            END,
        ],
    )

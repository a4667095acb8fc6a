"""The lessons of zero-g and of the training cage, played by their cards alone."""

from __future__ import annotations

import pygame
import pytest

from game.geometry.points import Point, point_ahead, vector_of_heading
from game.systems.cage.prompts.bout_prompt import BoutPrompt
from game.systems.cage.prompts.floor_prompt import FloorPrompt
from tests.screens.lesson_pupil import (
    KeyPupil,
    MousePupil,
    follow,
    keyboard,
    lesson_part,
    mouse,
)
from tests.screens.sdl_driver import Deeds
from tests.tiers import few

COMPARES = few([False, True], 1)
"""Whether what is shown is compared with fresh drawings."""

ASIDE = Point(13.0, 3.0)
"""A place ahead and to the right of Third boarder."""
STEPS = 6
"""Number of steps of 5° by which the ring is turned."""
FROM, TO = 12.0, 12.0 + 5 * STEPS
"""Degrees from the top: where the ring is taken and let go, clear of the champions."""


def near_the_edge(pupil: MousePupil) -> Deeds:
    """Click between Third boarder and the upper edge of the table."""
    at = pupil.spot("third")
    yield from pupil.click(Point(at.x, at.y / 2))


def the_cell_ahead(pupil: MousePupil) -> Deeds:
    """Click the middle of the cell that an Advance goes to."""
    prompt = pupil.screen.prompt
    assert isinstance(prompt, BoutPrompt)
    (ring,) = (a.outline for id_, a in prompt.anchors.items() if id_.startswith("advance"))
    yield from pupil.click(Point(*(sum(axis) / len(ring) for axis in zip(*ring, strict=True))))


def the_ring(pupil: MousePupil) -> Deeds:
    """Drag the ring clockwise, and press the large button."""
    prompt = pupil.screen.prompt
    assert isinstance(prompt, FloorPrompt)
    inside, outside = prompt.floor.radii[prompt.ring - 1 : prompt.ring + 1]
    start, end = (
        point_ahead(prompt.floor.at, vector_of_heading(by), (inside + outside) / 2)
        for by in (FROM, TO)
    )
    yield from pupil.at.drag(pupil.pixel(start), pupil.pixel(end))
    assert prompt.value == 5 * STEPS
    yield from pupil.press(pupil.screen.parts.footer.label)


def the_ring_by_keys(pupil: KeyPupil) -> Deeds:
    """Turn the ring by steps, and confirm."""
    yield from pupil.at.hold(pygame.K_RIGHT, STEPS)
    yield from pupil.enter()


MOVEMENT = (
    lesson_part("Press Next", lambda p: p.go_on()),
    lesson_part("Click First boarder", lambda p: p.pick("first"), ends=False),
    lesson_part('choose "Drift"', lambda p: p.option("Drift")),
    lesson_part("Click it", lambda p: p.pick("second"), ends=False),
    lesson_part('choose "Slow down, then drift"', lambda p: p.option("Slow down, then drift")),
    lesson_part("Click it", lambda p: p.pick("third"), ends=False),
    lesson_part(
        'choose "Turn, then drift"', lambda p: p.option("Turn, then drift"), ends=False
    ),
)
SHOOTING = (
    lesson_part("Click First boarder", lambda p: p.pick("first"), ends=False),
    lesson_part("then First drifter", lambda p: p.pick("drifter")),
    lesson_part("Click Third boarder", lambda p: p.pick("third"), ends=False),
    lesson_part('choose "Fire at a point"', lambda p: p.option("Fire at a point"), ends=False),
)
END = lesson_part("Next, play", lambda p: p.go_on())


@pytest.mark.parametrize("compares", COMPARES)
def test_zero_g_is_learnt_by_mouse(*, compares: bool) -> None:
    learnt = follow(
        mouse(),
        "zero-g",
        [
            *MOVEMENT,
            lesson_part("click where it shall head", lambda p: p.click(ASIDE)),
            lesson_part("Drag it a little way", lambda p: p.drag("gunner", 0.0, -2.0)),
            *SHOOTING,
            lesson_part("Click between it and the near edge", near_the_edge),
            END,
        ],
        compares=compares,
    )
    assert learnt.shows("drift")


@pytest.mark.parametrize("compares", COMPARES)
def test_zero_g_is_learnt_by_keys(*, compares: bool) -> None:
    learnt = follow(
        keyboard(),
        "zero-g",
        [
            *MOVEMENT,
            lesson_part("press Right", lambda p: p.key(pygame.K_RIGHT), ends=False),
            lesson_part("then Enter", lambda p: p.enter()),
            lesson_part("Click the Gunner", lambda p: p.pick("gunner"), ends=False),
            lesson_part("press Up", lambda p: p.key(pygame.K_UP), ends=False),
            lesson_part("and Enter", lambda p: p.enter()),
            *SHOOTING,
            lesson_part(
                "move the point with the arrow keys", lambda p: p.arrows(1.0, -1.0), ends=False
            ),
            lesson_part("press Enter", lambda p: p.enter()),
            END,
        ],
        compares=compares,
    )
    assert learnt.shows("drift")


ATTACK = lesson_part('"Attack with power blade"', lambda p: p.pick("veteran"), ends=False)
DIE = lesson_part("choose the higher", lambda p: p.option("5"))
FIGHT = (
    lesson_part(
        'choose "Counter-attack', lambda p: p.option("Counter-attack with power blade")
    ),
    lesson_part("pick it if you are asked", lambda p: p.option("5"), ends=False),
    lesson_part('choose "Parry"', lambda p: p.option("Parry")),
)


@pytest.mark.parametrize("compares", COMPARES)
def test_the_cage_is_learnt_by_mouse(*, compares: bool) -> None:
    learnt = follow(
        mouse(),
        "cage",
        [
            lesson_part("Press Next", lambda p: p.go_on()),
            lesson_part("Click the cell ahead", the_cell_ahead),
            lesson_part("Point at the Veteran", lambda p: p.point("veteran"), ends=False),
            ATTACK,
            DIE,
            *FIGHT,
            lesson_part("Drag your ring", the_ring),
            lesson_part("play Training cage", lambda p: p.go_on()),
        ],
        compares=compares,
    )
    assert learnt.shows("turning ring")


@pytest.mark.parametrize("compares", COMPARES)
def test_the_cage_is_learnt_by_keys(*, compares: bool) -> None:
    learnt = follow(
        keyboard(),
        "cage",
        [
            lesson_part("Press Next", lambda p: p.go_on()),
            lesson_part("or press Enter", lambda p: p.enter()),
            lesson_part(
                '"Attack with power blade"', lambda p: p.option("Attack with"), ends=False
            ),
            DIE,
            *FIGHT,
            lesson_part("press Left or Right", the_ring_by_keys),
            lesson_part("play Training cage", lambda p: p.go_on()),
        ],
        compares=compares,
    )
    assert learnt.shows("turning ring")

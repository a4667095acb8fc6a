"""The lesson of matched play, played by its cards alone."""

from __future__ import annotations

import pytest

from tests.screens.lesson_pupil import MousePupil, Pupil, follow, keyboard, lesson_part, mouse
from tests.screens.sdl_driver import Deeds
from tests.tiers import few

COMPARES = few([False, True], 1)
"""Whether what is shown is compared with fresh drawings."""


def confirm(pupil: Pupil) -> Deeds:
    yield from pupil.press(pupil.screen.parts.footer.label)


START = (
    lesson_part("you score those that you achieved", lambda p: p.go_on()),
    lesson_part("take Swap 62 Witch hunt", lambda p: p.option("Swap 62 Witch hunt")),
    lesson_part("Pick Veterans", lambda p: p.pick("veterans"), ends=False),
    lesson_part("take Advance", lambda p: p.option("Advance"), ends=False),
)
GO = lesson_part(
    "press End Movement phase, or Shift+Enter", lambda p: p.option("End Movement phase")
)
CHARGE = (
    lesson_part(
        "Press End Shooting phase too", lambda p: p.option("End Shooting phase"), ends=False
    ),
    lesson_part("pick First squad", lambda p: p.pick("squad"), ends=False),
    lesson_part("the Skitterers as its target", lambda p: p.pick("skitterers")),
)


def large(pupil: Pupil) -> Deeds:
    """Press the large button, or Enter, until only the objectives are asked about."""
    while "Keep all" not in pupil.labels:
        yield from pupil.press(pupil.screen.parts.footer.label)
        yield from pupil.settle()


FIGHT = (
    lesson_part("Bring as many bases as near as you can, and confirm", confirm),
    lesson_part("press the large button each time", large, ends=False),
    lesson_part("press Keep all", lambda p: p.option("Keep all")),
    lesson_part("Six missions are played like this", lambda p: p.go_on()),
)


@pytest.mark.parametrize("compares", COMPARES)
def test_matched_play_is_learnt_by_mouse(*, compares: bool) -> None:
    def beside(pupil: MousePupil) -> Deeds:
        yield from pupil.drag("veterans", 0.0, 9.0)
        yield from confirm(pupil)

    move = lesson_part("move them beside the marker, and confirm", beside)
    follow(mouse(), "matched-play", [*START, move, GO, *CHARGE, *FIGHT], compares=compares)


@pytest.mark.parametrize("compares", COMPARES)
def test_matched_play_is_learnt_by_keyboard(*, compares: bool) -> None:
    move = lesson_part(
        "move them beside the marker, and confirm", lambda p: p.drag("veterans", 0.0, 9.0)
    )
    follow(keyboard(), "matched-play", [*START, move, GO, *CHARGE, *FIGHT], compares=compares)

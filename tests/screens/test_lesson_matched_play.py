"""The lesson of matched play, played by its cards alone."""

from __future__ import annotations

from tests.screens.lesson_pupil import MousePupil, Pupil, follow, keyboard, mouse, part
from tests.screens.sdl_driver import Deeds


def confirm(pupil: Pupil) -> Deeds:
    yield from pupil.press(pupil.screen.parts.footer.act.label)


START = (
    part("you score those that you achieved", lambda p: p.go_on()),
    part("take Swap 62 Witch hunt", lambda p: p.option("Swap 62 Witch hunt")),
    part("Pick Veterans", lambda p: p.pick("veterans"), ends=False),
    part("take Advance", lambda p: p.option("Advance"), ends=False),
)
GO = part("end the Movement phase by Shift+Enter", lambda p: p.option("End Movement phase"))
CHARGE = (
    part("End the Shooting phase too", lambda p: p.option("End Shooting phase"), ends=False),
    part("pick First squad", lambda p: p.pick("squad"), ends=False),
    part("the Skitterers as its target", lambda p: p.pick("skitterers")),
)


def large(pupil: Pupil) -> Deeds:
    """Press the large button, or Enter, until only the objectives are asked about."""
    while "Keep all" not in pupil.labels:
        yield from pupil.press(pupil.screen.parts.footer.act.label)
        yield from pupil.settle()


FIGHT = (
    part("Bring as many bases as near as you can, and confirm", confirm),
    part("the large button takes what is suggested", large, ends=False),
    part("keep all", lambda p: p.option("Keep all")),
    part("Six missions are played like this", lambda p: p.go_on()),
)


def test_matched_play_is_learnt_by_mouse() -> None:
    def beside(pupil: MousePupil) -> Deeds:
        yield from pupil.drag("veterans", 0.0, 9.0)
        yield from confirm(pupil)

    move = part("move them beside the marker, and confirm", beside)
    follow(mouse(), "matched-play", [*START, move, GO, *CHARGE, *FIGHT])


def test_matched_play_is_learnt_by_keyboard() -> None:
    move = part(
        "move them beside the marker, and confirm", lambda p: p.drag("veterans", 0.0, 9.0)
    )
    follow(keyboard(), "matched-play", [*START, move, GO, *CHARGE, *FIGHT])

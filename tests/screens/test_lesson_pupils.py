"""Lessons played through by their cards, by mouse and by keyboard."""

from __future__ import annotations

from game.content.settings import Action
from tests.screens.lesson_pupil import follow, keyboard, mouse, part


def test_the_mouse_alone_begins_the_first_battle() -> None:
    parts = [
        part("Use the wheel to zoom", lambda p: p.wheel(1), ends=False),
        part("press Home to see the whole table", lambda p: p.use("Show the whole table")),
        part("Press Next below", lambda p: p.go_on()),
        part("Click any model of First squad", lambda p: p.pick("squad")),
    ]
    follow(mouse(), "first-battle", parts)


def test_the_keyboard_alone_begins_the_first_battle() -> None:
    parts = [
        part("zoom", lambda p: p.key(Action.ZOOM_IN), ends=False),
        part("press Home to see the whole table", lambda p: p.use("Show the whole table")),
        part("Press Next below", lambda p: p.go_on()),
        part("press the squad's number", lambda p: p.option("First squad")),
    ]
    follow(keyboard(), "first-battle", parts)

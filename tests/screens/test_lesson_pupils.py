"""Lessons played through by their cards, by mouse and by keyboard."""

from __future__ import annotations

import pygame
import pytest

from game.content.lessons import StepCondition, load_lesson
from game.content.table_actions import Action
from game.screens.battle_lesson import LessonScreen
from tests.screens.input_driver import Player
from tests.screens.lesson_pupil import (
    SPEED,
    KeyPupil,
    Learnt,
    LessonPart,
    MousePupil,
    Pupil,
    follow,
    keyboard,
    lesson_part,
    mouse,
)
from tests.screens.sdl_driver import Deeds
from tests.tiers import few


def go_on(pupil: Pupil) -> Deeds:
    yield from pupil.go_on()


def play_on(pupil: Pupil) -> Deeds:
    yield from pupil.play_on()


FIRST_BATTLE_BY_MOUSE: list[LessonPart] = [
    lesson_part("Zoom with the wheel", lambda p: p.wheel(1), ends=False),
    lesson_part("press Home to see the whole table", lambda p: p.use("Show the whole table")),
    lesson_part("Press Next below", go_on),
    lesson_part("drag it toward the enemy, farther", lambda p: p.drag("squad", 0, -9)),
    lesson_part("press Move", lambda p: p.option("Move")),
    lesson_part("the first button below, undoes", lambda p: p.use("Undo"), ends=False),
    lesson_part("the second button, to restore", lambda p: p.use("Redo")),
    lesson_part("press and hold the wheel", lambda p: p.measure()),
    lesson_part(
        "Drag the Scouts into the wood", lambda p: p.drag("scouts", 0.7, -4.5), ends=False
    ),
    lesson_part("press Move", lambda p: p.option("Move")),
    lesson_part("Click First squad", lambda p: p.pick("squad"), ends=False),
    lesson_part("then the Skitterers", lambda p: p.pick("skitterers")),
    lesson_part("The log records every die", go_on),
    lesson_part("Press End Shooting phase", lambda p: p.end_phase(), ends=False),
    lesson_part("drag the Scouts onto the Leapers", lambda p: p.drag("scouts", 0, -5)),
    lesson_part("press Move", lambda p: p.option("Move")),
    lesson_part("A unit that loses a quarter", go_on),
    lesson_part("Point at any model", go_on),
    lesson_part("end a phase when nothing is left to do", play_on),
    lesson_part("start a full battle", lambda p: p.press("Finish")),
    lesson_part("start a full battle", lambda p: p.press("Play it now: First patrol")),
]
FIRST_BATTLE_BY_KEYS: list[LessonPart] = [
    lesson_part("Zoom with the wheel or PgUp", lambda p: p.key(Action.ZOOM_IN), ends=False),
    lesson_part("press Home to see the whole table", lambda p: p.key(Action.WHOLE_TABLE)),
    lesson_part("Press Next below", go_on),
    lesson_part("With keys: E chooses the squad", lambda p: p.highlight("squad"), ends=False),
    lesson_part("the arrows move it", lambda p: p.arrows(0, -9)),
    lesson_part("press Move, or Enter", lambda p: p.enter()),
    lesson_part("Ctrl+Z", lambda p: p.key(Action.TAKE_BACK), ends=False),
    lesson_part("press Ctrl+Y", lambda p: p.key(Action.REDO)),
    lesson_part("hold Tab", lambda p: p.measure()),
    lesson_part(
        "Drag the Scouts into the wood", lambda p: p.drag("scouts", 0.7, -4.5), ends=False
    ),
    lesson_part("press Move, or Enter", lambda p: p.enter()),
    lesson_part("By keys: E highlights, Enter takes", lambda p: p.pick("squad"), ends=False),
    lesson_part("then the Skitterers", lambda p: p.pick("skitterers")),
    lesson_part("The log records every die", go_on),
    lesson_part("Press End Shooting phase", lambda p: p.end_phase(), ends=False),
    lesson_part("pick first the one", lambda p: p.pick("scouts"), ends=False),
    lesson_part("then the other", lambda p: p.pick("leapers")),
    lesson_part("press Move", lambda p: p.enter()),
    lesson_part("A unit that loses a quarter", go_on),
    lesson_part("Point at any model", go_on),
    lesson_part("end a phase when nothing is left to do", play_on),
    lesson_part("start a full battle", lambda p: p.press("Finish")),
    lesson_part("start a full battle", lambda p: p.press("Play it now: First patrol")),
]
WOOD, CONFIRM = 8, 9
"""Indices of the parts in which the Scouts are dragged into the wood, and confirm."""
IN_REACH = lesson_part("Drag the Scouts into the wood", lambda p: p.drag("scouts", 0.7, -1.6))
"""So little that the dice suffice: nothing is left to confirm."""
FLOOD: list[LessonPart] = [
    lesson_part("Drag First squad north, onto the gantry", lambda p: p.drag("squad", 0, -4.5)),
    lesson_part("Drag the Scouts onto it", lambda p: p.drag("scouts", 2.5, 0)),
    lesson_part("Press End Movement phase", lambda p: p.end_phase(), ends=False),
    lesson_part("then end every other phase of this turn", play_on),
    lesson_part("Read the log, and press Next", go_on),
    lesson_part("until the battle is over", play_on),
    lesson_part("Press Finish", go_on),
]
FLOOD_BY_MOUSE = [
    lesson_part("Press Next", go_on),
    lesson_part("Overlays at the bottom right and then Flood", lambda p: p.overlay("Flood")),
    *FLOOD,
]
FLOOD_BY_KEYS = [
    lesson_part("Press Next", go_on),
    lesson_part("Press I", lambda p: p.key(Action.FLOOD)),
    *FLOOD,
]
PURSUIT_BY_MOUSE = [
    lesson_part("Press Next", go_on),
    lesson_part("Overlays at the bottom right and then Danger", lambda p: p.overlay("Danger")),
    lesson_part(
        "press Straight ahead", lambda p: p.option("Straight ahead: accel"), ends=False
    ),
    lesson_part("then Accelerate", lambda p: p.option("Accelerate")),
    lesson_part(
        "click the table ahead of it and to its left", lambda p: p.ride("biker", 4.5, -2.5)
    ),
    lesson_part(
        "Press Keep pace: stay here", lambda p: p.option("Keep pace: stay"), ends=False
    ),
    lesson_part("for both riders", lambda p: p.option("Keep pace: stay here")),
    lesson_part("click it straight ahead", lambda p: p.ride("sergeant", 11.5, 0)),
    lesson_part("Press Finish", go_on),
]
PURSUIT_BY_KEYS = [
    lesson_part("Press Next", go_on),
    lesson_part("Press J", lambda p: p.key(Action.DANGER)),
    lesson_part("(key 3)", lambda p: p.key(pygame.K_3), ends=False),
    lesson_part("then Accelerate (Enter)", lambda p: p.enter()),
    lesson_part("the up arrow twice, B, three times left", lambda p: p.ride((0, 2), (-3, 4))),
    lesson_part("Press Keep pace: stay here", lambda p: p.enter(), ends=False),
    lesson_part("for both riders", lambda p: p.enter()),
    lesson_part("press the up arrow until it gets there", lambda p: p.ride((0, 12))),
    lesson_part("Press Finish", go_on),
]
BY_MOUSE = {
    "first-battle": FIRST_BATTLE_BY_MOUSE,
    "flood": FLOOD_BY_MOUSE,
    "pursuit": PURSUIT_BY_MOUSE,
}
BY_KEYS = {
    "first-battle": FIRST_BATTLE_BY_KEYS,
    "flood": FLOOD_BY_KEYS,
    "pursuit": PURSUIT_BY_KEYS,
}


HAPPENS = {
    "first-battle": {"CC-05", "CC-12", "CC-18", "CC-20", "CC-23", "CC-25", "CC-29"},
    "flood": {"FF-06", "FF-08", "FF-09", "FF-16", "FF-18", "FF-20", "MI-02"},
    "pursuit": {"PU-05", "PU-08", "PU-11", "PU-18", "PU-26"},
}
"""Clauses that have to come up in a lesson, because its cards teach them."""
IS_SEEN = {
    "flood": "flood front",
    "pursuit": "rolling street",
}
"""Sights that each lesson promises."""
QUICK = ("pursuit", False)
"""The lesson of the fast tier, not compared; all others take more than a second."""
CASES = (QUICK, *((lesson, True) for lesson in BY_MOUSE))
"""Lessons, and whether what they show is compared with fresh drawings."""


def _is_learnt(lesson: str, learnt: Learnt) -> None:
    assert learnt.clauses >= HAPPENS[lesson]
    assert lesson not in IS_SEEN or learnt.shows(IS_SEEN[lesson])


@pytest.mark.parametrize(("lesson", "compares"), few(CASES, 1))
def test_a_lesson_is_learnt_with_the_mouse_alone(lesson: str, *, compares: bool) -> None:
    pupil: MousePupil = mouse()
    _is_learnt(lesson, follow(pupil, lesson, BY_MOUSE[lesson], compares=compares))


@pytest.mark.parametrize(("lesson", "compares"), few(CASES, 1))
def test_a_lesson_is_learnt_with_the_keyboard_alone(lesson: str, *, compares: bool) -> None:
    pupil: KeyPupil = keyboard()
    _is_learnt(lesson, follow(pupil, lesson, BY_KEYS[lesson], compares=compares))


@pytest.mark.parametrize("lesson", sorted(BY_MOUSE))
def test_who_only_presses_enter_comes_to_the_last_card(lesson: str, player: Player) -> None:
    """A learner who obeys no card still comes to the end, and is never asked in vain."""
    screen = player.open(LessonScreen(load_lesson(lesson), speed=SPEED))
    cards = screen.teacher.lesson.cards
    read = {n for n, card in enumerate(cards) if card.until is StepCondition.READ}
    for _ in player.frames(800):
        if screen.finished or screen.teacher.is_last:
            break
        if screen.teacher.number in read:
            screen.teacher.next()
        if screen.prompt and screen.prompt.answer is None and not screen.busy:
            player.wait_for_keys()
            player.key(pygame.K_RETURN, pygame.KMOD_SHIFT, drawn=False)
            player.key(pygame.K_RETURN)
    assert screen.teacher.is_last


@pytest.mark.slow
def test_a_move_that_the_dice_allow_at_once_goes_on_to_the_next_card() -> None:
    parts = FIRST_BATTLE_BY_MOUSE
    assert "Drag the Scouts" in parts[WOOD].words
    assert "Move" in parts[CONFIRM].words
    follow(mouse(), "first-battle", [*parts[:WOOD], IN_REACH, *parts[CONFIRM + 1 : 12]])

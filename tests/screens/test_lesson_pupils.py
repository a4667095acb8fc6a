"""Lessons played through by their cards, by mouse and by keyboard."""

from __future__ import annotations

import pygame
import pytest

from game.content.lessons import StepCondition, load_lesson
from game.content.settings import Action
from game.screens.battle_lesson import LessonScreen
from game.screens.setup import SetupScreen
from tests.screens.input_driver import Player
from tests.screens.lesson_pupil import (
    SPEED,
    KeyPupil,
    LessonPart,
    MousePupil,
    Pupil,
    follow,
    keyboard,
    mouse,
    part,
)
from tests.screens.sdl_driver import Deeds
from tests.tiers import few


def go_on(pupil: Pupil) -> Deeds:
    yield from pupil.go_on()


def play_on(pupil: Pupil) -> Deeds:
    yield from pupil.play_on()


FIRST_BATTLE_BY_MOUSE: list[LessonPart] = [
    part("Zoom with the wheel", lambda p: p.wheel(1), ends=False),
    part("press Home to see the whole table", lambda p: p.use("Show the whole table")),
    part("Press Next below", go_on),
    part("drag it toward the enemy, farther", lambda p: p.drag("squad", 0, -9)),
    part("Press Use this place", lambda p: p.option("Use this place")),
    part("the first button below, undoes", lambda p: p.use("Undo"), ends=False),
    part("the second button, to restore", lambda p: p.use("Redo")),
    part("press and hold the wheel", lambda p: p.measure()),
    part("Drag the Scouts into the wood", lambda p: p.drag("scouts", 0.7, -4.5), ends=False),
    part("confirm the move with Enter, or in the panel", lambda p: p.option("Confirm move")),
    part("Click First squad", lambda p: p.pick("squad"), ends=False),
    part("then the Skitterers", lambda p: p.pick("skitterers")),
    part("The log records every die", go_on),
    part("End the Shooting phase", lambda p: p.end_phase(), ends=False),
    part("drag the Scouts onto the Leapers", lambda p: p.drag("scouts", 0, -5)),
    part("Confirm the move", lambda p: p.option("Confirm move")),
    part("A unit that loses a quarter", go_on),
    part("Point at any model", go_on),
    part("end a phase when nothing is left to do", play_on),
    part("start a full battle", lambda p: p.press("Finish")),
    part("start a full battle", lambda p: p.press("Play a battle")),
]
FIRST_BATTLE_BY_KEYS: list[LessonPart] = [
    part("Zoom with the wheel or PgUp", lambda p: p.key(Action.ZOOM_IN), ends=False),
    part("press Home to see the whole table", lambda p: p.key(Action.WHOLE_TABLE)),
    part("Press Next below", go_on),
    part("With keys: E chooses the squad", lambda p: p.highlight("squad"), ends=False),
    part("the arrows move it", lambda p: p.arrows(0, -9)),
    part("Press Use this place (F)", lambda p: p.key(Action.MEND)),
    part("Ctrl+Z", lambda p: p.key(Action.TAKE_BACK), ends=False),
    part("press Ctrl+Y", lambda p: p.key(Action.REDO)),
    part("hold Tab", lambda p: p.measure()),
    part("Drag the Scouts into the wood", lambda p: p.drag("scouts", 0.7, -4.5), ends=False),
    part("confirm the move with Enter", lambda p: p.enter()),
    part("keys E and Enter do the same", lambda p: p.pick("squad"), ends=False),
    part("then the Skitterers", lambda p: p.pick("skitterers")),
    part("The log records every die", go_on),
    part("End the Shooting phase", lambda p: p.end_phase(), ends=False),
    part("pick first the one", lambda p: p.pick("scouts"), ends=False),
    part("then the other", lambda p: p.pick("leapers")),
    part("Confirm the move", lambda p: p.enter()),
    part("A unit that loses a quarter", go_on),
    part("Point at any model", go_on),
    part("end a phase when nothing is left to do", play_on),
    part("start a full battle", lambda p: p.press("Finish")),
    part("start a full battle", lambda p: p.press("Play a battle")),
]
FLOOD: list[LessonPart] = [
    part("Drag First squad north, onto the gantry", lambda p: p.drag("squad", 0, -4.5)),
    part("Drag the Scouts onto it", lambda p: p.drag("scouts", 2.5, 0)),
    part("End the Movement phase", lambda p: p.end_phase(), ends=False),
    part("and every other phase of this turn", play_on),
    part("Read the log, and press Next", go_on),
    part("until the battle is over", play_on),
    part("Press Finish", go_on),
]
FLOOD_BY_MOUSE = [
    part("Press Next", go_on),
    part("Overlays at the bottom right and then Flood", lambda p: p.overlay("Flood")),
    *FLOOD,
]
FLOOD_BY_KEYS = [
    part("Press Next", go_on),
    part("Press I", lambda p: p.key(Action.FLOOD)),
    *FLOOD,
]
PURSUIT_BY_MOUSE = [
    part("Press Next", go_on),
    part("Overlays at the bottom right and then Danger", lambda p: p.overlay("Danger")),
    part("press Straight ahead", lambda p: p.option("Straight ahead: accel"), ends=False),
    part("then Accelerate", lambda p: p.option("Accelerate")),
    part("click the table ahead of it and to its left", lambda p: p.ride("biker", 4.5, -2.5)),
    part("Press Keep pace: stay here", lambda p: p.option("Keep pace: stay"), ends=False),
    part("for both riders", lambda p: p.option("Keep pace: stay here")),
    part("click it straight ahead", lambda p: p.ride("sergeant", 11.5, 0)),
    part("Press Finish", go_on),
]
PURSUIT_BY_KEYS = [
    part("Press Next", go_on),
    part("Press J", lambda p: p.key(Action.DANGER)),
    part("(key 3)", lambda p: p.key(pygame.K_3), ends=False),
    part("then Accelerate (Enter)", lambda p: p.enter()),
    part("the up arrow twice, B, three times left", lambda p: p.ride((0, 2), (-3, 4))),
    part("Press Keep pace: stay here", lambda p: p.enter(), ends=False),
    part("for both riders", lambda p: p.enter()),
    part("press the up arrow until it gets there", lambda p: p.ride((0, 12))),
    part("Press Finish", go_on),
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
QUICK = "pursuit"
"""The lesson of the fast tier; the others take more than a second."""


@pytest.mark.parametrize("lesson", few(sorted(BY_MOUSE, key=QUICK.__ne__)))
def test_a_lesson_is_learnt_with_the_mouse_alone(lesson: str) -> None:
    pupil: MousePupil = mouse()
    assert follow(pupil, lesson, BY_MOUSE[lesson]) >= HAPPENS[lesson]


@pytest.mark.parametrize("lesson", few(sorted(BY_KEYS, key=QUICK.__ne__)))
def test_a_lesson_is_learnt_with_the_keyboard_alone(lesson: str) -> None:
    pupil: KeyPupil = keyboard()
    assert follow(pupil, lesson, BY_KEYS[lesson]) >= HAPPENS[lesson]


@pytest.mark.parametrize("lesson", sorted(BY_MOUSE))
def test_who_only_presses_enter_comes_to_the_last_card(lesson: str, player: Player) -> None:
    """A learner who obeys no card still comes to the end, and is never asked in vain."""
    screen = player.open(LessonScreen(load_lesson(lesson), SetupScreen, speed=SPEED))
    cards = screen.teacher.lesson.cards
    read = {n for n, card in enumerate(cards) if card.until is StepCondition.READ}
    for _ in range(400):
        if screen.finished or screen.teacher.is_last:
            break
        if screen.teacher.number in read:
            screen.teacher.next()
        player.wait(2)
        if screen.prompt and screen.prompt.answer is None and not screen.busy:
            player.wait_for_keys()
            player.key(pygame.K_RETURN, pygame.KMOD_SHIFT)
            player.key(pygame.K_RETURN)
    assert screen.teacher.is_last

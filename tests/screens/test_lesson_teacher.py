"""The steps of a lesson, as its screen reports what was done and undone."""

from __future__ import annotations

import pytest

from game.content.lessons import LessonStep, load_lesson
from game.content.settings import Settings
from game.rules.situation_setup import battle_from
from game.screens.lesson_card import LessonCard
from game.screens.lesson_progress import is_step_past
from game.screens.lesson_teacher import Teacher, end_of, learnt
from game.table.records import Clock, Side
from game.widgets.theme import Theme

MOVE, UNDO, MEASURE, WOOD, SHOOT = range(3, 8)
"""Indices of steps of the first battle."""


class Screen:
    """A learner for whom steps are done as the test says."""

    def __init__(self) -> None:
        self.done = set[int]()
        """Indices of the steps that are done."""
        self.zoomed = self.can_redo = self.finished = False
        self.cards = load_lesson("first-battle").cards

    def is_done(self, step: LessonStep) -> bool:
        return self.cards.index(step) in self.done

    def begin_step(self) -> None:
        pass

    def finish(self) -> None:
        self.finished = True


@pytest.fixture
def screen() -> Screen:
    return Screen()


@pytest.fixture
def teacher(screen: Screen) -> Teacher:
    """Return a teacher whose learner has moved, undone and redone, and measured."""
    teacher = Teacher(load_lesson("first-battle"), screen, own="blue", enemy="orange")
    nothing = lambda *_: None  # noqa: E731
    teacher.card = LessonCard(Theme(), (0, 0, 300, 400), nothing, nothing, nothing)
    teacher.number = MOVE
    screen.done = {MOVE}
    teacher.teach()
    assert teacher.number == UNDO
    for can_redo in (True, False):
        screen.can_redo = can_redo
        teacher.teach()
    assert teacher.number == MEASURE
    screen.done = {MOVE, MEASURE, WOOD}
    teacher.teach()
    assert teacher.number == SHOOT
    return teacher


def test_a_step_that_is_undone_is_shown_again(teacher: Teacher, screen: Screen) -> None:
    screen.done = {MOVE}
    teacher.teach()
    assert teacher.number == WOOD


def test_once_it_is_done_again_the_lesson_goes_on_where_it_was(
    teacher: Teacher, screen: Screen
) -> None:
    screen.done = set()
    teacher.teach()
    assert teacher.number == MOVE
    screen.done = {MOVE}
    teacher.teach()
    teacher.teach()
    assert teacher.number == WOOD
    screen.done = {MOVE, WOOD}
    teacher.teach()
    assert teacher.number == SHOOT


def test_a_step_that_the_learner_is_to_undo_is_not_shown_again(
    teacher: Teacher, screen: Screen
) -> None:
    teacher.number = UNDO
    teacher.show()
    screen.done, screen.can_redo = set(), True
    teacher.teach()
    assert teacher.number == UNDO


def test_a_step_that_play_is_past_is_not_shown_again(teacher: Teacher, screen: Screen) -> None:
    screen.done = set()
    teacher.teach(lambda step: step.phase == "movement")
    assert teacher.number == SHOOT


@pytest.mark.parametrize(
    ("phase", "over", "past"),
    [
        ("movement", False, set[str]()),
        ("movement", True, {"movement"}),
        ("shooting", False, {"movement"}),
        ("shooting", True, {"movement", "shooting"}),
        ("assault", False, {"movement", "shooting"}),
        ("assault", True, {"movement", "shooting", "assault"}),
    ],
)
def test_a_step_is_past_when_its_own_phase_is_over(
    phase: str, past: set[str], *, over: bool
) -> None:
    """The end of an earlier phase leaves it: the charge is still to come after the shooting."""
    lesson = load_lesson("first-battle")
    assert lesson.opened
    assert lesson.side
    battle = battle_from(lesson.opened, lesson.seed, lesson.title)
    table, side = battle.session().table, Side(lesson.side)
    table.clock = Clock(1, phase, side, over=over)
    phases = battle.rules().phases
    steps = [card for card in lesson.cards if card.phase]
    assert {s.phase for s in steps if is_step_past(s, table, phases, side)} == past


@pytest.mark.parametrize(("number", "learns"), [(0, False), (SHOOT, False), (13, True)])
def test_a_lesson_is_marked_unless_the_battle_ends_before_its_steps(
    teacher: Teacher, number: int, *, learns: bool
) -> None:
    """A player who concedes at the first step has not learnt; the last step only plays on."""
    teacher.number = number
    teacher.to_last()
    assert teacher.is_last
    assert bool(learnt(Settings(), teacher)) is learns
    assert end_of(teacher, Theme(), []).title.endswith("not done") is not learns

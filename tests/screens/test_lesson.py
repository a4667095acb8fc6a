from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.bots.registry import policy
from game.content import library_kinds
from game.content.lessons import StepCondition, load_lesson
from game.content.palettes import PaletteName, use_palette
from game.content.settings import Settings
from game.content.user_files import DISK
from game.geometry.points import Point
from game.rules.situation_setup import battle_from
from game.screens.battle_lesson import NOT_SAVED, LessonScreen
from game.screens.editor_lesson import EditorLesson
from game.screens.lesson_list import LessonsScreen
from game.screens.shelf import LIST
from game.view.overlays import BaseOutline
from game.widgets.button import Button
from game.widgets.text_view import Paragraph
from tests.screens.input_driver import Player, ready, take_answer
from tests.screens.lesson_pupil import instruction_log, title_of


def lesson_screen(name: str = "first-battle") -> LessonScreen:
    return LessonScreen(load_lesson(name))


@pytest.fixture
def lesson(player: Player) -> LessonScreen:
    screen = player.open(lesson_screen())
    screen.parts.board.scene.stage.speed = 50.0
    ready(player, screen)
    return screen


def wait_for_paint(player: Player, screen: LessonScreen) -> None:
    """Wait until a thread has painted the table."""
    player.wait_for(lambda: screen.parts.board.scene.ground.progress == 1.0)


def title(screen: LessonScreen) -> str:
    return title_of(screen.teacher.card)


def bot_plays(player: Player, screen: LessonScreen, until: Callable[[], bool]) -> None:
    """Let a bot answer for the learner; its answers are legal, but not always wise."""
    bot = policy("steady")
    for _ in range(400):
        if until():
            return
        player.wait_until(lambda: screen.prompt is not None or screen.ended)
        if screen.ended:
            break
        assert screen.prompt
        assert screen.prompt.give(bot.answer(screen.session))
        take_answer(screen)
        player.wait(3)
    assert until()


def test_the_pause_menu_says_that_lessons_are_not_saved(
    player: Player, lesson: LessonScreen
) -> None:
    player.key(pygame.K_ESCAPE)
    assert player.panels.dialog
    words = next(one for one in player.panels.dialog.widgets if isinstance(one, Paragraph))
    assert words.spans[0].text == NOT_SAVED
    labels = [w.label for w in player.panels.dialog.widgets if isinstance(w, Button)]
    assert "Resume" in labels
    assert "Save as…" not in labels


def test_who_ends_every_phase_at_once_is_not_left_behind(
    player: Player, lesson: LessonScreen
) -> None:
    """No card waits for an action that is no longer possible."""
    player.press("Skip")
    player.press("Next")
    assert title(lesson) == "Too far"
    assert lesson.prompt
    assert lesson.prompt.give("pass")
    take_answer(lesson)
    ready(player, lesson)

    assert lesson.table.clock.phase == "shooting"
    assert title(lesson) == "Shoot, and know the odds"


def test_every_card_can_be_waved_on_and_the_lesson_left(
    player: Player, lesson: LessonScreen
) -> None:
    many = len(lesson.teacher.lesson.cards)
    for _ in range(many - 1):
        player.key(pygame.K_k)
    assert lesson.teacher.number == many - 1
    player.press("Leave")

    assert player.at_home


@pytest.mark.parametrize(
    ("name", "own", "enemy"),
    [(PaletteName.LAMPLIGHT, "blue", "orange"), (PaletteName.TEAL, "teal", "rose")],
)
def test_the_first_card_names_the_colours_in_use(
    player: Player, name: PaletteName, own: str, enemy: str
) -> None:
    use_palette(name)
    try:
        screen = player.open(lesson_screen())
    finally:
        use_palette(PaletteName.LAMPLIGHT)
    words = "".join(
        span.text for e in instruction_log(screen.teacher.card).entries for span in e.spans
    )

    assert f"the unbroken {own} rings. The Brood's rings are {enemy} and broken" in words


def test_a_lesson_leaves_no_save_behind(player: Player, lesson: LessonScreen) -> None:
    from game.content.own_folders import saves  # noqa: PLC0415  read where the test's home is set

    bot_plays(player, lesson, lambda: lesson.table.clock.phase == "shooting")

    assert not saves().exists()


@pytest.mark.parametrize("name", DISK.names(library_kinds.LESSON))
def test_cards_name_phases_that_there_are(name: str) -> None:
    lesson = load_lesson(name)
    if lesson.opened is None:
        return  # a lesson of the editor has no phases
    battle = battle_from(lesson.opened, lesson.seed, lesson.title)
    phases = {phase.name for phase in battle.rules().phases.all}

    assert {card.phase for card in lesson.cards} - {""} <= phases
    assert all(card.clause for card in lesson.cards)


@pytest.mark.parametrize("number", [3, 9, 14])
def test_frames_and_rings_of_a_step_are_gone_with_the_next(
    player: Player, lesson: LessonScreen, number: int
) -> None:
    """The picture after other steps equals that of a screen that shows this step alone."""
    wait_for_paint(player, lesson)
    for _ in range(number):
        lesson.teacher.next()
        player.wait(2)
    parts = lesson.parts
    card = lesson.teacher.card.panel
    panels = (parts.ask.panel, parts.log.panel, parts.header.panel, parts.card_panel, card)
    areas = [parts.board.window, *(panel.rect for panel in panels)]
    walked = [pygame.image.tobytes(player.canvas.subsurface(area), "RGB") for area in areas]
    fresh = player.open(lesson_screen())
    fresh.parts.board.scene.stage.speed = 50.0
    ready(player, fresh)
    wait_for_paint(player, fresh)
    fresh.teacher.number = number
    fresh.teacher.show()
    player.wait(2)

    for area, before in zip(areas, walked, strict=True):
        assert pygame.image.tobytes(player.canvas.subsurface(area), "RGB") == before, area


def test_the_header_names_the_place_that_the_flood_of_the_lesson_comes_from(
    player: Player,
) -> None:
    """Its battle begins in turn 4, so that no origin was chosen."""
    (status,) = player.open(lesson_screen("flood")).parts.header.statuses[:1]
    assert status.tip == (
        "The flood comes from the drain at the start of turn 5 without a roll (FF-06)"
    )


@pytest.mark.parametrize("name", DISK.names(library_kinds.LESSON))
def test_no_card_has_to_be_scrolled(player: Player, name: str) -> None:
    lesson = load_lesson(name)
    kind = LessonScreen if lesson.opened else EditorLesson
    screen = player.open(kind(lesson))
    for step in lesson.cards:
        assert screen.teacher.step is step
        text = instruction_log(screen.teacher.card)
        text.wrap()
        assert not text.scroll.most, step.title
        screen.teacher.next()


def test_the_list_cuts_off_no_line(player: Player) -> None:
    """The blurb of each lesson fits into its row."""
    player.frame = player.frame._replace(settings=Settings(learnt=("first-battle",)))
    player.open(LessonsScreen())

    assert not player.list_box(LIST).cut


def test_marks_of_a_card_go_with_the_models_as_they_are_drawn(
    player: Player, lesson: LessonScreen
) -> None:
    while title(lesson) != "Move a squad":
        player.key(pygame.K_k)
    board = lesson.parts.board

    def places() -> list[Point]:
        outlines = [one for one in board.pointed if isinstance(one, BaseOutline)]
        return [disc.at for disc in outlines[0].bases]

    player.wait()
    before = places()
    player.key(pygame.K_1)
    player.key(pygame.K_UP, pygame.KMOD_SHIFT)
    player.wait()
    assert title(lesson) == "Move a squad"
    assert places() == [Point(x, y - 1.0) for x, y in before]


def test_an_answered_step_stays_done_while_its_events_are_shown(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lesson goes on after they were shown, and then never back to that step."""
    screen = player.open(lesson_screen("pursuit"))
    cards = screen.teacher.lesson.cards
    answered = next(n for n, c in enumerate(cards) if c.until is StepCondition.ANSWERED)
    step = cards[answered]
    given = [(-1, step.kind, step.answer)] * step.many
    monkeypatch.setattr(screen, "_answered", given)
    for is_busy in (False, True):
        monkeypatch.setattr(LessonScreen, "busy", is_busy)
        screen.teacher.number = answered
        assert screen.is_done(step) is not is_busy
        screen.teacher.number = answered + 1
        assert screen.is_done(step)

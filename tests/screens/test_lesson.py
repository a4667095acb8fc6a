from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.bots.match import policy
from game.content.file_source import DISK
from game.content.learning import LESSONS_FOLDER, load_lesson
from game.content.palettes import PaletteName, use_palette
from game.geometry.points import Point
from game.prompts.march import MarchPrompt
from game.rules.situation_setup import battle_from
from game.screens.lesson_screen import LessonScreen
from game.screens.setup import SetupScreen
from game.table.records import UnitId
from tests.screens.input_driver import Player, pixel, ready


def lesson_screen(name: str = "first-battle") -> LessonScreen:
    return LessonScreen(load_lesson(name), SetupScreen)


@pytest.fixture
def lesson(player: Player) -> LessonScreen:
    screen = player.open(lesson_screen())
    screen.parts.board.scene.stage.speed = 50.0
    ready(player, screen)
    return screen


def title(screen: LessonScreen) -> str:
    return screen.teacher.card.title.text


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
        screen._take_answer()
        player.wait(3)
    assert until()


def grasped(player: Player, screen: LessonScreen, unit: str) -> Point:
    """Grab the first model of a unit; return its position."""
    at = screen.table.of(UnitId(unit))[0].at
    player.move(*pixel(screen, at))
    player.wait(2)
    player.push(*pixel(screen, at))
    return at


def test_the_first_battle_is_learnt_by_doing_what_each_card_says(  # noqa: PLR0915  one story
    player: Player, lesson: LessonScreen
) -> None:
    seen = [title(lesson)]

    def moved_on() -> None:
        assert title(lesson) != seen[-1]
        seen.append(title(lesson))

    player.move(*pixel(lesson, Point(15, 15)))
    player.wheel(1)
    player.wait()
    assert title(lesson) == seen[-1], "the table is to be shown whole again"
    player.key(pygame.K_HOME)
    moved_on()
    player.key(pygame.K_k)
    moved_on()
    player.key(pygame.K_1)
    ready(player, lesson)
    moved_on()
    assert isinstance(lesson.prompt, MarchPrompt)
    at = grasped(player, lesson, "squad")
    far = pixel(lesson, Point(at.x, at.y - 9))
    player.move(*far)
    player.wait()
    moved_on()
    player.let_go(*pixel(lesson, Point(at.x, at.y - 5)))
    player.key(pygame.K_RETURN)
    player.wait_until(lambda: not lesson.busy and lesson.prompt is not None)
    moved_on()
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    player.wait(2)
    assert title(lesson) == seen[-1], "the move is to be restored"
    player.key(pygame.K_y, pygame.KMOD_CTRL)
    ready(player, lesson)
    moved_on()
    assert lesson.table.of(UnitId("squad"))[0].at.y == pytest.approx(at.y - 5, abs=0.1)
    player.send(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="")
    player.wait(30)
    player.send(pygame.KEYUP, key=pygame.K_TAB, mod=0)
    player.wait()
    moved_on()
    ready(player, lesson)
    player.key(pygame.K_2)  # the scouts keep their number
    ready(player, lesson)
    player.key(pygame.K_2)  # enter the wood
    ready(player, lesson)
    assert isinstance(lesson.prompt, MarchPrompt)
    at = grasped(player, lesson, "scouts")
    player.move(*pixel(lesson, Point(at.x, at.y - 3)))
    player.wait()
    player.let_go(*pixel(lesson, Point(at.x, at.y - 4)))
    player.key(pygame.K_RETURN)
    player.wait_until(lambda: not lesson.busy and lesson.prompt is not None)
    moved_on()
    bot_plays(player, lesson, lambda: title(lesson) == "Hit, wound, save")
    moved_on()
    while lesson.table.clock.phase == "shooting":
        ready(player, lesson)
        assert lesson.prompt
        assert lesson.prompt.give("pass")  # a unit that runs does not charge
        lesson._take_answer()
        player.wait(5)
    player.key(pygame.K_k)
    moved_on()
    for answer in ("scouts", "leapers"):
        ready(player, lesson)
        assert lesson.prompt
        assert lesson.prompt.give(answer)
        lesson._take_answer()
        player.wait(3)
    bot_plays(player, lesson, lambda: title(lesson) == "Fight")
    moved_on()
    bot_plays(player, lesson, lambda: title(lesson) == "Morale")
    moved_on()
    player.press("Next")
    assert title(lesson) == "The enemy's turn"
    player.press("Next")
    bot_plays(player, lesson, lambda: title(lesson) == "That is all it takes")

    assert seen == [card.title for card in lesson.teacher.lesson.cards[: len(seen)]]
    assert lesson.ended
    assert lesson.teacher.card.next.label == "Finish"
    player.press("Finish")
    player.press("Play a battle")
    assert isinstance(player.top, SetupScreen)


def test_who_ends_every_phase_at_once_is_not_left_behind(
    player: Player, lesson: LessonScreen
) -> None:
    """No card waits for an action that is no longer possible."""
    player.press("Skip")
    player.press("Next")
    assert title(lesson) == "Pick a unit"
    assert lesson.prompt
    assert lesson.prompt.give("pass")
    lesson._take_answer()
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
    words = "".join(span.text for e in screen.teacher.card.text.entries for span in e.spans)

    assert f"the unbroken {own} rings. The Brood's rings are {enemy} and broken" in words


def test_a_lesson_leaves_no_save_behind(player: Player, lesson: LessonScreen) -> None:
    from game.content.storage import saves  # noqa: PLC0415  read where the test's home is set

    bot_plays(player, lesson, lambda: lesson.table.clock.phase == "shooting")

    assert not saves().exists()


@pytest.mark.parametrize("name", DISK.names(LESSONS_FOLDER, ".toml"))
def test_cards_name_phases_that_there_are(name: str) -> None:
    lesson = load_lesson(name)
    if lesson.opened is None:
        return  # a lesson of the editor has no phases
    battle = battle_from(lesson.opened, lesson.seed, lesson.title)
    phases = {phase.name for phase in battle.rules().phases.all}

    assert {card.phase for card in lesson.cards} - {""} <= phases
    assert all(card.clause for card in lesson.cards)

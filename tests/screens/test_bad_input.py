"""Random and bad input: no tracebacks, and every question can still be answered."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.bots.registry import policy
from game.content.save_format import HUMAN, load_save
from game.content.settings import Curtain
from game.play.moves.march import March
from game.prompts.march import MarchPrompt
from game.screens.battle.screen import BattleScreen
from game.screens.notice_screen import NoticeScreen
from game.screens.result import ResultScreen
from game.screens.screen import Adopt, Screen
from tests.screens.conftest import SIZE
from tests.screens.everywhere import MAIN, game_of_random_bots, seated
from tests.screens.fixtures_small import lay_out
from tests.screens.monkey import SIZES, Monkey
from tests.screens.play_battle import Clicker, Typist
from tests.screens.scripted_player import Person
from tests.screens.sdl_driver import AtWindow, Deeds

MARCHING = 1
"""Seed of a battle in which the first model to march is moved to the nearest legal place."""
TIMES = 40
"""Number of the monkey's actions before a person continues the game."""


@pytest.fixture(autouse=True)
def _yard() -> None:
    lay_out()


@pytest.fixture
def at() -> AtWindow:
    return AtWindow()


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, ...]:
    """Return files that are not saves."""
    inside = {
        "empty.undertow": b"",
        "noise.undertow": bytes(range(256)),
        "half.undertow": b'{"format": 1,',
        "letter.txt": b"Dear both,",
        "plain.png": b"\x89PNG\r\n\x1a\n",
    }
    for name, content in inside.items():
        (tmp_path / name).write_bytes(content)
    return (*(tmp_path / name for name in inside), tmp_path, tmp_path / "none.undertow")


def calmed(at: AtWindow, screen: Screen) -> Deeds:
    """Return to a screen without dialogs over it, if it is still open."""
    at.resize(SIZE)
    yield
    for _ in range(40):
        top = at.window.stack.top
        veiled = isinstance(top, BattleScreen) and top.handover.veil
        if top is screen and not at.panels.dialog and not veiled:
            return
        if screen not in at.window.stack.screens:
            return
        yield from at.key(pygame.K_RETURN if veiled else pygame.K_ESCAPE)
    raise AssertionError("there is no way back")


@pytest.mark.slow
def test_a_game_goes_on_to_its_end_after_a_monkey(
    at: AtWindow, files: tuple[Path, ...]
) -> None:
    screen, person = BattleScreen(seated("human", "human")), Typist(at)

    def deeds() -> Deeds:
        yield from Monkey(at, 3, files).play(TIMES)
        yield from calmed(at, screen)
        yield from person.battle()

    at.live(screen, deeds())
    assert screen.session.table.result


@pytest.mark.slow
@pytest.mark.parametrize("name", MAIN)
def test_a_window_can_be_dragged_to_nothing_and_back(name: str, at: AtWindow) -> None:
    screen = MAIN[name]()

    def deeds() -> Deeds:
        yield
        for size in (*SIZES, SIZE):
            at.resize(size)
            at.move((0, 0))
            yield
            yield
        assert screen in at.window.stack.screens
        assert at.window.stack.frame.size == SIZE

    at.live(screen, deeds())


@cache
def _until_march() -> tuple[Any, ...]:
    """Return a bot's answers until a march is asked."""
    live_game, answers = seated(HUMAN, HUMAN, seed=MARCHING), list[Any]()
    while not isinstance(live_game.session.pending, March):
        answers.append(policy("steady").answer(live_game.session))
        live_game.session.answer(answers[-1])
    return tuple(answers)


def battle_before_march() -> BattleScreen:
    """Return a battle of two people that stands before its first march."""
    live_game = seated(HUMAN, HUMAN, seed=MARCHING)
    for answer in _until_march():
        live_game.session.answer(answer)
    return BattleScreen(live_game)


def first_march(at: AtWindow, person: Person, screen: BattleScreen) -> Deeds:
    """Play until a unit is to be moved."""
    while not isinstance(screen.prompt, MarchPrompt):
        assert screen.session.pending
        if screen.busy:
            yield from person.skip()
        elif screen.prompt:
            for _ in range(4):
                yield
            yield from person.answer(screen, screen.prompt)
        else:
            yield


def test_a_model_can_be_dragged_off_the_window(at: AtWindow) -> None:
    screen, person = battle_before_march(), Clicker(at)

    def deeds() -> Deeds:
        yield from first_march(at, person, screen)
        prompt = screen.prompt
        assert isinstance(prompt, MarchPrompt)
        model_id = prompt.draft.models[0]
        camera = screen.parts.board.scene.camera
        start = camera.pixel(prompt.draft.end(model_id))
        for end in ((-4000, -900), (9000, 30), (SIZE[0] // 2, 99_999)):
            yield from at.drag(start, end)
            assert not prompt.busy
            assert prompt.no is None or prompt.no.fix is not None
            yield from at.key(pygame.K_BACKSPACE)
        yield from person.finish(screen, prompt)
        assert screen.session.pending is not prompt.decision

    at.live(screen, deeds())


@pytest.mark.parametrize("what", ["a drag", "a dialog", "a curtain"])
def test_a_window_closed_in_the_middle_loses_no_answer(
    what: str, at: AtWindow, home: Path
) -> None:
    # One of them is played from its beginning at the window.
    whole = what == "a drag"
    screen = BattleScreen(seated(HUMAN, HUMAN)) if whole else battle_before_march()
    person = Clicker(at)

    def deeds() -> Deeds:
        yield from first_march(at, person, screen)
        if not whole:
            assert screen.prompt
            yield from person.answer(screen, screen.prompt)
            yield from first_march(at, person, screen)
        if what == "a drag":
            assert isinstance(screen.prompt, MarchPrompt)
            start = screen.prompt.draft.end(screen.prompt.draft.models[0])
            at.push(screen.parts.board.scene.camera.pixel(start))
            at.move((300, 300), 1)
            yield
            assert screen.prompt.busy
        elif what == "a dialog":
            yield from at.key(pygame.K_ESCAPE)
            if not screen.stack.dialog:
                # It put the unit back that had been picked.
                yield from at.key(pygame.K_ESCAPE)
            assert screen.stack.dialog
        else:
            always = at.window.settings.model_copy(update={"curtain": Curtain.ALWAYS})
            at.window.stack.follow(Adopt(always))
            while not screen.handover.veil:
                yield from at.key(pygame.K_SPACE)
                yield from at.key(pygame.K_RETURN)
                yield from person.wait()

    at.live(screen, deeds())
    (file,) = (home / "saves").glob("*.undertow")
    given = sum(len(chapter.answers) for chapter in screen.session.chapters)
    assert len(load_save(file).answers) == given > 5


def test_what_is_no_save_is_told_and_nothing_else_happens(
    at: AtWindow, files: tuple[Path, ...]
) -> None:
    screen, person = battle_before_march(), Clicker(at)

    def deeds() -> Deeds:
        yield from first_march(at, person, screen)
        prompt, found = screen.prompt, list[bool]()
        assert prompt
        for file in files:
            yield from at.drop(file)
            found.append(isinstance(at.top, NoticeScreen))
            yield from at.key(pygame.K_ESCAPE)
        assert all(found)
        assert at.top is screen
        assert screen.prompt is prompt
        yield from person.answer(screen, prompt)
        assert screen.session.pending is not prompt.decision

    at.live(screen, deeds())


def test_a_held_key_and_a_double_click_answer_once(at: AtWindow) -> None:
    screen, person = BattleScreen(seated("human", "human")), Clicker(at)

    def answers() -> int:
        return sum(len(chapter.answers) for chapter in screen.session.chapters)

    def deeds() -> Deeds:
        yield from person.wait()
        for _ in range(60):
            at.post(pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="1", scancode=0)
            yield
        assert answers() == 1
        at.post(pygame.KEYUP, key=pygame.K_1, mod=0, unicode="", scancode=0)
        yield from person.wait()
        assert screen.prompt
        row = screen.prompt.choices()[-1]  # a unit; the first option leaves everything to a bot
        yield from person.take(screen, row)
        yield from person.take(screen, row) if _offers(screen, row.id) else iter(())
        assert answers() == 2

    at.live(screen, deeds())


def _offers(screen: BattleScreen, id_: str) -> bool:
    return any(row.choice.id == id_ for row in screen.parts.ask.choices.rows)


def test_nothing_happens_after_the_end(at: AtWindow, files: tuple[Path, ...]) -> None:
    live_game = game_of_random_bots()
    screen, count = BattleScreen(live_game), len(live_game.session.game.story)

    def deeds() -> Deeds:
        yield from at.until(ResultScreen)
        yield from at.key(pygame.K_ESCAPE)
        assert at.top is screen
        keys = pygame.K_RETURN, pygame.K_1, pygame.K_SPACE, pygame.K_e, pygame.K_g, pygame.K_f
        for key in keys:
            yield from at.key(key)
            yield from calmed(at, screen)
        yield from at.drag((500, 300), (700, 500))
        yield from at.click((640, 360))

    at.live(screen, deeds())
    assert len(live_game.session.game.story) == count

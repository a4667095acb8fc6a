"""The frames per second of the window: few at rest, all of them when something happens."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from threading import Event

import pygame
import pytest

from game import app
from game.background import Loader, finish
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.frame_clock import (
    CALM_SECONDS,
    FRAMES,
    FRAMES_AT_REST,
    FrameClock,
    Liveliness,
)
from game.screens.live_game import start_game
from game.screens.screen import Begin, Change, Open, WindowContext
from game.screens.title import TitleScreen
from game.screens.title_background import PACE
from game.widgets.theme import Theme
from tests.screens.window_steps import run_frame


class Drawing:
    """A screen that draws in the frames of its script, and later in none."""

    def __init__(self, script: Sequence[bool] = ()) -> None:
        self.script = [*script]

    def fill(self, frame: WindowContext) -> None: ...

    def handle(self, event: pygame.Event) -> Change | None: ...

    def update(self, seconds: float) -> Change | None: ...

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        draws = self.script.pop(0) if self.script else False
        return [pygame.Rect(0, 0, 1, 1)] if draws else []

    def leave(self) -> None: ...


class Waiting(Drawing):
    """A screen that has to be updated thirty times a second, whatever it draws."""

    frames_at_rest = 30


def frames(window: app.Window) -> int:
    """Return the frames per second that the window asks its clock for."""
    return window._liveliness.frames  # noqa: SLF001  it shows only in time that passes


def rest(window: app.Window, screen: Drawing) -> app.Window:
    """Show a screen, and let so much time pass that the window comes to rest."""
    window.stack.follow(Open(screen))
    pygame.event.clear()
    run_frame(window)
    run_frame(window, CALM_SECONDS)
    run_frame(window, CALM_SECONDS)
    return window


def test_a_window_in_which_nothing_happens_runs_few_frames(window: app.Window) -> None:
    assert frames(window) == FRAMES
    assert frames(rest(window, Drawing())) == FRAMES_AT_REST


def test_any_input_brings_all_frames_back(window: app.Window) -> None:
    rest(window, Drawing())
    pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=(1, 1), rel=(0, 0), buttons=()))
    run_frame(window, 0.1)
    assert frames(window) == FRAMES
    run_frame(window, CALM_SECONDS - 0.1)
    assert frames(window) == FRAMES
    run_frame(window, 0.2)
    assert frames(window) == FRAMES_AT_REST


@pytest.mark.usefixtures("tidied")
def test_memory_is_returned_once_after_background_work(
    window: app.Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What other tests left would take long to look through.
    gc.freeze()
    monkeypatch.setattr(gc, "unfreeze", lambda: None)
    given = list[str]()
    monkeypatch.setattr(app, "give_back", lambda: given.append("once"))
    rest(window, Drawing())
    run_frame(window, app.AFTER_WORK_SECONDS)
    assert not given

    go_on = Event()
    Loader(go_on.wait)
    run_frame(window, app.AFTER_WORK_SECONDS)
    go_on.set()
    finish()
    run_frame(window, app.AFTER_WORK_SECONDS - 0.1)
    assert not given
    for _ in range(3):
        run_frame(window, app.AFTER_WORK_SECONDS)
    assert given == ["once"]
    assert window.stack.frozen == 1

    window.stack.follow(Begin(Drawing()))
    run_frame(window, app.AFTER_WORK_SECONDS - 0.1)
    assert window.stack.frozen == 0
    run_frame(window, 0.2)
    assert window.stack.frozen == 1


def test_a_held_key_keeps_all_frames(window: app.Window) -> None:
    rest(window, Drawing())
    key = pygame.K_DOWN
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    for _ in range(3):
        run_frame(window, CALM_SECONDS)
    assert frames(window) == FRAMES
    pygame.event.post(pygame.Event(pygame.KEYUP, key=key, mod=0))
    run_frame(window)
    run_frame(window, CALM_SECONDS)
    assert frames(window) == FRAMES_AT_REST


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ([True, True, True], FRAMES),
        ([True, False, True], FRAMES_AT_REST),
        ([False, False, True], FRAMES_AT_REST),
    ],
    ids=["an animation", "a pulse", "a single change"],
)
def test_frames_for_what_is_drawn(
    window: app.Window, script: Sequence[bool], expected: int
) -> None:
    screen = Drawing()
    rest(window, screen)
    screen.script = [*script]
    for _ in script:
        run_frame(window, 0.1)
    assert frames(window) == expected


def test_background_work_keeps_all_frames(window: app.Window) -> None:
    done = Event()
    loader = Loader(done.wait)
    assert frames(rest(window, Drawing())) == FRAMES
    done.set()
    loader.result()
    finish()
    run_frame(window, CALM_SECONDS)
    assert frames(window) == FRAMES_AT_REST


def test_a_screen_may_say_how_many_frames_it_needs_at_rest(window: app.Window) -> None:
    assert frames(rest(window, Waiting([True] * 9))) == 30


def test_the_title_needs_the_frames_of_its_pictures() -> None:
    assert TitleScreen(1).frames_at_rest == PACE


def test_a_battle_needs_all_frames_while_a_bot_thinks() -> None:
    for players, expected in ((("human", "human"), None), (("random", "random"), FRAMES)):
        screen = BattleScreen(start_game(prepare("cage", seed=1), players))
        screen.fill(WindowContext(Theme(), (1280, 720)))
        screen.stage.waiting.clear()
        screen.stage.paused = 0.0
        assert screen.frames_at_rest == expected
        screen.leave()


def test_a_battle_needs_all_frames_while_events_are_shown() -> None:
    screen = BattleScreen(start_game(prepare("cage", seed=1), ("human", "human")))
    screen.fill(WindowContext(Theme(), (1280, 720)))
    screen.stage.paused = 1.0
    assert screen.frames_at_rest == FRAMES
    screen.stage.held = True
    assert screen.frames_at_rest is None
    screen.leave()


@pytest.mark.parametrize("rate", [FRAMES_AT_REST, PACE])
def test_the_clock_waits_longer_at_a_lower_rate(rate: int) -> None:
    pygame.event.clear()
    clock = FrameClock()
    clock.tick(FRAMES)
    passed = clock.tick(rate)

    assert passed >= 900 / rate
    assert clock.take_events() == []


def test_an_event_ends_the_wait_of_the_clock_and_is_not_lost() -> None:
    pygame.event.clear()
    clock = FrameClock()
    clock.tick(FRAMES)
    sent = [pygame.Event(pygame.USEREVENT, number=number) for number in range(3)]
    for event in sent[:2]:
        pygame.event.post(event)
    passed = clock.tick(1)
    pygame.event.post(sent[2])

    assert passed < 900
    assert [event.number for event in clock.take_events()] == [0, 1, 2]
    assert clock.take_events() == []


def test_a_window_is_lively_before_anything_happened() -> None:
    lively = Liveliness()
    assert lively.frames == FRAMES
    lively.note(CALM_SECONDS, happened=False)
    assert lively.frames == FRAMES_AT_REST
    lively.note(0.0, 5, happened=False)
    assert lively.frames == FRAMES_AT_REST
    lively.note(0.0, 25, happened=False)
    assert lively.frames == 25
    lively.note(0.0, happened=True)
    assert lively.frames == FRAMES

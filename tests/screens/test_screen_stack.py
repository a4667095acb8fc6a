from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from threading import Event

import pygame
import pytest

from game.content.faults import UnusableFile
from game.screens.loading_screen import SIGN_AFTER_SECONDS
from game.screens.screen import (
    Begin,
    Change,
    Close,
    Home,
    Load,
    Open,
    Quit,
    Visit,
    WindowContext,
)
from game.screens.screen_stack import ScreenStack
from game.widgets.theme import Theme
from tests.screens.input_driver import Player


class Page:
    """A screen that records its calls in a diary."""

    def __init__(self, name: str, diary: list[str]) -> None:
        self.name, self.diary, self.home = name, diary, ""

    def fill(self, frame: WindowContext) -> None:
        self.diary.append(f"{self.name} fills {frame.size[0]}")
        self.home = frame.home

    def handle(self, event: pygame.Event) -> Change | None:
        return None

    def update(self, seconds: float) -> Change | None:
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        return ()

    def leave(self) -> None:
        self.diary.append(f"{self.name} is left")


@pytest.fixture
def diary() -> list[str]:
    return []


@pytest.fixture
def stack(diary: list[str], frame: WindowContext) -> ScreenStack:
    stack = ScreenStack(frame, lambda: Page("title", diary))
    stack.follow(Open(Page("battle", diary)))
    diary.clear()
    return stack


def page_names(stack: ScreenStack) -> list[str]:
    return [screen.name for screen in stack.screens if isinstance(screen, Page)]


def test_a_screen_is_laid_out_when_it_opens(stack: ScreenStack, diary: list[str]) -> None:
    stack.follow(Open(Page("load", diary)))

    assert page_names(stack) == ["battle", "load"]
    assert diary == ["load fills 1280"]


def test_the_screen_below_is_laid_out_anew_when_it_is_seen_again(
    stack: ScreenStack, diary: list[str]
) -> None:
    stack.follow(Open(Page("load", diary)))
    diary.clear()
    stack.follow(Close())

    assert page_names(stack) == ["battle"]
    assert diary == ["load is left", "battle fills 1280"]


def test_closing_the_last_leads_home(stack: ScreenStack, diary: list[str]) -> None:
    stack.follow(Close())

    assert page_names(stack) == ["title"]
    assert diary == ["battle is left", "title fills 1280"]


def test_home_and_a_new_beginning_close_everything(
    stack: ScreenStack, diary: list[str]
) -> None:
    stack.follow(Open(Page("result", diary)))
    stack.follow(Begin(Page("rematch", diary)))
    assert page_names(stack) == ["rematch"]
    assert diary.count("battle is left") == 1
    stack.follow(Home())
    assert page_names(stack) == ["title"]


def test_to_quit_leaves_every_screen(stack: ScreenStack, diary: list[str]) -> None:
    stack.follow(Open(Page("result", diary)))
    stack.follow(Quit())

    assert stack.top is None
    assert diary[-2:] == ["result is left", "battle is left"]


def test_only_the_top_screen_follows_the_window(stack: ScreenStack, diary: list[str]) -> None:
    stack.follow(Open(Page("result", diary)))
    diary.clear()
    stack.refit(stack.frame._replace(size=(1920, 1080)))

    assert diary == ["result fills 1920"]


@pytest.fixture
def collector_calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record what the garbage collector is told to do, instead of doing it."""
    calls = list[str]()
    for name in ("freeze", "unfreeze", "collect"):
        monkeypatch.setattr(gc, name, partial(calls.append, name))
    return calls


@pytest.mark.usefixtures("tidied")
@pytest.mark.parametrize(
    ("changes", "calls"),
    [
        ([None], []),
        ([Open(Page("help", [])), Close()], ["collect"]),
        ([Home()], ["unfreeze", "collect"]),
        ([Begin(Page("rematch", []))], ["unfreeze", "collect"]),
        ([Open(Page("result", [])), Home()], ["unfreeze", "collect"]),
        ([Close(), Open(Page("result", []))], ["unfreeze", "collect"]),
        ([Visit(Page("tried", []), "editor"), Home()], ["collect"]),
        ([Quit()], ["unfreeze", "collect"]),
    ],
)
def test_only_where_a_frozen_screen_closed_all_objects_are_looked_through(
    stack: ScreenStack,
    changes: list[Change | None],
    calls: list[str],
    collector_calls: list[str],
) -> None:
    stack.freeze()
    for change in changes:
        stack.follow(change)
    stack.tidy_up()
    stack.tidy_up()

    assert collector_calls == ["freeze", *calls]


@pytest.mark.usefixtures("tidied")
def test_what_stays_below_a_frozen_screen_is_frozen_again_when_it_closes(
    stack: ScreenStack, collector_calls: list[str]
) -> None:
    stack.follow(Open(Page("replay", [])))
    stack.freeze()
    stack.follow(Close())
    stack.tidy_up()

    assert collector_calls == ["freeze", "unfreeze", "collect", "freeze"]
    assert stack.frozen == 1


@pytest.mark.usefixtures("tidied")
@pytest.mark.parametrize("is_frozen", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_nothing_is_kept_of_a_battle_that_was_left(player: Player, is_frozen: bool) -> None:  # noqa: FBT001  a case
    left = weakref.ref(player.play("random", "random").session)
    if is_frozen:
        player.stack.freeze()
    assert left()
    player.stack.follow(Home())
    player.stack.tidy_up()

    assert left() is None


def test_nothing_is_kept_of_the_look_of_a_window_that_had_another_size(player: Player) -> None:
    player.play("random", "random")
    worn = list[weakref.ref[Theme]]()
    for scale in (1.15, 1.3):
        theme = Theme(scale)
        worn.append(weakref.ref(theme))
        player.stack.refit(WindowContext(theme, player.frame.size))
        player.wait(3)
    gc.collect()

    assert worn[0]() is None
    assert worn[1]()


def visit(stack: ScreenStack, diary: list[str]) -> None:
    """Visit another battle from an editor above the battle, and open its help."""
    stack.follow(Open(Page("editor", diary)))
    stack.follow(Visit(Page("tried", diary), "editor"))
    stack.follow(Open(Page("help", diary)))
    diary.clear()


def test_home_of_a_visit_is_the_screen_that_it_was_made_from(
    stack: ScreenStack, diary: list[str]
) -> None:
    visit(stack, diary)
    assert isinstance(stack.top, Page)
    assert stack.top.home == "editor"
    stack.follow(Home())

    assert page_names(stack) == ["battle", "editor"]
    assert diary == ["help is left", "tried is left", "editor fills 1280"]
    assert stack.top.home == "title"
    stack.follow(Home())
    assert page_names(stack) == ["title"]


def test_what_begins_anew_during_a_visit_leaves_its_home_open(
    stack: ScreenStack, diary: list[str]
) -> None:
    visit(stack, diary)
    stack.follow(Begin(Page("rematch", diary)))
    assert page_names(stack) == ["battle", "editor", "rematch"]
    assert isinstance(stack.top, Page)
    assert stack.top.home == "editor"

    stack.follow(Close())
    assert page_names(stack) == ["battle", "editor"]
    stack.follow(Begin(Page("other", diary)))
    assert page_names(stack) == ["other"]


def test_a_window_that_is_closed_during_a_visit_closes_all(
    stack: ScreenStack, diary: list[str]
) -> None:
    visit(stack, diary)
    stack.follow(Quit())

    assert page_names(stack) == []
    assert stack.visits == []


def test_a_window_of_another_size_during_a_visit_has_the_same_home(
    stack: ScreenStack, diary: list[str], frame: WindowContext
) -> None:
    visit(stack, diary)
    stack.refit(frame._replace(size=(1400, 800)))

    assert diary == ["help fills 1400"]
    assert isinstance(stack.top, Page)
    assert stack.top.home == "editor"


class Slow:
    """Work in a window of its own that takes until ``go_on`` is called."""

    def __init__(self, stack: ScreenStack, diary: list[str]) -> None:
        self.stack, self.diary, self._may_end = stack, diary, Event()
        self.canvas = pygame.Surface((1280, 720))
        stack.frame = stack.frame._replace(apart=True)

    def load(self, result: Callable[[], str]) -> None:
        def work() -> str:
            assert self._may_end.wait(10.0)
            return result()

        self.stack.follow(
            Load("Opening", work, lambda name: Open(Page(name, self.diary)), self._refused)
        )

    def _refused(self, error: UnusableFile) -> None:
        self.diary.append(f"refused: {error}")

    def go_on(self) -> None:
        self._may_end.set()
        while len(self.stack.screens) > 1 and not isinstance(self.stack.top, Page):
            self.wait(0.001)
            pygame.time.wait(1)

    def wait(self, seconds: float) -> list[pygame.Rect]:
        """Run one frame, and return what it drew."""
        assert self.stack.top
        self.stack.follow(self.stack.top.update(seconds))
        return [*self.stack.top.draw(self.canvas)]


@pytest.fixture
def slow(stack: ScreenStack, diary: list[str]) -> Slow:
    return Slow(stack, diary)


def test_a_sign_appears_only_if_loading_takes_long(slow: Slow, diary: list[str]) -> None:
    slow.load(lambda: "replay")
    assert slow.wait(SIGN_AFTER_SECONDS - 0.01) == []
    (sign,) = slow.wait(0.02)
    assert sign.center == (640, 360)
    assert slow.canvas.get_at(sign.center) != slow.canvas.get_at((5, 5))

    slow.go_on()

    assert page_names(slow.stack) == ["battle", "replay"]
    # The sign is wiped off the screen below before the next one opens.
    assert diary == ["battle fills 1280", "replay fills 1280"]


def test_what_loads_quickly_opens_without_a_sign(slow: Slow, diary: list[str]) -> None:
    slow.load(lambda: "replay")
    slow.go_on()

    assert page_names(slow.stack) == ["battle", "replay"]
    assert diary == ["replay fills 1280"]


@pytest.mark.parametrize(
    "event",
    [
        pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN),
        pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5)),
    ],
)
def test_escape_gives_the_loading_up_and_other_input_shows_the_sign(
    slow: Slow, event: pygame.Event
) -> None:
    slow.load(lambda: "replay")
    loading = slow.stack.top
    assert loading
    assert slow.wait(0.01) == []
    assert loading.handle(event) is None
    (sign,) = slow.wait(0.01)
    assert sign.center == (640, 360)
    slow.stack.follow(loading.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE)))
    slow.go_on()

    assert page_names(slow.stack) == ["battle"]
    assert len(slow.stack.screens) == 1


def test_an_unusable_file_is_told_by_the_screen_below(slow: Slow, diary: list[str]) -> None:
    def fails() -> str:
        raise UnusableFile("a.undertow", [("", "is torn")])

    slow.load(fails)
    slow.go_on()

    assert page_names(slow.stack) == ["battle"]
    assert diary == ["refused: a.undertow: is torn"]


def test_another_error_of_the_work_is_raised(slow: Slow) -> None:
    def fails() -> str:
        raise ZeroDivisionError

    slow.load(fails)
    with pytest.raises(ZeroDivisionError):
        slow.go_on()


def test_the_screen_below_follows_the_window_while_something_loads(
    slow: Slow, diary: list[str]
) -> None:
    slow.load(lambda: "replay")
    slow.stack.refit(slow.stack.frame._replace(size=(1600, 900)))
    assert diary == ["battle fills 1600"]
    slow.go_on()


def test_without_a_window_everything_loads_at_once(
    stack: ScreenStack, diary: list[str]
) -> None:
    stack.follow(Load("Opening", lambda: "replay", lambda name: Open(Page(name, diary))))

    assert page_names(stack) == ["battle", "replay"]

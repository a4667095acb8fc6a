from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from weakref import ref

import pygame
import pytest

from game import app
from game.content.faults import NoScreenError
from game.content.own_folders import settings as settings_file
from game.content.settings import Settings, load_settings, save_settings
from game.screens.notice_screen import NoticeScreen
from game.screens.screen import Begin, Change, Close, Open, Quit, WindowContext
from game.screens.ui_scale import natural_scale
from tests.screens.conftest import SIZE
from tests.screens.window_steps import give, run_frame

SET_MODE = pygame.display.set_mode


class Once:
    """A screen that closes after a few frames."""

    def __init__(self, frames: int = 2) -> None:
        self.left = frames
        self.sizes = list[tuple[int, int]]()
        self.scales = list[float]()
        self.closed = False

    def fill(self, frame: WindowContext) -> None:
        self.sizes.append(frame.size)
        self.scales.append(frame.theme.scale)

    def handle(self, event: pygame.Event) -> Change | None:
        return None

    def update(self, seconds: float) -> Change | None:
        self.left -= 1
        return None if self.left else Quit()

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        return [canvas.get_rect()]

    def leave(self) -> None:
        self.closed = True


class Broken(Once):
    def update(self, seconds: float) -> Change | None:
        raise ZeroDivisionError("a screen divides by nothing")


@pytest.fixture(autouse=True)
def _back_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Restore the display for the other tests."""
    monkeypatch.setenv("UNDERTOW_WINDOW", "1280x720")
    yield
    pygame.display.init()
    pygame.font.init()
    SET_MODE(SIZE)


def test_the_window_closes_with_the_last_screen() -> None:
    screen = Once()

    assert app.run(screen) == 0
    assert screen.sizes == [(1280, 720)]
    assert screen.closed


def test_a_screen_that_breaks_is_reported(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert app.run(Broken()) == 1
    (report,) = (home / "crashes").glob("*.txt")

    assert str(report) in capsys.readouterr().err
    assert "divides by nothing" in report.read_text("utf-8")


class Named(Once):
    def __init__(self, caption: str) -> None:
        super().__init__()
        self.caption = caption


def test_the_bar_of_the_window_shows_the_caption_of_the_screen() -> None:
    window, said = app.Window(), list[str]()
    for screen in (Named("The salt ford"), Named(""), Named("zero\0"), Once()):
        window.stack.follow(Begin(screen))
        run_frame(window)
        said.append(pygame.display.get_caption()[0])

    assert said == ["The salt ford – Undertow", "Undertow", "zero\ufffd – Undertow", "Undertow"]


class Closing(Once):
    """A screen that closes after a few frames, and refers to itself as most do."""

    def __init__(self) -> None:
        super().__init__()
        self.itself = self

    def update(self, seconds: float) -> Change | None:
        return Close() if super().update(seconds) else None


@pytest.mark.usefixtures("tidied")
def test_a_closed_screen_is_freed_in_the_next_frame() -> None:
    window, below = app.Window(), Once(frames=9)
    window.stack.follow(Open(below))
    window.stack.follow(Open(Closing()))
    closed = ref(window.stack.screens[-1])
    for _ in range(2):
        run_frame(window)
    assert window.stack.screens == [below]
    assert closed()
    run_frame(window)

    assert closed() is None


class Undrawable(Once):
    """A screen that cannot be drawn at small scales on the table of the menus."""

    def fill(self, frame: WindowContext) -> None:
        super().fill(frame)
        self.frame = frame

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        if self.frame.theme.scale < 1 or not self.frame.plain:
            raise pygame.error("Invalid resolution for Surface")
        return super().draw(canvas)


def test_a_screen_that_cannot_be_drawn_is_drawn_plainly_at_the_default_scale(
    home: Path,
) -> None:
    save_settings(settings_file(), Settings(scale=0.75))
    window, screen = app.Window(), Undrawable()
    window.stack.screens.append(screen)
    screen.fill(window.stack.frame)

    run_frame(window)
    assert screen.scales == [0.75, 1.0]
    run_frame(window)
    assert isinstance(window.stack.top, NoticeScreen)
    assert len(list((home / "crashes").glob("*.txt"))) == 1

    window.wishes.save()
    assert load_settings(settings_file())[0].scale is None


def test_a_screen_that_cannot_be_drawn_at_all_ends_with_a_report(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Sequence[pygame.Rect]:
        raise ZeroDivisionError("a picture divides by nothing")

    monkeypatch.setattr(Once, "draw", fail)

    assert app.run(Once(9)) == 1
    assert len(list((home / "crashes").glob("*.txt"))) == 2


def test_without_a_display_there_is_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*given: object) -> None:
        raise pygame.error("No available video device")

    monkeypatch.setattr(pygame.display, "set_mode", refused)
    with pytest.raises(NoScreenError, match="No available video device"):
        app.run(Once())


def test_what_cannot_present_in_software_presents_in_its_own_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_FRAMEBUFFER_ACCELERATION", "0")
    real, tried = pygame.display.set_mode, list[str | None]()

    def mode(size: tuple[int, int], flags: int) -> pygame.Surface:
        tried.append(os.environ.get("SDL_FRAMEBUFFER_ACCELERATION"))
        if len(tried) == 1:
            raise pygame.error("Wayland has no such thing")
        return real(size, flags)

    monkeypatch.setattr(pygame.display, "set_mode", mode)

    assert app.run(Once()) == 0
    assert tried == ["0", None]


@pytest.mark.parametrize(
    ("size", "scale"),
    [
        ((1280, 720), 1.0),
        ((1920, 1080), 1.0),
        ((2560, 1440), 4 / 3),
        ((3840, 2160), 2.0),
        ((960, 540), 0.75),
        ((1920, 720), 1.0),
    ],
)
def test_the_scale_follows_the_window(size: tuple[int, int], scale: float) -> None:
    assert natural_scale(size) == pytest.approx(scale)


def test_plus_and_minus_change_the_scale_as_far_as_everything_fits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("UNDERTOW_WINDOW", "1920x1080")
    window, screen = app.Window(), Once()
    window.stack.screens.append(screen)
    for key in (pygame.K_EQUALS, pygame.K_EQUALS, pygame.K_0, pygame.K_MINUS):
        give(window, pygame.Event(pygame.KEYDOWN, key=key, mod=pygame.KMOD_CTRL))
    assert screen.scales == [1.15, 1.3, 1.0, 0.85]

    for _ in range(9):
        give(window, pygame.Event(pygame.KEYDOWN, key=pygame.K_PLUS, mod=pygame.KMOD_CTRL))
    assert max(screen.scales) == 1.875


def test_the_scale_can_be_wished_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERTOW_WINDOW", "1920x1080")
    monkeypatch.setenv("UNDERTOW_SCALE", "1.25")
    assert app.Window().stack.frame.theme.scale == 1.25
    monkeypatch.setenv("UNDERTOW_SCALE", "large")
    assert app.Window().stack.frame.theme.scale == 1.0


def test_a_new_size_lays_the_screen_out_anew() -> None:
    window, screen = app.Window(), Once()
    window.stack.screens.append(screen)
    pygame.display.set_mode((1600, 900))
    give(window, pygame.Event(pygame.WINDOWSIZECHANGED, x=1600, y=900))

    assert screen.sizes == [(1600, 900)]


def test_a_size_that_the_window_already_has_changes_nothing() -> None:
    window, screen = app.Window(), Once()
    window.stack.screens.append(screen)
    give(window, pygame.Event(pygame.WINDOWSIZECHANGED, x=1280, y=720))

    assert screen.sizes == []


def test_a_closed_window_quits() -> None:
    window, screen = app.Window(), Once()
    window.stack.screens.append(screen)
    give(window, pygame.Event(pygame.QUIT))

    assert window.stack.top is None
    assert screen.closed


def test_several_motions_in_a_row_are_one() -> None:
    def motion(x: int) -> pygame.Event:
        return pygame.Event(pygame.MOUSEMOTION, pos=(x, 0), rel=(1, 0), buttons=(0, 0, 0))

    click = pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(2, 0), button=1)
    events = app._with_motions_merged([motion(1), motion(2), click, motion(3), motion(4)])  # noqa: SLF001  the main loop gathers only what SDL has

    assert [e.pos[0] for e in events] == [2, 2, 4]
    assert [e.rel for e in events if e.type == pygame.MOUSEMOTION] == [(2, 0), (2, 0)]


@pytest.mark.parametrize(
    ("asked", "size"),
    [
        ("nonsense", None),
        ("5x", None),
        ("-1x-1", None),
        ("1e5x5", None),
        ("\u00b2x\u00b2", None),
        ("99999999999x2", None),
        ("99999x99999", (16_384, 16_384)),
        ("1280x720", (1280, 720)),
    ],
)
def test_a_window_of_no_size_is_of_the_usual_one(
    asked: str, size: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERTOW_WINDOW", asked)

    assert app._asked_size() == size  # noqa: SLF001  without opening a window

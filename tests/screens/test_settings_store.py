from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game import app
from game.content.palettes import PALETTES, PaletteName, palette, use_palette
from game.content.settings import Settings, load_settings, save_settings
from game.content.table_actions import Action
from game.content.user_keys import DEFAULT_KEYS
from game.screens.notice_screen import NoticeScreen
from game.screens.screen import Adopt
from game.screens.settings_store import SAVE_DELAY_SECONDS, SettingsStore
from game.widgets.key_bindings import key_for, use_keys
from game.widgets.keys import Key
from tests.screens.conftest import SIZE
from tests.screens.test_app import SET_MODE, Once
from tests.screens.window_steps import give, run_frame


@pytest.fixture(autouse=True)
def _back_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("UNDERTOW_WINDOW", raising=False)
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(2560, 1440)])
    yield
    use_palette(PaletteName.LAMPLIGHT)
    use_keys(DEFAULT_KEYS)
    pygame.display.init()
    pygame.font.init()
    SET_MODE(SIZE)


@pytest.fixture
def file(home: Path) -> Path:
    return home / "settings.json"


def press_in_window(window: app.Window, key: int, mod: int = 0) -> None:
    give(window, pygame.Event(pygame.KEYDOWN, key=key, mod=mod))


def test_the_window_is_as_it_was_when_it_was_closed(file: Path) -> None:
    save_settings(file, Settings(window=(1100, 640)))
    first = Once()
    app.run(first)
    assert first.sizes == [(1100, 640)]

    window = app.Window()
    pygame.display.set_mode((1000, 600))
    window.show(Once())
    assert load_settings(file).settings.window == (1000, 600)


def test_a_size_that_was_asked_for_wins_and_is_not_remembered(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_settings(file, Settings(window=(1100, 640), fullscreen=True))
    monkeypatch.setenv("UNDERTOW_WINDOW", "1280x720")
    screen = Once()
    app.run(screen)

    assert screen.sizes == [(1280, 720)]
    assert load_settings(file).settings.window == (1100, 640)


def test_a_window_of_a_screen_that_is_gone_fits_the_one_there_is(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_settings(file, Settings(window=(5000, 3000)))
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1366, 768)])

    assert app.Window().stack.frame.size == (1366, 768)


@pytest.mark.parametrize(("wished", "scale"), [(0.75, 0.75), (1.25, 1.25), (2.0, 1.875)])
def test_the_scale_is_as_wished_as_far_as_everything_fits(
    file: Path, wished: float, scale: float
) -> None:
    save_settings(file, Settings(scale=wished, window=(1920, 1080)))

    assert app.Window().stack.frame.theme.scale == scale


def test_larger_and_smaller_are_remembered_and_zero_is_automatic_again(file: Path) -> None:
    save_settings(file, Settings(window=(1920, 1080)))
    window = app.Window()
    window.stack.screens.append(Once())
    press_in_window(window, pygame.K_EQUALS, pygame.KMOD_LCTRL)
    assert window.settings.scale == 1.15
    press_in_window(window, pygame.K_0, pygame.KMOD_LCTRL)

    assert window.settings.scale is None


def test_f11_fills_the_screen_and_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    full = [False]
    monkeypatch.setattr(pygame.display, "is_fullscreen", lambda: full[0])
    monkeypatch.setattr(
        pygame.display, "toggle_fullscreen", lambda: full.__setitem__(0, not full[0])
    )
    window = app.Window()
    window.stack.screens.append(Once())
    for wanted in (True, False):
        press_in_window(window, pygame.K_F11)
        assert window.settings.fullscreen is wanted
        assert full == [wanted]

    window.wishes.change(Settings(fullscreen=True))
    window.wishes.save()
    app.Window()
    assert full == [True]


def test_a_screen_that_cannot_be_filled_stops_nothing() -> None:
    window = app.Window()
    window.stack.screens.append(Once())
    press_in_window(window, pygame.K_F11)

    assert not pygame.display.is_fullscreen()


def test_what_is_adopted_holds_at_once_and_is_written_soon(file: Path) -> None:
    window, screen = app.Window(), Once(99)
    window.stack.screens.append(screen)
    theme = window.stack.frame.theme
    liked = Settings(palette=PaletteName.TEAL, text=1.3, keys={Action.RULER: "f12"})
    window.stack.follow(Adopt(liked))

    assert palette() is PALETTES[PaletteName.TEAL]
    assert key_for(Action.RULER) == Key(pygame.K_F12)
    assert window.stack.frame.settings == liked
    assert window.stack.frame.theme is not theme
    assert window.stack.frame.theme.running == 1.3
    assert not file.exists()
    run_frame(window, SAVE_DELAY_SECONDS)
    assert load_settings(file).settings == liked


def test_what_cannot_be_seen_leaves_the_theme_as_it_is() -> None:
    window = app.Window()
    window.stack.screens.append(Once())
    theme = window.stack.frame.theme
    window.stack.follow(Adopt(Settings(volume=10)))

    assert window.stack.frame.theme is theme


def test_faults_of_the_file_are_told_once(file: Path) -> None:
    file.write_text('{"volume": 300, "captions": true}', "utf-8")
    window, below = app.Window(), Once(99)
    window.stack.screens.append(below)
    run_frame(window)
    notice = window.stack.top

    assert isinstance(notice, NoticeScreen)
    assert "volume: must be at most 100, not 300" in notice.words
    assert window.settings.captions
    press_in_window(window, pygame.K_RETURN)
    assert window.stack.top is below
    assert app.Window().wishes.complaints == []


def test_a_home_that_cannot_be_written_is_told_once(tmp_path: Path) -> None:
    nowhere = tmp_path / "a file"
    nowhere.write_text("", "utf-8")
    wishes = SettingsStore(nowhere / "settings.json")
    for volume in (10, 20):
        wishes.change(Settings(volume=volume))
        wishes.save()

    assert [c.title for c in wishes.complaints] == ["Settings could not be saved"]
    assert wishes.settings.volume == 20

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.content.looks import PaletteName
from game.content.settings import DEFAULT_KEYS, Action, Curtain, Settings
from game.screens.help import HelpScreen
from game.screens.screen import WindowContext
from game.screens.settings_screen import LINES, ChoiceSetting, SettingsPage, SettingsScreen
from game.screens.title import TitleScreen
from game.view.sounds import SPEAKER, Sound
from game.widgets.inputs import Slider, Stepper
from game.widgets.key_bindings import use_keys
from game.widgets.text_view import Label
from game.widgets.theme import Theme
from tests.screens.input_driver import Player, ready


@pytest.fixture(autouse=True)
def _usual_again() -> Iterator[None]:
    yield
    use_keys(DEFAULT_KEYS)


@pytest.fixture
def screen(player: Player) -> SettingsScreen:
    return player.open(SettingsScreen())


def liked(player: Player) -> Settings:
    return player.stack.frame.settings


def at(screen: SettingsScreen, kind: type, n: int) -> tuple[int, int]:
    widget = [w for w in screen.panel.widgets if isinstance(w, kind)][n]
    return widget.rect.move(screen.panel.rect.topleft).center


def test_a_click_changes_what_it_is_about(player: Player, screen: SettingsScreen) -> None:
    x, y = at(screen, Stepper, 2)
    player.click(x + 40, y)

    assert liked(player) == Settings(palette=PaletteName.BRIGHT)


def test_a_slider_stays_in_the_hand_while_it_is_drawn(
    player: Player, screen: SettingsScreen
) -> None:
    player.press("Sound")
    x, y = at(screen, Slider, 0)
    player.push(x, y)
    for distance in (60, 200):
        player.move(x - distance, y)
    player.let_go(x - 200, y)

    assert liked(player).volume == 0
    words = {
        w.text for panel in screen.stack.panels for w in panel.widgets if isinstance(w, Label)
    }
    assert {"0%", "100%"} < words
    assert liked(player).effects == 100


def test_a_new_loudness_is_heard_once(
    player: Player, screen: SettingsScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = list[object]()
    monkeypatch.setattr(SPEAKER, "play", played.append)
    screen.turn_to(SettingsPage.SOUND)
    x, y = at(screen, Slider, 0)
    player.click(x, y)
    player.wait(3)
    assert played == [[Sound.DIE]]
    player.press("Look")
    player.click(*at(screen, Stepper, 1))
    player.wait(3)

    assert played == [[Sound.DIE]]


def test_every_page_can_be_worked_with_the_keyboard_alone(
    player: Player, screen: SettingsScreen
) -> None:
    player.key(pygame.K_DOWN)
    player.key(pygame.K_DOWN)
    player.key(pygame.K_RETURN)
    assert screen.page is SettingsPage.TABLE
    for key in (pygame.K_TAB, pygame.K_DOWN, pygame.K_RIGHT):
        player.key(key)
    assert liked(player).speed == 2.0
    for key in (pygame.K_TAB, pygame.K_LEFT):
        player.key(key)
    assert liked(player).curtain is Curtain.OFF
    player.key(pygame.K_ESCAPE)

    assert player.at_home


def test_whoever_has_the_focus_is_seen(player: Player, screen: SettingsScreen) -> None:
    for page in SettingsPage:
        screen.turn_to(page)
        player.wait()
        for widget in [w for w in screen.panel.widgets if w.focusable]:
            bare = screen.panel.surface.copy()
            screen.stack.focus.to(None)
            player.wait()
            bare = screen.panel.surface.subsurface(widget.rect).copy()
            screen.stack.focus.to(widget)
            player.wait()
            lit = screen.panel.surface.subsurface(widget.rect)
            assert pygame.image.tobytes(lit, "RGB") != pygame.image.tobytes(bare, "RGB")


def test_what_is_set_is_shown(player: Player, frame: WindowContext) -> None:
    settings = Settings(scale=0.85, text=1.5, speed=4.0, curtain=Curtain.ALWAYS, still=True)
    shown = {
        line.field: line.values[line.at(settings)][1]
        for page in LINES
        for line in LINES[page](frame.size)
        if isinstance(line, ChoiceSetting)
    }
    assert shown["scale"] == "85%"
    assert shown["text"] == "150%"
    assert shown["speed"] == "×4"
    assert (shown["curtain"], shown["still"], shown["mute"]) == ("Always", "On", "Off")
    # A size chosen in another window is shown as the largest that fits this one.
    large = ChoiceSetting("scale", "", [(None, "As it suits"), (0.75, "75%"), (1.0, "100%")])
    assert large.at(Settings(scale=1.75)) == 2


def test_everything_that_can_be_liked_can_be_set() -> None:
    lines = [line.field for page in LINES for line in LINES[page]((1920, 1080))]

    assert sorted([*lines, "keys", "learnt", "window"]) == sorted(Settings.model_fields)


def test_another_key_is_taken(player: Player, screen: SettingsScreen) -> None:
    player.press("Keys")
    player.press("Change key…")
    player.key(pygame.K_F12)

    assert liked(player).keys == {Action.RULER: "f12"}
    assert screen.stack.dialog is None
    assert screen.keys.rows[0].note == "F12"
    assert screen.stack.focus.on is screen.keys


def test_a_key_that_is_taken_is_refused_and_told(
    player: Player, screen: SettingsScreen
) -> None:
    player.press("Keys")
    player.press("Change key…")
    for key, said in (
        (pygame.K_v, f"V is already used for: {Action.SPEED.label}."),
        (pygame.K_TAB, "Tab is reserved."),
        (pygame.K_5, "5 is reserved."),
    ):
        player.key(key)
        assert screen.capture
        assert screen.capture.refusal == said
        assert screen.stack.dialog
    player.key(pygame.K_LSHIFT)
    assert screen.capture
    player.key(pygame.K_ESCAPE)

    assert screen.stack.dialog is None
    assert screen.capture is None
    assert liked(player) == Settings()


def test_a_key_with_control_is_taken_as_such(player: Player, screen: SettingsScreen) -> None:
    screen.turn_to(SettingsPage.KEYS)
    screen.ask_key(Action.REDO)
    player.key(pygame.K_LCTRL, pygame.KMOD_LCTRL)
    player.key(pygame.K_z, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)

    assert liked(player).keys == {Action.REDO: "ctrl+shift+z"}


def test_a_page_can_be_as_usual_again(player: Player, screen: SettingsScreen) -> None:
    screen.like(mute=True, volume=5, text=1.5)
    player.wait()
    screen.turn_to(SettingsPage.SOUND)
    player.press("Reset this page")

    assert liked(player) == Settings(text=1.5)


def test_it_is_reached_from_the_title_and_leads_back(player: Player) -> None:
    title = player.open(TitleScreen(seed=1))
    player.key(pygame.K_s)
    assert isinstance(player.top, SettingsScreen)
    player.key(pygame.K_ESCAPE)

    assert player.stack.screens == [title]


def test_it_is_reached_from_a_pause_and_the_battle_takes_it_on(player: Player) -> None:
    screen = player.play()
    ready(player, screen)
    player.key(pygame.K_ESCAPE)
    player.press("Settings…")
    assert isinstance(player.top, SettingsScreen)
    use_keys({**DEFAULT_KEYS, Action.HELP: "f8"})
    player.key(pygame.K_ESCAPE)
    assert player.stack.screens == [screen]
    assert screen.stack.dialog is None
    assert screen.parts.hints.shown_hints[-1] == ("F8", "all keys")
    player.key(pygame.K_F8)

    assert isinstance(player.top, HelpScreen)


@pytest.mark.parametrize(
    "size",
    [
        (1024, 576),
        (1280, 720),
        pytest.param((1920, 1080), marks=pytest.mark.slow),
        pytest.param((3840, 2160), marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("page", SettingsPage)
def test_nothing_is_cut_off(size: tuple[int, int], page: SettingsPage) -> None:
    screen = SettingsScreen()
    screen.fill(WindowContext(Theme(size[1] / 1080 if size[1] > 1080 else 1.0, 1.5), size))
    screen.turn_to(page)

    window = pygame.Rect((0, 0), size)
    assert window.contains(screen.panel.rect)
    inside = pygame.Rect((0, 0), screen.panel.rect.size)
    boxes = [w.rect for w in screen.panel.widgets]
    assert [box for box in boxes if not inside.contains(box)] == []
    steppers = [w for w in screen.panel.widgets if isinstance(w, Stepper)]
    for stepper in steppers:
        room = stepper.rect.width - 2 * stepper.theme.px(30)
        for words in stepper.labels:
            assert stepper.theme.width(words, 16, "heading") <= room

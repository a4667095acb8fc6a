from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from game.content.editor_actions import EditorAction
from game.content.palettes import PALETTES, PaletteName
from game.content.settings import Curtain, Settings
from game.content.table_actions import Action
from game.content.user_keys import DEFAULT_KEYS
from game.screens.help import HelpScreen
from game.screens.screen import WindowContext
from game.screens.settings_screen import LINES, SettingsPage, SettingsScreen
from game.screens.settings_store import SettingsStore
from game.screens.title import TitleScreen
from game.screens.ui_scale import SCALES
from game.view.sounds import SPEAKER, Sound
from game.widgets.dialogs import TextDialog
from game.widgets.key_bindings import use_keys
from game.widgets.list_box import ListBox
from game.widgets.slider import Slider
from game.widgets.stepper import Stepper
from game.widgets.text_view import Label, LogEntry
from game.widgets.theme import Theme
from tests.screens.editor.editor_states import button_of
from tests.screens.editor.test_screen import pixel_in_editor
from tests.screens.input_driver import Player, ready
from tests.tools.editors import new_map

pytestmark = pytest.mark.usefixtures("usual_keys_again")


@pytest.fixture
def screen(player: Player) -> SettingsScreen:
    return player.open(SettingsScreen())


def liked(player: Player) -> Settings:
    return player.stack.frame.settings


def keys_of(screen: SettingsScreen) -> ListBox:
    """Return the list on the page of the keys."""
    found = screen.panel.known("keys")
    assert isinstance(found, ListBox)
    return found


def middle_of_widget(screen: SettingsScreen, kind: type, n: int) -> tuple[int, int]:
    widget = [w for w in screen.panel.widgets if isinstance(w, kind)][n]
    return widget.rect.move(screen.panel.rect.topleft).center


def test_a_click_changes_what_it_is_about(player: Player, screen: SettingsScreen) -> None:
    x, y = middle_of_widget(screen, Stepper, 2)
    player.click(x + 40, y)

    assert liked(player) == Settings(palette=PaletteName.BRIGHT)


def test_a_slider_stays_in_the_hand_while_it_is_drawn(
    player: Player, screen: SettingsScreen
) -> None:
    player.press("Sound")
    x, y = middle_of_widget(screen, Slider, 0)
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
    x, y = middle_of_widget(screen, Slider, 0)
    player.click(x, y)
    player.wait(3)
    assert played == [[Sound.DIE]]
    player.press("Look")
    player.click(*middle_of_widget(screen, Stepper, 1))
    player.wait(3)

    assert played == [[Sound.DIE]]


def test_every_page_can_be_worked_with_the_keyboard_alone(
    player: Player, screen: SettingsScreen
) -> None:
    player.key(pygame.K_DOWN)
    player.key(pygame.K_DOWN)
    player.key(pygame.K_RETURN)
    assert screen.page is SettingsPage.TABLE
    for key in (pygame.K_TAB, pygame.K_TAB, pygame.K_RIGHT):
        player.key(key)
    assert liked(player).speed == 2.0
    for key in (pygame.K_TAB, pygame.K_LEFT):
        player.key(key)
    assert liked(player).curtain is Curtain.OFF
    player.key(pygame.K_ESCAPE)

    assert player.at_home


def test_arrows_lead_from_a_page_to_its_settings_and_down_them(
    player: Player, screen: SettingsScreen
) -> None:
    player.key(pygame.K_RIGHT)
    assert screen.stack.focus.on is screen.panel.known("Interface scale", "control")
    player.key(pygame.K_DOWN)
    assert screen.stack.focus.on is screen.panel.known("Text size", "control")
    for _ in range(4):
        player.key(pygame.K_DOWN)
    assert screen.stack.focus.on is player.button("Back")
    player.key(pygame.K_LEFT)
    assert screen.stack.focus.on is player.button("Reset this page")


def scale_control(screen: SettingsScreen) -> pygame.Rect:
    found = screen.panel.known("Interface scale", "control")
    assert found
    return found.rect.move(screen.panel.rect.topleft)


def test_the_scale_changes_once_the_mouse_is_off_its_control(
    player: Player, screen: SettingsScreen
) -> None:
    """Else the next click would miss the control, which moves with the scale."""
    before = scale_control(screen)
    x, y = before.right - 8, before.centery
    for _ in range(2):
        player.click(x, y)
    player.move(x - 5, y)
    player.wheel(-1)
    assert liked(player).scale is None
    assert scale_control(screen) == before
    assert screen.liked.scale == SCALES[2]

    player.move(x, before.bottom + 9)
    assert liked(player).scale == SCALES[2]


@pytest.mark.parametrize("key", [pygame.K_TAB, pygame.K_ESCAPE])
def test_a_key_applies_the_scale_that_waits_for_the_mouse(
    player: Player, screen: SettingsScreen, key: int
) -> None:
    before = scale_control(screen)
    player.click(before.right - 8, before.centery)
    player.key(key)
    player.wait()

    assert liked(player).scale == SCALES[0]
    assert (player.top is screen) is (key == pygame.K_TAB)


def test_by_the_keyboard_the_scale_changes_at_once(
    player: Player, screen: SettingsScreen
) -> None:
    screen.stack.focus.to(screen.panel.known("Interface scale", "control"))
    player.key(pygame.K_RIGHT)

    assert liked(player).scale == SCALES[0]


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
    player.frame = frame._replace(settings=settings)
    screen = player.open(SettingsScreen())
    shown = list[str]()
    for page in LINES:
        screen.turn_to(page)
        steppers = [w for w in screen.panel.widgets if isinstance(w, Stepper)]
        shown += [stepper.labels[stepper.value] for stepper in steppers]

    colours = PALETTES[settings.palette].label
    assert shown[:5] == ["85%", "150%", colours, "Off", "On"]
    assert shown[5:] == ["Off", "Off", "×4", "Always", "On", "Off"]


def test_a_size_chosen_in_another_window_is_shown_as_the_largest_that_fits(
    player: Player, frame: WindowContext
) -> None:
    player.frame = frame._replace(settings=Settings(scale=2.0))
    screen = player.open(SettingsScreen())

    stepper = next(w for w in screen.panel.widgets if isinstance(w, Stepper))
    assert stepper.value == len(stepper.labels) - 1 > 0


def test_everything_that_can_be_liked_can_be_set() -> None:
    lines = [line.name for page in LINES for line in LINES[page]((1920, 1080))]

    others = ("keys", "editor_keys", "learnt", "window")
    assert sorted([*lines, *others]) == sorted(Settings.model_fields)


def test_another_key_is_taken(player: Player, screen: SettingsScreen) -> None:
    player.press("Keys")
    player.press("Change key…")
    player.key(pygame.K_INSERT)

    assert liked(player).keys == {Action.RULER: "insert"}
    assert screen.stack.dialog is None
    assert keys_of(screen).rows[1].note == "Insert"
    assert screen.stack.focus.on is keys_of(screen)


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


def change_key(
    player: Player, screen: SettingsScreen, id_: str, key: int, mod: int = 0
) -> None:
    screen.turn_to(SettingsPage.KEYS)
    screen.ask_key(id_)
    player.key(key, mod)


def test_keys_of_the_editor_stand_below_those_of_the_table(
    player: Player, screen: SettingsScreen
) -> None:
    player.press("Keys")
    headings = [row.label for row in keys_of(screen).rows if row.heading]
    shown = {row.label: row.note for row in keys_of(screen).rows}

    assert headings == ["At the table", "In the editor and its forms"]
    assert [shown[a.label] for a in (EditorAction.SEARCH, EditorAction.TO_BACK)] == ["/", "{"]
    assert len(keys_of(screen).rows) == len(Action) + len(EditorAction) + 2


def test_a_key_of_the_editor_is_changed_in_a_namespace_of_its_own(
    player: Player, screen: SettingsScreen
) -> None:
    change_key(player, screen, "editor_rectangle", pygame.K_y)
    assert liked(player).editor_keys == {EditorAction.RECTANGLE: "y"}
    assert liked(player).keys == {}
    # "R" is now free in the editor, though it turns models at the table.
    change_key(player, screen, "editor_picture", pygame.K_r)
    assert liked(player).editor_bound[EditorAction.PICTURE] == "r"
    for key, mod, said in (
        (pygame.K_p, 0, "P is already used for: Tool: polygon."),
        (pygame.K_F11, 0, "F11 is already used for: Full screen."),
        (pygame.K_SPACE, 0, "Space is reserved."),
        (pygame.K_0, 0, "0 is reserved."),
    ):
        change_key(player, screen, "editor_grid", key, mod)
        assert screen.capture
        assert screen.capture.refusal == said
        player.key(pygame.K_ESCAPE)
    change_key(player, screen, "fullscreen", pygame.K_k)
    assert screen.capture
    assert "already used for: Lesson: next card" in screen.capture.refusal
    player.key(pygame.K_ESCAPE)
    change_key(player, screen, "fullscreen", pygame.K_LEFTBRACKET)
    assert screen.capture
    assert screen.capture.refusal.endswith("Send back by one (in the editor).")


def test_all_keys_are_as_shipped_again(player: Player, screen: SettingsScreen) -> None:
    change_key(player, screen, "editor_rectangle", pygame.K_y)
    change_key(player, screen, "ruler", pygame.K_INSERT)
    player.press("Reset this page")

    assert liked(player) == Settings()


def test_a_key_of_the_editor_that_was_changed_works_after_a_restart(
    player: Player, home: Path
) -> None:
    file = home / "settings.json"
    store = SettingsStore(file)
    screen = player.open(SettingsScreen())
    for id_, key, mod in (
        ("editor_rectangle", pygame.K_y, 0),
        ("editor_search", pygame.K_F3, 0),
        ("editor_undo", pygame.K_u, pygame.KMOD_LCTRL),
    ):
        if id_ == "editor_undo":
            change_key(player, screen, "editor_unlock", pygame.K_INSERT)
        change_key(player, screen, id_, key, mod)
    store.change(liked(player))
    store.save()
    use_keys(DEFAULT_KEYS)
    SettingsStore(file)

    editor = player.open(new_map())
    player.key(pygame.K_r)
    assert editor.toolbox.name == "Select"
    player.key(pygame.K_y)
    assert editor.toolbox.name == "Rectangle"
    assert button_of(editor.toolbar, "Rectangle").hint.startswith("Rectangle (Y)")
    player.push(*pixel_in_editor(editor, 10, 10))
    player.let_go(*pixel_in_editor(editor, 14, 13))
    assert button_of(editor.topbar, "Undo").hint.endswith("(Ctrl+U)")
    player.key(pygame.K_u, pygame.KMOD_LCTRL)
    assert not [*editor.workspace.map.objects()]
    player.key(pygame.K_F3)
    assert editor.stack.focus.on is editor.palette.field
    assert editor.palette.field.ghost == "Search ( F3 )"
    player.key(pygame.K_ESCAPE)
    player.key(pygame.K_F1)
    keys = " ".join(span.text for entry in editor_keys(player) for span in entry.spans)
    assert "V Y P L E D C T I X U" in keys
    assert "Ctrl+U, Ctrl+Y" in keys


def editor_keys(player: Player) -> Sequence[LogEntry]:
    """Return the lines of the list of keys that is open."""
    dialog = player.panels.dialog
    assert isinstance(dialog, TextDialog)
    return dialog.text.entries


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

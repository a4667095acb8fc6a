"""Searches, names and commands typed on keyboards of several layouts, by recorded presses."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame
import pytest

from game.content.table_actions import Action
from game.content.user_keys import DEFAULT_KEYS
from game.screens.editor.list_tab import ListTab
from game.screens.editor.new_map_screen import NewMapScreen
from game.screens.editor.screen import EditorScreen
from game.screens.editor.start_screen import StartScreen
from game.screens.help import HelpScreen
from game.screens.menu_screen import MenuScreen
from game.screens.pack_list import PacksScreen
from game.screens.pack_maker import MakePackScreen
from game.screens.title import TitleScreen
from game.widgets.key_bindings import use_keys
from game.widgets.pressed_keys import types_text
from game.widgets.text_field import TextField
from tests.screens.editor.test_screen import pixel_in_editor
from tests.screens.input_driver import Player
from tests.screens.sdl_driver import AtWindow, Deeds
from tests.widgets.layouts import CYRILLIC, LAYOUTS, Stroke, strokes, typing

WORD = "mud-grave "
"""Letters of the tools, of the mirror, the grid and the look, and a mark."""


def send_strokes(player: Player, presses: Iterable[Stroke]) -> None:
    """Send presses of keys, with no frame between them."""
    for stroke in presses:
        for event in stroke.events:
            player.send(event.type, **event.dict)


def word(layout: str) -> list[Stroke]:
    """Return presses of a word whose keys are commands elsewhere."""
    letters = WORD.strip()
    if layout == "Russian":
        by_place = {place: letter for letter, place in CYRILLIC.items()}
        places = [pygame.KSCAN_A + ord(c) - ord("a") for c in letters if c.isalpha()]
        letters = "".join(by_place[place] for place in places)
    return [typing(layout, letter) for letter in letters]


def state(editor: EditorScreen) -> tuple[object, ...]:
    """Return what a command of the editor would change."""
    work = editor.workspace
    drawn = work.map, work.selection, type(work.brush), work.snapping, work.mirror
    canvas = editor.canvas
    return *drawn, editor.toolbox.name, canvas.painted, canvas.gridded, editor.stack.dialog


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("frames", [0, 1])
def test_a_word_goes_into_the_search_of_the_palette_and_does_nothing_else(
    player: Player, editor: EditorScreen, layout: str, frames: int
) -> None:
    before, presses = state(editor), word(layout)
    send_strokes(player, [typing(layout, "/")])
    player.wait(frames)
    send_strokes(player, presses)
    player.wait()

    assert editor.palette.field.text == "".join(stroke.character for stroke in presses)
    assert state(editor) == before


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_word_goes_into_the_search_of_the_list(
    player: Player, editor: EditorScreen, layout: str
) -> None:
    opener = typing(layout, "щ" if layout == "Russian" else "o")
    before, presses = state(editor), [*word(layout), opener]
    send_strokes(player, [opener, *presses])
    player.wait()

    assert editor.tab(ListTab).field.text == "".join(stroke.character for stroke in presses)
    assert state(editor) == before


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_key_that_types_is_a_command_while_a_field_is_written_in(
    player: Player, editor: EditorScreen, layout: str
) -> None:
    send_strokes(player, [typing(layout, "/")])
    field, before = editor.palette.field, state(editor)
    for stroke in strokes(layout):
        if stroke.held != "ctrl":
            field.text, field.caret = "", 0
            send_strokes(player, [stroke])
            assert field.text == stroke.character
    assert editor.stack.focus.on is field
    assert state(editor) == before


def test_a_key_that_is_held_does_not_repeat_into_the_field_that_it_opened(
    player: Player, editor: EditorScreen
) -> None:
    down, text, up = typing("US", "/").events
    for event in (down, text, down, text, up):
        player.send(event.type, **event.dict)
    assert editor.palette.field.text == ""
    send_strokes(player, [typing("US", "/")])
    assert editor.palette.field.text == "/"


def test_text_of_an_input_method_comes_without_a_key(
    player: Player, editor: EditorScreen
) -> None:
    send_strokes(player, [typing("US", "/")])
    player.send(pygame.KEYDOWN, key=pygame.K_v, mod=0, unicode="", scancode=pygame.KSCAN_V)
    player.send(pygame.TEXTINPUT, text="墙")

    assert editor.palette.field.text == "墙"
    assert editor.toolbox.name == "Select"


def test_the_search_keeps_the_keyboard_when_the_window_changes(
    player: Player, editor: EditorScreen
) -> None:
    for opener in ("/", "o"):
        send_strokes(player, [typing("US", opener), typing("US", "w")])
        player.stack.refit(player.frame)
        send_strokes(player, [typing("US", "r")])
        field = editor.stack.focus.on
        assert isinstance(field, TextField)
        assert field.text == "wr"
        assert editor.toolbox.name == "Select"
        player.key(pygame.K_ESCAPE)


def test_a_row_is_renamed_by_text_alone(player: Player, editor: EditorScreen) -> None:
    player.key(pygame.K_r)
    player.push(*pixel_in_editor(editor, 10, 10))
    player.let_go(*pixel_in_editor(editor, 14, 13))
    tab = editor.tab(ListTab)
    send_strokes(player, [typing("US", "o")])
    player.wait()
    editor.stack.focus.to(tab.list)
    tab.list.chosen = tab.list.listed[-1].id
    player.key(pygame.K_F2)
    before = state(editor)
    send_strokes(player, word("German"))

    assert tab.list.field
    assert tab.list.field.text == WORD.strip()
    assert state(editor) == before


@pytest.mark.parametrize(
    ("start", "opened"),
    [(StartScreen, NewMapScreen), (PacksScreen, MakePackScreen)],
)
def test_the_letter_that_opens_a_screen_is_not_written_into_its_field(
    player: Player, start: Callable[[], MenuScreen], opened: type[MenuScreen]
) -> None:
    player.open(start())
    send_strokes(player, [typing("US", "n")])
    assert isinstance(player.top, opened)
    fields = [w for w in player.panels.panels[0].widgets if isinstance(w, TextField)]
    texts = [field.text for field in fields]
    player.panels.focus.to(fields[0])
    send_strokes(player, [typing("US", "q")])

    assert [field.text for field in fields] == [texts[0] + "q", *texts[1:]]


def test_keys_of_the_title_follow_the_letters_of_the_keyboard(player: Player) -> None:
    for layout in ("German", "French", "Russian"):
        title = player.open(TitleScreen(seed=1))
        letter = "ы" if layout == "Russian" else "s"
        send_strokes(player, [typing(layout, letter)])
        assert player.top is not title
        player.leave()


def searched(screen: HelpScreen) -> str:
    (field,) = (w for w in screen.panel.widgets if isinstance(w, TextField))
    return field.text


def test_the_search_of_the_help_takes_every_letter(player: Player) -> None:
    screen = player.open(HelpScreen())
    send_strokes(player, word("French"))

    assert searched(screen) == WORD.strip()
    assert all(types_text(stroke.press) for stroke in word("French"))


def test_keys_of_the_window_type_in_a_field_and_commands_type_nothing() -> None:
    at, screen = AtWindow(), HelpScreen()
    use_keys({**DEFAULT_KEYS, Action.SMALLER: ";"})
    scales = [at.window.stack.frame.theme.scale]

    def deeds() -> Deeds:
        yield from pressed("US", "plain", ";")
        use_keys(DEFAULT_KEYS)
        yield from pressed("US", "ctrl", "-")
        yield from pressed("German", "ctrl", "+")
        yield from pressed("US", "plain", "x")

    def pressed(layout: str, held: str, character: str) -> Deeds:
        (stroke,) = (s for s in strokes(layout) if (s.held, s.character) == (held, character))
        for event in stroke.events:
            pygame.event.post(event)
        yield
        scales.append(at.window.stack.frame.theme.scale)

    try:
        at.live(screen, deeds())
    finally:
        use_keys(DEFAULT_KEYS)
    first, typed, smaller, larger, last = scales
    assert searched(screen) == ";x"
    assert smaller < first
    assert first == typed == larger == last

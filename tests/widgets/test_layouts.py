"""Actions and their keys on keyboards of several layouts, by recorded key presses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

import pygame
import pytest

from game.content.editor_actions import STAMPING, EditorAction
from game.content.table_actions import Action
from game.content.user_keys import DEFAULT_KEYS, EDITOR_KEYS, NAMED
from game.prompts.prompt import NUMBERS
from game.widgets.key_bindings import action_of, editor_actions_of, is_key_released, use_keys
from game.widgets.keys import Key, name_of
from game.widgets.pressed_keys import is_press_of, key_pressed, keys_pressed, types_text
from game.widgets.text_field import CLIPBOARD, TextField
from tests.widgets.layouts import CYRILLIC, LAYOUTS, Stroke, strokes, typing, with_ctrl

pytestmark = pytest.mark.usefixtures("usual_keys_again")

T = TypeVar("T")

ROW = [pygame.KSCAN_1 + n for n in range(9)]
"""Places of the keys of the digits from 1 to 9."""


def stroke_of(layout: str, name: str) -> Stroke:
    """Return the press that a user of a layout makes for a key of the settings."""
    *held, character = name.rsplit("+", 1)
    if held == ["ctrl"] and character.isalpha():
        return with_ctrl(layout, character)
    if layout == "Russian" and character.isalpha():
        return typing(layout, next(c for c in CYRILLIC if place_of(character) == CYRILLIC[c]))
    if layout == "Russian" and character in "[]{}":
        # No key types them; their places are those of "х" and "ъ".
        wanted = {"[": "х", "]": "ъ", "{": "Х", "}": "Ъ"}[character]
        return typing(layout, wanted)
    return typing(layout, character)


def place_of(letter: str) -> int:
    return pygame.KSCAN_A + ord(letter) - ord("a")


def with_characters(keys: Mapping[T, str]) -> Iterator[tuple[T, str]]:
    """Yield the actions whose key is a character, with at most Ctrl."""
    for action, name in keys.items():
        base = name.removeprefix("ctrl+")
        if base not in NAMED and "shift+" not in base and base not in {"=", "-"}:
            yield action, name


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_action_is_done_by_the_character_of_its_key(layout: str) -> None:
    for action, name in with_characters(DEFAULT_KEYS):
        assert action_of(stroke_of(layout, name).press) is action, (action, name)
    for drawn, name in with_characters(EDITOR_KEYS):
        assert drawn in editor_actions_of(stroke_of(layout, name).press), (drawn, name)


@pytest.mark.parametrize(
    ("layout", "held", "place", "action"),
    [
        # A slash: beside the right Shift; above 7; above the colon; right of P on Dvorak
        ("US", "plain", pygame.KSCAN_SLASH, EditorAction.SEARCH),
        ("German", "shift", pygame.KSCAN_7, EditorAction.SEARCH),
        ("French", "shift", pygame.KSCAN_PERIOD, EditorAction.SEARCH),
        ("Spanish", "shift", pygame.KSCAN_7, EditorAction.SEARCH),
        ("Dvorak", "plain", pygame.KSCAN_LEFTBRACKET, EditorAction.SEARCH),
        ("Russian", "shift", pygame.KSCAN_BACKSLASH, EditorAction.SEARCH),
        # Square brackets, then curly ones
        ("US", "plain", pygame.KSCAN_LEFTBRACKET, EditorAction.BACKWARD),
        ("US", "shift", pygame.KSCAN_LEFTBRACKET, EditorAction.TO_BACK),
        ("German", "altgr", pygame.KSCAN_8, EditorAction.BACKWARD),
        ("German", "altgr", pygame.KSCAN_9, EditorAction.FORWARD),
        ("German", "altgr", pygame.KSCAN_7, EditorAction.TO_BACK),
        ("German", "altgr", pygame.KSCAN_0, EditorAction.TO_FRONT),
        ("French", "altgr", pygame.KSCAN_5, EditorAction.BACKWARD),
        ("French", "altgr", pygame.KSCAN_4, EditorAction.TO_BACK),
        ("Spanish", "altgr", pygame.KSCAN_LEFTBRACKET, EditorAction.BACKWARD),
        ("Spanish", "altgr", pygame.KSCAN_RIGHTBRACKET, EditorAction.FORWARD),
        ("Dvorak", "plain", pygame.KSCAN_MINUS, EditorAction.BACKWARD),
        ("Russian", "plain", pygame.KSCAN_LEFTBRACKET, EditorAction.BACKWARD),
        ("Russian", "shift", pygame.KSCAN_RIGHTBRACKET, EditorAction.TO_FRONT),
        # Letters: Z and Y change places, and so do A and Q
        ("German", "ctrl", pygame.KSCAN_Y, EditorAction.UNDO),
        ("German", "ctrl", pygame.KSCAN_Z, EditorAction.REDO),
        ("French", "ctrl", pygame.KSCAN_Q, EditorAction.SELECT_ALL),
        ("French", "ctrl", pygame.KSCAN_W, EditorAction.UNDO),
        ("Russian", "ctrl", pygame.KSCAN_Z, EditorAction.UNDO),
        ("Russian", "plain", pygame.KSCAN_R, EditorAction.RECTANGLE),
        ("Dvorak", "plain", pygame.KSCAN_O, EditorAction.RECTANGLE),
    ],
)
def test_a_key_of_a_keyboard_does_what_is_printed_on_it(
    layout: str, held: str, place: int, action: EditorAction
) -> None:
    (stroke,) = (s for s in strokes(layout) if (s.held, s.scancode) == (held, place))

    found = [a for a in editor_actions_of(stroke.press) if a not in STAMPING]
    assert found == [action]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_mark_never_does_what_another_one_is_for(layout: str) -> None:
    keys = {name: action for action, name in EDITOR_KEYS.items()}
    for stroke in strokes(layout):
        is_mark = not stroke.character.isalnum() and stroke.character.isascii()
        if is_mark and stroke.held in {"plain", "shift"}:
            expected = [keys[stroke.character]] if stroke.character in keys else []
            assert [*editor_actions_of(stroke.press)] == expected, stroke


@pytest.mark.parametrize("layout", LAYOUTS)
def test_digits_are_those_typed_and_the_keys_of_the_top_row(layout: str) -> None:
    for n, key in enumerate(NUMBERS):
        assert is_press_of(key, typing(layout, str(n + 1)).press)
        (plain,) = (s for s in strokes(layout) if (s.held, s.scancode) == ("plain", ROW[n]))
        assert is_press_of(key, plain.press)
        # Shift types either the digit or something else, never another digit.
        shifted = [s for s in strokes(layout) if (s.held, s.scancode) == ("shift", ROW[n])]
        found = [k for s in shifted for k in NUMBERS if is_press_of(k, s.press)]
        assert found == [key] * sum(s.character == str(n + 1) for s in shifted)


@pytest.mark.parametrize(
    ("layout", "held", "place", "key"),
    [
        ("US", "ctrl", pygame.KSCAN_EQUALS, Key(pygame.K_EQUALS, ctrl=True)),
        ("German", "ctrl", pygame.KSCAN_RIGHTBRACKET, Key(pygame.K_PLUS, ctrl=True)),
        ("French", "ctrl", pygame.KSCAN_EQUALS, Key(pygame.K_EQUALS, ctrl=True)),
        ("French", "ctrl", pygame.KSCAN_6, Key(pygame.K_MINUS, ctrl=True)),
        ("French", "ctrl", pygame.KSCAN_0, Key(pygame.K_0, ctrl=True)),
        ("German", "ctrl", pygame.KSCAN_SLASH, Key(pygame.K_MINUS, ctrl=True)),
        ("Czech", "ctrl", pygame.KSCAN_1, Key(pygame.K_PLUS, ctrl=True)),
    ],
)
def test_the_scale_changes_by_the_typed_plus_minus_and_zero(
    layout: str, held: str, place: int, key: Key
) -> None:
    (stroke,) = (s for s in strokes(layout) if (s.held, s.scancode) == (held, place))

    assert key in keys_pressed(stroke.press)


@pytest.mark.parametrize("layout", ["German", "French", "Spanish"])
def test_windows_reports_altgr_as_ctrl_and_alt(layout: str) -> None:
    stroke = typing(layout, "[")
    both = pygame.KMOD_LCTRL | pygame.KMOD_RALT
    event = pygame.Event(pygame.KEYDOWN, {**stroke.press.dict, "mod": both})

    assert [*editor_actions_of(event)] == [EditorAction.BACKWARD]
    assert types_text(event)


def test_older_systems_name_the_keys_of_a_french_top_row_by_their_marks() -> None:
    six = pygame.Event(
        pygame.KEYDOWN, key=pygame.K_MINUS, mod=0, unicode="-", scancode=pygame.KSCAN_6
    )
    two = pygame.Event(pygame.KEYDOWN, key=0xE9, mod=0, unicode="é", scancode=pygame.KSCAN_2)

    assert keys_pressed(six) == (Key(pygame.K_MINUS), Key(pygame.K_6))
    assert key_pressed(two) == Key(pygame.K_2)


def test_alt_alone_does_nothing() -> None:
    for stroke in strokes("US"):
        if stroke.held == "altgr":  # on this keyboard it is a second Alt
            assert keys_pressed(stroke.press) == ()
    for mod in (pygame.KMOD_LALT, pygame.KMOD_LALT | pygame.KMOD_LCTRL):
        slash = pygame.Event(pygame.KEYDOWN, key=pygame.K_SLASH, mod=mod, unicode="/")
        assert keys_pressed(slash) == ()


@pytest.mark.parametrize(
    ("layout", "character", "name"),
    [
        ("German", "/", "/"),
        ("German", "[", "["),
        ("German", "{", "{"),
        ("US", "{", "{"),
        ("German", "ü", "ü"),
        ("German", "+", "+"),
        ("Russian", "ф", "a"),
        ("Russian", "х", "["),
        ("French", "é", "2"),
    ],
)
def test_a_captured_key_is_named_by_what_it_types(
    layout: str, character: str, name: str
) -> None:
    key = key_pressed(typing(layout, character).press)

    assert key
    assert name_of(key) == name


def test_keys_of_older_settings_still_do_it() -> None:
    use_keys({**DEFAULT_KEYS, Action.SHEET: "shift+7", Action.RECAP: "shift+["})

    assert action_of(typing("German", "/").press) is Action.SHEET
    assert action_of(typing("US", "{").press) is Action.RECAP
    assert action_of(typing("German", "{").press) is Action.RECAP


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_release_of_a_held_key_is_known(layout: str) -> None:
    *_, release = stroke_of(layout, "m").events
    assert is_key_released(release, Action.RULER)
    use_keys({**DEFAULT_KEYS, Action.RULER: "/"})
    *_, release = typing(layout, "/").events
    # Shift may be let go before the key.
    alone = pygame.Event(pygame.KEYUP, {**release.dict, "mod": 0})
    assert is_key_released(alone, Action.RULER)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_field_takes_every_key_that_types_and_its_text_once(layout: str) -> None:
    for stroke in strokes(layout):
        field = TextField().placed((0, 0, 200, 30))
        if stroke.held == "ctrl":
            continue
        taken = [field.take_key(event) for event in stroke.events[:-1]]
        assert all(taken), stroke
        assert field.text == stroke.character


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_field_copies_cuts_and_selects_all_by_the_usual_letters(layout: str) -> None:
    field = TextField("sump").placed((0, 0, 200, 30))
    CLIPBOARD.put("weir")
    for letter, text in (("v", "sumpweir"), ("a", "sumpweir"), ("x", "")):
        assert field.take_key(with_ctrl(layout, letter).press)
        assert field.text == text
    assert CLIPBOARD.text() == "sumpweir"


def test_polish_letters_typed_with_altgr_are_no_commands_on_windows() -> None:
    field = TextField("sump").placed((0, 0, 200, 30))
    both = pygame.KMOD_LCTRL | pygame.KMOD_RALT
    for code, letter in ((pygame.K_a, "ą"), (pygame.K_x, "ź"), (pygame.K_c, "ć")):
        event = pygame.Event(pygame.KEYDOWN, key=code, mod=both, unicode=letter)
        assert field.take_key(event)
        assert field.take_key(pygame.Event(pygame.TEXTINPUT, text=letter))
    assert field.text == "sumpąźć"


def test_a_key_whose_text_is_still_composed_is_taken_too() -> None:
    field = TextField().placed((0, 0, 200, 30))

    assert field.take_key(pygame.Event(pygame.KEYDOWN, key=pygame.K_v, mod=0, unicode=""))
    assert not field.take_key(pygame.Event(pygame.KEYDOWN, key=pygame.K_F5, mod=0, unicode=""))

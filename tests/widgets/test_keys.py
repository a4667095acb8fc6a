from __future__ import annotations

import pygame
import pytest

from game.content.table_actions import Action
from game.content.user_keys import DEFAULT_KEYS, NAMED
from game.widgets.key_bindings import (
    action_of,
    insert_key_names,
    is_key_released,
    key_for,
    use_keys,
)
from game.widgets.keys import CODES, Key, key_of, name_of

pytestmark = pytest.mark.usefixtures("usual_keys_again")


def down(code: int, mod: int = 0) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=code, mod=mod)


@pytest.mark.parametrize(
    ("name", "key", "shown"),
    [
        ("m", Key(pygame.K_m), "M"),
        ("ctrl+z", Key(pygame.K_z, ctrl=True), "Ctrl+Z"),
        ("ctrl+shift+f5", Key(pygame.K_F5, ctrl=True, shift=True), "Ctrl+Shift+F5"),
        ("ctrl++", Key(pygame.K_PLUS, ctrl=True), "Ctrl++"),
        ("shift+pageup", Key(pygame.K_PAGEUP, shift=True), "Shift+PgUp"),
        (",", Key(pygame.K_COMMA), ","),
        ("ö", Key(246), "Ö"),
    ],
)
def test_a_key_of_the_settings_is_read_and_spelt(name: str, key: Key, shown: str) -> None:
    assert key_of(name) == key
    assert name_of(key) == name
    assert str(key) == shown


@pytest.mark.parametrize("code", [pygame.K_LSHIFT, pygame.K_LCTRL, pygame.K_TAB, pygame.K_UP])
def test_what_cannot_be_bound_has_no_name(code: int) -> None:
    assert name_of(Key(code)) == ""


def test_every_named_key_has_a_code_of_its_own() -> None:
    assert [*CODES] == [*NAMED]
    assert len({*CODES.values()}) == len(NAMED)


def test_every_action_is_what_its_key_does() -> None:
    for action in Action:
        key = key_for(action)
        held = key.ctrl * pygame.KMOD_LCTRL | key.shift * pygame.KMOD_LSHIFT
        assert action_of(down(key.code, held)) is action


def test_shift_changes_nothing_where_it_means_nothing() -> None:
    assert action_of(down(pygame.K_r, pygame.KMOD_LSHIFT)) is Action.TURN
    assert action_of(down(pygame.K_r, pygame.KMOD_LCTRL)) is None
    assert action_of(down(pygame.K_r, pygame.KMOD_LALT)) is None
    use_keys({**DEFAULT_KEYS, Action.REDO: "shift+r"})
    assert action_of(down(pygame.K_r, pygame.KMOD_LSHIFT)) is Action.REDO


def test_another_key_does_it_and_is_told() -> None:
    use_keys({**DEFAULT_KEYS, Action.RULER: "l"})

    assert action_of(down(pygame.K_l)) is Action.RULER
    assert action_of(down(pygame.K_m)) is None
    assert is_key_released(pygame.Event(pygame.KEYUP, key=pygame.K_l, mod=0), Action.RULER)
    assert insert_key_names("{ruler} measures, {redo} redoes") == "L measures, Ctrl+Y redoes"

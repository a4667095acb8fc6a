"""The key bindings of the window."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.content.settings import DEFAULT_KEYS, Action
from game.widgets.keys import Key, key_of, key_pressed

_in_use = {action: key_of(name) for action, name in DEFAULT_KEYS.items()}


def use_keys(names: Mapping[Action, str]) -> None:
    """Set the key bindings of the window."""
    _in_use.update({action: key_of(name) for action, name in names.items()})


def key_for(action: Action) -> Key:
    """Return the key of an action."""
    return _in_use[action]


def action_of(event: pygame.Event) -> Action | None:
    """Return the action bound to a pressed key; if Shift+key is unbound, use the plain key."""
    if event.type != pygame.KEYDOWN or (key := key_pressed(event)) is None:
        return None
    plain = Key(key.code, key.ctrl)
    return next((a for wanted in (key, plain) for a in Action if _in_use[a] == wanted), None)


def is_key_released(event: pygame.Event, action: Action) -> bool:
    """Return whether the key of an action is released, regardless of modifiers."""
    return bool(event.type == pygame.KEYUP and event.key == _in_use[action].code)


def insert_key_names(words: str, **others: str) -> str:
    """Return a text with keys in place of action names, as in ``"{skip} skips"``.

    *others* are further texts to insert, by name.
    """
    keys = {action.value: str(key) for action, key in _in_use.items()}
    return words.format_map(keys | others)

"""The key bindings that are in use in the window."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pygame

from game.content.editor_actions import EditorAction, KeyAction
from game.content.table_actions import Action
from game.content.user_keys import DEFAULT_KEYS, EDITOR_KEYS
from game.widgets.keys import Key, key_of
from game.widgets.pressed_keys import keys_pressed

_in_use = {action: key_of(name) for action, name in DEFAULT_KEYS.items()}
_in_editor = {action: key_of(name) for action, name in EDITOR_KEYS.items()}
_SECOND = {
    Key(pygame.K_f, ctrl=True): EditorAction.SEARCH,
    Key(pygame.K_z, ctrl=True, shift=True): EditorAction.REDO,
}
"""Second keys of actions of the editor, as long as no action has them for its own."""
_NAMED: Mapping[str, KeyAction] = {action.value: action for action in Action} | {
    f"editor_{action.value}": action for action in EditorAction
}
"""All actions by their names in texts."""
_EDITORS = re.compile(r"\{editor_(" + "|".join(EditorAction) + r")\}")


def use_keys(
    names: Mapping[Action, str], editors: Mapping[EditorAction, str] = EDITOR_KEYS
) -> None:
    """Set the key bindings of the window, and those of the editor."""
    _in_use.update({action: key_of(name) for action, name in names.items()})
    _in_editor.update({action: key_of(name) for action, name in editors.items()})


def key_for(action: KeyAction) -> Key:
    """Return the key of an action."""
    return _in_editor[action] if isinstance(action, EditorAction) else _in_use[Action(action)]


def action_of(event: pygame.Event) -> Action | None:
    """Return the action bound to a pressed key; if Shift+key is unbound, use the plain key."""
    if event.type != pygame.KEYDOWN:
        return None
    keys = keys_pressed(event)
    plain = [Key(key.code, key.ctrl) for key in keys if key.code == event.key]
    return next((a for wanted in (*keys, *plain) for a in Action if _in_use[a] == wanted), None)


def editor_actions_of(event: pygame.Event) -> Sequence[EditorAction]:
    """Return the actions of the editor that are bound to a pressed key.

    They are several if a stamp is turned or flipped by the key of a tool.
    """
    for key in keys_pressed(event) if event.type == pygame.KEYDOWN else ():
        found = [action for action, bound in _in_editor.items() if bound == key]
        if found or key in _SECOND:
            return found or (_SECOND[key],)
    return ()


def is_key_released(event: pygame.Event, action: Action) -> bool:
    """Return whether the key of an action is released, regardless of modifiers."""
    if event.type != pygame.KEYUP:
        return False
    return _in_use[action].code in {event.key, *(key.code for key in keys_pressed(event))}


def insert_key_names(words: str, **others: str) -> str:
    """Return a text with keys in place of action names, as in ``"{skip} skips"``.

    Actions of the editor begin with ``editor_``, as in ``"{editor_save} saves"``. *others* are
    further texts to insert, by name.
    """
    return words.format_map(_KeyNames(others))


class _KeyNames(dict[str, str]):
    """Further texts by name; the key of an action is named only if a text asks for it."""

    def __missing__(self, name: str) -> str:
        return str(key_for(_NAMED[name]))


def insert_editor_keys(words: str) -> str:
    """Return a text with keys in place of ``{editor_…}``; other braces are left alone.

    For texts that may also hold the names that a user gave to objects.
    """
    return _EDITORS.sub(lambda found: str(_in_editor[EditorAction(found[1])]), words)

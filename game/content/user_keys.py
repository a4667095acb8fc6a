"""Keys that users give to actions."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Annotated, TypeAlias, TypeVar

from pydantic import AfterValidator

from game.content.editor_actions import EditorAction, KeyAction, share_keys
from game.content.table_actions import Action

K = TypeVar("K", bound=KeyAction)

DEFAULT_KEYS: Mapping[Action, str] = {action: action.key for action in Action}
EDITOR_KEYS: Mapping[EditorAction, str] = {action: action.key for action in EditorAction}
"""The default keys of the editor."""
NAMED = (
    *(f"f{n}" for n in range(1, 13)),
    *("space", "backspace", "delete", "insert", "home", "end", "pageup", "pagedown", "return"),
)
"""Names of keys that produce no visible character."""
RESERVED = (*"123456789", "ctrl+0", "return")
"""Keys with a fixed meaning at the table, which cannot be bound."""
EDITOR_RESERVED = (*RESERVED, "0", *(f"{held}space" for held in ("", "ctrl+", "shift+")))
"""Keys with a fixed meaning in the editor: classes to draw, and the pointer's button."""
ABOVE = dict(zip('~_+{}|:"<>?', "`-=[]\\;',./", strict=True))
"""Punctuation marks typed with Shift on a US keyboard, each with the mark that is below it.

Those above digits are left out: they are digits on some keyboards.
"""
_SPELT = re.compile(rf"(ctrl\+)?(shift\+)?({'|'.join(NAMED)}|[^\s\x00-\x1f])")
LATER = (
    Action.ROSTERS,
    Action.DOCK,
    Action.RECAP,
    Action.LAYERS,
    Action.THREATS,
    Action.DECLINE,
    Action.SHOW,
)
"""Actions that were added later: a user may have given their default keys to others."""
EDITOR_LATER = EditorAction.SCATTER, EditorAction.MIRROR_AXIS
"""The same of the editor."""
EVERYWHERE = (Action.FULLSCREEN, Action.LARGER, Action.SMALLER, Action.WALK)
"""Actions that the editor has, too, so that their keys can have no other meaning there."""


def key_fault(key: str, reserved: Collection[str] = RESERVED) -> str:
    """Return the reason why a key cannot be bound; empty if it can."""
    if not _SPELT.fullmatch(key) or key != key.lower():
        return "is not the name of a key, such as m, f5 or ctrl+z"
    return "is reserved" if key in reserved else ""


def reserved_for(action: KeyAction) -> Collection[str]:
    """Return the keys that cannot be bound to an action."""
    return EDITOR_RESERVED if isinstance(action, EditorAction) else RESERVED


def _able(key: str) -> str:
    if fault := key_fault(key):
        raise ValueError(fault)
    return key


def _able_in_editor(key: str) -> str:
    if fault := key_fault(key, EDITOR_RESERVED):
        raise ValueError(fault)
    return key


KeyName: TypeAlias = Annotated[str, AfterValidator(_able)]
EditorKeyName: TypeAlias = Annotated[str, AfterValidator(_able_in_editor)]


def keys_in_use(own: Mapping[Action, str]) -> dict[Action, str]:
    """Return the key of each action: the user's own key, else the default.

    A later action whose default is a user's key takes the key that this left free.
    """
    keys, owners = {**DEFAULT_KEYS, **own}, {key: action for action, key in own.items()}
    for action in LATER:
        if action not in own:
            keys[action] = _left_free(keys[action], owners, DEFAULT_KEYS)
    return keys


def editor_keys_in_use(
    own: Mapping[Action, str], editors: Mapping[EditorAction, str]
) -> dict[EditorAction, str]:
    """Return the key of each action of the editor: the user's own key, else the default.

    An action whose default key is the user's own for an action of the whole window takes the
    key that this left free; so does a later action whose default is a user's key in the editor.
    *own*: the user's keys of other actions; *editors*: the editor's.
    """
    owners = {key: action for action, key in own.items() if action in EVERYWHERE}
    keys = {a: _left_free(key, owners, DEFAULT_KEYS) for a, key in EDITOR_KEYS.items()}
    drawing = {key: action for action, key in editors.items()}
    for action in EDITOR_LATER:
        keys[action] = _left_free(keys[action], drawing, EDITOR_KEYS)
    return {**keys, **editors}


def _left_free(key: str, owners: Mapping[str, K], defaults: Mapping[K, str]) -> str:
    """Return a key, or the default of the action that the user gave it to, and so on."""
    passed = set[str]()
    while key in owners and key not in passed:
        passed.add(key)
        key = defaults[owners[key]]
    return key


def _typed(key: str) -> str:
    """Return a key with the mark that it types on a US keyboard: ``{`` for ``shift+[``."""
    held, shift, mark = key.rpartition("shift+")
    above = next((mark_ for mark_, below in ABOVE.items() if below == mark), "")
    return held + above if shift and above else key


def rival(
    action: KeyAction,
    key: str,
    own: Mapping[Action, str],
    editors: Mapping[EditorAction, str] = MappingProxyType({}),
) -> KeyAction | None:
    """Return the other action that the key is already bound to; None if there is none.

    Table and editor may give the same key different meanings. *own*: the user's keys;
    *editors*: those of the editor.
    """
    typed = _typed(key)
    table = [a for a, used in keys_in_use(own).items() if _typed(used) == typed]
    drawn = [a for a, used in editor_keys_in_use(own, editors).items() if _typed(used) == typed]
    found: list[KeyAction]
    if isinstance(action, EditorAction):
        found = [a for a in table if a in EVERYWHERE]
        found += [a for a in drawn if a is not action and not share_keys(a, action)]
    else:
        found = [a for a in table if a is not action]
        found += drawn if action in EVERYWHERE else []
    return next(iter(found), None)

"""Keys of the keyboard with their modifiers."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.content.user_keys import NAMED

SHORT = {
    pygame.K_ESCAPE: "Esc",
    pygame.K_RETURN: "Enter",
    pygame.K_SPACE: "Space",
    pygame.K_BACKSPACE: "Backspace",
    pygame.K_TAB: "Tab",
    pygame.K_PAGEUP: "PgUp",
    pygame.K_PAGEDOWN: "PgDn",
    pygame.K_HOME: "Home",
    pygame.K_END: "End",
    pygame.K_DELETE: "Delete",
    pygame.K_INSERT: "Insert",
    pygame.K_LEFT: "Left",
    pygame.K_RIGHT: "Right",
}
CODES: dict[str, int] = {name: getattr(pygame, f"K_{name.upper()}") for name in NAMED}
"""pygame's codes of keys with a name instead of a character."""
_NAMES = {code: name for name, code in CODES.items()}
FIRST_NAMELESS = 0x110000
"""From here on pygame's codes are no characters."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key with its modifiers."""

    code: int
    """One of pygame's ``K_…`` constants."""
    ctrl: bool = False
    shift: bool = False

    def __str__(self) -> str:
        name = SHORT.get(self.code) or (pygame.key.name(self.code) or chr(self.code)).upper()
        return "Ctrl+" * self.ctrl + "Shift+" * self.shift + name


def key_of(name: str) -> Key:
    """Return a key by its name in the settings, such as ``ctrl+z``."""
    ctrl = name.startswith("ctrl+")
    rest = name.removeprefix("ctrl+")
    shift = rest.startswith("shift+")
    rest = rest.removeprefix("shift+")
    return Key(CODES.get(rest) or ord(rest), ctrl, shift)


def name_of(key: Key) -> str:
    """Return the name of a key in the settings; empty if it has none."""
    rest = _NAMES.get(key.code, "")
    if not rest and key.code < FIRST_NAMELESS and chr(key.code).isprintable():
        rest = chr(key.code)
    return "ctrl+" * key.ctrl + "shift+" * key.shift + rest if rest.strip() else ""

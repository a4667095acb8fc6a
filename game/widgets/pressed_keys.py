"""The keys that events press, on any layout of the keyboard."""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

import pygame

from game.content.user_keys import ABOVE
from game.widgets.keys import FIRST_NAMELESS, Key

MODIFIERS = frozenset(
    {
        *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL),
        *(pygame.K_LALT, pygame.K_RALT, pygame.K_LGUI, pygame.K_RGUI, pygame.K_MODE),
        *(pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR, pygame.K_PRINTSCREEN),
    }
)
"""Keys that have no effect alone."""
DIGITS = {getattr(pygame, f"KSCAN_{digit}"): ord(digit) for digit in string.digits}
"""Codes of the digits by the place of their keys, in the top row of every keyboard."""
_US = {
    **{getattr(pygame, f"KSCAN_{letter.upper()}"): letter for letter in string.ascii_lowercase},
    pygame.KSCAN_MINUS: "-",
    pygame.KSCAN_EQUALS: "=",
    pygame.KSCAN_GRAVE: "`",
    pygame.KSCAN_LEFTBRACKET: "[",
    pygame.KSCAN_RIGHTBRACKET: "]",
    pygame.KSCAN_SEMICOLON: ";",
    pygame.KSCAN_APOSTROPHE: "'",
    pygame.KSCAN_COMMA: ",",
    pygame.KSCAN_PERIOD: ".",
    pygame.KSCAN_SLASH: "/",
    pygame.KSCAN_BACKSLASH: "\\",
}
"""Characters of a US keyboard by the place of their keys, without the digits."""
_ALT = pygame.KMOD_ALT | pygame.KMOD_MODE


def keys_pressed(event: pygame.Event) -> tuple[Key, ...]:
    """Return the keys that an event may stand for, the likeliest first.

    A punctuation mark is the key that types it, wherever a keyboard has it: ``/`` may be typed
    with Shift, and ``[`` with AltGr. A letter is the one on the key; a key with another script
    is the one at its place on a US keyboard. The top row also stands for the digits where
    these are typed with Shift, and Enter on the keypad for the other one. Alt alone belongs to
    the window manager.
    """
    found = _by_alt(event) if event.mod & _ALT else [*_by_layout(event)]
    return tuple(dict.fromkeys(found))


def _by_alt(event: pygame.Event) -> list[Key]:
    """Return the mark that AltGr types, which some systems report as Ctrl+Alt."""
    typed = _typed(event)
    plain = chr(event.key) if event.key < FIRST_NAMELESS else ""
    is_mark = typed in string.punctuation and typed != plain
    shift = event.mod & pygame.KMOD_SHIFT  # what AltGr and Shift type cannot be told from Alt
    return [*_of_mark(typed, ctrl=False)] if typed and is_mark and not shift else []


def _by_layout(event: pygame.Event) -> Iterator[Key]:
    code, place = event.key, getattr(event, "scancode", 0)
    pressed = Key(code, bool(event.mod & pygame.KMOD_CTRL), bool(event.mod & pygame.KMOD_SHIFT))
    typed, ctrl = _typed(event), pressed.ctrl
    if not typed and not pressed.shift and _is_mark(code):
        typed = chr(code)
    digit = DIGITS.get(place) if not pressed.shift else None
    # On AZERTY "-" and "'" are typed by keys of digits, and either may be meant. Of the other
    # marks there, which a US keyboard types with Shift, the digits come first.
    if digit and typed not in ABOVE.values():
        yield Key(digit, ctrl)
    if typed and typed in string.digits:
        yield Key(ord(typed), ctrl)
    elif typed:
        yield from _of_mark(typed, ctrl=ctrl)
    if digit:
        yield Key(digit, ctrl)
    if is_foreign(code) and place in _US:
        yield from _of_place(_US[place], pressed)
    yield pressed
    if code == pygame.K_KP_ENTER:
        yield replace(pressed, code=pygame.K_RETURN)


def _is_mark(code: int) -> bool:
    return code < FIRST_NAMELESS and chr(code) in string.punctuation


def _typed(event: pygame.Event) -> str:
    """Return the digit or punctuation mark that an event types; empty for anything else."""
    text: str = getattr(event, "unicode", "")
    return text if len(text) == 1 and text in string.digits + string.punctuation else ""


def _of_mark(mark: str, *, ctrl: bool) -> Iterator[Key]:
    """Yield the key of a punctuation mark by its character, and as on a US keyboard."""
    yield Key(ord(mark), ctrl)
    if mark in ABOVE:
        yield Key(ord(ABOVE[mark]), ctrl, shift=True)


def _of_place(us: str, pressed: Key) -> Iterator[Key]:
    """Yield the key of a US keyboard that lies where a key was pressed."""
    above = next((mark for mark, below in ABOVE.items() if below == us), "")
    if pressed.shift and above:
        yield from _of_mark(above, ctrl=pressed.ctrl)
    else:
        yield replace(pressed, code=ord(us))


def is_foreign(code: int) -> bool:
    """Return whether a key types a character of another script than the Latin one."""
    if not 0x80 <= code < FIRST_NAMELESS:
        return False
    letter = chr(code)
    is_letter = unicodedata.category(letter)[0] in "LM"
    return is_letter and not unicodedata.name(letter, "").startswith("LATIN")


def is_press_of(key: Key, event: pygame.Event) -> bool:
    """Return whether an event is a press of a key."""
    return event.type == pygame.KEYDOWN and key in keys_pressed(event)


def key_pressed(event: pygame.Event) -> Key | None:
    """Return the likeliest key of an event; None with Alt, unless that types a mark."""
    return next(iter(keys_pressed(event)), None)


def types_text(event: pygame.Event) -> bool:
    """Return whether the press of a key types text, or begins to, in a field."""
    text: str = getattr(event, "unicode", "")
    is_printed = bool(text) and text.isprintable()
    if event.mod & _ALT:
        return is_printed  # also with Ctrl, as which some systems report AltGr
    if event.mod & pygame.KMOD_CTRL:
        return False
    # An accent that waits for its letter, and an input method, have no text yet.
    is_character = pygame.K_SPACE <= event.key < FIRST_NAMELESS and event.key != pygame.K_DELETE
    return is_printed or is_character

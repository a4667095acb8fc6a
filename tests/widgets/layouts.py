"""Key presses as pygame reports them on keyboards of several layouts.

``layouts.json`` was recorded from pygame-ce 2.5.8 with SDL 2.32 under X11: each key of the
main block was pressed alone, with Shift, with AltGr and with Ctrl, while ``setxkbmap`` had set
the layout. A line holds triples of scancode, key and character; presses without a character,
such as those of dead keys, are left out.
"""

from __future__ import annotations

import json
import string
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pygame

LAYOUTS = ("US", "German", "French", "Spanish", "Russian", "Dvorak", "Czech")
MODS = {
    "plain": pygame.KMOD_NONE,
    "shift": pygame.KMOD_LSHIFT,
    "altgr": pygame.KMOD_RALT,
    "ctrl": pygame.KMOD_LCTRL,
}
CYRILLIC = {
    letter: pygame.KSCAN_A + string.ascii_lowercase.index(us)
    for letter, us in zip(
        "йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm", strict=True
    )
}
"""Letters of a Russian keyboard with the place of their keys."""


class Stroke(NamedTuple):
    """A key pressed with a modifier."""

    held: str
    """``plain``, ``shift``, ``altgr`` or ``ctrl``."""
    scancode: int
    key: int
    character: str

    @property
    def events(self) -> list[pygame.Event]:
        """Return the events of the press and the release, with the text between them."""
        what: dict[str, Any] = {"mod": MODS[self.held], "unicode": self.character}
        what["scancode"] = self.scancode
        down = pygame.Event(pygame.KEYDOWN, key=self.key, **what)
        up = pygame.Event(pygame.KEYUP, key=self.key, **what)
        text = pygame.Event(pygame.TEXTINPUT, text=self.character)
        # X11 sends the text of keys pressed with Ctrl, too, unless it is a control character.
        return [down, *[text] * self.character.isprintable(), up]

    @property
    def press(self) -> pygame.Event:
        return self.events[0]


@cache
def strokes(layout: str) -> tuple[Stroke, ...]:
    """Return all recorded presses of a layout."""
    recorded = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    return tuple(Stroke(held, *one) for held, some in recorded[layout].items() for one in some)


def typing(layout: str, character: str) -> Stroke:
    """Return the press that types a character."""
    found = [s for s in strokes(layout) if s.character == character and s.held != "ctrl"]
    return min(found, key=lambda stroke: [*MODS].index(stroke.held))


def with_ctrl(layout: str, letter: str) -> Stroke:
    """Return the press of Ctrl with a Latin letter, on a Russian keyboard by its place."""
    place = pygame.KSCAN_A + string.ascii_lowercase.index(letter)
    return next(
        s
        for s in strokes(layout)
        if s.held == "ctrl"
        and (s.scancode == place if layout == "Russian" else s.key == ord(letter))
    )

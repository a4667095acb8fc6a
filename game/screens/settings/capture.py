"""Another key for an action: whatever is pressed next, unless it has a meaning already."""

from __future__ import annotations

import pygame

from game.content.key_bindings import DOES, Action, key_fault, rival
from game.content.settings import Settings
from game.widgets.keys import MODIFIERS, Key, key_pressed, name_of
from game.widgets.panel_stack import CANCEL, Dialog
from game.widgets.theme import Theme


class Capture:
    def __init__(self, action: Action, settings: Settings) -> None:
        self.action, self.settings = action, settings
        self.key = ""
        """The key that was taken, as the settings spell it; empty until then."""
        self.refusal = ""
        """Why the last key was not taken."""

    def take(self, event: pygame.Event) -> bool:
        """Look at a key that goes down; return whether anything came of it."""
        if event.type != pygame.KEYDOWN or event.key in MODIFIERS:
            return False
        key = key_pressed(event)
        name = name_of(key) if key else ""
        self.refusal = self._refused(key, name)
        if not self.refusal:
            self.key = name
        return True

    def _refused(self, key: Key | None, name: str) -> str:
        if key is None:
            return "Keys with Alt belong to the window."
        if not name or key_fault(name):
            return f"{key} has a meaning of its own."
        taken = rival(self.action, name, self.settings.keys)
        return f"{key} is taken: {DOES[taken]}." if taken else ""

    def dialog(self, theme: Theme) -> Dialog:
        words = f"{DOES[self.action]}: press a key. {self.refusal}".rstrip()
        return Dialog(theme, "Another key", words, (CANCEL,))

"""Keys by name, so that what a button shows and what presses it are one thing."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

SHORT = {
    pygame.K_ESCAPE: "Esc",
    pygame.K_RETURN: "Enter",
    pygame.K_SPACE: "Space",
    pygame.K_BACKSPACE: "Backspace",
    pygame.K_TAB: "Tab",
}


@dataclass(frozen=True, slots=True)
class Key:
    code: int
    """One of pygame's ``K_…``."""
    ctrl: bool = False
    shift: bool = False

    def pressed_by(self, event: pygame.Event) -> bool:
        # By code and never by character: Ctrl+Z arrives as the character 0x1A.
        return (
            event.type == pygame.KEYDOWN
            and event.key == self.code
            and bool(event.mod & pygame.KMOD_CTRL) is self.ctrl
            and bool(event.mod & pygame.KMOD_SHIFT) is self.shift
            and not event.mod & pygame.KMOD_ALT
        )

    def __str__(self) -> str:
        name = SHORT.get(self.code) or pygame.key.name(self.code).upper()
        return "Ctrl+" * self.ctrl + "Shift+" * self.shift + name

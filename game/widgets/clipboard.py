"""What was copied: the system's clipboard, and our own where there is none."""

from __future__ import annotations

from contextlib import suppress

import pygame


class Clipboard:
    def __init__(self) -> None:
        self._text = ""

    def put(self, text: str) -> None:
        """Keep a text, also for other programs; an empty one changes nothing."""
        if text:
            self._text = text
            with suppress(pygame.error):
                pygame.scrap.put_text(text)

    def text(self) -> str:
        """Return what was copied last, here or elsewhere; empty for nothing."""
        with suppress(pygame.error):
            if found := pygame.scrap.get_text():
                return found
        return self._text


CLIPBOARD = Clipboard()
"""Outlives the screens: what was copied from one map is pasted into another."""

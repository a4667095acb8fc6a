"""Frames and events that a test gives a window, which otherwise takes them in its main loop."""

from __future__ import annotations

import pygame

from game.app import Window


def run_frame(window: Window, seconds: float = 0.0) -> None:
    """Run one frame of a window."""
    window.run_frame(seconds)


def give(window: Window, event: pygame.Event) -> None:
    """Let a window take an event."""
    window.handle(event)

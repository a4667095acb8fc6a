"""Input for the game's own window loop, posted to SDL's event queue frame by frame."""

from __future__ import annotations

import time
from collections.abc import Generator
from pathlib import Path
from typing import Any, TypeAlias

import pygame
import pytest

from game import app
from game.screens.battle.screen import BattleScreen
from game.screens.loading_screen import LoadingScreen
from game.screens.result import ResultScreen
from game.screens.screen import Screen
from game.widgets.button import Button
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.widget import Widget

Deeds: TypeAlias = Generator[None, None, None]
"""Scripted actions; each ``yield`` lets a frame pass."""
STEP = 100
"""Milliseconds that a frame lasts for the window, independent of real time."""


class AtWindow:
    """A stand-in for the window's clock; each tick of the loop runs one step of a script."""

    def __init__(self, size: tuple[int, int] = (1280, 720)) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("UNDERTOW_WINDOW", f"{size[0]}x{size[1]}")
            self.window = app.Window()
        self.window.clock = self  # type: ignore[assignment]
        self.frames = 0
        self.events = 0
        """Number of events that were posted."""
        self.posted = set[int]()
        """Kinds of the events that were posted."""
        self._deeds: Deeds = iter(())  # type: ignore[assignment]
        self._done = False

    def live(self, start: Screen, deeds: Deeds, *, may_close: bool = False) -> None:
        """Run the window until *deeds* end or, with *may_close*, its last screen closes."""
        self._deeds, self._done = deeds, False
        pygame.event.clear()
        self.window.show(start)
        assert self._done or may_close, "the last screen was closed before all was done"

    def tick(self, _: int) -> int:
        self.frames += 1
        try:
            next(self._deeds)
        except StopIteration:
            self._done = True
            pygame.event.post(pygame.Event(pygame.QUIT))
        return STEP

    def take_events(self) -> list[pygame.Event]:
        return pygame.event.get()

    # Reading the screen.

    @property
    def top(self) -> Screen:
        assert self.window.stack.top
        return self.window.stack.top

    @property
    def panels(self) -> PanelStack:
        top = self.top
        if isinstance(top, BattleScreen) and top.handover.veil:
            return top.handover.veil.stack
        stack: PanelStack = getattr(top, "stack", None) or top.parts.stack  # type: ignore[attr-defined]
        return stack

    def seen(self) -> list[tuple[Panel, Widget]]:
        """Return the widgets that take events now, each with its panel."""
        panels = self.panels.open_panels
        return [(panel, widget) for panel in panels for widget in panel.widgets if widget.shown]

    def button(self, label: str) -> Button:
        """Return the button with this label."""
        for _, widget in self.seen():
            if isinstance(widget, Button) and widget.label == label:
                return widget
        raise AssertionError(f"no button says {label!r}")

    # Input.

    def until(self, kind: type[Screen]) -> Deeds:
        """Wait until a screen of this kind is on top."""
        for _ in range(2000):
            if isinstance(self.window.stack.top, kind):
                return
            if isinstance(self.window.stack.top, LoadingScreen):
                time.sleep(0.01)  # its work is done by another thread
            yield
        raise AssertionError(f"no {kind.__name__} came")

    def post(self, kind: int, **what: Any) -> None:
        self.events += 1
        self.posted.add(kind)
        pygame.event.post(pygame.Event(kind, **what))

    def key(self, key: int, mod: int = 0) -> Deeds:
        """Press and release a key; a new result, which takes none at once, is looked at."""
        while isinstance(self.top, ResultScreen) and self.top.is_new:
            yield
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)
        self.post(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0)
        yield

    def hold(self, key: int, times: int) -> Deeds:
        """Post *times* presses of a key, as held down, and one release."""
        for _ in range(times):
            self.post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
        self.post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)
        yield

    def move(self, at: tuple[int, int], *held: int) -> None:
        buttons = tuple(int(n in held) for n in (1, 2, 3))
        self.post(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=buttons, touch=False)

    def push(self, at: tuple[int, int], button: int = 1) -> None:
        self.move(at)
        self.post(pygame.MOUSEBUTTONDOWN, pos=at, button=button, touch=False)

    def let_go(self, at: tuple[int, int], button: int = 1) -> None:
        self.post(pygame.MOUSEBUTTONUP, pos=at, button=button, touch=False)

    def click(self, at: tuple[int, int], button: int = 1) -> Deeds:
        self.push(at, button)
        self.let_go(at, button)
        yield

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> Deeds:
        self.push(start)
        yield
        for part in (1, 2):
            x, y = (a + (b - a) * part // 2 for a, b in zip(start, end, strict=True))
            self.move((x, y), 1)
            yield
        self.let_go(end)
        yield

    def resize(self, size: tuple[int, int]) -> None:
        """Resize the window; SDL recreates the canvas before it posts the event."""
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.post(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])

    def drop(self, file: Path) -> Deeds:
        self.post(pygame.DROPFILE, file=str(file))
        yield

"""A screen takes events, draws itself, and says where to go next by returning it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias

import pygame

from game.content.settings import Settings
from game.widgets.theme import Theme


class Frame(NamedTuple):
    """The window that a screen fills: its look, its size in pixels, and what the user likes."""

    theme: Theme
    size: tuple[int, int]
    settings: Settings = Settings()

    @property
    def units(self) -> tuple[float, float]:
        """Return the width and height in units."""
        return self.size[0] / self.theme.scale, self.size[1] / self.theme.scale


class Screen(Protocol):
    def fill(self, frame: Frame) -> None:
        """Lay everything out for a window; called first, and whenever it changes."""

    def handle(self, event: pygame.Event) -> Change | None: ...

    def update(self, seconds: float) -> Change | None:
        """Let time pass; called once a frame."""

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw what changed since the last time and return where; all of it after ``fill``."""
        ...

    def leave(self) -> None:
        """Let go of whatever must not be left open; threads end by themselves."""


@dataclass(frozen=True, slots=True)
class Open:
    """Put a screen on top of this one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Begin:
    """Close all screens, and begin anew with another one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Close:
    """Back to the screen below; home from the last one."""


@dataclass(frozen=True, slots=True)
class Home:
    """Close all screens, and show the title."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Close the window."""


@dataclass(frozen=True, slots=True)
class Adopt:
    """Let the window be as the user likes it from now on, and remember that."""

    settings: Settings


Change: TypeAlias = Open | Begin | Close | Home | Quit | Adopt


@dataclass(slots=True)
class ScreenStack:
    """The screens that are open; only the top one is seen and takes events."""

    frame: Frame
    home: Callable[[], Screen]
    """Makes the screen that all others lead back to."""
    screens: list[Screen] = field(default_factory=list)
    adopt: Callable[[Settings], Frame] | None = None
    """Lets the window be as the user likes it; without, screens only hear of it."""

    @property
    def top(self) -> Screen | None:
        return self.screens[-1] if self.screens else None

    def follow(self, change: Change | None) -> None:
        match change:
            case Open(screen):
                self._open(screen)
            case Begin(screen):
                self._clear()
                self._open(screen)
            case Close() if len(self.screens) > 1:
                self.screens.pop().leave()
                self.screens[-1].fill(self.frame)
            case Close() | Home():
                self._clear()
                self._open(self.home())
            case Quit():
                self._clear()
            case Adopt(settings):
                self._adopt(settings)
            case None:
                pass

    def _adopt(self, settings: Settings) -> None:
        """Tell the top screen, too, which may have to lay itself out for another look."""
        frame = self.frame._replace(settings=settings)
        self.refit(self.adopt(settings) if self.adopt else frame)

    def refit(self, frame: Frame) -> None:
        """Lay the top screen out for another window; those below follow when they are seen."""
        self.frame = frame
        if self.top:
            self.top.fill(frame)

    def _open(self, screen: Screen) -> None:
        self.screens.append(screen)
        screen.fill(self.frame)

    def _clear(self) -> None:
        while self.screens:
            self.screens.pop().leave()
        # Screens and their parts know each other, and hold pictures that Python thinks small.
        gc.collect()

"""Screen, Frame, ScreenStack and the changes a screen can request."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

import pygame

from game.content.settings import Settings
from game.view.memory import give_back
from game.widgets.theme import Theme

TITLE = "title"
"""What home is called, but for visits."""


class WindowContext(NamedTuple):
    """The window that a screen fills: its look, its size in pixels, and what the user likes."""

    theme: Theme
    size: tuple[int, int]
    settings: Settings = Settings()
    home: str = TITLE
    """What leaving leads to: the title, or what the screens above it are a visit from."""

    @property
    def units(self) -> tuple[float, float]:
        """Return the width and height in units."""
        return self.size[0] / self.theme.scale, self.size[1] / self.theme.scale


class Screen(Protocol):
    def fill(self, frame: WindowContext) -> None:
        """Lay everything out for a window; called first, and whenever it changes."""

    def handle(self, event: pygame.Event) -> Change | None: ...

    def update(self, seconds: float) -> Change | None:
        """Let time pass; called once a frame."""

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw what changed since the last time and return where; all of it after ``fill``."""
        ...

    def leave(self) -> None:
        """Let go of whatever must not be left open; threads end by themselves."""


@runtime_checkable
class Guarded(Protocol):
    """A screen that has something to lose when the window is closed."""

    def before_quit(self) -> Change | None:
        """Return Quit, or ask first; whoever closes the window again while asked means it."""
        ...


@dataclass(frozen=True, slots=True)
class Open:
    """Put a screen on top of this one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Visit:
    """Put a screen on top and keep this one: until it is seen again, home is here."""

    screen: Screen
    home: str
    """What this screen is called there: ``editor``."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Close all screens, or those of a visit, and begin anew with another one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Close:
    """Back to the screen below; home from the last one."""


@dataclass(frozen=True, slots=True)
class Home:
    """Close all screens, and show the title; from a visit, whatever it was made from."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Close the window."""


@dataclass(frozen=True, slots=True)
class Adopt:
    """Let the window be as the user likes it from now on, and remember that."""

    settings: Settings


Change: TypeAlias = Open | Visit | Begin | Close | Home | Quit | Adopt


@dataclass(slots=True)
class ScreenStack:
    """The screens that are open; only the top one is seen and takes events."""

    frame: WindowContext
    home: Callable[[], Screen]
    """Makes the screen that all others lead back to."""
    screens: list[Screen] = field(default_factory=list)
    adopt: Callable[[Settings], WindowContext] | None = None
    """Lets the window be as the user likes it; without, screens only hear of it."""
    visits: list[tuple[int, str]] = field(default_factory=list)
    """How many screens stay open under each visit, and what its home is called."""

    @property
    def top(self) -> Screen | None:
        return self.screens[-1] if self.screens else None

    def follow(self, change: Change | None) -> None:
        match change:
            case Open(screen):
                self._open(screen)
            case Visit(screen, home):
                self.visits.append((len(self.screens), home))
                self._open(screen)
            case Begin(screen):
                self._clear()
                self._open(screen)
            case Close() if len(self.screens) > 1:
                self.screens.pop().leave()
                _tidy_up()
                self._back()
            case Home() if self.visits:
                self._clear()
                self._back()
            case Close() | Home():
                self._clear()
                self._open(self.home())
            case Quit():
                self.visits.clear()
                self._clear()
            case Adopt(settings):
                self._adopt(settings)
            case None:
                pass

    def _back(self) -> None:
        """Show the screen that is on top now; a visit is over when its home is."""
        while self.visits and self.visits[-1][0] >= len(self.screens):
            self.visits.pop()
        self.screens[-1].fill(self._dressed)

    @property
    def _dressed(self) -> WindowContext:
        """Return the frame with what is home just now."""
        return self.frame._replace(home=self.visits[-1][1] if self.visits else TITLE)

    def _adopt(self, settings: Settings) -> None:
        """Tell the top screen, too, which may have to lay itself out for another look."""
        frame = self.frame._replace(settings=settings)
        self.refit(self.adopt(settings) if self.adopt else frame)

    def refit(self, frame: WindowContext) -> None:
        """Lay the top screen out for another window; those below follow when they are seen."""
        self.frame = frame
        if self.top:
            self.top.fill(self._dressed)

    def _open(self, screen: Screen) -> None:
        self.screens.append(screen)
        screen.fill(self._dressed)

    def _clear(self) -> None:
        """Close all screens but those that a visit was made from."""
        kept = self.visits[-1][0] if self.visits else 0
        while len(self.screens) > kept:
            self.screens.pop().leave()
        _tidy_up()


def _tidy_up() -> None:
    # Screens and their parts know each other, and hold pictures that Python thinks small.
    gc.collect()
    give_back()

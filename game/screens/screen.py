"""Screens, the stack of open screens, and the changes that a screen can request."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

import pygame

from game.content.settings import Settings
from game.view.background_task import give_back
from game.widgets.theme import Theme

TITLE = "title"
"""Name of the home screen, except during visits."""


class WindowContext(NamedTuple):
    """The window that a screen fills: its theme, its size in pixels, and the settings."""

    theme: Theme
    size: tuple[int, int]
    settings: Settings = Settings()
    home: str = TITLE
    """Name of the screen that leaving leads to: the title, or the origin of a visit."""

    @property
    def units(self) -> tuple[float, float]:
        """Return the width and height in units."""
        return self.size[0] / self.theme.scale, self.size[1] / self.theme.scale


class Screen(Protocol):
    """A screen of the window. Its methods return the changes of screens they request."""

    def fill(self, frame: WindowContext) -> None:
        """Lay out all widgets; called first, and whenever the window changes."""

    def handle(self, event: pygame.Event) -> Change | None:
        """Handle an event; return the change of screens it causes, if any."""
        ...

    def update(self, seconds: float) -> Change | None:
        """Advance by *seconds*; called once per frame."""

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw the changed parts and return their areas; draw everything after ``fill``."""
        ...

    def leave(self) -> None:
        """Release open resources; threads end by themselves."""


@runtime_checkable
class Guarded(Protocol):
    """A screen with unsaved work, which is asked before the window is closed."""

    def before_quit(self) -> Change | None:
        """Return Quit, or open a dialog that asks first; closing again meanwhile quits."""
        ...


@dataclass(frozen=True, slots=True)
class Open:
    """Open a screen on top of this one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Visit:
    """Open a screen on top and keep this one as the home of that visit."""

    screen: Screen
    home: str
    """Name of this screen during the visit, such as ``editor``."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Close all screens, or those of a visit, and open another one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Close:
    """Return to the screen below, or home from the last one."""


@dataclass(frozen=True, slots=True)
class Home:
    """Close all screens and show the title; during a visit, return to its origin."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Close the window."""


@dataclass(frozen=True, slots=True)
class Adopt:
    """Apply settings to the window, and save them."""

    settings: Settings


Change: TypeAlias = Open | Visit | Begin | Close | Home | Quit | Adopt


@dataclass(slots=True)
class ScreenStack:
    """The open screens; only the top one is visible and gets events."""

    frame: WindowContext
    home: Callable[[], Screen]
    """Makes the home screen."""
    screens: list[Screen] = field(default_factory=list)
    adopt: Callable[[Settings], WindowContext] | None = None
    """Applies settings to the window and returns its new context; optional."""
    visits: list[tuple[int, str]] = field(default_factory=list)
    """For each visit, the number of screens kept below it, and the name of its home."""

    @property
    def top(self) -> Screen | None:
        """Return the visible screen, or None."""
        return self.screens[-1] if self.screens else None

    def follow(self, change: Change | None) -> None:
        """Apply a change that a screen requested."""
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
        """Show the screen now on top; end a visit when its home is shown again."""
        while self.visits and self.visits[-1][0] >= len(self.screens):
            self.visits.pop()
        self.screens[-1].fill(self._dressed)

    @property
    def _dressed(self) -> WindowContext:
        """Return the window context with the name of the present home."""
        return self.frame._replace(home=self.visits[-1][1] if self.visits else TITLE)

    def _adopt(self, settings: Settings) -> None:
        """Apply settings, and lay out the top screen again."""
        frame = self.frame._replace(settings=settings)
        self.refit(self.adopt(settings) if self.adopt else frame)

    def refit(self, frame: WindowContext) -> None:
        """Lay out the top screen for another window.

        Lower ones are laid out when shown again.
        """
        self.frame = frame
        if self.top:
            self.top.fill(self._dressed)

    def _open(self, screen: Screen) -> None:
        self.screens.append(screen)
        screen.fill(self._dressed)

    def _clear(self) -> None:
        """Close all screens except those that a visit was made from."""
        kept = self.visits[-1][0] if self.visits else 0
        while len(self.screens) > kept:
            self.screens.pop().leave()
        _tidy_up()


def _tidy_up() -> None:
    # Screens and their parts form reference cycles, and hold large pictures.
    gc.collect()
    give_back()

"""The form of a screen, with the changes of screens that it requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

import pygame

from game.content.faults import UnusableFile
from game.content.settings import Settings
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
    apart: bool = False
    """True if bots think in a worker process, so that no frame waits for them."""
    plain: bool = False
    """True once a screen could not be drawn: menus then lie on plain ground."""

    @property
    def units(self) -> tuple[float, float]:
        """Return the width and height in units."""
        return self.size[0] / self.theme.scale, self.size[1] / self.theme.scale


class Screen(Protocol):
    """A screen of the window. Its methods return the changes of screens they request.

    It may have a ``caption``, a text for the bar of the window and for lists of windows, and
    ``frames_at_rest``, the frames per second that it needs while no event comes. Without them,
    or if they are None, it gets the full rate while it draws or something is loaded.
    """

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


class Destination:
    """A screen by its name, made when it is opened; so no screen has to import another."""

    def __init__(self, name: str, *arguments: object, **options: object) -> None:
        """*name* is in the table of ``destinations``; the rest are the screen's arguments."""
        self.name, self.arguments, self.options = name, arguments, options


@dataclass(frozen=True, slots=True)
class Open:
    """Open a screen on top of this one."""

    screen: Screen | Destination


@dataclass(frozen=True, slots=True)
class Visit:
    """Open a screen on top and keep this one as the home of that visit."""

    screen: Screen | Destination
    home: str
    """Name of this screen during the visit, such as ``editor``."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Close all screens, or those of a visit, and open another one."""

    screen: Screen | Destination


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


@dataclass(frozen=True, slots=True)
class Load:
    """Do some work in the background, under a sign if it takes long, and go on with its result.

    Escape gives it up. Outside of a window (``WindowContext.apart``) it is done at once.
    """

    words: str
    """Words of the sign: ``"Opening the battle"``."""
    work: Callable[[], Any]
    """Runs in another thread, so it must not touch screens or the display."""
    then: Callable[[Any], Change | None]
    """Takes the result and returns the change of screens."""
    refused: Callable[[UnusableFile], Change | None] | None = None
    """Takes the error if a file is unusable; without it, the error is raised."""

    def finish(self, result: Callable[[], Any]) -> Change | None:
        """Return the change that a result leads to; *result* returns it or raises its error."""
        try:
            found = result()
        except UnusableFile as error:
            if self.refused is None:
                raise
            return self.refused(error)
        return self.then(found)


@dataclass(frozen=True, slots=True)
class FinishedLoad:
    """Go on after a Load; if its sign was shown, the screen below is drawn anew."""

    load: Load
    result: Callable[[], Any]
    shown: bool


Change: TypeAlias = Open | Visit | Begin | Close | Home | Quit | Adopt | Load | FinishedLoad

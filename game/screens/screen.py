"""Screens, the stack of open screens, the live settings and the UI scale."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

import pygame

from game.background import Loader
from game.content.faults import Fault, UnusableFile
from game.content.looks import use_palette, use_sides
from game.content.settings import OLD, Settings, load_settings, save_settings
from game.view.memory import give_back
from game.widgets.key_bindings import use_keys
from game.widgets.panel_stack import paint_sign
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

    It may have a ``caption``, a text for the bar of the window and for lists of windows.
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

SIGN_AFTER = 0.3
"""Seconds after which a Load shows its sign."""


class LoadingScreen:
    """A sign over the screen below while work is done in the background."""

    def __init__(self, load: Load, below: Screen) -> None:
        self.load, self.below = load, below
        self.frame: WindowContext | None = None
        self.seconds = 0.0
        self._loader = Loader(load.work)
        self._is_below_stale = False

    @property
    def caption(self) -> str:
        return self.load.words

    @property
    def shown(self) -> bool:
        return self.seconds >= SIGN_AFTER

    def fill(self, frame: WindowContext) -> None:
        """Fit another window; the screen below was fitted when it was shown."""
        if self.frame:
            self.below.fill(frame)
            self._is_below_stale = True
        self.frame = frame

    def handle(self, event: pygame.Event) -> Change | None:
        """Give the work up if Escape is pressed; everything else waits."""
        is_escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        return Close() if is_escape else None

    def update(self, seconds: float) -> Change | None:
        """Return the result once there is one."""
        self.seconds += seconds
        if self._loader.done:
            return FinishedLoad(self.load, self._loader.result, self.shown)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw the sign."""
        assert self.frame
        theme, changed = self.frame.theme, list[pygame.Rect]()
        if self._is_below_stale:
            changed += self.below.draw(canvas)
            self._is_below_stale = False
        if not self.shown:
            return changed
        still = self.frame.settings.still
        sign = paint_sign(canvas, theme, self.load.words, 0.0 if still else self.seconds)
        return [*changed, sign]

    def before_quit(self) -> Change | None:
        """Give up the work first if the screen below has unsaved work."""
        return Close() if isinstance(self.below, Guarded) else Quit()

    def leave(self) -> None:
        """Release nothing: the thread ends by itself."""


@dataclass(slots=True)
class ScreenStack:
    """The open screens; only the top one is visible and gets events."""

    frame: WindowContext
    home: Callable[[], Screen]
    """Makes the home screen."""
    screens: list[Screen] = field(default_factory=list)
    _: KW_ONLY
    adopt: Callable[[Settings], WindowContext] | None = None
    """Applies settings to the window and returns its new context; optional."""
    visits: list[tuple[int, str]] = field(default_factory=list)
    """For each visit, the number of screens kept below it, and the name of its home."""

    @property
    def top(self) -> Screen | None:
        """Return the visible screen, or None."""
        return self.screens[-1] if self.screens else None

    def follow(self, change: Change | None) -> None:  # noqa: C901  one case for each change
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
            case Load() | FinishedLoad():
                self._load(change)
            case None:
                pass

    def _load(self, change: Load | FinishedLoad) -> None:
        if isinstance(change, FinishedLoad):
            self.screens.pop()
            if change.shown:
                self._back()
            self.follow(change.load.finish(change.result))
        elif self.top and self.frame.apart:
            self._open(LoadingScreen(change, self.top))
        else:
            self.follow(change.finish(change.work))

    def _back(self) -> None:
        """Show the screen now on top; end a visit when its home is shown again."""
        while self.visits and self.visits[-1][0] >= len(self.screens):
            self.visits.pop()
        self._fill(self.screens[-1])

    def _fill(self, screen: Screen) -> None:
        use_sides()  # a screen that shows a game sets its own
        screen.fill(self._dressed)

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
            self._fill(self.top)

    def _open(self, screen: Screen) -> None:
        self.screens.append(screen)
        self._fill(screen)

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


SAVE_DELAY_SECONDS = 0.5
"""Seconds without changes until settings are saved, because sliders change them often."""
TOLD = 6
"""Maximum number of faults shown per file."""


class SettingsWarning(NamedTuple):
    title: str
    words: str


class SettingsStore:
    """The live settings; palette and key bindings follow them at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.settings, faults = load_settings(path)
        self.complaints = [_unused(faults)] if faults else []
        """Warnings that were not shown yet."""
        self._left = 0.0
        """Seconds until the settings are saved; 0 if they are."""
        self._complained = False
        self._take_on()

    def change(self, settings: Settings) -> None:
        """Apply other settings, and save them after a short delay."""
        self.settings, self._left = settings, SAVE_DELAY_SECONDS
        self._take_on()

    def _take_on(self) -> None:
        use_palette(self.settings.palette)
        use_keys(self.settings.bound, self.settings.editor_bound)

    def update(self, seconds: float) -> None:
        """Save the settings after a time without changes."""
        if 0.0 < self._left <= seconds:
            self.save()
        self._left = max(0.0, self._left - seconds)

    def save(self) -> None:
        """Save changed settings; if that fails, warn once and go on."""
        if not self._left:
            return
        self._left = 0.0
        try:
            save_settings(self.path, self.settings)
        except UnusableFile as error:
            if not self._complained:
                self.complaints.append(
                    SettingsWarning("Settings could not be saved", str(error))
                )
            self._complained = True


def _unused(faults: Sequence[Fault]) -> SettingsWarning:
    text = "; ".join(str(fault) for fault in faults[:TOLD])
    more = f"; and {len(faults) - TOLD} more" if len(faults) > TOLD else ""
    words = f"The valid settings were kept. {text}{more}. The original file was saved as {OLD}."
    return SettingsWarning("Some settings were ignored", words)


DEFAULT_WINDOW = (1920, 1080)
DESIGNED = (1280, 720)
"""Smallest window that has a UI scale of 1."""
MIN_UNITS = (1024, 576)
"""Minimum size in units that every screen fits in."""
SCALES = (0.75, 0.85, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)
"""Selectable UI scales."""


def natural_scale(size: tuple[int, int]) -> float:
    """Return the UI scale for a window: 1 from 1280 x 720 to 1920 x 1080."""
    small = min(size[0] / DESIGNED[0], size[1] / DESIGNED[1])
    large = min(size[0] / DEFAULT_WINDOW[0], size[1] / DEFAULT_WINDOW[1])
    return min(small, max(1.0, large))


def largest_scale(size: tuple[int, int]) -> float:
    """Return the largest UI scale at which everything fits into a window."""
    return min(size[0] / MIN_UNITS[0], size[1] / MIN_UNITS[1])

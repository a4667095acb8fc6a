"""The stack of open screens."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field

from game.content.palettes import use_sides
from game.content.settings import Settings
from game.screens.destinations import screen_of
from game.screens.screen import (
    TITLE,
    Adopt,
    Begin,
    Change,
    Close,
    Destination,
    FinishedLoad,
    Home,
    Load,
    Open,
    Quit,
    Screen,
    Visit,
    WindowContext,
)
from game.view.memory import give_back


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
    frozen: int = 0
    """Number of screens, from the lowest, that the garbage collector passes over."""
    kept: int | None = None
    """Number of screens below the lowest of those that closed and have not been freed yet."""

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
                self._close_top()
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
            self.frozen = min(self.frozen, len(self.screens))
            if change.shown:
                self._back()
            self.follow(change.load.finish(change.result))
        elif self.top and self.frame.apart:
            self._open(Destination("loading", change, self.top))
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

    def _open(self, where: Screen | Destination) -> None:
        screen = screen_of(where) if isinstance(where, Destination) else where
        self.screens.append(screen)
        self._fill(screen)

    def _clear(self) -> None:
        """Close all screens except those that a visit was made from."""
        kept = self.visits[-1][0] if self.visits else 0
        while len(self.screens) > kept:
            self._close_top()

    def _close_top(self) -> None:
        self.screens.pop().leave()
        count = len(self.screens)
        self.kept = count if self.kept is None else min(self.kept, count)

    def freeze(self) -> None:
        """Keep what open screens have loaded from the garbage collector until they close."""
        if self.frozen < len(self.screens):
            gc.freeze()
            self.frozen = len(self.screens)

    def tidy_up(self) -> bool:
        """Free closed screens: their parts form reference cycles, and hold large pictures.

        The function that closed a screen must have returned: until then it holds the screen.
        Return whether what was frozen has thawed, and is to be frozen again later.
        """
        if self.kept is None:
            return False
        has_thawed = False
        if self.frozen > self.kept:
            gc.unfreeze()
            gc.collect()
            self.frozen = 0
            # It takes long to look through all that there is, most of which stays. But screens
            # that opened in place of those that closed may still load.
            if len(self.screens) == self.kept:
                self.freeze()
            has_thawed = not self.frozen
        else:
            gc.collect()
        self.kept = None
        give_back()
        return has_thawed

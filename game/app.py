"""The program's window, which runs the frame loop of the top screen.

``run(screen)`` opens the window on a screen (by default the title) and returns when the last
screen is closed. Without a display it raises NoScreenError; a missing sound device only
mutes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from pkgutil import resolve_name
from typing import Protocol, runtime_checkable

from game.content.table_actions import Action
from game.widgets.pressed_keys import is_press_of

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.background import finish, loading
from game.content import own_folders
from game.content.faults import NoScreenError
from game.content.settings import Settings
from game.content.shipped_folders import ASSETS
from game.picture_cache import PICTURES
from game.screens.frame_clock import FrameClock, Liveliness
from game.screens.key_repeat import KeyRepeat
from game.screens.screen import (
    Adopt,
    Destination,
    Guarded,
    Open,
    Quit,
    Screen,
    WindowContext,
)
from game.screens.screen_stack import ScreenStack
from game.screens.settings_store import SettingsStore, SettingsWarning
from game.screens.title import TitleScreen, doors
from game.screens.typed_text import TypedText, typed_into
from game.screens.ui_scale import DEFAULT_WINDOW, SCALES, largest_scale, natural_scale
from game.view.memory import give_back, share_arenas
from game.view.sounds import SPEAKER
from game.widgets.key_bindings import action_of
from game.widgets.keys import Key
from game.widgets.panel_stack import Dialog, PanelStack
from game.widgets.pressed_keys import types_text
from game.widgets.theme import Theme, draw_svg, drawable

TITLE = "Undertow"
"""Text in the bar of the window, after the caption of the screen."""
NAME = "undertow"
"""Name under which window managers list the window."""
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""Environment variables that show that a window can be opened."""
MIN_WINDOW = (960, 540)
DRAWN = (320, 180)
"""Minimum size of the drawing surface in pixels; smaller windows wait until they grow again."""
SCALING = {
    Key(pygame.K_PLUS, ctrl=True): 1,
    Key(pygame.K_PLUS, ctrl=True, shift=True): 1,
    Key(pygame.K_KP_PLUS, ctrl=True): 1,
    Key(pygame.K_KP_MINUS, ctrl=True): -1,
    Key(pygame.K_0, ctrl=True): 0,
}
"""Further keys for the scale, with their steps; 0 resets it."""
YIELDING = 0.0005
"""Seconds that a background thread may delay a frame each time."""
AFTER_WORK_SECONDS = 2.0
"""Seconds after the end of background work at which its memory is returned to the system."""
MAX_FRAME_SECONDS = 0.1
"""Maximum seconds by which one frame advances time."""


DIGITS, LARGEST = 6, 16_384
"""Maximum digits, and maximum pixels, of each side in UNDERTOW_WINDOW."""
UNDRAWN = (
    "It is drawn again at the default scale, with menus on plain ground until you restart."
)
"""Shown after a screen could not be drawn."""
UNSEEN = ("dummy", "offscreen")
"""SDL video drivers that draw without a screen."""


@runtime_checkable
class TakesFiles(Protocol):
    """A screen with a use of its own for files that are dropped on it."""

    def take_file(self, path: Path) -> bool:
        """Take a file; return whether it had a use for it."""
        ...


def run(
    start: Screen | Destination | None = None,
    *,
    file: Path | None = None,
    fullscreen: bool = False,
) -> int:
    """Show a screen, and those that it opens, until the window is closed; return 0.

    *file* is opened on it as if it had been dropped there.
    *fullscreen*: fill the screen this time, whatever the settings say.

    After a crash write a report, print its path on standard error, and return 1.
    """
    window = Window(fullscreen=fullscreen)
    try:
        if file:
            pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(file)))
        window.show(start or TitleScreen())
    except Exception as error:  # noqa: BLE001  whatever it is, the player is told where it is
        sys.stderr.write(f"Undertow crashed. Report: {_reported(error)}\n")
        return 1
    finally:
        pygame.quit()
    return 0


def _reported(error: Exception) -> Path | None:
    """Write a crash report and return its path, or None if it could not be written."""
    report_crash = resolve_name("game.content.crash_reports:report_crash")
    report: Path | None = report_crash(own_folders.crashes(), error, asked="a screen")
    return report


class Window:
    """The program's window: it runs the frame loop and routes events to the top screen."""

    def __init__(self, *, fullscreen: bool = False) -> None:
        # pygame sets these to the script's name.
        os.environ["SDL_VIDEO_X11_WMCLASS"] = os.environ["SDL_VIDEO_WAYLAND_WMCLASS"] = (
            "undertow"
        )
        # Software OpenGL, SDL's choice without a GPU, takes 10 ms to present a frame; this 0.3.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        sys.setswitchinterval(YIELDING)
        share_arenas()
        self.wishes = SettingsStore(own_folders.settings())
        self._theme = Theme()
        self._themed: object = None
        """Scale, text size and palette that the theme was made for."""
        self._typed = TypedText()
        self._repeat = KeyRepeat()
        self._shown: tuple[Screen | None, Dialog | None] = None, None
        """The top screen and its dialog when events were handled last."""
        self._is_plain = False
        """True once a screen could not be drawn."""
        try:
            self.canvas = _opened(self.settings)
        except pygame.error as error:
            raise NoScreenError(f"Cannot open a window: {error}") from error
        self._caption = ""
        pygame.display.set_caption(TITLE)
        self.clock = FrameClock()
        self._liveliness = Liveliness()
        self._drew = False
        """True if the last frame drew anything."""
        self._worked: float | None = None
        """Seconds since background work or a thaw was seen; None once memory was returned."""
        if fullscreen or (self.settings.fullscreen and not _asked_size()):
            self._fill_screen(full=True)
        self.stack = ScreenStack(self._frame(), TitleScreen, adopt=self.adopt)

    def show(self, start: Screen | Destination) -> None:
        """Show *start* and run frames until the stack of screens is empty, then clean up."""
        self.stack.follow(Open(start))
        try:
            self.run_frame(0.0)
            SPEAKER.set(self.settings.loudness)
            pygame.display.set_icon(_icon())
            while self.stack.top:
                passed = self.clock.tick(self._liveliness.frames) / 1000
                self.run_frame(min(MAX_FRAME_SECONDS, passed))
        finally:
            self.stack.follow(Quit())
            self._remember_size()
            self.wishes.save()
            SPEAKER.close()
            finish()

    def adopt(self, settings: Settings) -> WindowContext:
        """Apply settings to the window and return its new context; the file is saved later."""
        if settings.fullscreen is not self.settings.fullscreen:
            self._fill_screen(full=settings.fullscreen)
        self.wishes.change(settings)
        SPEAKER.set(settings.loudness)
        return self._frame()

    @property
    def settings(self) -> Settings:
        """Return the settings in use."""
        return self.wishes.settings

    def _fill_screen(self, *, full: bool) -> None:
        if full is not pygame.display.is_fullscreen():
            with suppress(pygame.error):  # not every screen can be filled
                pygame.display.toggle_fullscreen()
            self.canvas = _canvas(self.canvas)

    def _remember_size(self) -> None:
        """Save the window's size for the next start, unless UNDERTOW_WINDOW gave it."""
        if _asked_size() or pygame.display.is_fullscreen():
            return
        size = pygame.display.get_window_size()
        if size != self.settings.window:
            self.wishes.change(self.settings.model_copy(update={"window": size}))

    def run_frame(self, seconds: float) -> None:
        """Run one frame: handle events, update the top screen and draw it."""
        self._end_repeats()
        if self.stack.tidy_up():
            self._worked = 0.0
        events = self.clock.take_events()
        for event in _with_motions_merged(events):
            self._repeat.note(event)
            if not self._typed.drops(event, self.stack.top):
                self.handle(event)
        self._end_repeats()
        if repeated := self._repeat.after(seconds):
            self.handle(repeated)
        self.wishes.update(seconds)
        if self.wishes.complaints and self.stack.top:
            self.stack.follow(Open(Destination("notice", *self.wishes.complaints.pop(0))))
        if top := self.stack.top:
            self.stack.follow(top.update(seconds))
        if top := self.stack.top:
            self._set_caption(getattr(top, "caption", ""))
            changed = [*self._draw(top)]
            pygame.display.update(changed)
            self._note(top, seconds, happened=bool(events), drew=bool(changed))

    def _note(self, top: Screen, seconds: float, *, happened: bool, drew: bool) -> None:
        """Note what happened in a frame, for the time until the next one."""
        wanted: int | None = getattr(top, "frames_at_rest", None)
        is_working = loading()
        self._tidy_up(seconds, is_working=is_working)
        if wanted is None:
            # A single change, such as the slow pulse of a button, is no animation.
            happened = happened or (drew and self._drew) or is_working
        self._drew = drew
        happened = happened or self._repeat.is_held
        self._liveliness.note(seconds, wanted or 0, happened=happened)

    def _tidy_up(self, seconds: float, *, is_working: bool) -> None:
        """Return memory to the system once background work, such as painting, has ended.

        What a screen has loaded by then lasts as long as the screen: looking through all of it
        for garbage would stop the picture for 60 ms now and then.
        """
        if is_working:
            self._worked = 0.0
        elif self._worked is not None:
            self._worked += seconds
            if self._worked >= AFTER_WORK_SECONDS:
                self._worked = None
                give_back()
                self.stack.freeze()

    def _end_repeats(self) -> None:
        """Let a held key not go on in a screen or dialog that opened or closed meanwhile."""
        top = self.stack.top
        # Whether a screen is of a protocol takes long to find out.
        panels: PanelStack | None = getattr(top, "stack", None)
        shown = top, panels.dialog if panels else None
        if shown != self._shown:
            self._repeat.stop()
        self._shown = shown

    def _set_caption(self, text: str) -> None:
        """Show what the top screen is in the bar of the window."""
        if text != self._caption:
            self._caption = text
            pygame.display.set_caption(f"{drawable(text)} – {TITLE}" if text else TITLE)

    def _draw(self, top: Screen) -> Sequence[pygame.Rect]:
        """Draw a screen; if that fails, once more on plain ground at the default scale."""
        try:
            return top.draw(self.canvas)
        except Exception as error:
            if self._is_plain:
                raise
            self._is_plain = True
            words = f"{UNDRAWN} Report: {_reported(error)}"
        self.wishes.complaints.append(SettingsWarning("A screen could not be drawn", words))
        self._change(scale=None)
        return top.draw(self.canvas)

    def handle(self, event: pygame.Event) -> None:
        """Handle one event: of the window itself, or of the top screen."""
        top = self.stack.top
        if (second := getattr(event, "window", None)) is not None:
            second.take_event(event)  # pygame names no window for events of the program's own
        elif event.type == pygame.QUIT or top is None:
            self.stack.follow(top.before_quit() if isinstance(top, Guarded) else Quit())
        elif event.type == pygame.WINDOWSIZECHANGED:
            self.canvas = _canvas(self.canvas)
            # Some window managers also announce the size that the window already has.
            if self.canvas.get_size() != self.stack.frame.size:
                self.stack.refit(self._frame())
        elif event.type == pygame.WINDOWEXPOSED:
            pygame.display.flip()
        elif event.type == pygame.DROPFILE:
            if not (isinstance(top, TakesFiles) and top.take_file(Path(event.file))):
                self.stack.follow(doors().open_dropped(Path(event.file)))
        elif not self._key(event):
            self.stack.follow(top.handle(event))

    def _key(self, event: pygame.Event) -> bool:
        """Handle the window's own keys (full screen, scale); return whether *event* was one."""
        if event.type == pygame.KEYDOWN and types_text(event) and typed_into(self.stack.top):
            return False
        match action_of(event):
            case Action.FULLSCREEN:
                self._change(fullscreen=not pygame.display.is_fullscreen())
            case Action.LARGER:
                self._scale(1)
            case Action.SMALLER:
                self._scale(-1)
            case _:
                steps = [step for key, step in SCALING.items() if is_press_of(key, event)]
                if not steps:
                    return False
                self._scale(steps[0])
        return True

    def _scale(self, step: int) -> None:
        """Switch to the next larger or smaller scale; 0 is the scale that suits the window."""
        now = self.stack.frame.theme.scale / _wished_scale()
        if step > 0:
            self._change(scale=next((s for s in SCALES if s > now + 0.01), SCALES[-1]))
        elif step < 0:
            self._change(scale=next((s for s in SCALES[::-1] if s < now - 0.01), SCALES[0]))
        else:
            self._change(scale=None)

    def _change(self, **what: object) -> None:
        self.stack.follow(Adopt(self.settings.model_copy(update=what)))

    def _frame(self) -> WindowContext:
        size = self.canvas.get_size()
        PICTURES.fit(size)
        liked = self.settings
        scale = (liked.scale or natural_scale(size)) * _wished_scale()
        looks = min(scale, largest_scale(size)), liked.text, liked.palette
        if looks != self._themed:
            self._theme, self._themed = Theme(looks[0], liked.text), looks
        return WindowContext(self._theme, size, liked, apart=True, plain=self._is_plain)


def _wished_scale() -> float:
    """Return the factor in UNDERTOW_SCALE, limited to 0.5 to 3; 1 if it is not a number."""
    try:
        return min(3.0, max(0.5, float(os.environ.get("UNDERTOW_SCALE", "1"))))
    except ValueError:
        return 1.0


def _opened(settings: Settings) -> pygame.Surface:
    """Open the window, if need be with SDL's own choice of presentation; raise pygame.error."""
    try:
        return _mode(settings)
    except pygame.error:
        # Native Wayland refuses to present without acceleration.
        pygame.display.quit()
        os.environ.pop("SDL_FRAMEBUFFER_ACCELERATION", None)
        return _mode(settings)


def _mode(settings: Settings) -> pygame.Surface:
    if sys.platform == "linux" and not any(name in os.environ for name in SCREENS):
        raise pygame.error("there is no display")  # SDL would draw to an invisible one
    pygame.display.init()
    if "SDL_VIDEODRIVER" not in os.environ and pygame.display.get_driver() in UNSEEN:
        pygame.display.quit()
        raise pygame.error("the display that DISPLAY names does not exist")
    pygame.font.init()
    return pygame.display.set_mode(_size(settings), pygame.RESIZABLE)


def _size(settings: Settings) -> tuple[int, int]:
    """Return the size given by UNDERTOW_WINDOW, else the last one, else one that fits."""
    if asked := _asked_size():
        return max(MIN_WINDOW[0], asked[0]), max(MIN_WINDOW[1], asked[1])
    desktop = pygame.display.get_desktop_sizes()[0]
    if settings.window:
        # The display that the window was on may be gone.
        wide, high = map(min, settings.window, desktop)
        return max(MIN_WINDOW[0], wide), max(MIN_WINDOW[1], high)
    if desktop[0] > DEFAULT_WINDOW[0] and desktop[1] > DEFAULT_WINDOW[1]:
        return DEFAULT_WINDOW
    # Window frames and desktop panels need room, too.
    return max(MIN_WINDOW[0], desktop[0] * 9 // 10), max(MIN_WINDOW[1], desktop[1] * 9 // 10)


def _canvas(before: pygame.Surface) -> pygame.Surface:
    """Return the drawing surface: the window, or a hidden surface if that is too small."""
    shown = pygame.display.get_surface() or before
    wide, high = map(max, shown.get_size(), DRAWN)
    return shown if shown.get_size() == (wide, high) else pygame.Surface((wide, high))


def _asked_size() -> tuple[int, int] | None:
    """Return the size in UNDERTOW_WINDOW, such as ``1280x720``; None if it is invalid."""
    wide, _, high = os.environ.get("UNDERTOW_WINDOW", "").partition("x")
    if not (wide.isdecimal() and high.isdecimal() and max(len(wide), len(high)) <= DIGITS):
        return None
    return min(int(wide), LARGEST), min(int(high), LARGEST)


def _with_motions_merged(events: Iterable[pygame.Event]) -> list[pygame.Event]:
    """Return events with consecutive mouse motions merged into one."""
    kept = list[pygame.Event]()
    for event in events:
        if kept and event.type == kept[-1].type == pygame.MOUSEMOTION:
            (dx, dy), (right, down) = kept.pop().rel, event.rel
            moved = {**event.dict, "rel": (dx + right, dy + down)}
            kept.append(pygame.Event(pygame.MOUSEMOTION, moved))
        else:
            kept.append(event)
    return kept


def _icon() -> pygame.Surface:
    svg = (ASSETS / "icons" / "units" / "rat.svg").read_text("utf-8")
    return draw_svg(svg.replace("currentColor", "#E9A23B"), 64, 64)

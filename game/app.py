"""Floor 9: the window, the clock and the stack of screens.

``run(screen)`` opens the window on a screen, the title if none is given, and returns when the
last screen is closed. Without a display it raises NoScreenError; a missing sound device only
mutes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.screens.screen import Frame, Quit, Screen, ScreenStack
from game.widgets.theme import ASSETS, Theme, draw_svg

NAME = "undertow"
"""By which window managers know the window."""
FRAMES = 60
"""A second."""
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""The environment variables that tell where a window can be opened."""
SMALLEST = (960, 540)
USUAL = (1920, 1080)
DESIGNED = (1280, 720)
"""The smallest window that everything fits into at a scale of 1."""
SCALES = (0.75, 0.85, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)
"""What Ctrl with plus and minus steps through."""
LONGEST = 0.1
"""Seconds: after a longer frame, time goes on as if it had lasted so long."""


class NoScreenError(RuntimeError):
    """There is no display to open a window on."""


def run(start: Screen | None = None) -> int:
    """Show a screen, and those that it leads to, until the window is closed; return 0.

    A crash is reported to a file, the file named on standard error, and 1 returned.
    """
    window = Window()
    try:
        window.show(start or _title())
    except Exception as error:  # noqa: BLE001  whatever it is, the player is told where it is
        sys.stderr.write(f"Undertow has crashed; the report is in {_reported(error)}\n")
        return 1
    finally:
        pygame.quit()
    return 0


def _reported(error: Exception) -> Path | None:
    """Write a crash report; return where it is."""
    from game.content.crashes import report_crash  # noqa: PLC0415  it is hardly ever needed
    from game.content.folders import crashes  # noqa: PLC0415

    return report_crash(crashes(), error, asked="a screen")


def _title() -> Screen:
    from game.screens.title import TitleScreen  # noqa: PLC0415  not needed by ``play``

    return TitleScreen()


class Window:
    """What the operating system sees of the game."""

    def __init__(self) -> None:
        # pygame has put the script's name there.
        os.environ["SDL_VIDEO_X11_WMCLASS"] = os.environ["SDL_VIDEO_WAYLAND_WMCLASS"] = (
            "undertow"
        )
        # Software OpenGL, SDL's choice without a GPU, takes 10 ms to present a frame; this 0.3.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        try:
            self.canvas = _opened()
        except pygame.error as error:
            raise NoScreenError(f"No window can be opened: {error}") from error
        pygame.display.set_caption("Undertow")
        pygame.key.set_repeat(350, 40)
        self.step = SCALES.index(1.0)
        self.stack = ScreenStack(self._frame(), _title)
        self.clock = pygame.time.Clock()

    def show(self, start: Screen) -> None:
        self.stack.screens.append(start)
        start.fill(self.stack.frame)
        try:
            self._turn(0.0)
            pygame.display.set_icon(_icon())
            while self.stack.top:
                self._turn(min(LONGEST, self.clock.tick(FRAMES) / 1000))
        finally:
            self.stack.follow(Quit())

    def _turn(self, seconds: float) -> None:
        """Let one frame pass."""
        for event in _gathered(pygame.event.get()):
            self._take(event)
        if top := self.stack.top:
            self.stack.follow(top.update(seconds))
        if top := self.stack.top:
            pygame.display.update([*top.draw(self.canvas)])

    def _take(self, event: pygame.Event) -> None:
        top = self.stack.top
        if event.type == pygame.QUIT or top is None:
            self.stack.follow(Quit())
        elif event.type == pygame.WINDOWSIZECHANGED:
            self.canvas = pygame.display.get_surface() or self.canvas
            # Some window managers also announce the size that the window already has.
            if self.canvas.get_size() != self.stack.frame.size:
                self.stack.refit(self._frame())
        elif event.type == pygame.WINDOWEXPOSED:
            pygame.display.flip()
        elif not self._key(event):
            self.stack.follow(top.handle(event))

    def _key(self, event: pygame.Event) -> bool:
        """Take the keys that are the window's own: F11, and Ctrl with plus, minus or 0."""
        if event.type != pygame.KEYDOWN:
            return False
        if event.key == pygame.K_F11:
            pygame.display.toggle_fullscreen()
            return True
        steps = {pygame.K_EQUALS: 1, pygame.K_PLUS: 1, pygame.K_KP_PLUS: 1}
        steps |= {pygame.K_MINUS: -1, pygame.K_KP_MINUS: -1, pygame.K_0: 0}
        if not event.mod & pygame.KMOD_CTRL or event.key not in steps:
            return False
        step = steps[event.key]
        usual = SCALES.index(1.0)
        self.step = min(len(SCALES) - 1, max(0, self.step + step)) if step else usual
        self.stack.refit(self._frame())
        return True

    def _frame(self) -> Frame:
        size = self.canvas.get_size()
        scale = natural_scale(size) * SCALES[self.step] * _wished_scale()
        most = min(size[0] / DESIGNED[0], size[1] / DESIGNED[1])
        return Frame(Theme(min(scale, most)), size)


def natural_scale(size: tuple[int, int]) -> float:
    """Return the UI scale for a window: 1 from 1280 x 720 to 1920 x 1080."""
    small = min(size[0] / DESIGNED[0], size[1] / DESIGNED[1])
    large = min(size[0] / USUAL[0], size[1] / USUAL[1])
    return min(small, max(1.0, large))


def _wished_scale() -> float:
    """Return the factor that UNDERTOW_SCALE asks for."""
    try:
        return min(3.0, max(0.5, float(os.environ.get("UNDERTOW_SCALE", "1"))))
    except ValueError:
        return 1.0


def _opened() -> pygame.Surface:
    """Open the window, if need be with SDL's own way to present it; raise pygame.error."""
    try:
        return _mode()
    except pygame.error:
        # Native Wayland refuses to present without acceleration.
        pygame.display.quit()
        os.environ.pop("SDL_FRAMEBUFFER_ACCELERATION", None)
        return _mode()


def _mode() -> pygame.Surface:
    if sys.platform == "linux" and not any(name in os.environ for name in SCREENS):
        raise pygame.error("there is no screen")  # SDL would draw where nobody can see it
    pygame.display.init()
    pygame.font.init()
    return pygame.display.set_mode(_size(), pygame.RESIZABLE)


def _size() -> tuple[int, int]:
    """Return the size that UNDERTOW_WINDOW asks for (``1280x720``), or one that fits."""
    wide, _, high = os.environ.get("UNDERTOW_WINDOW", "").partition("x")
    if wide.isdecimal() and high.isdecimal():
        return max(SMALLEST[0], int(wide)), max(SMALLEST[1], int(high))
    desktop = pygame.display.get_desktop_sizes()[0]
    if desktop[0] > USUAL[0] and desktop[1] > USUAL[1]:
        return USUAL
    # Frames and panels of the desktop take their share.
    return max(SMALLEST[0], desktop[0] * 9 // 10), max(SMALLEST[1], desktop[1] * 9 // 10)


def _gathered(events: Iterable[pygame.Event]) -> list[pygame.Event]:
    """Return events with several motions in a row made one."""
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

"""Random input at a window: keys, clicks, drags, drops, resizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pygame

from tests.screens.sdl_driver import AtWindow, Deeds

KEYS = (
    *(pygame.K_RETURN, pygame.K_SPACE, pygame.K_TAB, pygame.K_ESCAPE, pygame.K_BACKSPACE),
    *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_DELETE),
    *(pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_KP_ENTER),
    *(pygame.K_F1, pygame.K_F3, pygame.K_F6, pygame.K_F12, pygame.K_LSHIFT, pygame.K_LCTRL),
    *range(pygame.K_0, pygame.K_9 + 1),
    *range(pygame.K_a, pygame.K_z + 1),
    *(pygame.K_COMMA, pygame.K_PERIOD, pygame.K_EQUALS, pygame.K_MINUS, pygame.K_KP_PLUS),
    *(0, 0x40000FFF),
)
MODS = (0, 0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_CAPS)
TEXTS = ("a", "7", "-", "é", "龍", "", "\x00", "x" * 300)
SIZES = ((1, 1), (3, 900), (200, 120), (640, 360), (960, 540), (1280, 720), (1600, 500))
BIG = ((1920, 1080), (2560, 1440), (3840, 1080), (900, 1600))
"""Sizes of windows that need more memory and time."""
LARGE = (*SIZES, *BIG)
NEWS = (
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWFOCUSGAINED,
    pygame.WINDOWLEAVE,
    pygame.WINDOWENTER,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWMINIMIZED,
    pygame.WINDOWRESTORED,
    pygame.WINDOWMOVED,
    pygame.WINDOWDISPLAYCHANGED,
    pygame.ACTIVEEVENT,
    pygame.DROPBEGIN,
    pygame.DROPCOMPLETE,
)
"""Events of the window system that change nothing."""


class Monkey:
    """A source of random input by seed; ``did`` lists its last actions for diagnosis."""

    def __init__(
        self,
        at: AtWindow,
        seed: int,
        files: tuple[Path, ...],
        sizes: Sequence[tuple[int, int]] = SIZES,
    ) -> None:
        self.at, self.rng, self.files, self.sizes = at, Random(seed), files, sizes
        self.did = list[str]()
        self._mouse = (0, 0)
        self._held = set[int]()

    def play(self, times: int) -> Deeds:
        deeds: tuple[tuple[Callable[[], None], int], ...] = (
            (self.key, 30),
            (self.hold, 4),
            (self.type, 4),
            (self.click, 26),
            (self.double, 4),
            (self.push, 6),
            (self.let_go, 8),
            (self.wander, 14),
            (self.wheel, 6),
            (self.drop, 1),
            (self.show_message, 3),
            (self.resize, 1),
            (self.rescale, 1),
        )
        calls, weights = zip(*deeds, strict=True)
        for _ in range(times):
            deed = self.rng.choices(calls, weights)[0]
            self.did = [*self.did[-20:], deed.__name__]
            deed()
            if self.rng.random() < 0.7:
                yield

    def _somewhere(self) -> tuple[int, int]:
        """Return a random pixel, sometimes outside the window."""
        wide, high = self.at.window.canvas.get_size()
        if self.rng.random() < 0.05:
            return self.rng.choice(((-5, 40), (wide, high), (wide + 900, -700), (0, 0)))
        return self.rng.randrange(wide), self.rng.randrange(high)

    def key(self) -> None:
        key, mod = self.rng.choice(KEYS), self.rng.choice(MODS)
        self._press(key, mod)
        self.at.post(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0)

    def _press(self, key: int, mod: int = 0) -> None:
        self.did.append(f"{key} {mod}")
        is_typed = 32 <= key < 127 and not mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT)
        typed = chr(key) if is_typed else ""
        self.at.post(pygame.KEYDOWN, key=key, mod=mod, unicode=typed, scancode=0)

    def hold(self) -> None:
        """Press and repeat a key, and release it much later or never."""
        key = self.rng.choice(KEYS)
        for _ in range(self.rng.randrange(1, 9)):
            self._press(key)

    def type(self) -> None:
        self.at.post(pygame.TEXTINPUT, text=self.rng.choice(TEXTS))

    def click(self) -> None:
        self.push()
        self.let_go()

    def double(self) -> None:
        at, button = self._somewhere(), self.rng.choice((1, 1, 1, 3))
        for _ in range(2):
            self.at.push(at, button)
            self.at.let_go(at, button)

    def push(self) -> None:
        self._mouse, button = self._somewhere(), self.rng.choice((1, 1, 1, 1, 2, 3, 6))
        self._held.add(button)
        self.did.append(f"{self._mouse}")
        self.at.push(self._mouse, button)

    def let_go(self) -> None:
        button = self._held.pop() if self._held else self.rng.choice((1, 2, 3))
        self.at.let_go(self._mouse, button)

    def wander(self) -> None:
        for _ in range(self.rng.randrange(1, 6)):
            self._mouse = self._somewhere()
            self.at.move(self._mouse, *self._held)

    def wheel(self) -> None:
        y = self.rng.choice((-40, -3, -1, 0, 1, 3, 40))
        what = {"x": self.rng.choice((0, 0, 2)), "y": y, "flipped": False}
        self.at.post(pygame.MOUSEWHEEL, **what, precise_x=0.0, precise_y=float(y), touch=False)

    def drop(self) -> None:
        self.at.post(pygame.DROPFILE, file=str(self.rng.choice(self.files)))

    def show_message(self) -> None:
        self.at.post(self.rng.choice(NEWS))

    def resize(self) -> None:
        self.at.resize(self.rng.choice(self.sizes))

    def rescale(self) -> None:
        """Change the UI scale by up to six steps, or go back to the natural one."""
        key = self.rng.choice((pygame.K_MINUS, pygame.K_EQUALS, pygame.K_0))
        for _ in range(self.rng.randrange(1, 7)):
            self._press(key, pygame.KMOD_CTRL)

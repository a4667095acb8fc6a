"""The title screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

import pygame

from game.background import Loader
from game.screens.screen import Change, Load, Open, Quit, WindowContext
from game.screens.title_background import paint_still
from game.widgets.button import BigButton, Button, Style
from game.widgets.keys import Key
from game.widgets.panel_stack import PanelStack
from game.widgets.text_view import Label
from game.widgets.theme import AMBER, INK, MUTED, TEXT
from game.widgets.widget import TransparentPanel, Widget

if TYPE_CHECKING:
    from game.screens.demo_battle import DemoBattle

WORDS = "Skirmishes on a table that turns against you"
DOOR = 440.0
"""Width of all buttons together, in units, at 1280 x 720."""
GAP = 10.0
NOTHING = "No unfinished game"
IDLE = 3.0
"""Seconds without input after which boards are painted for later."""


def doors() -> ModuleType:
    """Return the actions of the buttons, imported late because that takes long."""
    return import_module("game.screens.title_actions")


class TitleScreen:
    """The title; its first frame shows a still picture, over which a battle fades in later."""

    stack: PanelStack
    doors: list[Button]
    """The large buttons, then the small ones, in the order of the focus."""

    def __init__(self, seed: int | None = None) -> None:
        """Show the title; *seed* is that of the battle behind it, random if None."""
        self.change: Change | None = None
        self.seed = seed
        self._loader: Loader[DemoBattle] | None = None
        self._vista: DemoBattle | None = None
        self._left = False
        self._idle = 0.0
        """Seconds since the last input."""
        self._shown = ""
        """Text of *Continue*.

        Empty if there is no unfinished game, or before the first check.
        """

    def fill(self, frame: WindowContext) -> None:
        """Build the buttons for a window."""
        self.frame = frame
        self._lay_out()
        if self._vista:
            self._vista.fit(frame)
            self._look()

    def _lay_out(self) -> None:
        theme, (wide, high) = self.frame.theme, self.frame.units
        self.stack = PanelStack(theme)
        grow = min(1.3, max(0.8, high / 720))
        door = DOOR * max(1.0, grow)
        self.left = 110.0 if wide >= 1600 else 64.0
        self.panel = TransparentPanel(theme, (0, 0, self.left + door + 40, high), None)
        self.stack.add(self.panel)
        top, tall = (high - 640 * grow) * 0.45 + 12 * grow, 92 * grow
        self.panel.add(_Crest((self.left - 6, top, tall, tall)))
        name = (self.left + tall + 8, top, door - tall + 16, tall)
        size = tall * 0.84
        self.panel.add(Label(name, "UNDERTOW", size=size, colour=TEXT, face="title"))
        top += tall + 8
        self.panel.add(_Line((self.left, top, 86, 4)))
        words = (self.left, top + 6, door, 34 * grow)
        self.panel.add(Label(words, WORDS, size=18 * grow, colour=MUTED))
        self._add_doors(top + 52 * grow, door, grow)

    def _add_doors(self, top: float, door: float, grow: float) -> None:
        """Add the buttons.

        *door* is their width together; *grow* is the factor by which they are higher than at
        1280 x 720.
        """
        big, tall = self._big(), 100 * grow
        half, third = (door - GAP) / 2, (door - 2 * GAP) / 3
        self.doors = []
        for n, (label, detail, icon, press, key) in enumerate(big):
            # With an odd number, the first one is twice as wide.
            slot = n if len(big) % 2 == 0 else n + (n > 0)
            wide = door if len(big) % 2 and n == 0 else half
            at = self.left + slot % 2 * (half + GAP), top + slot // 2 * (tall + GAP)
            button = BigButton(
                (*at, wide, tall), label, press, detail=detail, icon=f"ui/{icon}"
            )
            button.size, button.shortcut = 26, Key(key)
            self.doors.append(self.panel.add(button))
        self.doors[0].style = Style.PRIMARY
        top += (len(big) + 1) // 2 * (tall + GAP) + 6
        self.on = Button(
            (self.left, top, door, 60 * grow),
            "CONTINUE",
            self.go_on,
            detail=self._shown or NOTHING,
            icon="ui/play",
            shortcut=Key(pygame.K_c),
            size=20,
            reason="" if self._shown else NOTHING,
        )
        self.doors.append(self.panel.add(self.on))
        top += 60 * grow + GAP
        small = 44 * grow
        for n, (label, icon, press, key) in enumerate(self._small()):
            box = (self.left + n % 3 * (third + GAP), top + n // 3 * (small + 8), third, small)
            less = Button(box, label, press, icon=f"ui/{icon}", shortcut=Key(key))
            less.style, less.size = Style.GHOST, 15
            self.doors.append(self.panel.add(less))
        top += -(-len(self._small()) // 3) * (small + 8)
        words = Label((self.left, top, door, 22), "", size=14, colour=AMBER)
        self.running = self.panel.add(words)
        self.stack.focus.to(self.doors[0])

    def _big(self) -> list[tuple[str, str, str, Callable[[], None], int]]:
        learn = "Short lessons, step by step"
        return [
            ("PLAY", "Against a friend or a bot", "swords", self._to("play"), pygame.K_p),
            ("WATCH", "Watch two bots fight", "eye", self._to("watch"), pygame.K_w),
            ("LEARN", learn, "graduation-cap", self._to("lesson"), pygame.K_n),
            ("DESIGN", "Maps, rosters, scenarios", "map", self._to("editor"), pygame.K_d),
        ]

    def _small(self) -> list[tuple[str, str, Callable[[], None], int]]:
        return [
            ("Campaign", "flag", self._to("campaign"), pygame.K_m),
            ("Load", "folder-open", self._to("saves"), pygame.K_l),
            ("Sandbox", "package", self._to("sandbox"), pygame.K_x),
            ("Packs", "layers", self._to("packs"), pygame.K_k),
            ("Results", "chart-column", self._to("results"), pygame.K_t),
            ("Settings", "settings", self._to("settings"), pygame.K_s),
            ("Help", "book-open", self._to("help"), pygame.K_F1),
            ("Credits", "star", self._to("credits"), pygame.K_r),
            ("Quit", "log-out", self.quit, pygame.K_q),
        ]

    def _to(self, name: str) -> Callable[[], None]:
        """Return a function that opens the screen of a name."""

        def open_() -> None:
            self.change = Load(
                "Loading",
                lambda: doors().prepared(name, self.frame),
                lambda make: Open(make()),
            )

        return open_

    def go_on(self) -> None:
        """Open the last unfinished game, or show why that fails."""
        opened = doors().unfinished()
        if isinstance(opened, str):
            self.stack.ask(doors().not_loaded(self.frame.theme, opened))
        else:
            self.change = opened

    def quit(self) -> None:
        """Close the window."""
        self.change = Quit()

    def handle(self, event: pygame.Event) -> Change | None:
        """Handle an event; the arrow keys move the focus."""
        self._idle = 0.0
        steps = {pygame.K_UP: -1, pygame.K_LEFT: -1, pygame.K_DOWN: 1, pygame.K_RIGHT: 1}
        if event.type == pygame.KEYDOWN and event.key in steps and not self.stack.dialog:
            self.stack.focus.step(steps[event.key])
        else:
            self.stack.handle(event)
        change, self.change = self.change, None
        return change

    def update(self, seconds: float) -> Change | None:
        """Advance the buttons and the battle behind them by *seconds*."""
        self.stack.update(seconds)
        if self._loader and self._loader.done:
            self._vista, self._loader = self._loader.result(), None
            self._vista.fit(self.frame)
            self._look()
        if self._vista:
            self._vista.update(seconds)
            self._idle += seconds
            if self._idle >= IDLE:
                self._vista.use_idle_time()
            self.running.text = doors().experiments()
        return None

    def _look(self) -> None:
        """Check which game was last left unfinished."""
        raw = doors().latest()
        if raw != self._shown:
            self._shown = raw
            self.on.detail, self.on.reason = raw or NOTHING, "" if raw else NOTHING

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw the title; return the changed areas."""
        if self._vista:
            self._vista.draw(canvas)
        else:
            canvas.fill(INK)
            paint_still(canvas, self.frame)
            if self._loader is None:
                # The battle's imports are also done there: they take longer than this frame.
                self._loader = Loader(self._behind)
        self.stack.draw(canvas)
        return [canvas.get_rect()]

    def _behind(self) -> DemoBattle:
        vista: DemoBattle = doors().demo_battle(self.frame, self.seed)
        if self._left:
            vista.leave()
        return vista

    def leave(self) -> None:
        """Stop loading the battle behind the title."""
        self._left = True
        if self._vista:
            self._vista.leave()


class _Crest(Widget):
    def paint(self, canvas: pygame.Surface) -> None:
        icon = self.theme.icon("units/rat", min(self.rect.size), AMBER)
        canvas.blit(icon, icon.get_rect(center=self.rect.center))


class _Line(Widget):
    def paint(self, canvas: pygame.Surface) -> None:
        canvas.fill(AMBER, self.rect)

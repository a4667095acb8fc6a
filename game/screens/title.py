"""The title screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar

import pygame

from game.background import Pending
from game.screens.screen import Change, Destination, Load, Open, Quit, WindowContext
from game.screens.title_background import PACE, paint_still
from game.widgets.button import BigButton, Button, Style
from game.widgets.cells import Child, column, grid, row, sized, space, spring
from game.widgets.keys import Key
from game.widgets.panel import TransparentPanel
from game.widgets.panel_stack import NO_AREA, PanelStack
from game.widgets.sizes import (
    APART,
    BODY_TEXT,
    BUTTON,
    CLOSE,
    FAR,
    HEADING_TEXT,
    LARGE,
    LEAD_TEXT,
    TIGHT,
    TITLE_TEXT,
)
from game.widgets.text_view import Label
from game.widgets.theme import AMBER, INK, MUTED, TEXT, Theme
from game.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.demo_battle import DemoBattle

WORDS = "Skirmishes on a table that turns against you"
DOORS = 440.0
"""Width of all buttons together, in units, at 1280 x 720."""
CREST, BIG = 92.0, 100.0
"""Heights of the crest and of a large button, in units, at 1280 x 720."""
BESIDE_SHARE, NAME_SHARE = 0.055, 0.84
"""Share of the width that is left free at the edge, and size of the name beside the crest."""
NOTHING = "No unfinished game"
IDLE_SECONDS = 3.0
"""Seconds without input after which boards are painted for later."""


def doors() -> ModuleType:
    """Return the actions of the buttons, imported late because that takes long."""
    return import_module("game.screens.title_actions")


class TitleScreen:
    """The title; its first frame shows a still picture, over which a battle fades in later."""

    stack: PanelStack

    def __init__(self, seed: int | None = None) -> None:
        """Show the title; *seed* is that of the battle behind it, random if None."""
        self.change: Change | None = None
        self.seed = seed
        self._loading: Pending[DemoBattle] = Pending()
        self.demo: DemoBattle | None = None
        """The battle behind the buttons; None until it is loaded."""
        self._rest: Pending[None] = Pending()
        """Imports all other screens, after the battle was prepared."""
        self._left = False
        self._pressed = ""
        """Label of the button that was pressed last."""
        self._is_fresh = True
        """True if the whole window still has to be drawn."""
        self._idle = 0.0
        """Seconds since the last input."""
        self._shown = ""
        """Text of *Continue*.

        Empty if there is no unfinished game, or before the first check.
        """
        self._running = ""
        """Words on the experiments that are running."""

    def fill(self, frame: WindowContext) -> None:
        """Build the buttons for a window; the one that was pressed last has the focus."""
        self.frame = frame
        self._is_fresh = True
        theme, (wide, high) = frame.theme, frame.units
        self.stack = PanelStack(theme)
        wide = wide * BESIDE_SHARE + self._door + FAR
        self.panel = self.stack.add(TransparentPanel(theme, (0, 0, wide, high), None))
        self._show()
        doors = [w for w in self.panel.widgets if isinstance(w, Button)]
        last = next((door for door in doors if door.label == self._pressed), doors[0])
        self.stack.focus.to(last)
        if self.demo:
            self.demo.fit(frame)
            self._look()

    @property
    def _grow(self) -> float:
        """Return the factor by which all is higher than at 1280 x 720."""
        return min(1.3, max(0.8, self.frame.units[1] / 720))

    @property
    def _door(self) -> float:
        """Return the width of all buttons together."""
        return DOORS * max(1.0, self._grow)

    def _show(self) -> None:
        """Show what ``_view`` describes now."""
        self.panel.show(self._view())

    def _view(self) -> Child:
        """Describe name and buttons, a little above the middle of the window."""
        grow, tall = self._grow, CREST * self._grow
        name = Label("UNDERTOW", size=tall * NAME_SHARE, colour=TEXT, face="title")
        crest = sized(_Crest(), width=tall, height=tall)
        head = row(crest, sized(name, height=tall), gap=APART)
        words = column(
            row(_Line()), Label(WORDS, size=LEAD_TEXT * grow, colour=MUTED), gap=TIGHT
        )
        doors = column(
            words,
            space(0),
            grid(*self._large(BIG * grow), columns=2),
            space(0),
            sized(self._continue(), height=LARGE * grow),
            grid(*self._little(BUTTON * grow), columns=3, down=CLOSE),
            Label(self._running, colour=AMBER),
            pad=(TIGHT, 0),
            gap=CLOSE,
        )
        whole = column(
            spring(9),
            head,
            sized(doors, width=self._door),
            spring(11),
            gap=CLOSE,
            align="start",
        )
        return row(space(self.frame.units[0] * BESIDE_SHARE), whole, gap=0)

    def _large(self, high: float) -> list[Child]:
        """Return the large buttons."""
        doors = list[Child]()
        for n, (label, detail, icon, where, key) in enumerate(self._big()):
            look = {"detail": detail, "icon": f"ui/{icon}"}
            style = Style.PLAIN if n else Style.PRIMARY
            to = self._to(label, where)
            door = BigButton(label, to, shortcut=Key(key), style=style, size=TITLE_TEXT, **look)
            doors.append(sized(door, height=high))
        return doors

    def _continue(self) -> Button:
        return Button(
            "CONTINUE",
            self.go_on,
            detail=self._shown or NOTHING,
            icon="ui/play",
            shortcut=Key(pygame.K_c),
            size=HEADING_TEXT,
            reason="" if self._shown else NOTHING,
        )

    def _little(self, high: float) -> list[Child]:
        """Return the small buttons."""
        doors = list[Child]()
        for label, icon, where, key in self._small():
            press = self._to(label, where) if where else self.quit
            less = Button(label, press, icon=f"ui/{icon}", style=Style.GHOST, size=BODY_TEXT)
            less.shortcut = Key(key)
            doors.append(sized(less, height=high))
        return doors

    def _big(self) -> list[tuple[str, str, str, Destination, int]]:
        learn, watch = "Short lessons, step by step", Destination("play", watch=True)
        return [
            ("PLAY", "Against a friend or a bot", "swords", Destination("play"), pygame.K_p),
            ("WATCH", "Watch two bots fight", "eye", watch, pygame.K_w),
            ("LEARN", learn, "graduation-cap", Destination("lessons"), pygame.K_n),
            ("DESIGN", "Maps, rosters, scenarios", "map", Destination("design"), pygame.K_d),
        ]

    def _small(self) -> list[tuple[str, str, Destination | None, int]]:
        """Return labels, icons, screens and keys; *Quit* leads to no screen."""
        return [
            ("Campaign", "flag", Destination("campaigns"), pygame.K_m),
            ("Load", "folder-open", Destination("saves"), pygame.K_l),
            ("Sandbox", "package", Destination("sandbox"), pygame.K_x),
            ("Packs", "layers", Destination("packs"), pygame.K_k),
            ("Results", "chart-column", Destination("experiments"), pygame.K_t),
            ("Settings", "settings", Destination("settings"), pygame.K_s),
            ("Help", "book-open", Destination("help with keys"), pygame.K_F1),
            ("Credits", "star", Destination("help with keys", "credits"), pygame.K_r),
            ("Quit", "log-out", None, pygame.K_q),
        ]

    def _to(self, label: str, where: Destination) -> Callable[[], None]:
        """Return what a button does that opens a screen."""

        def open_() -> None:
            self._pressed = label
            self.change = Load(
                "Loading",
                lambda: doors().prepared(where, self.frame),
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
        if not self.stack.handle(event):
            self.stack.walk(event)
        change, self.change = self.change, None
        return change

    @property
    def frames_at_rest(self) -> int:
        """Return the rate of the pictures of the battle."""
        return self.demo.frames if self.demo else PACE

    def update(self, seconds: float) -> Change | None:
        """Advance the buttons and the battle behind them by *seconds*.

        The battle pauses under a dialog.
        """
        self.stack.update(seconds)
        if self.demo is None and not self._is_fresh and not self._loading.is_running:
            # Its imports take longer than the first frame, which must not wait for them.
            self._loading.start(self._behind)
        for vista in self._loading.finished():
            self.demo = vista
            vista.fit(self.frame)
            self._is_fresh = True
            self._look()
            self._rest.start(partial(doors().load_screens_after, vista))
        if self.demo:
            if self.stack.dialog is None:
                self.demo.update(seconds)
            self._idle += seconds
            if self._rest.is_free() and self._idle >= IDLE_SECONDS:
                self.demo.use_idle_time()
            if (running := doors().experiments()) != self._running:
                self._running = running
                self._show()
        return None

    def _look(self) -> None:
        """Check which game was last left unfinished."""
        raw = doors().latest()
        if raw != self._shown:
            self._shown = raw
            self._show()

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw what changed of the title; return the changed areas."""
        parts = self.demo.due() if self.demo else []
        is_stale = self._is_fresh or self.stack.is_stale or self.panel.is_stale
        if is_stale or (parts and self.stack.covers):
            return self._draw_all(canvas)
        if self.demo is None or not parts:
            return self.stack.draw(canvas, NO_AREA)
        self.demo.draw(canvas, parts)
        for part in parts:
            # Beside the battle, the transparent panel would be drawn over itself.
            canvas.set_clip(part)
            self.stack.draw(canvas, part)
        canvas.set_clip(None)
        self._is_fresh = self.stack.covers
        return parts

    def _draw_all(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        canvas.fill(INK)
        if self.demo:
            self.demo.draw(canvas)
        else:
            paint_still(canvas, self.frame)
        self._is_fresh = False
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
        if self.demo:
            self.demo.leave()


class _Crest(Widget):
    def paint(self, canvas: pygame.Surface) -> None:
        icon = self.theme.icon("units/rat", min(self.rect.size), AMBER)
        canvas.blit(icon, icon.get_rect(center=self.rect.center))


class _Line(Widget):
    grows: ClassVar[tuple[float, float]] = (0.0, 0.0)

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of a short line."""
        return CREST, TIGHT

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.fill(AMBER, self.rect)

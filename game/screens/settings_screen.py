"""The settings screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pygame

from game.content.key_bindings import DOES, Action
from game.content.settings import Settings
from game.screens.demo_battle import Backdrop
from game.screens.screen import Adopt, Change, Close, WindowContext
from game.screens.settings_pages import (
    LINES,
    STEP,
    Capture,
    ChoiceSetting,
    Line,
    SettingsPage,
    Swatch,
)
from game.view.sound import SPEAKER, Sound
from game.widgets.button import Button, Style
from game.widgets.inputs import Slider, Stepper
from game.widgets.keys import Key, key_of
from game.widgets.label import Label
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import AMBER, CARD, MUTED, Box

WIDE, HIGH = 920.0, 540.0
PAGES = 190.0
"""Width of the column of pages."""
ROW, PITCH = 40.0, 54.0


class SettingsScreen:
    """The settings.

    Laid out again only for another window, so that a slider keeps the mouse.
    """

    stack: PanelStack

    def __init__(self) -> None:
        self.page = SettingsPage.LOOK
        self.liked = Settings()
        self.change: Change | None = None
        self.capture: Capture | None = None
        self._frame: WindowContext | None = None
        self.backdrop = Backdrop()
        self._sample = False
        """True if a sound is to be played as a sample of the new volume."""

    def fill(self, frame: WindowContext) -> None:
        before, self._frame = self._frame, frame
        self.liked = frame.settings
        if before is None or (before.theme, before.size) != (frame.theme, frame.size):
            self._lay_out()

    @property
    def frame(self) -> WindowContext:
        assert self._frame
        return self._frame

    def _lay_out(self) -> None:
        """Create all widgets again; the focus stays on the same one."""
        at = self._focused()
        theme, (wide, high) = self.frame.theme, self.frame.units
        self.stack = PanelStack(theme)
        box = ((wide - WIDE) / 2, (high - HIGH) / 2, WIDE, HIGH)
        self.panel = self.stack.add(Panel(theme, box, CARD))
        title = Label((28, 16, 400, 44), "SETTINGS", size=28, colour=AMBER, face="title")
        self.panel.add(title)
        for n, page in enumerate(SettingsPage):
            place = (24, 76 + n * 52.0, PAGES, 44)
            self.panel.add(self._door(place, page))
        left, inner = 24 + PAGES + 28, WIDE - PAGES - 24 - 28 - 28
        if self.page is SettingsPage.KEYS:
            self._add_keys(left, inner)
        else:
            self._add_lines(left, inner)
        self._add_buttons()
        able = [w for w in self.panel.widgets if w.focusable]
        self.stack.focus.to(able[min(at, len(able) - 1)])
        self.backdrop = Backdrop()

    def _focused(self) -> int:
        """Return the index of the focused widget; at first that of the page's button."""
        first = [*SettingsPage].index(self.page)
        if not hasattr(self, "stack"):
            return first
        able = [w for w in self.panel.widgets if w.focusable]
        return able.index(self.stack.focus.on) if self.stack.focus.on in able else first

    def _door(self, place: Box, page: SettingsPage) -> Button:
        style = Style.PRIMARY if page is self.page else Style.GHOST
        press = partial(self.turn_to, page)
        return Button(place, page.label, press, icon=f"ui/{page.icon}", style=style)

    def _add_lines(self, left: float, inner: float) -> None:
        top = 76.0
        for line in LINES[self.page](self.frame.size):
            hint = line.hint
            high = 22 if hint else ROW
            self.panel.add(Label((left, top, 290, high), line.label, size=16, hint=hint))
            self._add_control((left + 300, top, inner - 300, ROW), line)
            if hint:
                small = (left, top + high, 290, 18)
                self.panel.add(Label(small, hint, size=12, colour=MUTED))
            top += PITCH + (8 if hint else 0)
        if self.page is SettingsPage.LOOK:
            self.panel.add(Swatch((left, top + 2, inner, 76)))

    def _add_control(self, place: Box, line: Line) -> None:
        if isinstance(line, ChoiceSetting):
            labels = [words for _, words in line.values]

            def pick(n: int) -> None:
                self.like(**{line.field: line.values[n][0]})

            self.panel.add(Stepper(place, labels, pick, line.at(self.liked)))
            return
        x, y, wide, high = place
        share = getattr(self.liked, line.field)
        found = Label((x + wide - 70, y, 70, high), f"{share}%", size=15, align="right")

        def slide(steps: int) -> None:
            found.text = f"{steps * STEP}%"
            self.like(**{line.field: steps * STEP})

        self.panel.add(Slider((x, y, wide - 80, high), share // STEP, 0, 100 // STEP, slide))
        self.panel.add(found)

    def _add_keys(self, left: float, inner: float) -> None:
        rows = [
            ListRow(action, DOES[action], note=str(key_of(name)))
            for action, name in self.liked.bound.items()
        ]
        before = getattr(self, "keys", None)
        self.keys = ListBox(
            (left, 76, inner, HIGH - 76 - 84),
            rows,
            on_open=self.ask_key,
            row_height=34,
            chosen=before.chosen if before else rows[0].id,
        )
        self.panel.add(self.keys)
        if before:
            self.keys.scroll = before.scroll

    def _add_buttons(self) -> None:
        top = HIGH - 64
        back = Button(
            (24, top, PAGES, 44),
            "Back",
            self.back,
            icon="ui/arrow-left",
            shortcut=Key(pygame.K_ESCAPE),
        )
        usual = Button(
            (WIDE - 28 - 230, top, 230, 44),
            "Reset this page",
            self.as_usual,
            icon="ui/undo-2",
            style=Style.GHOST,
        )
        if self.page is SettingsPage.KEYS:
            place = (24 + PAGES + 28, top, 230, 44)
            change = Button(place, "Change key…", self.ask_chosen, icon="ui/keyboard")
            self.panel.add(change)
        self.panel.add(usual)
        self.panel.add(back)

    # Callbacks of the widgets

    def turn_to(self, page: SettingsPage) -> None:
        self.page = page
        self._lay_out()

    def like(self, **what: Any) -> None:
        """Change some settings."""
        loud = self.liked.loudness
        self.liked = self.liked.model_copy(update=what)
        self.change = Adopt(self.liked)
        self._sample = self._sample or self.liked.loudness != loud

    def as_usual(self) -> None:
        """Reset all settings of this page to their defaults."""
        if self.page is SettingsPage.KEYS:
            fields = ["keys"]
        else:
            fields = [line.field for line in LINES[self.page](self.frame.size)]
        usual = Settings()
        self.like(**{field: getattr(usual, field) for field in fields})
        self._lay_out()

    def ask_chosen(self) -> None:
        self.ask_key(self.keys.chosen)

    def ask_key(self, id_: str) -> None:
        """Ask for a key for an action."""
        self.capture = Capture(Action(id_), self.liked)
        self.stack.ask(self.capture.dialog(self.frame.theme))

    def _captured(self, capture: Capture) -> None:
        if not capture.key:
            self.stack.ask(capture.dialog(self.frame.theme))
            return
        self.capture = None
        self.stack.dismiss()
        self.stack.focus.to(self.keys)
        self.like(keys=self.liked.with_key(capture.action, capture.key).keys)
        self._lay_out()

    def back(self) -> None:
        self.change = Close()

    def handle(self, event: pygame.Event) -> Change | None:
        escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        if self.capture and not escape and self.capture.take(event):
            self._captured(self.capture)
        elif not self.stack.handle(event):
            self._walk(event)
        if self.stack.dialog is None and self.capture:
            self.capture = None
            self.stack.focus.to(self.keys)
        change, self.change = self.change, None
        return change

    def _walk(self, event: pygame.Event) -> None:
        """Move the focus by the arrow keys, unless another widget uses them."""
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1}
        if event.type == pygame.KEYDOWN and event.key in steps:
            self.stack.focus.step(steps[event.key])

    def update(self, seconds: float) -> Change | None:
        self.stack.update(seconds)
        if self._sample:
            self._sample = False
            SPEAKER.play([Sound.DIE])
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        return self.backdrop.draw(canvas, self.frame, self.stack)

    def leave(self) -> None:
        pass

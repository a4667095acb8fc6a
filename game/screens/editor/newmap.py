"""A new map: how large it is, what it is made of, what it is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

import pygame

from game.content.maps.class_base import Look
from game.content.maps.map_file import LARGEST, SMALLEST
from game.editor.files.open_file import USUAL, blank, new_workspace
from game.screens.backdrop import Backdrop
from game.screens.editor.host import MakeEditor
from game.screens.screen import Begin, Change, Close, Frame
from game.widgets.button import Button, Style
from game.widgets.inputs import NumberField, Stepper
from game.widgets.keys import Key
from game.widgets.label import Label
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.text_field import TextField
from game.widgets.theme import AMBER, CARD, MUTED

WIDE, HIGH = 620.0, 400.0
SIZES = (("Skirmish", 30, 22), ("Usual", 48, 48), ("Battle", 44, 60), ("Street", 72, 48))
LOOKS = (
    "sewer",
    "city",
    "street",
    "field",
    "forest",
    "industry",
    "steel",
    "hull",
    "space",
    "arena",
)


class NewMapScreen:
    desk: PanelStack

    def __init__(self, edit: MakeEditor) -> None:
        self.edit = edit
        self.change: Change | None = None
        self.title, self.size, self.look = "", list(USUAL), 0

    def fill(self, frame: Frame) -> None:
        self.frame = frame
        self.desk = PanelStack(frame.theme)
        wide, high = frame.units
        box = ((wide - WIDE) / 2, (high - HIGH) / 2, WIDE, HIGH)
        panel = self.desk.add(Panel(frame.theme, box, CARD))
        panel.add(Label((28, 16, 400, 42), "A NEW MAP", size=28, colour=AMBER, face="title"))
        self._add_fields(panel)
        create = Button((28, HIGH - 66, 230, 42), "Create", self.create, style=Style.PRIMARY)
        create.icon, create.shortcut = "ui/plus", Key(pygame.K_RETURN)
        panel.add(create)
        back = Button((WIDE - 168, HIGH - 66, 140, 42), "Back", self.back, icon="ui/arrow-left")
        back.shortcut = Key(pygame.K_ESCAPE)
        panel.add(back)
        self.backdrop = Backdrop()

    def _add_fields(self, panel: Panel) -> None:
        field, room = 150.0, WIDE - 150 - 28
        panel.add(Label((28, 76, 110, 36), "Title", size=15, colour=MUTED))
        self.field = panel.add(
            TextField(
                (field, 76, room, 36),
                self.title,
                ghost="what players call it",
                longest=60,
                on_change=self._set_title,
                on_enter=lambda _: self.create(),
            )
        )
        panel.add(Label((28, 126, 110, 36), "Size in inches", size=15, colour=MUTED))
        half = (room - 40) / 2
        self.sides = [self._side(panel, n, field + n * (half + 40), half) for n in (0, 1)]
        x = Label((field + half, 126, 40, 36), "x", size=16, colour=MUTED, align="centre")
        panel.add(x)
        pitch = room / len(SIZES)
        for n, (name, w, h) in enumerate(SIZES):
            box = (field + n * pitch, 170, pitch - 8, 34)
            button = Button(box, f"{w} x {h}", self._sizer(w, h), size=15, style=Style.GHOST)
            button.hint = name
            panel.add(button)
        panel.add(Label((28, 222, 110, 36), "Look", size=15, colour=MUTED))
        looks = [look.capitalize() for look in LOOKS]
        self.stepper = Stepper((field, 222, room, 36), looks, self._set_look, self.look)
        self.stepper.hint = "What floor and walls are made of; it can be changed later"
        panel.add(self.stepper)
        words = "What is drawn on it is up to you: corridors, walls, ruins, a cage, the void."
        panel.add(Label((28, 274, WIDE - 56, 30), words, size=13, colour=MUTED))
        self.desk.focus.to(self.field)

    def _side(self, panel: Panel, n: int, left: float, wide: float) -> NumberField:
        def set_(value: float) -> None:
            self.size[n] = round(value)

        field = NumberField((left, 126, wide, 36), self.size[n], set_)
        field.least, field.most = SMALLEST, LARGEST
        field.hint = ("Width", "Height")[n] + f", from {SMALLEST} to {LARGEST}"
        return panel.add(field)

    def _sizer(self, wide: int, high: int) -> Callable[[], None]:
        def press() -> None:
            self.size = [wide, high]
            for field, value in zip(self.sides, self.size, strict=True):
                field.to(value)

        return press

    def _set_title(self, title: str) -> None:
        self.title = title

    def _set_look(self, look: int) -> None:
        self.look = look

    def create(self) -> None:
        """Open the editor on such a map."""
        for field in self.sides:
            field.enter()
        wide, high = self.size
        look = next(word for word in get_args(Look) if word == LOOKS[self.look])
        mapfile = blank(wide, high, self.title.strip(), look)
        self.change = Begin(self.edit(new_workspace(mapfile)))

    def back(self) -> None:
        self.change = Close()

    def handle(self, event: pygame.Event) -> Change | None:
        # The key that led here is no letter of the title.
        if event.type != pygame.TEXTINPUT or not self.backdrop.is_fresh:
            self.desk.handle(event)
        change, self.change = self.change, None
        return change

    def update(self, seconds: float) -> Change | None:
        self.desk.update(seconds)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        return self.backdrop.draw(canvas, self.frame, self.desk)

    def leave(self) -> None:
        pass

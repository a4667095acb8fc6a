"""The screen that makes a new map."""

from __future__ import annotations

from functools import partial

import pygame

from game.content.maps.class_base import LookName
from game.content.maps.map_file import MAX_SIDE, MIN_SIDE
from game.editor.open_file import blank, new_workspace
from game.editor.registry import PRESETS
from game.editor.zone_fixes import Preset
from game.mapgen.generator import NoRoomError
from game.screens.editor.host import MakeEditor
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Begin
from game.widgets.button import Button, Style
from game.widgets.inputs import NumberField, Stepper
from game.widgets.text_field import TextField
from game.widgets.text_view import Label
from game.widgets.theme import AMBER, MUTED
from game.widgets.widget import Panel

NEW_MAP_WIDTH, NEW_MAP_HEIGHT = 660.0, 440.0
KINDS_IN_ROW = 4
LOOKS: tuple[LookName, ...] = (
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


class NewMapScreen(MenuScreen):
    def __init__(self, edit: MakeEditor) -> None:
        self.edit = edit
        self.title, self.preset = "", PRESETS[0]
        self.size, self.look = list(self.preset.size), LOOKS.index(self.preset.look)

    def lay_out(self) -> None:
        panel = self.new_card(NEW_MAP_WIDTH, NEW_MAP_HEIGHT, "A NEW MAP")
        self._add_fields(panel)
        box, key = (28, NEW_MAP_HEIGHT - 66, 230, 42), pygame.K_RETURN
        self.add_button(box, "Create", self.create, "plus", key, style=Style.PRIMARY)
        self.add_back((NEW_MAP_WIDTH - 168, NEW_MAP_HEIGHT - 66, 140, 42))

    def _add_fields(self, panel: Panel) -> None:
        field, room = 150.0, NEW_MAP_WIDTH - 150 - 28
        panel.add(Label((28, 76, 110, 36), "Title", size=15, colour=MUTED))
        self.field = panel.add(
            TextField(
                (field, 76, room, 36),
                self.title,
                ghost="what players call it",
                longest=60,
                on_change=partial(setattr, self, "title"),
                on_enter=lambda _: self.create(),
            )
        )
        self._add_kinds(panel, field, room)
        panel.add(Label((28, 246, 110, 36), "Size in inches", size=15, colour=MUTED))
        half = (room - 40) / 2
        self.sides = [self._side(panel, n, field + n * (half + 40), half) for n in (0, 1)]
        x = Label((field + half, 246, 40, 36), "×", size=16, colour=MUTED, align="centre")
        panel.add(x)
        panel.add(Label((28, 296, 110, 36), "Look", size=15, colour=MUTED))
        looks = [look.capitalize() for look in LOOKS]
        self.stepper = Stepper(
            (field, 296, room, 36), looks, partial(setattr, self, "look"), self.look
        )
        self.stepper.hint = "Floor and wall material; you can change it later"
        panel.add(self.stepper)
        self.fault = panel.add(
            Label((28, 342, NEW_MAP_WIDTH - 56, 24), "", size=13, colour=AMBER)
        )
        self.stack.focus.to(self.field)

    def _add_kinds(self, panel: Panel, left: float, wide: float) -> None:
        """Add a button for each preset, and the words about the chosen one."""
        panel.add(Label((28, 126, 110, 36), "Kind", size=15, colour=MUTED))
        pitch = (wide + 8) / KINDS_IN_ROW
        self.kinds = []
        for n, preset in enumerate(PRESETS):
            row, column = divmod(n, KINDS_IN_ROW)
            box = (left + column * pitch, 126 + row * 40, pitch - 8, 34)
            press = partial(self.choose, preset)
            button = Button(box, preset.name, press, size=15, hint=preset.words)
            self.kinds.append(panel.add(button))
        self.words = panel.add(Label((left, 210, wide, 28), "", size=13, colour=MUTED))
        self._show_kind()

    def _show_kind(self) -> None:
        for button, preset in zip(self.kinds, PRESETS, strict=True):
            button.style = Style.PLAIN if preset is self.preset else Style.GHOST
        self.words.text = self.preset.words

    def choose(self, preset: Preset) -> None:
        """Choose a kind of map, with its usual size and look."""
        self.preset = preset
        self.size[:] = preset.size
        for field, value in zip(self.sides, self.size, strict=True):
            field.to(value)
        self.stepper.value = self.look = LOOKS.index(preset.look)
        self.fault.text = ""
        self._show_kind()

    def _side(self, panel: Panel, n: int, left: float, wide: float) -> NumberField:
        def set_(value: float) -> None:
            self.size[n] = round(value)

        box, size = (left, 246, wide, 36), self.size[n]
        hint = ("Width", "Height")[n] + f", from {MIN_SIDE} to {MAX_SIDE}"
        field = NumberField(box, size, set_, least=MIN_SIDE, most=MAX_SIDE, hint=hint)
        return panel.add(field)

    def create(self) -> None:
        """Open the editor on a new map with these settings, or show why there is none."""
        for field in self.sides:
            field.enter()
        wide, high = self.size
        self.fault.text = self.preset.refusal(wide, high)
        if self.fault.text:
            return
        bare = blank(wide, high, self.title.strip(), LOOKS[self.look])
        try:
            mapfile = self.preset.draw(bare)
        except NoRoomError as error:
            self.fault.text = str(error)
            return
        self.change = Begin(self.edit(new_workspace(mapfile)))

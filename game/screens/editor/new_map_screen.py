"""The screen that makes a new map."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.content.maps.map_file import MAX_SIDE, MIN_SIDE
from game.content.maps.member_types import LookName
from game.editor.open_file import blank, new_workspace
from game.editor.system_parts import PRESETS
from game.editor.zone_fixes import Preset
from game.mapgen.generator import NoRoomError
from game.screens.card import Card
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Begin, Destination
from game.widgets.button import Button, Style
from game.widgets.cells import Child, column, grid, keyed, row, sized, spring
from game.widgets.fields import MIDDLE, Field, Put, choice, form
from game.widgets.keys import Key
from game.widgets.number_field import NumberField
from game.widgets.sizes import APART, BODY_TEXT, CLOSE, FIELD, SMALL_TEXT
from game.widgets.text_field import TextField
from game.widgets.text_view import Label
from game.widgets.theme import AMBER, MUTED

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


TITLE = "title field"
"""Key of the field for the title."""


class NewMapScreen(MenuScreen):
    def __init__(self) -> None:
        self.title, self.preset = "", PRESETS[0]
        self.size, self.look = list(self.preset.size), self.preset.look
        self.fault = ""
        """Why there is no such map."""

    def view(self) -> Card:
        create, key = "Create", Key(pygame.K_RETURN)
        made = Button(create, self.create, icon="ui/plus", shortcut=key, style=Style.PRIMARY)
        fields = (
            Field("Title", self._titled, lambda: self.title, partial(setattr, self, "title")),
            Field("Kind", self._kinds, lambda: self.preset, self.choose),
            Field("Size in inches", self._sides, lambda: self.size, lambda _: None),
            Field(
                "Look",
                choice([(look, look.capitalize()) for look in LOOKS]),
                lambda: self.look,
                partial(setattr, self, "look"),
                "Floor and wall material; you can change it later",
            ),
        )
        fault = Label(self.fault, size=SMALL_TEXT, colour=AMBER)
        feet = row(sized(made, least=FIELD), spring(), self.back_button())
        body = column(form(*fields, style=MIDDLE), fault, feet, gap=APART)
        return Card("A NEW MAP", body, focus=TITLE)

    def _titled(self, title: str, put: Put) -> Child:
        field = TextField(
            title,
            ghost="what players call it",
            longest=60,
            on_change=put,
            on_enter=lambda _: self.create(),
        )
        return keyed(TITLE, field)

    def _kinds(self, now: Preset, put: Put) -> Child:
        """Return a button for each preset, and the words about the chosen one."""
        buttons = [
            Button(
                preset.name,
                partial(put, preset),
                size=BODY_TEXT,
                hint=preset.words,
                style=Style.PLAIN if preset is now else Style.GHOST,
            )
            for preset in PRESETS
        ]
        words = Label(now.words, size=SMALL_TEXT, colour=MUTED)
        return column(grid(*buttons, columns=KINDS_IN_ROW, gap=CLOSE), words, gap=CLOSE)

    def _sides(self, now: Sequence[int], _: Put) -> Child:
        wide, high = (
            NumberField(
                now[n],
                partial(self._resize, n),
                least=MIN_SIDE,
                most=MAX_SIDE,
                hint=f"{side}, from {MIN_SIDE} to {MAX_SIDE}",
            )
            for n, side in enumerate(("Width", "Height"))
        )
        return row(wide, Label("×", size=BODY_TEXT, colour=MUTED), high)

    def _resize(self, side: int, inches: float) -> None:
        self.size[side] = round(inches)

    def choose(self, preset: Preset) -> None:
        """Choose a kind of map, with its usual size and look."""
        self.preset, self.fault = preset, ""
        self.size[:], self.look = preset.size, preset.look

    def create(self) -> None:
        """Open the editor on a new map with these settings, or show why there is none."""
        self.stack.focus.commit()
        wide, high = self.size
        self.fault = self.preset.refusal(wide, high)
        if self.fault:
            return
        bare = blank(wide, high, self.title.strip(), self.look)
        try:
            mapfile = self.preset.draw(bare)
        except NoRoomError as error:
            self.fault = str(error)
            return
        self.change = Begin(Destination("map", new_workspace(mapfile)))

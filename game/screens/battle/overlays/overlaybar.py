"""The buttons that lay sheets of the glass over the board, each with its key."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

import pygame

from game.screens.battle.overlays.controller import HINTS, Layer
from game.widgets.inputs import OFF, OFF_LIT, ON, Toggle
from game.widgets.keys import Key, key_for
from game.widgets.label import heading
from game.widgets.panel import Panel
from game.widgets.theme import DIM, GLOW, MUTED, Box, Theme, focus_ring, plate

IN_A_ROW, ROOM = 3, 6
ASIDE = Layer.GRID
"""The sheet that lies beside the heading where not all find room below it."""


class Sheet(Toggle):
    """A pill with the key that presses it."""

    def __init__(
        self, box: Box, label: str, key: Key, hint: str, on_change: Callable[[bool], None]
    ) -> None:
        super().__init__(box, label, on_change)
        self.key, self.hint = key, f"{hint} ({key})"

    def paint(self, canvas: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        look = ON if self.on else OFF_LIT if self.hovered else OFF
        canvas.blit(plate(theme, rect.size, look), rect)
        words = theme.text(self.label, 14, GLOW if self.on else MUTED, "heading")
        key = theme.text(str(self.key), 10, GLOW if self.on else DIM, "mono")
        gap = theme.px(5)
        left = rect.centerx - (words.get_width() + gap + key.get_width()) // 2
        canvas.blit(words, words.get_rect(left=left, centery=rect.centery))
        right = left + words.get_width() + gap
        canvas.blit(key, key.get_rect(left=right, centery=rect.centery))
        if self.focused:
            focus_ring(theme, canvas, rect)


class OverlayBar:
    def __init__(
        self,
        theme: Theme,
        box: Box,
        on_turn: Callable[[Layer], None],
        layers: Collection[Layer] = tuple(Layer),
    ) -> None:
        self.panel = Panel(theme, box)
        wide = box[2]
        each = (wide - 18 - 6 * (IN_A_ROW - 1)) / IN_A_ROW
        aside = each if len(layers) > ROOM else 0.0
        self.panel.add(heading((14, 4, wide - 28 - aside, 26), "Overlays"))
        self.sheets: dict[Layer, Sheet] = {}
        for layer, (row, column) in places(layers).items():
            place = (9 + column * (each + 6), 34 + (row - 1) * 32 if row else 4, each, 27)
            turn = partial(self._turn, on_turn, layer)
            sheet = Sheet(place, layer.label, key_for(layer.action), HINTS[layer], turn)
            self.sheets[layer] = self.panel.add(sheet)

    @staticmethod
    def _turn(on_turn: Callable[[Layer], None], layer: Layer, _: object) -> None:
        on_turn(layer)

    def show(self, on: Collection[Layer]) -> None:
        for layer, sheet in self.sheets.items():
            sheet.on = layer in on


def places(layers: Collection[Layer]) -> dict[Layer, tuple[int, int]]:
    """Return row and column of each sheet: what finds no room goes beside the heading."""
    kept = [layer for layer in layers if layer is not ASIDE]
    many = len(layers) > ROOM
    below = kept if many else [*layers]
    found = {layer: (1 + n // IN_A_ROW, n % IN_A_ROW) for n, layer in enumerate(below)}
    return {**found, ASIDE: (0, IN_A_ROW - 1)} if many else found

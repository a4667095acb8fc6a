"""Panels that float over the board."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

import pygame

from game.geometry.points import Point
from game.screens.battle.board_view import BoardView
from game.screens.battle.forecast_overlay import LEGEND_HEIGHT, LEGEND_WIDTH, LegendBar
from game.screens.battle.overlays import LAYERS_WIDTH, OverlayButtons
from game.screens.battle.window_part import Legend, OverlayKind
from game.widgets.button import IconButton, Style
from game.widgets.panel_stack import PanelStack
from game.widgets.text_view import Log
from game.widgets.theme import Box, Plate
from game.widgets.widget import Panel, Pixel, Widget

SLIP = Plate("#1B2125", "#12171A", "#4A5963", corner=0.0)
"""Plate of floating panels: without round corners, which would show the board behind."""
GAP = 10.0
"""Units between a floating panel and the edge of the board."""


class FloatingPanel(Panel):
    """A panel over the board that comes and goes; the board behind it is then redrawn."""

    def __init__(self, stack: PanelStack, board: BoardView) -> None:
        super().__init__(stack.theme, (0, 0, 10, 10), SLIP)
        self.stack, self.board = stack, board

    @property
    def there(self) -> bool:
        return self in self.stack.panels

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Pass events on to the board if the panel has nothing to press but logs."""
        found = [w for w in self.widgets if isinstance(w, Log)]
        pressable = any(
            type(w).handle is not Widget.handle for w in self.widgets if w not in found
        )
        return super().handle(event, at) and pressable

    def add_icon(self, place: Point, icon: str, hint: str, press: Callable[[], None]) -> None:
        """Add a small button at a place in units."""
        box, icon = (*place, 30.0, 30.0), f"ui/{icon}"
        self.add(IconButton(box, "", press, icon=icon, hint=hint, style=Style.GHOST))

    def put(self, box: Box) -> None:
        """Show the panel at *box*, in units of the window."""
        if box != self.box:
            self.board.spoil()
            self.move(box)
        if not self.there:
            self.stack.add(self)
            self.dirty = True

    def drop(self) -> None:
        """Remove the panel."""
        if self.there:
            self.stack.panels.remove(self)
            self.board.spoil()


class QuestionDock(Protocol):
    """The column of the question, with a place for notes on what the mouse points at."""

    @property
    def aside(self) -> Box | None:
        """Return the place of card and log; None while the dock is closed."""

    def lend(self, to: Panel, top: float, low: float) -> None:
        """Keep card and log out of the dock's space between two heights, in units."""


class DockedPanel(FloatingPanel):
    """A panel in the place of card and log, or over the board while the dock is closed."""

    def __init__(self, stack: PanelStack, board: BoardView, dock: QuestionDock) -> None:
        super().__init__(stack, board)
        self.dock = dock

    def put(self, box: Box) -> None:
        if self.dock.aside:
            self.dock.lend(self, box[1], box[1] + box[3])
        super().put(box)

    def drop(self) -> None:
        if self.there and self.dock.aside:
            self.dock.lend(self, 0.0, 0.0)
        super().drop()


def board_box(board: BoardView) -> Box:
    """Return the rectangle of the board in the window, in units."""
    window, scale = board.window, board.theme.scale
    return window.x / scale, window.y / scale, window.width / scale, window.height / scale


class LegendPanel(FloatingPanel):
    """The legend of tags, at the lower edge of the board."""

    def __init__(self, stack: PanelStack, board: BoardView) -> None:
        super().__init__(stack, board)
        self.bar = self.add(LegendBar((0, 0, LEGEND_WIDTH, LEGEND_HEIGHT)))

    def show(self, legend: Legend | None) -> None:
        """Show a legend; None hides it."""
        self.bar.legend, self.bar.labelled = legend, self.board.scene.labelled
        if legend is None:
            self.drop()
            return
        left, top, wide, tall = board_box(self.board)
        x = left + (wide - LEGEND_WIDTH) / 2
        self.put((x, top + tall - LEGEND_HEIGHT, LEGEND_WIDTH, LEGEND_HEIGHT))


class LayersPanel(FloatingPanel):
    """The buttons of the overlays, beside the tools that open them."""

    def __init__(
        self,
        stack: PanelStack,
        board: BoardView,
        on_turn: Callable[[OverlayKind], None],
        layers: Collection[OverlayKind],
    ) -> None:
        super().__init__(stack, board)
        self.buttons = OverlayButtons(self, on_turn, layers)

    def turn(self) -> None:
        """Show or hide the buttons."""
        if self.there:
            self.drop()
            return
        left, top, wide, tall = board_box(self.board)
        right, low = left + wide - GAP, top + tall - GAP
        size = LAYERS_WIDTH, self.buttons.high
        self.put((right - size[0], low - size[1], *size))

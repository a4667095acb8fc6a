"""Panels that float over the board."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Protocol

import pygame

from game.screens.battle.board_view import BoardView
from game.screens.battle.legend_bar import LegendBar
from game.screens.battle.overlays import OverlayButton
from game.screens.battle.window_additions import Legend, OverlayKind
from game.widgets.cells import Child, LayoutCell, column, grid, row, space
from game.widgets.layout import natural_height, natural_width
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.places import within
from game.widgets.sizes import CLOSE, GAP, LOW, TIGHT
from game.widgets.text_view import Log, heading
from game.widgets.theme import Box, Plate
from game.widgets.widget import Pixel, Widget

SLIP = Plate("#1B2125", "#12171A", "#4A5963", corner=0.0)
"""Plate of floating panels: without round corners, which would show the board behind."""


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

    def put(self, box: Box) -> None:
        """Show the panel at *box*, in units of the window."""
        if box != self.box:
            self.board.spoil()
            self.move(box)
        if not self.there:
            self.stack.add(self)
            self.dirty = True

    def lay(self, content: Child, box: Box) -> None:
        """Show a description at *box*, in units of the window."""
        self.put(box)
        self.show(content)

    def float(
        self,
        content: Child,
        across: float,
        down: float,
        *,
        width: float = 0.0,
        free_below: float = 0.0,
    ) -> None:
        """Show a description over the board, as large as it needs.

        *across* and *down*: the shares of the free room that are left of it and above it;
        *width*: in units, if it is not as wide as it wants; *free_below*: the height at the
        lower edge of the board, in units, that it leaves to others.
        """
        wide = width or natural_width(self.theme, content)
        size = wide, natural_height(self.theme, content, wide)
        left, top, across_board, down_board = board_box(self.board)
        room = left, top, across_board, down_board - free_below
        self.lay(content, within(room, size, across, down, GAP))

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
    """The legend of tags, at the lower right of the board, clear of the minimap."""

    def __init__(self, stack: PanelStack, board: BoardView) -> None:
        super().__init__(stack, board)
        self.legend: Legend | None = None
        self._shown: object = None

    def show_legend(self, legend: Legend | None) -> None:
        """Show a legend; None hides it."""
        self.legend = legend
        shown = legend, self.board.scene.labelled, board_box(self.board)
        if legend is None:
            self._shown = None
            self.drop()
        elif shown != self._shown:
            self._shown = shown
            self.float(LegendBar(legend, labelled=self.board.scene.labelled), 1.0, 1.0)


class LayersPanel(FloatingPanel):
    """The buttons of the overlays, beside the tools that open them."""

    def __init__(
        self,
        stack: PanelStack,
        board: BoardView,
        on_turn: Callable[[OverlayKind], None],
        layers: Collection[OverlayKind],
        on: Collection[OverlayKind],
    ) -> None:
        """*on*: the overlays that are switched on, which may change."""
        super().__init__(stack, board)
        self.on_turn, self.layers, self.on = on_turn, layers, on
        self.update()

    def view(self) -> LayoutCell:
        """Describe a heading, and a button for each overlay."""
        buttons = [
            OverlayButton(kind, partial(self.on_turn, kind), on=kind in self.on)
            for kind in self.layers
        ]
        head = row(space(TIGHT), heading("Overlays"), gap=0)
        return column(head, grid(*buttons, gap=TIGHT), gap=TIGHT, pad=CLOSE)

    @property
    def sheets(self) -> dict[OverlayKind, OverlayButton]:
        """Return the button of each overlay."""
        return {w.kind: w for w in self.widgets if isinstance(w, OverlayButton)}

    def update(self) -> None:
        """Describe the buttons anew, because an overlay was switched on or off."""
        self.show(self.view())

    def turn(self) -> None:
        """Show or hide the buttons."""
        if self.there:
            self.drop()
            return
        # The legend of an overlay that is switched on appears below.
        self.float(self.view(), 1.0, 1.0, free_below=LOW + TIGHT)

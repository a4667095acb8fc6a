"""The dock of the editor, which shows one of its tabs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeVar

from game.editor.tools import Pointer
from game.screens.editor.editor_layout import EditorLayout
from game.screens.editor.tab import Tab
from game.widgets.button import Style, TabButton
from game.widgets.cells import Child, column, grid, sized
from game.widgets.key_bindings import insert_editor_keys
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.sizes import BODY_TEXT, CLOSE, LOW, TIGHT
from game.widgets.theme import BAR, SHEET

T = TypeVar("T")
ROW = 4
"""Number of buttons per row."""


class Dock:
    def __init__(self, tabs: Sequence[Tab]) -> None:
        self.tabs = tabs
        for tab in tabs:
            tab.select = partial(self.show, tab)
        self.tab = tabs[0]
        """The visible tab."""
        self.tab.is_selected = True
        self._marked: object = None
        """The visible tab and the notes, as the buttons show them."""
        self._filled: Tab | None = None
        """The tab whose widgets are in the panel."""

    def fill(self, stack: PanelStack, places: EditorLayout) -> None:
        self.stack = stack
        self.heads_panel = stack.add(Panel(stack.theme, places.heads, BAR))
        self.panel = stack.add(Panel(stack.theme, places.tab, SHEET))
        self._marked = None
        self._filled = None
        self.refill()

    def of(self, kind: type[T]) -> T:
        """Return the tab of a kind."""
        return next(tab for tab in self.tabs if isinstance(tab, kind))

    def show(self, tab: Tab) -> None:
        self.tab.is_selected, tab.is_selected = False, True
        self.tab = tab
        self.refill()

    def refill(self) -> None:
        """Show the visible tab on an empty panel; the keyboard stays with the same widget."""
        place = self.stack.place_of_focus if self._filled is self.tab else None
        self.panel.clear()
        self.tab.fill(self.panel)
        self._filled = self.tab
        self.stack.focus_place(place)
        self.tab.refresh()
        self._mark()

    def refresh(self) -> None:
        """Update the visible tab to the current map and selection."""
        self.tab.refresh()

    def changed(self) -> None:
        """Show the visible tab anew before the next frame."""
        self.tab.changed()

    def update(self, seconds: float) -> None:
        for tab in self.tabs:
            tab.update(seconds)
        if self.tab.is_stale:
            self.tab.refresh()
        self._mark()

    def _mark(self) -> None:
        """Show the buttons of the tabs, if another tab or note is to be shown."""
        marked = self.tab, [tab.note for tab in self.tabs]
        if marked == self._marked:
            return
        self._marked = marked
        heads = grid(*map(self._head, self.tabs), columns=ROW, gap=TIGHT)
        self.heads_panel.show(column(heads, pad=CLOSE))

    def _head(self, tab: Tab) -> Child:
        style = Style.PRIMARY if tab is self.tab else Style.GHOST
        label, hint = f"{tab.title} {tab.note}".strip(), insert_editor_keys(tab.hint)
        head = TabButton(label, partial(self.show, tab), hint=hint, size=BODY_TEXT, style=style)
        return sized(head, height=LOW)

    def click(self, pointer: Pointer) -> bool:
        """Offer a right click on the board to the visible tab; return whether it was used."""
        return self.tab.click(pointer)

    def leave(self) -> None:
        for tab in self.tabs:
            tab.leave()

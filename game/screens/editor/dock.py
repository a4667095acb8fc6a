"""The dock at the right: the heads of its tabs, and the one that is shown."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from game.screens.editor.host import Studio
from game.screens.editor.layout import Layout
from game.screens.editor.tabs.all import TABS
from game.screens.editor.tabs.tab import Tab
from game.widgets.button import Button, Style
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import BAR, SHEET

T = TypeVar("T")
ROW, GAP = 3, 6.0
"""So many heads stand in a row."""


class Dock:
    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.tabs: list[Tab] = [kind(studio) for kind in TABS]
        self.tab = self.tabs[0]
        """The one that is shown."""

    def fill(self, desk: PanelStack, places: Layout) -> None:
        self.desk = desk
        heads = desk.add(Panel(desk.theme, places.heads, BAR))
        _, _, wide, high = places.heads
        w = (wide - 2 * 10 - (ROW - 1) * GAP) / ROW
        h = (high - 3 * GAP) / 2
        self.heads = []
        for n, tab in enumerate(self.tabs):
            place = (10 + n % ROW * (w + GAP), GAP + n // ROW * (h + GAP), w, h)
            head = Button(place, tab.title, partial(self.show, tab), hint=tab.hint, size=15)
            self.heads.append(heads.add(head))
        self.panel = desk.add(Panel(desk.theme, places.tab, SHEET))
        self.refill()

    def of(self, kind: type[T]) -> T:
        """Return the tab of a kind."""
        return next(tab for tab in self.tabs if isinstance(tab, kind))

    def show(self, tab: Tab) -> None:
        self.tab = tab
        self.refill()

    def refill(self) -> None:
        """Lay the tab that is shown out anew."""
        self.panel.clear()
        self.tab.fill(self.panel)
        self.tab.refresh()
        self._mark()

    def refresh(self) -> None:
        """Hear that the map or what is selected is another."""
        self.tab.refresh()

    def update(self, seconds: float) -> None:
        for tab in self.tabs:
            tab.update(seconds)
        self._mark()

    def _mark(self) -> None:
        for tab, head in zip(self.tabs, self.heads, strict=True):
            head.style = Style.PRIMARY if tab is self.tab else Style.GHOST
            head.label = f"{tab.title} {tab.note}".strip()

    def leave(self) -> None:
        for tab in self.tabs:
            tab.leave()

"""Layout of the editor; the dock, its layers and history tabs; the first-steps card."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from game.screens.editor.checks import ChecksTab
from game.screens.editor.editor_layout import EditorLayout
from game.screens.editor.history_tab import HistoryTab
from game.screens.editor.host import EditorHost, Tab
from game.screens.editor.inspector import InspectorTab
from game.screens.editor.layers_tab import LayersTab
from game.screens.editor.list_tab import ListTab
from game.screens.editor.probes import ProbesTab
from game.screens.editor.stamps_tab import StampsTab
from game.screens.editor.trials import TrialsTab
from game.widgets.button import Style, TabButton
from game.widgets.key_bindings import insert_editor_keys
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import BAR, SHEET
from game.widgets.widget import Panel

TABS: tuple[type[Tab], ...] = (
    InspectorTab,
    ListTab,
    LayersTab,
    HistoryTab,
    ChecksTab,
    TrialsTab,
    ProbesTab,
    StampsTab,
)
T = TypeVar("T")
ROW, GAP = 4, 6.0
"""Number of buttons per row, and the gap between them."""


class Dock:
    def __init__(self, host: EditorHost) -> None:
        self.host = host
        self.tabs: list[Tab] = [kind(host) for kind in TABS]
        self.tab = self.tabs[0]
        """The visible tab."""
        self._filled: Tab | None = None
        """The tab whose widgets are in the panel."""

    def fill(self, stack: PanelStack, places: EditorLayout) -> None:
        self.stack = stack
        heads = stack.add(Panel(stack.theme, places.heads, BAR))
        _, _, wide, high = places.heads
        w = (wide - 2 * 10 - (ROW - 1) * GAP) / ROW
        h = (high - 3 * GAP) / 2
        self.heads = []
        for n, tab in enumerate(self.tabs):
            place = (10 + n % ROW * (w + GAP), GAP + n // ROW * (h + GAP), w, h)
            hint = insert_editor_keys(tab.hint)
            head = TabButton(place, tab.title, partial(self.show, tab), hint=hint, size=14)
            self.heads.append(heads.add(head))
        self.panel = stack.add(Panel(stack.theme, places.tab, SHEET))
        self._filled = None
        self.refill()

    def of(self, kind: type[T]) -> T:
        """Return the tab of a kind."""
        return next(tab for tab in self.tabs if isinstance(tab, kind))

    def show(self, tab: Tab) -> None:
        self.tab = tab
        self.refill()

    def refill(self) -> None:
        """Rebuild the visible tab; the keyboard stays with the same of its widgets."""
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

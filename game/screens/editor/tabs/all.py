"""The tabs of the dock, in the order of their heads."""

from __future__ import annotations

from game.screens.editor.tabs.history import HistoryTab
from game.screens.editor.tabs.tab import Tab

TABS: tuple[type[Tab], ...] = (HistoryTab,)

"""The tabs of the dock, in the order of their heads."""

from __future__ import annotations

from game.screens.editor.tabs.checks import ChecksTab
from game.screens.editor.tabs.history import HistoryTab
from game.screens.editor.tabs.inspector import InspectorTab
from game.screens.editor.tabs.layers import LayersTab
from game.screens.editor.tabs.probes import ProbesTab
from game.screens.editor.tabs.tab import Tab
from game.screens.editor.tabs.trials import TrialsTab

TABS: tuple[type[Tab], ...] = (
    InspectorTab,
    LayersTab,
    HistoryTab,
    ChecksTab,
    TrialsTab,
    ProbesTab,
)

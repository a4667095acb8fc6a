"""Positions of the editor's parts; the dock and its tabs; the first-steps card."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, NamedTuple, TypeVar

import pygame

from game.editor.registry import PARTS
from game.screens.editor.host import EditorHost, Tab
from game.screens.editor.tabs.checks import ChecksTab
from game.screens.editor.tabs.inspector import InspectorTab
from game.screens.editor.tabs.layers import HistoryTab, LayersTab
from game.screens.editor.tabs.probes import ProbesTab
from game.screens.editor.tabs.trials import TrialsTab
from game.view.style import AMBER, CREAM
from game.widgets.button import Button, Style
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.theme import BAR, CARD, SHEET, Box, plate

TABS: tuple[type[Tab], ...] = (
    InspectorTab,
    LayersTab,
    HistoryTab,
    ChecksTab,
    TrialsTab,
    ProbesTab,
)


TOP, FOOT, TOOLS = 52.0, 28.0, 52.0
HEADS = 76.0
"""Height in units of the tabs' buttons, in two rows."""


class EditorLayout(NamedTuple):
    top: Box
    tools: Box
    palette: Box
    board: Box
    foot: Box
    heads: Box
    """The buttons that select a tab."""
    tab: Box
    """The visible tab."""


def layout(width: float, height: float) -> EditorLayout:
    """Return the layout; space that the board does not need goes to palette and dock."""
    palette = min(248.0, max(176.0, width * 0.145))
    dock = min(372.0, max(300.0, width * 0.2))
    tall = height - TOP - FOOT
    left, right = TOOLS + palette, width - dock
    return EditorLayout(
        top=(0, 0, width, TOP),
        tools=(0, TOP, TOOLS, tall),
        palette=(TOOLS, TOP, palette, tall),
        board=(left, TOP, right - left, tall),
        foot=(0, height - FOOT, width, FOOT),
        heads=(right, TOP, dock, HEADS),
        tab=(right, TOP + HEADS, dock, tall - HEADS),
    )


T = TypeVar("T")
ROW, GAP = 3, 6.0
"""Number of buttons per row, and the gap between them."""


class Dock:
    def __init__(self, host: EditorHost) -> None:
        self.host = host
        self.tabs: list[Tab] = [kind(host) for kind in TABS]
        self.tab = self.tabs[0]
        """The visible tab."""

    def fill(self, stack: PanelStack, places: EditorLayout) -> None:
        self.stack = stack
        heads = stack.add(Panel(stack.theme, places.heads, BAR))
        _, _, wide, high = places.heads
        w = (wide - 2 * 10 - (ROW - 1) * GAP) / ROW
        h = (high - 3 * GAP) / 2
        self.heads = []
        for n, tab in enumerate(self.tabs):
            place = (10 + n % ROW * (w + GAP), GAP + n // ROW * (h + GAP), w, h)
            head = Button(place, tab.title, partial(self.show, tab), hint=tab.hint, size=15)
            self.heads.append(heads.add(head))
        self.panel = stack.add(Panel(stack.theme, places.tab, SHEET))
        self.refill()

    def of(self, kind: type[T]) -> T:
        """Return the tab of a kind."""
        return next(tab for tab in self.tabs if isinstance(tab, kind))

    def show(self, tab: Tab) -> None:
        self.tab = tab
        self.refill()

    def refill(self) -> None:
        """Rebuild the visible tab."""
        self.panel.clear()
        self.tab.fill(self.panel)
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


STEPS = (
    (
        "Dig corridors (C): click for each corner, double-click to finish. "
        "Corridors that meet join up."
    ),
    *(part.first_step for part in PARTS.values() if part.first_step),
    "Draw two deployment zones, one for each side.",
    "Add objective markers, grates, gates and lamps.",
    "Press F5 to try it with bots; Checks lists what is missing.",
)
WIDE = 420.0


class FirstSteps:
    title: ClassVar[str] = "AN EMPTY MAP"

    def __init__(self, host: EditorHost) -> None:
        self.host = host

    @property
    def shown(self) -> bool:
        """Return whether the map is empty and unchanged, and no drawing tool is selected."""
        work = self.host.workspace
        if work.history.at or self.host.tool_name != "Select":
            return False
        return not any(layer.objects for layer in work.map.layers)

    def draw(self, canvas: pygame.Surface, window: pygame.Rect) -> None:
        if not self.shown:
            return
        theme = self.host.frame.theme
        px, script = theme.px, TextStyle(theme, 14 * theme.running, 21 * theme.running)
        wide = min(px(WIDE), window.width - px(24))
        column, edge = px(26), px(18)
        found = [
            script.wrap((TextSpan(words, CREAM),), wide - 2 * edge - column) for words in STEPS
        ]
        gap = px(6)
        high = px(58) + sum(len(lines) * script.high + gap for lines in found) + px(6)
        card = pygame.Rect(0, 0, wide, high)
        card.center = window.center
        card.clamp_ip(window)
        canvas.set_clip(window)
        canvas.blit(plate(theme, card.size, CARD), card)
        title = theme.text(self.title, 22, AMBER, "title")
        canvas.blit(title, (card.left + edge, card.top + px(14)))
        top = card.top + px(52)
        for number, lines in enumerate(found, 1):
            canvas.blit(theme.text(str(number), 15, AMBER, "title"), (card.left + edge, top))
            script.paint(canvas, lines, (card.left + edge + column, top))
            top += len(lines) * script.high + gap
        canvas.set_clip(None)

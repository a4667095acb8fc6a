"""Layout of the editor; the dock, its layers and history tabs; the first-steps card."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, NamedTuple, TypeVar

import pygame

from game.content.maps.map_file import MapLayer
from game.editor.layer_commands import (
    add_layer,
    delete_layer,
    lock_layer,
    move_layer,
    rename_layer,
    show_layer,
)
from game.editor.property_commands import arrange
from game.editor.registry import PARTS
from game.screens.editor.checks import ChecksTab
from game.screens.editor.class_palette import StampsTab
from game.screens.editor.host import EditorHost, Tab, attempt
from game.screens.editor.inspector import InspectorTab
from game.screens.editor.list_tab import ListTab
from game.screens.editor.probes import ProbesTab
from game.screens.editor.trials import TrialsTab
from game.view.style import AMBER, CREAM
from game.widgets.button import IconButton, Style, TabButton
from game.widgets.key_bindings import insert_editor_keys
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import PanelStack
from game.widgets.text_field import TextField
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.theme import BAR, CARD, SHEET, Box, plate
from game.widgets.widget import Panel

EDGE, SIDE, SIDE_GAP = 12.0, 36.0, 6.0


class LayersTab(Tab):
    title: ClassVar[str] = "Layers"
    hint: ClassVar[str] = "The layer to draw on; show, hide and lock layers."

    def fill(self, panel: Panel) -> None:
        _, _, wide, high = panel.box
        bottom = high - 2 * (SIDE + SIDE_GAP) - 10
        self.list = panel.add(
            ListBox(
                (EDGE, 10, wide - 2 * EDGE + 4, bottom - 18),
                on_choose=self._choose,
                row_height=40,
            )
        )
        self.name = TextField((EDGE, bottom, wide - 2 * EDGE, SIDE), ghost="Name of the layer")
        self.name.on_enter = self.name.on_leave = self._rename
        panel.add(self.name)
        self._add_buttons(panel, bottom + SIDE + SIDE_GAP, wide - 2 * EDGE)

    def _add_buttons(self, panel: Panel, top: float, wide: float) -> None:
        work = self.host.workspace
        buttons: tuple[tuple[str, str, Callable[[int], None]], ...] = (
            ("Add a layer", "plus", lambda _: add_layer(work)),
            ("Move it up", "chevron-up", lambda n: move_layer(work, n, 1)),
            ("Move it down", "chevron-down", lambda n: move_layer(work, n, -1)),
            ("Show or hide it", "eye", self._show),
            ("Lock it against changes", "lock", self._lock),
            ("Move the selection to it", "layers", lambda n: arrange(work, n)),
            ("Delete it with all its objects", "trash-2", lambda n: delete_layer(work, n)),
        )
        pitch = wide / len(buttons)
        self.buttons = []
        for n, (hint, icon, press) in enumerate(buttons):
            place = (EDGE + n * pitch, top, min(SIDE, pitch - 4), SIDE)
            button = IconButton(place, hint, self._pressing(press), hint=hint)
            button.icon, button.style = f"ui/{icon}", Style.GHOST
            self.buttons.append(panel.add(button))

    def _pressing(self, press: Callable[[int], None]) -> Callable[[], None]:
        return lambda: (attempt(self.host, lambda: press(self.host.workspace.layer)), None)[1]

    def _choose(self, id_: str) -> None:
        self.host.workspace.layer = int(id_)

    def _layer(self) -> MapLayer | None:
        work = self.host.workspace
        return next((one for one in work.map.layers if one.id == work.layer), None)

    def _show(self, id_: int) -> None:
        if layer := self._layer():
            show_layer(self.host.workspace, id_, visible=not layer.visible)

    def _lock(self, id_: int) -> None:
        if layer := self._layer():
            lock_layer(self.host.workspace, id_, locked=not layer.locked)

    def _rename(self, name: str) -> None:
        layer = self._layer()
        if layer and name != layer.name:
            attempt(self.host, lambda: rename_layer(self.host.workspace, layer.id, name))

    def refresh(self) -> None:
        layers = self.host.workspace.map.layers
        # As on the board, the layer drawn last is on top.
        self.list.rows = tuple(_row(layer) for layer in reversed(layers))
        layer = self._layer()
        self.list.chosen = str(layer.id) if layer else ""
        if not self.name.focused:
            self.name.text = layer.name if layer else ""
        for n, button in enumerate(self.buttons):
            button.reason = "" if layer or n == 0 else "No layer is selected"


def _row(layer: MapLayer) -> ListRow:
    many = len(layer.objects)
    about = f"{many} object{'s' * (many != 1)}"
    note = ", ".join(["hidden"] * (not layer.visible) + ["locked"] * layer.locked)
    return ListRow(
        str(layer.id), label=layer.name or f"Layer {layer.id}", detail=about, note=note
    )


class HistoryTab(Tab):
    title: ClassVar[str] = "History"
    hint: ClassVar[str] = "All changes; click one to go back or forward to it."

    def fill(self, panel: Panel) -> None:
        _, _, wide, high = panel.box
        self.list = panel.add(
            ListBox(
                (12, 10, wide - 20, high - 20),
                on_choose=lambda id_: self.host.workspace.jump(int(id_)),
                row_height=30,
            )
        )

    def refresh(self) -> None:
        history = self.host.workspace.history
        self.list.rows = tuple(
            ListRow(str(n), entry.label, note="" if n else "start", faded=n > history.at)
            for n, entry in enumerate(history.entries)
        )
        self.list.show(str(history.at))


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


STEPS = (
    (
        "Dig corridors ({editor_corridor}): click for each corner, double-click to finish. "
        "Corridors that meet join up."
    ),
    *(part.first_step for part in PARTS.values() if part.first_step),
    "Draw two deployment zones, one for each side.",
    "Add objective markers, grates, gates and lamps.",
    "Press {editor_try} to try it with bots; Checks lists what is missing.",
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
            script.wrap((TextSpan(insert_editor_keys(words), CREAM),), wide - 2 * edge - column)
            for words in STEPS
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

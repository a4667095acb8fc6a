"""The tab of the layers of a map."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

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
from game.screens.editor.host import Tab, attempt
from game.widgets.button import IconButton, Style
from game.widgets.list_box import ListBox, ListRow
from game.widgets.text_field import TextField
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

"""The tab of the layers of a map."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from game.editor.list_commands import arrange
from game.screens.editor.tab import TAB_PAD, Tab
from game.widgets.button import IconButton, Style
from game.widgets.cells import Child, column, grid, sized
from game.widgets.list_box import ListBox, ListRow
from game.widgets.sizes import CLOSE, MEDIUM, TIGHT
from game.widgets.text_field import TextField


class LayersTab(Tab):
    title: ClassVar[str] = "Layers"
    hint: ClassVar[str] = "The layer to draw on; show, hide and lock layers."

    def view(self) -> Child:
        layer, layers = self._layer(), self.work.map.layers
        listed = ListBox(
            # As on the board, the layer drawn last is on top.
            [_row(one) for one in reversed(layers)],
            on_choose=self._choose,
            is_compact=True,
            chosen=str(layer.id) if layer else "",
        )
        name = TextField(
            layer.name if layer else "",
            ghost="Name of the layer",
            on_enter=self._rename,
            on_leave=self._rename,
        )
        buttons = [*self._buttons(has_layer=layer is not None)]
        tools = grid(*buttons, columns=len(buttons), gap=TIGHT)
        return column(sized(listed, height=0, grow=1), name, tools, pad=TAB_PAD, gap=CLOSE)

    def _buttons(self, *, has_layer: bool) -> Iterator[Child]:
        work = self.work
        buttons: tuple[tuple[str, str, Callable[[int], None]], ...] = (
            ("Add a layer", "plus", lambda _: add_layer(work)),
            ("Move it up", "chevron-up", lambda n: move_layer(work, n, 1)),
            ("Move it down", "chevron-down", lambda n: move_layer(work, n, -1)),
            ("Show or hide it", "eye", self._show),
            ("Lock it against changes", "lock", self._lock),
            ("Move the selection to it", "layers", lambda n: arrange(work, n)),
            ("Delete it with all its objects", "trash-2", lambda n: delete_layer(work, n)),
        )
        for n, (hint, icon, press) in enumerate(buttons):
            button = IconButton(
                hint,
                self._pressing(press),
                icon=f"ui/{icon}",
                hint=hint,
                style=Style.GHOST,
                reason="" if has_layer or n == 0 else "No layer is selected",
            )
            yield sized(button, height=MEDIUM)

    def _pressing(self, press: Callable[[int], None]) -> Callable[[], None]:
        return lambda: (self.messages.attempt(lambda: press(self.work.layer)), None)[1]

    def _choose(self, id_: str) -> None:
        self.work.layer = int(id_)

    def _layer(self) -> MapLayer | None:
        work = self.work
        return next((one for one in work.map.layers if one.id == work.layer), None)

    def _show(self, id_: int) -> None:
        if layer := self._layer():
            show_layer(self.work, id_, visible=not layer.visible)

    def _lock(self, id_: int) -> None:
        if layer := self._layer():
            lock_layer(self.work, id_, locked=not layer.locked)

    def _rename(self, name: str) -> None:
        layer = self._layer()
        if layer and name != layer.name:
            self.messages.attempt(lambda: rename_layer(self.work, layer.id, name))


def _row(layer: MapLayer) -> ListRow:
    many = len(layer.objects)
    about = f"{many} object{'s' * (many != 1)}"
    note = ", ".join(["hidden"] * (not layer.visible) + ["locked"] * layer.locked)
    return ListRow(
        str(layer.id), label=layer.name or f"Layer {layer.id}", detail=about, note=note
    )

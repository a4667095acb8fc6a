"""The tab of the layers of a map, with the pictures underneath."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar, NamedTuple

from game.content.maps.map_file import (
    KeptLayer,
    MapFile,
    MapLayer,
    MapPicture,
    is_tile_layer,
)
from game.editor.layer_commands import (
    add_layer,
    delete_layer,
    lock_layer,
    move_layer,
    rename_layer,
    show_layer,
)
from game.editor.list_commands import arrange
from game.editor.map_pictures import change_picture, move_picture, remove_picture
from game.screens.editor.tab import TAB_PAD, Tab
from game.widgets.button import IconButton, Style
from game.widgets.cells import Child, column, grid, sized
from game.widgets.list_box import ListBox, ListRow
from game.widgets.sizes import CLOSE, MEDIUM, TIGHT
from game.widgets.text_field import TextField

UNDERNEATH = ListRow("", "Underneath", heading=True)
TILES = "Tiles of Tiled: shown, and changed in Tiled"
UNSEEN = "Kept for Tiled, but not shown"
ONLY_LAYERS = "Objects lie on layers, not on pictures"


class _Act(NamedTuple):
    """A button below the list, and what it does to a layer and to a picture."""

    hint: str
    icon: str
    layer: Callable[[MapLayer], None]
    picture: Callable[[MapPicture], None] | None


class LayersTab(Tab):
    title: ClassVar[str] = "Layers"
    hint: ClassVar[str] = "The layer to draw on; show, hide and lock layers and pictures."

    picks_picture = False
    """True while the row of a picture is chosen."""

    def view(self) -> Child:
        mapfile, chosen = self.work.map, self._picture() or self._layer()
        # As on the board, the layer drawn last is on top.
        rows = [_row(one) for one in reversed(mapfile.layers)]
        under = [*_rows_underneath(mapfile)][::-1]
        listed = ListBox(
            [*rows, UNDERNEATH, *under] if under else rows,
            on_choose=self._choose,
            is_compact=True,
            chosen=str(chosen.id) if chosen else "",
        )
        name = TextField(
            chosen.name if chosen else "",
            ghost="Name of the picture" if self._picture() else "Name of the layer",
            on_enter=self._rename,
            on_leave=self._rename,
        )
        buttons = [*self._buttons()]
        tools = grid(*buttons, columns=len(buttons), gap=TIGHT)
        return column(sized(listed, height=0, grow=1), name, tools, pad=TAB_PAD, gap=CLOSE)

    def _acts(self) -> Iterator[_Act]:
        work = self.work
        yield _Act(
            "Move it up", "chevron-up", lambda one: move_layer(work, one.id, 1),
            lambda _: move_picture(work, 1),
        )  # fmt: skip
        yield _Act(
            "Move it down", "chevron-down", lambda one: move_layer(work, one.id, -1),
            lambda _: move_picture(work, -1),
        )  # fmt: skip
        yield _Act(
            "Show or hide it",
            "eye",
            lambda one: show_layer(work, one.id, visible=not one.visible),
            lambda one: change_picture(work, "Show or hide picture", visible=not one.visible),
        )
        yield _Act(
            "Lock it against changes",
            "lock",
            lambda one: lock_layer(work, one.id, locked=not one.locked),
            lambda one: change_picture(work, "Lock picture", locked=not one.locked),
        )
        yield _Act(
            "Move the selection to it", "layers", lambda one: arrange(work, one.id), None
        )
        yield _Act(
            "Delete it with all its objects",
            "trash-2",
            lambda one: delete_layer(work, one.id),
            lambda _: remove_picture(work),
        )

    def _buttons(self) -> Iterator[Child]:
        layer, picture = self._layer(), self._picture()
        yield self._button("Add a layer", "plus", self._add)
        for act in self._acts():
            if picture:
                reason = "" if act.picture else ONLY_LAYERS
                press = partial(act.picture, picture) if act.picture else _nothing
            else:
                reason = "" if layer else "No layer is selected"
                press = partial(act.layer, layer) if layer else _nothing
            yield self._button(act.hint, act.icon, press, reason)

    def _button(
        self, hint: str, icon: str, press: Callable[[], None], reason: str = ""
    ) -> Child:
        def attempt() -> None:
            self.messages.attempt(press)

        button = IconButton(
            hint, attempt, icon=f"ui/{icon}", hint=hint, style=Style.GHOST, reason=reason
        )
        return sized(button, height=MEDIUM)

    def _add(self) -> None:
        self.picks_picture = False
        add_layer(self.work)

    def _choose(self, id_: str) -> None:
        number = int(id_)
        self.picks_picture = any(one.id == number for one in self.work.map.pictures)
        if self.picks_picture:
            self.work.picture = number
        else:
            self.work.layer = number
        self.changed()

    def _layer(self) -> MapLayer | None:
        work = self.work
        return next((one for one in work.map.layers if one.id == work.layer), None)

    def _picture(self) -> MapPicture | None:
        """Return the picture whose row is chosen; None while that of a layer is."""
        work = self.work
        found = (one for one in work.map.pictures if one.id == work.picture)
        return next(found, None) if self.picks_picture else None

    def _rename(self, name: str) -> None:
        picture, layer = self._picture(), self._layer()
        if picture:
            if name != picture.name:
                self.messages.attempt(
                    lambda: change_picture(self.work, "Rename picture", name=name)
                )
        elif layer and name != layer.name:
            self.messages.attempt(lambda: rename_layer(self.work, layer.id, name))


def _nothing() -> None:
    """Do nothing, as the button of a refused action."""


def _row(layer: MapLayer) -> ListRow:
    many = len(layer.objects)
    about = f"{many} object{'s' * (many != 1)}"
    label = layer.name or f"Layer {layer.id}"
    return ListRow(str(layer.id), label=label, detail=about, note=_note(layer))


def _rows_underneath(mapfile: MapFile) -> Iterator[ListRow]:
    """Yield the rows of the pictures, and of what only Tiled changes, the lowest first."""
    tiles = [one.id for one in mapfile.unseen]
    on = [tiles.index(one.over) if one.over in tiles else -1 for one in mapfile.pictures]
    # A picture over tiles among the objects is over all tile layers before those.
    with_objects = {one.id for one in mapfile.layers}
    for n in range(-1, len(tiles)):
        if n >= 0:
            yield _tile_row(mapfile.unseen[n])
        for one, below in zip(mapfile.pictures, on, strict=True):
            if one.over not in with_objects and below == n:
                yield _picture_row(one)
    yield from (_picture_row(one) for one in mapfile.pictures if one.over in with_objects)


def _picture_row(picture: MapPicture) -> ListRow:
    label = picture.name or picture.image
    return ListRow(str(picture.id), label=label, detail="picture", note=_note(picture))


def _tile_row(layer: KeptLayer) -> ListRow:
    label = layer.name or f"Layer {layer.id}"
    reason = TILES if is_tile_layer(layer) else UNSEEN
    return ListRow(f"-{layer.id}", label=label, detail="of Tiled", faded=True, reason=reason)


def _note(part: MapLayer | MapPicture) -> str:
    return ", ".join(["hidden"] * (not part.visible) + ["locked"] * part.locked)

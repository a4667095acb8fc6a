"""The tab with all objects: find, select, rename, hide, lock and order them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Literal

from game.content.editor_actions import EditorAction
from game.content.maps.map_file import MapFile, MapLayer, MapObject
from game.editor.layer_commands import lock_layer, move_layer, rename_layer, show_layer
from game.editor.object_commands import delete
from game.editor.object_words import object_words, summary
from game.editor.property_commands import (
    arrange,
    rename,
    select_alike,
    step_up,
    turn_lock,
    turn_visible,
)
from game.editor.transforms import box_of
from game.screens.editor.class_palette import named, swatch
from game.screens.editor.host import EditorHost, Tab, attempt
from game.screens.editor.object_list import SWATCH, ObjectList, ObjectRow
from game.widgets.button import Button, IconButton, Style
from game.widgets.key_bindings import insert_editor_keys, key_for
from game.widgets.text_field import TextField
from game.widgets.text_view import Label
from game.widgets.theme import MUTED
from game.widgets.widget import Panel

EDGE, BUTTON = 8.0, 34.0


class ListTab(Tab):
    title: ClassVar[str] = "List"
    hint: ClassVar[str] = (
        "All objects: find, select, rename, hide, lock and order them ({editor_list})."
    )

    list: ObjectList

    def __init__(self, host: EditorHost) -> None:
        super().__init__(host)
        self.sought = ""
        self.folded: set[int] = set()
        """Ids of the layers whose objects are not listed."""
        self._map: MapFile | None = None
        """The map that is listed."""
        self._known: object = None
        self._selection: tuple[int, ...] = ()
        self._rows: dict[int, tuple[object, ObjectRow]] = {}
        """The rows by id, each with all that it depends on."""

    def fill(self, panel: Panel) -> None:
        _, _, wide, high = panel.box
        self.panel = panel
        self._map = None
        self.field = panel.add(
            TextField(
                (EDGE, 8, wide - 2 * EDGE, 34),
                self.sought,
                ghost=f"Name, class or #id ({key_for(EditorAction.LIST)})",
                longest=30,
                on_change=self._seek,
                on_enter=lambda _: self._take_first(),
            )
        )
        foot = high - BUTTON - 10
        offset = self.list.scroll.offset if hasattr(self, "list") else 0
        self.list = panel.add(ObjectList((EDGE, 50, wide - EDGE - 4, foot - 84), self))
        self.about = panel.add(Label((EDGE + 4, foot - 30, wide - 2 * EDGE, 24), "", size=13))
        self.about.colour = MUTED
        self._add_buttons(foot, wide - 2 * EDGE)
        known = self.host.workspace.selection == self._selection
        self.refresh()
        if known:
            self.list.scroll.to(offset)

    def _add_buttons(self, top: float, wide: float) -> None:
        work = self.host.workspace
        alike = "Select all of the same class ({editor_select_alike})"
        buttons: tuple[tuple[str, str, Callable[[], None]], ...] = (
            (alike, "copy", lambda: select_alike(work)),
            ("Show it on the board (Enter)", "zoom-in", self._look),
            ("Rename it ({editor_rename})", "square-pen", self._begin_rename),
            ("Hide or show it ({editor_hide})", "eye", lambda: turn_visible(work)),
            ("Lock or unlock it ({editor_lock})", "lock", lambda: turn_lock(work)),
            ("Move it up ({editor_forward})", "chevron-up", lambda: step_up(work, 1)),
            ("Move it down ({editor_backward})", "chevron-down", lambda: step_up(work, -1)),
            ("Delete it ({editor_delete})", "trash-2", lambda: delete(work)),
        )
        pitch = wide / len(buttons)
        self.buttons: list[Button] = []
        for n, (words, icon, press) in enumerate(buttons):
            hint = insert_editor_keys(words)
            place = (EDGE + n * pitch, top, min(BUTTON, pitch - 4), BUTTON)
            button = IconButton(place, hint, self._pressing(press), hint=hint)
            button.icon, button.style = f"ui/{icon}", Style.GHOST
            self.buttons.append(self.panel.add(button))

    def _pressing(self, press: Callable[[], None]) -> Callable[[], None]:
        return lambda: (attempt(self.host, press), None)[1]

    def search(self) -> None:
        """Show the tab, focus its search field, and select what was searched for before."""
        if not self.host.shows(self):
            self.host.show(self)
        self.host.focus(self.field)
        self.field.select_all()

    def _seek(self, words: str) -> None:
        self.sought = words
        self.refresh()
        self.list.scroll.to(0)

    def _take_first(self) -> None:
        """Go to the list, and select the first object that was found."""
        first = next((n for n, row in enumerate(self.list.listed) if row.object), None)
        if first is not None:
            self.host.focus(self.list)
            self.list.go(first)

    def update(self, seconds: float) -> None:
        if self.host.shows(self):
            self.list.update(seconds)

    def refresh(self) -> None:
        """Show the objects of the map and the selection; scroll to what was selected anew."""
        work = self.host.workspace
        key = work.locked, self.sought, frozenset(self.folded), work.layer
        fresh = work.map is not self._map or key != self._known
        if fresh:
            self._map, self._known = work.map, key
            self.list.rows = tuple(self._found())
        if work.selection != self._selection or fresh:
            self.list.selected = frozenset(map(str, work.selection))
        if work.selection != self._selection:
            self._selection = work.selection
            if self.list.selected and self.list.chosen not in self.list.selected:
                self.list.anchor = str(work.selection[-1])
                self.list.show(self.list.anchor)
        self._tell()

    def _tell(self) -> None:
        """Show how many objects there are of what."""
        work = self.host.workspace
        chosen = work.selected()
        if chosen:
            words = f"{summary(chosen)} selected"
        elif self.sought:
            words = f"{sum(row.object is not None for row in self.list.listed)} found"
        else:
            many = sum(len(layer.objects) for layer in work.map.layers)
            words = f"{many} object{'s' * (many != 1)}"
        self.about.text = words
        for button in self.buttons:
            button.reason = "" if chosen else "Nothing is selected"

    def _found(self) -> Iterable[ObjectRow]:
        """Yield the rows, on top what is drawn last; of layers only those with a match."""
        words = self.sought.casefold().split()
        for layer in reversed(self.host.workspace.map.layers):
            rows = [self._row_of(layer, one) for one in reversed(layer.objects)]
            if words:
                rows = [row for row in rows if _matches(row, words)]
            folded = layer.id in self.folded and not words
            if rows or not words:
                yield self._heading(layer, len(rows), folded=folded)
            if not folded:
                yield from rows

    def _heading(self, layer: MapLayer, many: int, *, folded: bool) -> ObjectRow:
        here = layer.id == self.host.workspace.layer
        return ObjectRow(
            f"layer {layer.id}",
            layer.name or f"Layer {layer.id}",
            layer=layer.id,
            note=f"{many} · drawn on" if here else str(many),
            faded=here,
            visible=layer.visible,
            locked=layer.locked,
            folded=folded,
            hint="Click to draw on this layer, the arrow to fold it",
        )

    def _row_of(self, layer: MapLayer, one: MapObject) -> ObjectRow:
        locked = one.id in self.host.workspace.locked
        theme = self.host.frame.theme
        key = one, layer.id, layer.visible, layer.locked, locked, theme
        known = self._rows.get(one.id)
        if known and known[0] == key:
            return known[1]
        kind = type(one.what)
        words, called = named(kind), object_words(one)
        row = ObjectRow(
            str(one.id),
            called[:1].upper() + called[1:],
            layer=layer.id,
            object=one,
            note=words if one.name else "",
            picture=swatch(theme, kind, SWATCH),
            faded=layer.locked or not layer.visible,
            visible=one.visible,
            locked=locked,
            hint=f"{words} {one.id}" + (f": {one.name}" if one.name else ""),
            sought=f"{one.name} {words} #{one.id}".casefold(),
        )
        self._rows[one.id] = key, row
        return row

    # Called by the rows.

    def take(self, ids: Iterable[int]) -> None:
        work = self.host.workspace
        work.select(ids)
        self._selection = work.selection
        self.list.selected = frozenset(map(str, work.selection))
        self._tell()

    def enter(self, row: ObjectRow) -> None:
        if row.object is None:
            self.host.workspace.layer = row.layer
        else:
            self._look()

    def _look(self) -> None:
        if chosen := self.host.workspace.selected():
            self.host.zoom_to(box_of(chosen))

    def _begin_rename(self) -> None:
        self.host.focus(self.list)
        self.list.begin_rename()

    def name(self, row: ObjectRow, words: str) -> None:
        work = self.host.workspace
        if row.object:
            one = row.object.id
            attempt(self.host, lambda: rename(work, one, words))
        elif words != row.label:
            attempt(self.host, lambda: rename_layer(work, row.layer, words))

    def turn(self, row: ObjectRow, column: Literal["eye", "lock"]) -> None:
        work = self.host.workspace
        if row.object is None:
            if column == "eye":
                show_layer(work, row.layer, visible=not row.visible)
            else:
                lock_layer(work, row.layer, locked=not row.locked)
            return
        ids = work.selection if row.object.id in work.selection else (row.object.id,)
        command = turn_visible if column == "eye" else turn_lock
        attempt(self.host, lambda: command(work, ids))

    def fold(self, layer: int, *, folded: bool) -> None:
        self.folded = self.folded | {layer} if folded else self.folded - {layer}
        self.refresh()

    def step(self, row: ObjectRow, step: Literal[1, -1]) -> None:
        work = self.host.workspace
        if row.object is None:
            attempt(self.host, lambda: move_layer(work, row.layer, step))
        else:
            attempt(self.host, lambda: step_up(work, step))

    def drop(self, layer: int, below: int) -> None:
        attempt(self.host, lambda: arrange(self.host.workspace, layer, below))


def _matches(row: ObjectRow, words: Sequence[str]) -> bool:
    """Return whether a row has all words of a search; ``#17`` is only the object of that id."""
    return all(
        row.id == word[1:] if word.startswith("#") else word in row.sought for word in words
    )

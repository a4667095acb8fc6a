"""The tab that lists all objects of a map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, Literal

from game.content.editor_actions import EditorAction
from game.content.maps.map_file import MapFile, MapLayer, MapObject
from game.editor.layer_commands import lock_layer, move_layer, rename_layer, show_layer
from game.editor.list_commands import (
    arrange,
    rename,
    select_alike,
    step_up,
    turn_lock,
    turn_visible,
)
from game.editor.object_commands import delete
from game.editor.object_words import object_words, summary
from game.editor.transforms import box_of
from game.editor.workspace import Workspace
from game.geometry.polygons import Box
from game.screens.editor.class_palette import named, swatch
from game.screens.editor.editor_messages import EditorMessages
from game.screens.editor.object_list import ObjectList, ObjectRow
from game.screens.editor.tab import Tab
from game.widgets.button import IconButton, Style
from game.widgets.cells import Child, column, grid, keyed, sized
from game.widgets.key_bindings import insert_editor_keys, key_for
from game.widgets.panel import Panel
from game.widgets.scroll import Scroll
from game.widgets.sizes import CLOSE, ICON, MEDIUM, SMALL_TEXT, TIGHT
from game.widgets.text_field import TextField
from game.widgets.text_view import Label
from game.widgets.theme import MUTED

SEARCH, LIST = "search", "objects"
"""Keys of the widgets."""


class ListTab(Tab):
    title: ClassVar[str] = "List"
    hint: ClassVar[str] = (
        "All objects: find, select, rename, hide, lock and order them ({editor_list})."
    )

    def __init__(
        self, work: Workspace, messages: EditorMessages, zoom_to: Callable[[Box], None]
    ) -> None:
        """*zoom_to*: shows an area of the board, in inches, as large as it fits well."""
        super().__init__(work, messages)
        self._zoom_to = zoom_to
        self.sought = ""
        self.folded: set[int] = set()
        """Ids of the layers whose objects are not listed."""
        self._scroll = Scroll()
        """The position of the list, which stays while other tabs are visible."""
        self._map: MapFile | None = None
        """The map that is listed."""
        self._known: object = None
        self._listed: Sequence[ObjectRow] = ()
        """The rows of that map that are shown."""
        self._selection: tuple[int, ...] = ()
        self._rows: dict[int, tuple[object, ObjectRow]] = {}
        """The rows by id, each with all that it depends on."""

    def fill(self, panel: Panel) -> None:
        super().fill(panel)
        self.is_stale = True

    def view(self) -> Child:
        """Describe the search, the rows, and buttons for what is selected."""
        field = TextField(
            self.sought,
            ghost=f"Name, class or #id ({key_for(EditorAction.LIST)})",
            longest=30,
            on_change=self._seek,
            on_enter=lambda _: self._take_first(),
        )
        selected = frozenset(map(str, self.work.selection))
        listed = ObjectList(self, self._listed, selected, self._scroll)
        about = Label(self._counted(), size=SMALL_TEXT, colour=MUTED)
        return column(
            sized(keyed(SEARCH, field), height=MEDIUM),
            sized(keyed(LIST, listed), height=0, grow=1),
            about,
            grid(*self._buttons(), columns=8, gap=TIGHT),
            pad=CLOSE,
            gap=CLOSE,
        )

    def _buttons(self) -> Iterator[Child]:
        work = self.work
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
        reason = "" if work.selected() else "Nothing is selected"
        for words, icon, press in buttons:
            hint = insert_editor_keys(words)
            button = IconButton(
                hint,
                self._pressing(press),
                icon=f"ui/{icon}",
                hint=hint,
                style=Style.GHOST,
                reason=reason,
            )
            yield sized(button, height=MEDIUM)

    @property
    def list(self) -> ObjectList:
        """Return the list, while the tab is visible."""
        listed = self.panel.known(LIST)
        assert isinstance(listed, ObjectList)
        return listed

    @property
    def field(self) -> TextField:
        """Return the search field, while the tab is visible."""
        field = self.panel.known(SEARCH)
        assert isinstance(field, TextField)
        return field

    def _pressing(self, press: Callable[[], None]) -> Callable[[], None]:
        return lambda: (self.messages.attempt(press), None)[1]

    def search(self) -> None:
        """Show the tab, focus its search field, and select what was searched for before."""
        if not self.is_selected:
            self.select()
        self.focus(self.field)
        self.field.select_all()

    def _seek(self, words: str) -> None:
        self.sought = words
        self.refresh()
        self.list.scroll.to(0)

    def _take_first(self) -> None:
        """Go to the list, and select the first object that was found."""
        first = next((n for n, row in enumerate(self.list.listed) if row.object), None)
        if first is not None:
            self.focus(self.list)
            self.list.go(first)

    def changed(self) -> None:
        """Do nothing: it depends on the map and the selection alone."""

    def update(self, seconds: float) -> None:
        if self.is_selected:
            self.list.update(seconds)

    def refresh(self) -> None:
        """Show the objects of the map and the selection; scroll to what was selected anew."""
        work = self.work
        theme = self.messages.theme
        known = work.locked, self.sought, frozenset(self.folded), work.layer, theme
        if work.map is not self._map or known != self._known:
            self._map, self._known = work.map, known
            self._listed, self.is_stale = tuple(self._found()), True
        is_new = work.selection != self._selection
        if is_new or self.is_stale:
            super().refresh()
        if is_new:
            self._selection = work.selection
            listed = self.list
            if listed.selected and listed.chosen not in listed.selected:
                listed.anchor = str(work.selection[-1])
                listed.show(listed.anchor)

    def _counted(self) -> str:
        """Return how many objects there are of what."""
        work = self.work
        if chosen := work.selected():
            return f"{summary(chosen)} selected"
        if self.sought:
            return f"{sum(one.object is not None for one in self._listed)} found"
        many = sum(len(layer.objects) for layer in work.map.layers)
        return f"{many} object{'s' * (many != 1)}"

    def _found(self) -> Iterable[ObjectRow]:
        """Yield the rows, on top what is drawn last; of layers only those with a match."""
        words = self.sought.casefold().split()
        for layer in reversed(self.work.map.layers):
            rows = [self._row_of(layer, one) for one in reversed(layer.objects)]
            if words:
                rows = [row for row in rows if _matches(row, words)]
            folded = layer.id in self.folded and not words
            if rows or not words:
                yield self._heading(layer, len(rows), folded=folded)
            if not folded:
                yield from rows

    def _heading(self, layer: MapLayer, many: int, *, folded: bool) -> ObjectRow:
        here = layer.id == self.work.layer
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
        locked = one.id in self.work.locked
        theme = self.messages.theme
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
            picture=swatch(theme, kind, ICON),
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
        work = self.work
        work.select(ids)
        self._selection, self.is_stale = work.selection, True
        self.refresh()

    def enter(self, row: ObjectRow) -> None:
        if row.object is None:
            self.work.layer = row.layer
        else:
            self._look()

    def _look(self) -> None:
        if chosen := self.work.selected():
            self._zoom_to(box_of(chosen))

    def _begin_rename(self) -> None:
        self.focus(self.list)
        self.list.begin_rename()

    def name(self, row: ObjectRow, words: str) -> None:
        work = self.work
        if row.object:
            one = row.object.id
            self.messages.attempt(lambda: rename(work, one, words))
        elif words != row.label:
            self.messages.attempt(lambda: rename_layer(work, row.layer, words))

    def turn(self, row: ObjectRow, column: Literal["eye", "lock"]) -> None:
        work = self.work
        if row.object is None:
            if column == "eye":
                show_layer(work, row.layer, visible=not row.visible)
            else:
                lock_layer(work, row.layer, locked=not row.locked)
            return
        ids = work.selection if row.object.id in work.selection else (row.object.id,)
        command = turn_visible if column == "eye" else turn_lock
        self.messages.attempt(lambda: command(work, ids))

    def fold(self, layer: int, *, folded: bool) -> None:
        self.folded = self.folded | {layer} if folded else self.folded - {layer}
        self.refresh()

    def step(self, row: ObjectRow, step: Literal[1, -1]) -> None:
        work = self.work
        if row.object is None:
            self.messages.attempt(lambda: move_layer(work, row.layer, step))
        else:
            self.messages.attempt(lambda: step_up(work, step))

    def drop(self, layer: int, below: int) -> None:
        self.messages.attempt(lambda: arrange(self.work, layer, below))


def _matches(row: ObjectRow, words: Sequence[str]) -> bool:
    """Return whether a row has all words of a search; ``#17`` is only the object of that id."""
    return all(
        row.id == word[1:] if word.startswith("#") else word in row.sought for word in words
    )

"""The editor's start screen and the new-map screen."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pygame

from game.content.faults import UnusableFile
from game.content.file_lookup import files_with
from game.content.file_source import DISK
from game.content.file_source import MAPS as MAPS_FOLDER
from game.content.maps.map_library import map_titles
from game.content.own_folders import own_maps
from game.content.shipped_folders import MAPS
from game.editor.autosaves import Recovery, recoveries
from game.editor.map_repair import Repair, open_or_repair
from game.editor.open_file import open_packed_map
from game.forms.form_files import new_file
from game.forms.form_kinds import FORMS, FormKind
from game.screens.editor.file_actions import (
    MAP_PLACE,
    FilePlace,
    OwnFileActions,
    place_of,
    plural,
    recovery_dialog,
)
from game.screens.editor.form_screen import FormScreen
from game.screens.editor.host import MakeEditor
from game.screens.editor.new_map_screen import NewMapScreen
from game.screens.editor.own_forms import listed, opened_form, recovered_form
from game.screens.editor.repair_screen import RepairScreen
from game.screens.map_thumbnails import picture_of_map
from game.screens.menu_screen import MenuScreen
from game.screens.picture_queue import PictureQueue
from game.screens.screen import Begin, Change, Open, WindowContext
from game.widgets.button import Button, Style
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import PanelStack
from game.widgets.text_view import Label
from game.widgets.theme import MUTED
from game.widgets.widget import Panel

LIST_WIDTH, MARGIN = 760.0, 24.0
ROW, PICTURE = 76.0, (92.0, 64.0)
"""Height of a row, and maximum size of its picture, in units."""
PLAIN_ROW = 52.0
TAB, TAB_GAP = 112.0, 8.0
"""Width of the button of a kind of files, and units between two."""


class StartScreen(MenuScreen):
    """The list of maps, rosters, scenarios or armouries to edit.

    A second click or Enter opens the selected one; Left and Right show another kind.
    """

    def __init__(self, edit: MakeEditor) -> None:
        self.edit = edit
        self.kind = "map"
        """The kind of files that are listed."""
        self._left: list[Recovery] | None = None
        """Autosaves still to be offered; None before they were looked for."""
        self.pictures: dict[str, pygame.Surface | None] = {}
        self._queue = PictureQueue(self.pictures)

    def fill(self, frame: WindowContext) -> None:
        """Build the panel for a window, and offer autosaves."""
        self.frame = frame
        self.stack = PanelStack(frame.theme)
        self.pictures.clear()
        wide, high = self.frame.units
        w, tall = min(LIST_WIDTH, wide - 2 * MARGIN), min(high - 2 * MARGIN, 760.0)
        panel = self.new_card(w, tall, "DESIGN", (28, 16, 180, 42))
        words = "Built-in ones open as a copy. Drop maps here to import them."
        panel.add(Label((28, 58, w - 56, 22), words, size=13, colour=MUTED))
        self._add_tabs(panel, w)
        self.list = panel.add(
            ListBox(
                (24, 92, w - 48, tall - 92 - 78),
                on_open=lambda _: self.open(),
                row_height=ROW if self.kind == "map" else PLAIN_ROW,
            )
        )
        self._add_buttons(w, tall - 62)
        self._list_files()
        self.stack.focus.to(self.list)
        self._offer()

    def _add_tabs(self, panel: Panel, wide: float) -> None:
        """Add a button for each kind of files."""
        self.kinds = ("map", *FORMS)
        left = wide - 24 - len(self.kinds) * (TAB + TAB_GAP) + TAB_GAP
        for n, kind in enumerate(self.kinds):
            box = (left + n * (TAB + TAB_GAP), 18, TAB, 36)
            label = plural(kind).capitalize()
            tab = Button(box, label, partial(self.turn_to, kind), size=16, style=Style.GHOST)
            if kind == self.kind:
                tab.style = Style.PRIMARY
            tab.hint = "Left and Right show another kind"
            panel.add(tab)

    def turn_to(self, kind: str) -> None:
        """List another kind of files."""
        self.kind = kind
        self.fill(self.frame)

    def _list_files(self) -> None:
        """List the files of the kind, the user's own first."""
        if form := FORMS.get(self.kind):
            self.list.rows = tuple(listed(form))
        else:
            packed = (name for name in DISK.own_names(MAPS_FOLDER, ".tmj") if "/" in name)
            self.titles = map_titles([*map(str, found()), *packed])
            self.maps = {id_: Path(id_) for id_ in sorted(self.titles, key=self._order)}
            self._show()
        self.list.chosen = self.list.rows[0].id if self.list.rows else ""

    def _order(self, id_: str) -> tuple[bool, bool, str]:
        """Return a key that sorts the user's own maps first, those of packs last, by title."""
        path = Path(id_)
        return _is_packed(path), not _is_own(path), self.titles[id_].casefold()

    def _offer(self) -> None:
        """Ask about the next autosave of an editor that did not end properly."""
        if self._left is None:
            self._left = recoveries()
        if self._left:
            one = self._left[0]
            self.stack.ask(
                recovery_dialog(
                    self.frame.theme, one, lambda: self._recover(one), self._next_offer
                )
            )

    def _next_offer(self) -> None:
        if self._left:
            del self._left[0]
            self._offer()

    def _recover(self, one: Recovery) -> None:
        try:
            if one.kind in FORMS:
                self.change = Open(recovered_form(one))
            else:
                self.change = Begin(self.edit(*one.go_on()))
        except UnusableFile as error:
            if one.kind in FORMS:
                self.show_message("Not recovered", str(error))
            else:
                self.change = Open(RepairScreen(Repair(one.path), self.edit))

    def _add_buttons(self, wide: float, top: float) -> None:
        box, style = (24, top, 156, 42), Style.PRIMARY
        label, key = f"New {self.kind}", pygame.K_n
        self.add_button(box, label, self.new, "file-plus", key, style=style, size=15)
        self.add_button((188, top, 98, 42), "Open", self.open, "folder-open")
        rename, delete = partial(self._act, "ask_name"), partial(self._act, "ask_delete")
        boxes = (294, top, 140, 42), (442, top, 156, 42)
        self.own_buttons = (
            self.add_button(boxes[0], "Rename", rename, "square-pen", pygame.K_F2, size=16),
            self.add_button(boxes[1], "Delete", delete, "trash-2", pygame.K_DELETE, size=16),
        )
        self.add_back((wide - 154, top, 130, 42))

    @property
    def place(self) -> FilePlace:
        """Return the folders of the kind of files that is listed."""
        form = FORMS.get(self.kind)
        return place_of(form) if form else MAP_PLACE

    def _own_chosen(self) -> Path | None:
        """Return the chosen file if it is the user's own."""
        path = Path(self.list.chosen)
        return path if self.list.chosen and path.parent == self.place.own() else None

    def _act(self, does: str) -> None:
        """Ask for another name of the chosen file, or whether to delete it."""
        if path := self._own_chosen():
            theme, ask = self.frame.theme, self.stack.ask
            actions = OwnFileActions(theme, self.place, path, ask, self._list_again)
            (actions.ask_name if does == "ask_name" else actions.ask_delete)()

    def _list_again(self, path: Path | None) -> None:
        """List the files anew, with a file chosen."""
        self.pictures.clear()
        self._list_files()
        if path and any(row.id == str(path) for row in self.list.rows):
            self.list.chosen = str(path)

    def _show(self) -> None:
        self.list.rows = tuple(self._row(id_, path) for id_, path in self.maps.items())

    def _row(self, id_: str, path: Path) -> ListRow:
        note, detail = "yours", str(path)
        if _is_packed(path):
            note, detail = "pack", f"{id_} · opens as a copy"
        elif not _is_own(path):
            note, detail = "", f"{path.name} · built-in, opens as a copy"
        picture = self.pictures.get(id_)
        return ListRow(id_, self.titles[id_], detail, note=note, picture=picture)

    def new(self) -> None:
        """Open the new-map screen, or the form of a new file."""
        form = FORMS.get(self.kind)
        screen = FormScreen(new_file(form)) if form else NewMapScreen(self.edit)
        self.change = Open(screen)

    def open(self) -> None:
        """Open the selected file, or show why that is impossible."""
        if form := FORMS.get(self.kind):
            self._open_form(form)
        elif path := self.maps.get(self.list.chosen):
            try:
                is_packed = _is_packed(path)
                found = open_packed_map(path.as_posix()) if is_packed else open_or_repair(path)
            except UnusableFile as error:
                self.show_message("Not opened", str(error))
            else:
                if isinstance(found, Repair):
                    self.change = Open(RepairScreen(found, self.edit))
                else:
                    self.change = Begin(self.edit(found))

    def _open_form(self, form: FormKind) -> None:
        if self.list.chosen:
            try:
                self.change = Open(opened_form(form, Path(self.list.chosen)))
            except UnusableFile as error:
                self.show_message("Not opened", str(error))

    def route(self, event: pygame.Event) -> None:
        """Show another kind of files on Left and Right; pass other events to the widgets."""
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        is_key = event.type == pygame.KEYDOWN and not self.stack.dialog
        if is_key and event.key in steps:
            at = self.kinds.index(self.kind) + steps[event.key]
            self.turn_to(self.kinds[at % len(self.kinds)])
        else:
            self.stack.handle(event)

    def update(self, seconds: float) -> Change | None:
        """Draw missing map pictures in the background, one at a time."""
        self.stack.update(seconds)
        reason = "" if self._own_chosen() else f"Only for {plural(self.kind)} of your own"
        for button in self.own_buttons:
            button.reason = reason
        if self.kind != "map":
            return None
        px = self.frame.theme.px
        size = px(PICTURE[0]), px(PICTURE[1])
        wanted = (
            (id_, partial(picture_of_map, id_ if _is_packed(path) else path.stem, size))
            for id_, path in self.maps.items()
        )
        if self._queue.draw_next(wanted):
            self._show()
        return None


def found() -> list[Path]:
    """Return all maps, the user's own and the built-in ones."""
    return [*files_with(own_maps(), ".tmj"), *MAPS.glob("*.tmj")]


def _is_own(path: Path) -> bool:
    return not (path.is_relative_to(MAPS) or _is_packed(path))


def _is_packed(path: Path) -> bool:
    """Return whether a path is not that of a file, but the name of a map in a pack."""
    return not path.is_absolute()

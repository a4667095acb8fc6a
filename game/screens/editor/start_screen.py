"""The start screen of the editor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame

from game.background import BackgroundValue
from game.content.faults import UnusableFile
from game.content.file_lookup import files_with
from game.content.library_kinds import MAP, SCENARIO
from game.content.maps.map_library import map_titles
from game.content.own_folders import own_folder
from game.content.shipped_folders import MAPS
from game.content.user_files import DISK
from game.editor.autosaves import Recovery, recoveries
from game.editor.edits import EditRefusedError
from game.editor.map_facts import MapFacts, facts_of
from game.editor.map_repair import Repair, open_or_repair
from game.editor.object_words import plural
from game.editor.open_file import open_packed_map
from game.editor.workspace import Workspace
from game.forms.form_files import new_file, open_file
from game.forms.form_kinds import FORMS, FormKind
from game.screens.card import Card, CardSize
from game.screens.editor.file_actions import (
    MAP_PLACE,
    FilePlace,
    OwnFileActions,
    place_of,
    recovery_dialog,
)
from game.screens.editor.file_copies import copied_file, copied_map
from game.screens.editor.own_forms import listed, opened_form, recovered_form
from game.screens.map_thumbnails import (
    MapKey,
    map_key,
    map_pictures_in_background,
    wanted_picture,
)
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Begin, Change, Destination, Open, Visit, WindowContext
from game.screens.shelf import DELETE, LIST, RENAME, Order, Shelf, ShelfAction
from game.widgets.button import Button, Style
from game.widgets.cells import column, grid, sized
from game.widgets.list_box import ListRow
from game.widgets.sizes import (
    APART,
    BODY_TEXT,
    CLOSE,
    THUMBNAIL,
)

KINDS = ("map", *FORMS)
LAST = "\U0010ffff"
"""Sorted behind all titles."""
NONE = "Nothing is selected"
TAB_HINT = "Left and Right show another kind"


class StartScreen(MenuScreen):
    """The list of maps, rosters, scenarios, armouries or campaigns to edit.

    A second click or Enter opens the selected one; Left and Right show another kind.
    """

    def __init__(self, *, replaces: bool = False, opens: Destination | None = None) -> None:
        """Begin with the maps.

        *replaces*: whether a map that is opened replaces the editor below this screen; else
        closing the editor leads back here. *opens*: an editor that is opened at once.
        """
        self.replaces = replaces
        self.opens = opens
        """The editor that is opened at once; None once it is open."""
        self.kind = "map"
        """The kind of files that are listed."""
        self._left: list[Recovery] | None = None
        """Autosaves still to be offered; None before they were looked for."""
        self.pictures = map_pictures_in_background()
        self.keys: dict[str, MapKey] = {}
        """Keys of the pictures of the listed maps."""
        self.maps: dict[str, Path] = {}
        self.titles: dict[str, str] = {}
        """Listed maps and their titles, by the ids of their rows."""
        self.facts = BackgroundValue[MapFacts | None](None)
        self._facts_keys: dict[str, tuple[object, ...]] = {}
        """Keys of the facts about the listed maps."""
        maps = Shelf(self.open, none=NONE, picture_size=THUMBNAIL, orders=self._orders())
        self.shelves = {"map": maps} | {kind: Shelf(self.open, none=NONE) for kind in FORMS}

    def _orders(self) -> Sequence[Order]:
        """Return the orders in which maps can be listed, the usual one first."""
        return (
            Order("Yours first", lambda _: 0),
            Order("By title", lambda row: row.label.casefold()),
            Order("By size", lambda row: self._sorted_facts(row.id).area),
            Order("By scenario", lambda row: self._sorted_facts(row.id).scenarios or (LAST,)),
        )

    @property
    def shelf(self) -> Shelf:
        """Return the list of the files of the kind."""
        return self.shelves[self.kind]

    def fill(self, frame: WindowContext) -> None:
        """List the files for a window, and offer autosaves."""
        px = frame.theme.px
        self.size = px(THUMBNAIL[0]), px(THUMBNAIL[1])
        self.read()
        super().fill(frame)
        self._offer()

    def view(self) -> Card:
        words = "Built-in ones open as a copy. Drop maps here to import them."
        tabs = grid(*map(self._tab, KINDS), columns=len(KINDS), gap=CLOSE)
        reason = "" if self._own_chosen() else f"Only for {plural(self.kind)} of your own"
        rename, delete = partial(self._act, "ask_name"), partial(self._act, "ask_delete")
        foot = self.shelf.foot(
            ShelfAction(
                f"New {self.kind}",
                self.new,
                "file-plus",
                key=pygame.K_n,
                style=Style.PRIMARY,
                is_free=True,
            ),
            ShelfAction("Open", self.open, "folder-open"),
            ShelfAction("Duplicate", self.duplicate, "copy", key=pygame.K_d),
            ShelfAction("Rename", rename, "square-pen", key=RENAME, reason=reason),
            ShelfAction("Delete", delete, "trash-2", key=DELETE, reason=reason),
            back=self.back_button(),
        )
        content = column(sized(self.shelf.cell(words), grow=1), foot, gap=APART)
        return Card("DESIGN", content, aside=tabs, size=CardSize.LIST, focus=LIST)

    def _tab(self, kind: str) -> Button:
        """Return the button that lists a kind of files."""
        style = Style.PRIMARY if kind == self.kind else Style.GHOST
        press = partial(self.turn_to, kind)
        label = plural(kind).capitalize()
        return Button(label, press, size=BODY_TEXT, style=style, hint=TAB_HINT)

    def turn_to(self, kind: str) -> None:
        """List another kind of files."""
        self.kind = kind
        self.read()
        self.show()
        self.stack.focus.to(self.panel.known(LIST))

    def read(self) -> None:
        """List the files of the kind, the user's own first."""
        if form := FORMS.get(self.kind):
            self.shelf.put(listed(form))
            return
        packed = (name for name in DISK.own_names(MAP) if "/" in name)
        self.titles = map_titles([*map(str, found()), *packed])
        self.maps = {id_: Path(id_) for id_ in sorted(self.titles, key=self._order)}
        self.keys = {
            id_: map_key(id_ if _is_packed(path) else path.stem, self.size)
            for id_, path in self.maps.items()
        }
        own = files_with(own_folder(SCENARIO), SCENARIO.ending)
        stamps = tuple((path.name, path.stat().st_mtime_ns) for path in own)
        self._facts_keys = {
            id_: (key.name, key.changed, stamps) for id_, key in self.keys.items()
        }
        self._put_maps()

    def facts_about(self, id_: str) -> MapFacts | None:
        """Return what is known about a map by the id of its row; None before that."""
        return self.facts.known(self._facts_keys[id_])

    def _sorted_facts(self, id_: str) -> MapFacts:
        return self.facts_about(id_) or MapFacts()

    def _put_maps(self) -> None:
        self.shelf.put(self._row(id_, path) for id_, path in self.maps.items())

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
                self.change = self._edit(Destination("map", *one.go_on()))
        except UnusableFile as error:
            if one.kind in FORMS:
                self.show_message("Not recovered", str(error))
            else:
                self.change = self._edit(Destination("repair", Repair(one.path)))

    @property
    def place(self) -> FilePlace:
        """Return the folders of the kind of files that is listed."""
        form = FORMS.get(self.kind)
        return place_of(form) if form else MAP_PLACE

    @property
    def _chosen_path(self) -> Path:
        """Return the path of the chosen file."""
        return Path(self.shelf.chosen)

    def _own_chosen(self) -> Path | None:
        """Return the chosen file if it is the user's own."""
        path = self._chosen_path
        return (
            path if self.shelf.chosen and path.parent == own_folder(self.place.kind) else None
        )

    def _act(self, does: str) -> None:
        """Ask for another name of the chosen file, or whether to delete it."""
        if path := self._own_chosen():
            theme, ask = self.frame.theme, self.stack.ask
            actions = OwnFileActions(theme, self.place, path, ask, self._list_again)
            (actions.ask_name if does == "ask_name" else actions.ask_delete)()

    def _list_again(self, path: Path | None) -> None:
        """List the files anew, with a file chosen."""
        self.shelf.chosen = str(path) if path else ""
        self.read()
        self.changed()

    def _row(self, id_: str, path: Path) -> ListRow:
        note, file = "yours", path.name
        if _is_packed(path):
            note, file = "pack", f"{id_} · opens as a copy"
        elif not _is_own(path):
            note, file = "", f"{path.name} · built-in, opens as a copy"
        facts = self.facts_about(id_)
        detail = f"{facts.words} · {file}" if facts else file
        picture = self.pictures.known(self.keys[id_])
        hint = "\n".join((str(path), *(facts.scenarios if facts else ())))
        return ListRow(id_, self.titles[id_], detail, note=note, picture=picture, hint=hint)

    def new(self) -> None:
        """Open the new-map screen, or the form of a new file."""
        form = FORMS.get(self.kind)
        self.change = (
            Open(Destination("form", new_file(form)))
            if form
            else self._edit(Destination("new map"))
        )

    def _edit(self, where: Destination) -> Change:
        """Return the change that leads to an editor of maps.

        What it opens in its turn takes its place, so that closing it leads back to this list.
        """
        is_editor = where.name == "map"
        if self.replaces:
            return Begin(where) if is_editor else Open(where)
        return Visit(where, "design")

    def duplicate(self) -> None:
        """Copy the selected file, or show why that is impossible."""
        form, id_ = FORMS.get(self.kind), self.shelf.chosen
        try:
            if form:
                made = copied_file(open_file(form, self._chosen_path)[0])
            else:
                found = _found_map(self.maps[id_])
                if isinstance(found, Repair):
                    self.show_message("Not copied", "It has faults: open it to repair it.")
                    return
                made = copied_map(found)
        except (EditRefusedError, UnusableFile) as error:
            self.show_message("Not copied", str(error))
        else:
            self._list_again(made)

    def open(self) -> None:
        """Open the selected file, or show why that is impossible."""
        if form := FORMS.get(self.kind):
            self._open_form(form)
        elif path := self.maps.get(self.shelf.chosen):
            try:
                found = _found_map(path)
            except UnusableFile as error:
                self.show_message("Not opened", str(error))
            else:
                if isinstance(found, Repair):
                    self.change = self._edit(Destination("repair", found))
                else:
                    self.change = self._edit(Destination("map", found))

    def _open_form(self, form: FormKind) -> None:
        if self.shelf.chosen:
            try:
                self.change = Open(opened_form(form, self._chosen_path))
            except UnusableFile as error:
                self.show_message("Not opened", str(error))

    def route(self, event: pygame.Event) -> None:
        """Show another kind of files on Left and Right; pass other events to the widgets."""
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        on = self.stack.focus.on
        at_foot = isinstance(on, Button) and on.hint != TAB_HINT
        is_free = not (self.stack.dialog or self.stack.typed_into or at_foot)
        is_key = event.type == pygame.KEYDOWN and is_free
        if is_key and event.key in steps:
            at = KINDS.index(self.kind) + steps[event.key]
            self.turn_to(KINDS[at % len(KINDS)])
        else:
            super().route(event)

    def update(self, seconds: float) -> Change | None:
        """Draw missing map pictures and look up facts in the background, one at a time."""
        self.stack.update(seconds)
        if self.opens:
            opens, self.opens = self.opens, None
            return self._edit(opens)
        if self.kind == "map":
            first = [self.keys[shown.id] for shown in self.shelf.in_sight(self.panel)]
            wanted = dict.fromkeys([*first, *self.keys.values()])
            is_drawn = self.pictures.compute_next(map(wanted_picture, wanted))
            if self._look_up() or is_drawn:
                self._put_maps()
                self.changed()
        return None

    def _look_up(self) -> bool:
        """Look up the facts about the next map; return whether others were found."""
        seen = [shown.id for shown in self.shelf.in_sight(self.panel)]
        wanted = dict.fromkeys([*seen, *self.maps])
        return self.facts.compute_next(
            (self._facts_keys[id_], partial(facts_of, self.keys[id_].name)) for id_ in wanted
        )


def _found_map(path: Path) -> Workspace | Repair:
    """Open a map, also one of a pack; raise UnusableFile if nothing of it can be read."""
    return open_packed_map(path.as_posix()) if _is_packed(path) else open_or_repair(path)


def found() -> list[Path]:
    """Return all maps, the user's own and the built-in ones."""
    return [*files_with(own_folder(MAP), ".tmj"), *MAPS.glob("*.tmj")]


def _is_own(path: Path) -> bool:
    return not (path.is_relative_to(MAPS) or _is_packed(path))


def _is_packed(path: Path) -> bool:
    """Return whether a path is not that of a file, but the name of a map in a pack."""
    return not path.is_absolute()

"""The list of packs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path, PurePath

import pygame

from game.content.faults import UnusableFile
from game.content.file_lookup import files_with
from game.content.own_folders import downloads, own_packs
from game.content.packs.pack import Pack
from game.content.packs.pack_layout import ENDING
from game.content.packs.pack_library import kept_packs, remove_pack
from game.screens.card import Card, CardSize
from game.screens.menu_screen import MenuScreen
from game.screens.pack_opening import open_packed
from game.screens.screen import Destination, Open, WindowContext
from game.screens.shelf import DELETE, LIST, Shelf, ShelfAction
from game.table.records import many
from game.widgets.button import Style
from game.widgets.cells import column, sized
from game.widgets.list_box import ListRow
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import APART


class PacksScreen(MenuScreen):
    """The list of packs; Enter or a second click shows what is in the selected one."""

    def __init__(self) -> None:
        self.shelf = Shelf(self.open, none="No pack selected")
        self.paths = dict[str, Path]()

    def fill(self, frame: WindowContext) -> None:
        self.read()
        super().fill(frame)

    def read(self) -> None:
        """Look up all packs."""
        self.paths.clear()
        self.shelf.put(self._rows())

    def view(self) -> Card:
        words = "Maps, scenarios and forces in one file. Drop a pack on the window to add it."
        path = self.paths.get(self.shelf.chosen)
        is_own = path is not None and path.parent == own_packs()
        no, ask = "" if is_own else "Only packs of your own can be removed", self.ask_to_remove
        make, danger, key = self.make, Style.DANGER, pygame.K_n
        foot = self.shelf.foot(
            ShelfAction("Look inside", self.open, "eye", style=Style.PRIMARY),
            ShelfAction("Make a pack", make, "package", key=key, is_free=True),
            ShelfAction("Remove…", ask, "trash-2", key=DELETE, style=danger, reason=no),
            back=self.back_button(),
        )
        body = column(sized(self.shelf.cell(words), grow=1), foot, gap=APART)
        return Card("PACKS", body, size=CardSize.LIST, focus=LIST)

    def _rows(self) -> Iterator[ListRow]:
        """Yield a row for each pack: new ones to look at, the user's, the shipped ones."""
        groups: dict[str, list[ListRow]] = {"In your downloads": [], "Yours": []}
        for name, pack in kept_packs().items():
            self.paths[name] = Path(pack.file) if isinstance(pack, UnusableFile) else pack.path
            row = _row(name, pack)
            groups.setdefault("Built-in" if row.note else "Yours", []).append(row)
        for path in files_with(downloads(), ENDING):
            self.paths[str(path)] = path
            row = ListRow(str(path), path.name, "Not yet checked", note="new", hint=str(path))
            groups["In your downloads"].append(row)
        for title, rows in groups.items():
            if rows:
                yield ListRow(f"group {title}", title, heading=True)
            yield from rows

    def open(self) -> None:
        """Show what is in the selected pack, or its faults."""
        if path := self.paths.get(self.shelf.chosen):
            self.change = open_packed(path)

    def make(self) -> None:
        self.change = Open(Destination("new pack"))

    def ask_to_remove(self) -> None:
        """Ask whether the selected pack is to be removed."""
        path = self.paths[self.shelf.chosen]
        words = (
            f"{path.name} will be deleted. Games begun with it still load from their saves; "
            "a campaign in progress waits until the pack is there again."
        )
        replies = (Reply("Remove", partial(self._remove, path), Style.DANGER), CANCEL)
        self.stack.ask(Dialog(self.frame.theme, "Remove this pack?", words, replies))

    def _remove(self, path: Path) -> None:
        try:
            remove_pack(path)
        except UnusableFile as error:
            self.show_message("Not removed", str(error))
        else:
            self.read()


def _row(name: str, pack: Pack | UnusableFile) -> ListRow:
    if isinstance(pack, UnusableFile):
        detail, label = f"Cannot be used: {pack.faults[0]}", PurePath(pack.file).name
        return ListRow(name, label, detail, faded=True, hint=str(pack))
    about = pack.manifest
    by = f"by {about.author} · " if about.author else ""
    detail = f"{by}{name} · {many(len(pack.sizes) - 1, 'file')}"
    note = "built-in" if pack.is_shipped else ""
    return ListRow(name, about.title, detail, note=note, hint=about.description)

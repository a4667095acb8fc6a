"""The screen that makes a pack."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path, PurePath

from game.content.faults import UnusableFile
from game.content.file_lookup import free_path
from game.content.file_words import named
from game.content.library_kinds import ARMOURY, CAMPAIGN, MAP, ROSTER, SCENARIO
from game.content.own_folders import packs_made
from game.content.packs.pack import manifest_of
from game.content.packs.pack_layout import ENDING
from game.content.safe_writing import write_bytes
from game.content.user_files import DISK
from game.rules.packing import make_pack, needed, title_of
from game.screens.card import Card, CardSize
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Change, Destination, Load, Open
from game.screens.shelf import LIST
from game.table.records import many
from game.widgets.button import Button, Style
from game.widgets.cells import column, grid, keyed, row, sized
from game.widgets.list_box import ListBox, ListRow
from game.widgets.sizes import (
    FIELD,
    SMALL_TEXT,
)
from game.widgets.text_field import TextField
from game.widgets.text_view import Label
from game.widgets.theme import AMBER, MUTED

TOLD = "told"
"""Key of the words on the pack."""
CHOICES = (MAP, SCENARIO, CAMPAIGN, ROSTER, ARMOURY)
"""Kinds of files that are chosen; pages, icons and pictures go along."""


class MakePackScreen(MenuScreen):
    """Makes a pack of files of the user's; what they need goes along."""

    def __init__(self) -> None:
        self.marked = list[str]()
        """Names in the library of the chosen files, in the order of choosing."""
        self.title = self.author = self.licence = ""
        self.files = {
            named(word, kind): kind
            for kind in CHOICES
            for word in DISK.own_names(kind)
            if "/" not in word
        }
        self.titles = {file: title_of(file) for file in self.files}
        self.along = list[str]()
        """Names of all files that go in."""
        self.fault = ""
        """Why the chosen files cannot go in; empty if they can."""

    def view(self) -> Card:
        words = "Choose what goes in. What it needs goes along; built-in files stay out."
        if not self.files:
            words = "You have no maps, scenarios or rosters of your own yet."
        files = ListBox(self._rows(), on_open=self.toggle, at_once=True)
        ghosts = {"title": "title", "author": "author", "licence": "licence: CC0-1.0"}
        fields = [
            TextField(getattr(self, key), ghost=ghost, on_change=partial(setattr, self, key))
            for key, ghost in ghosts.items()
        ]
        missing = "" if self.name else "Give it a title"
        reason = self.fault or ("" if self.marked else "Choose a file") or missing
        make = Button(
            "Make it", self.make, icon="ui/package", style=Style.PRIMARY, reason=reason
        )
        foot = row(
            sized(make, least=FIELD),
            sized(keyed(TOLD, Label(self._told, size=SMALL_TEXT, colour=AMBER)), grow=1),
            self.back_button(),
        )
        body = column(
            Label(words, size=SMALL_TEXT, colour=MUTED),
            sized(keyed(LIST, files), height=0, grow=1),
            grid(*fields, columns=3),
            foot,
        )
        return Card("MAKE A PACK", body, size=CardSize.LIST, focus=LIST)

    def toggle(self, file: str) -> None:
        """Put a file in, or take it out again."""
        if file in self.marked:
            self.marked.remove(file)
        elif file in self.files:
            self.marked.append(file)
        self.along, self.fault = [], ""
        try:
            self.along = [*needed(self.marked).values()] if self.marked else []
        except UnusableFile as error:
            self.fault = str(error.faults[0])

    @property
    def name(self) -> str:
        """Return the name of the pack, which follows from its title."""
        return re.sub("[^a-z0-9]+", "-", self.title.lower()).strip("-")[:40].strip("-")

    def _rows(self) -> list[ListRow]:
        """Return a row for each file, with whether it goes in."""
        notes = dict.fromkeys(self.along, "goes along")
        notes |= dict.fromkeys(self.marked, "in the pack")
        rows = list[ListRow]()
        for kind in CHOICES:
            files = [file for file, of in self.files.items() if of is kind]
            files.sort(key=lambda file: self.titles[file].casefold())
            if files:
                heading = kind.plural.capitalize()
                rows.append(ListRow(f"group {kind.plural}", heading, heading=True))
            rows += [
                ListRow(file, self.titles[file], PurePath(file).stem, note=notes.get(file, ""))
                for file in files
            ]
        return rows

    @property
    def _told(self) -> str:
        """Return the name and the size of the pack, or why it cannot be made."""
        if self.fault or not (self.marked and self.name):
            return self.fault
        more = len(self.along) - sum(file in self.along for file in self.files)
        extra = f", with {many(more, 'page, icon or picture', 'pages, icons and pictures')}"
        files = many(len(self.along), "file")
        return f"{self.name}{ENDING}: {files}{extra if more > 0 else ''}"

    def make(self) -> None:
        """Check the pack and write it, or show all its faults."""
        about = {"author": self.author.strip(), "licence": self.licence.strip()}
        marked, name, title = [*self.marked], self.name, self.title.strip()

        def work() -> Path:
            raw, _ = make_pack(marked, manifest_of(name, title, **about))
            path = free_path(packs_made() / f"{name}{ENDING}")
            write_bytes(path, raw)
            return path

        self.change = Load("Making the pack", work, self._made, self._not_made)

    def _made(self, path: Path) -> None:
        words = f"{path}\n\nSend this file to others. They drop it on their window."
        self.show_message("The pack is made", words)

    def _not_made(self, error: UnusableFile) -> Change:
        return Open(Destination("faulty pack", f"{self.name}{ENDING}", error))

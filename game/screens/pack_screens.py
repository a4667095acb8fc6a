"""Packs in the window: the list of packs, one pack before it is kept, and making one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path, PurePath
from typing import NamedTuple

import pygame

from game.content.faults import UnusableFile, first_faults, number_of
from game.content.file_lookup import files_with, free_path
from game.content.file_source import DISK
from game.content.own_folders import downloads, own_packs, packs_made
from game.content.packs.pack import Pack, manifest_of
from game.content.packs.pack_layout import ENDING, FOLDERS
from game.content.packs.pack_library import (
    free_name,
    holder_of,
    is_kept,
    keep_pack,
    kept_packs,
    remove_pack,
)
from game.content.packs.pack_reading import open_pack
from game.content.packs.pack_writing import repacked
from game.content.safe_writing import write_bytes
from game.rules.pack_checks import PackedThing, check_pack, contents_in_words
from game.rules.packing import make_pack, needed, title_of
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Change, Load, Open, WindowContext
from game.table.records import many
from game.widgets.button import Style
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.text_field import TextField
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry
from game.widgets.theme import AMBER, MUTED, TEXT, WELL
from game.widgets.widget import Panel

WIDE, MARGIN = 860.0, 24.0
ROW = 60.0
CHOICES = ("maps", "scenarios", "campaigns", "rosters", "armouries")
"""Folders of which files are chosen; pages, icons and pictures go along."""


class CheckedPack(NamedTuple):
    """A pack of which everything was checked."""

    pack: Pack
    things: list[PackedThing]
    raw: bytes
    """Bytes under which it is kept."""


def checked(path: Path) -> CheckedPack:
    """Return the checked pack of a file or folder; raise UnusableFile with all its faults."""
    pack = open_pack(path)
    return CheckedPack(pack, check_pack(pack), repacked(pack))


def open_packed(path: Path) -> Load:
    """Return the loading of a pack, which is then shown, or its faults."""

    def refused(error: UnusableFile) -> Change:
        return Open(FaultyPackScreen(path.name, error))

    return Load(
        "Checking the pack",
        lambda: checked(path),
        lambda found: Open(PackScreen(found)),
        refused,
    )


def _size(frame: WindowContext) -> tuple[float, float]:
    """Return the width and height of a card for a list."""
    wide, high = frame.units
    return min(WIDE, wide - 2 * MARGIN), min(680.0, high - 2 * MARGIN)


class PacksScreen(MenuScreen):
    """The list of packs; Enter or a second click shows what is in the selected one."""

    chosen = ""

    def lay_out(self) -> None:
        wide, tall = _size(self.frame)
        panel = self.new_card(wide, tall, "PACKS")
        words = "Maps, scenarios and forces in one file. Drop a pack on the window to add it."
        panel.add(Label((28, 58, wide - 56, 22), words, size=13, colour=MUTED))
        box = (24, 92, wide - 48, tall - 92 - 78)
        self.list = panel.add(
            ListBox(box, on_choose=self._choose, on_open=lambda _: self.open(), row_height=ROW)
        )
        self.paths = dict[str, Path]()
        self.list.rows = tuple(self._rows())
        able = [row.id for row in self.list.rows if not row.heading]
        top = tall - 62
        self.open_button = self.add_button(
            (24, top, 180, 42), "Look inside", self.open, "eye", style=Style.PRIMARY
        )
        self.add_button((214, top, 190, 42), "Make a pack", self.make, "package", pygame.K_n)
        place, delete = (414, top, 200, 42), pygame.K_DELETE
        self.remove_button = self.add_button(
            place, "Remove…", self.ask_to_remove, "trash-2", delete, style=Style.DANGER
        )
        self.add_back((wide - 164, top, 140, 42))
        self.list.chosen = self.chosen if self.chosen in able else able[0] if able else ""
        self._choose(self.list.chosen)
        self.stack.focus.to(self.list)

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

    def _choose(self, id_: str) -> None:
        self.chosen = id_
        path = self.paths.get(id_)
        self.open_button.reason = "" if path else "No pack selected"
        is_own = path is not None and path.parent == own_packs()
        self.remove_button.reason = "" if is_own else "Only packs of your own can be removed"

    def open(self) -> None:
        """Show what is in the selected pack, or its faults."""
        if path := self.paths.get(self.list.chosen):
            self.change = open_packed(path)

    def make(self) -> None:
        self.change = Open(MakePackScreen())

    def ask_to_remove(self) -> None:
        """Ask whether the selected pack is to be removed."""
        path = self.paths[self.list.chosen]
        words = (
            f"{path.name} will be deleted. Games begun with it still load from their saves; "
            "a campaign in progress waits until the pack is there again."
        )
        replies = (Reply("Remove", partial(self._remove, path), Style.DANGER), CANCEL)
        self.stack.ask(Dialog(self.frame.theme, "Remove this pack?", words, replies, width=560))

    def _remove(self, path: Path) -> None:
        try:
            remove_pack(path)
        except UnusableFile as error:
            self.show_message("Not removed", str(error))
        else:
            self.lay_out()


def _row(name: str, pack: Pack | UnusableFile) -> ListRow:
    if isinstance(pack, UnusableFile):
        detail, label = f"Cannot be used: {pack.faults[0]}", PurePath(pack.file).name
        return ListRow(name, label, detail, faded=True, hint=str(pack))
    about = pack.manifest
    by = f"by {about.author} · " if about.author else ""
    detail = f"{by}{name} · {many(len(pack.sizes) - 1, 'file')}"
    note = "built-in" if pack.is_shipped else ""
    return ListRow(name, about.title, detail, note=note, hint=about.description)


class PackScreen(MenuScreen):
    """The contents of a pack, which may then be kept."""

    def __init__(self, found: CheckedPack) -> None:
        self.found = found
        self.kept_as = ""
        """Name under which it was kept here; empty if it was not."""

    def lay_out(self) -> None:
        about = self.found.pack.manifest
        wide, tall = 640.0, min(self.frame.units[1] - 2 * MARGIN, 540.0)
        panel = self.new_card(wide, tall, about.title.upper(), (28, 16, wide - 56, 42))
        by = " · ".join(filter(None, (about.author and f"by {about.author}", about.licence)))
        panel.add(Label((28, 58, wide - 56, 22), by or about.name, size=13, colour=MUTED))
        _add_text(panel, wide, tall, self._entries())
        self._add_buttons(tall - 62, wide)

    def _entries(self) -> Iterator[LogEntry]:
        if self.kept_as:
            words = "It is yours now: its scenarios are in Play, its campaigns in Campaign, "
            words += f"its maps in Design. They are called {self.kept_as}/…"
            yield from (_line(words, AMBER), _line(" "))
        if description := self.found.pack.manifest.description:
            yield from (*map(_line, description.splitlines()), _line(" "))
        yield from (_line(line, MUTED) for line in contents_in_words(self.found.things))
        if self._is_taken:
            words = f"Another pack is called {self.found.pack.name}. Keep both"
            words += ", or replace it." if holder_of(self.found.pack.name) == "own" else "."
            yield from (_line(" "), _line(words, AMBER))

    @property
    def _is_kept(self) -> bool:
        """Return whether it is among the packs already."""
        pack = self.found.pack
        is_listed = pack.is_shipped or pack.path.parent == own_packs()
        return is_listed or bool(self.kept_as) or is_kept(self.found.raw, pack.name)

    @property
    def _is_taken(self) -> bool:
        return not self._is_kept and bool(holder_of(self.found.pack.name))

    def _add_buttons(self, top: float, wide: float) -> None:
        name = self.found.pack.name
        primary, key = Style.PRIMARY, pygame.K_RETURN
        if self._is_taken:
            free, left = free_name(name), 24.0
            box = (left, top, 250, 42)
            keep = partial(self.keep, free)
            self.add_button(box, f"Keep as {free}", keep, "check", key, style=primary, size=15)
            if holder_of(name) == "own":
                box = (left + 260, top, 170, 42)
                self.add_button(box, "Replace…", self.ask_to_replace, "save")
        elif not self._is_kept:
            keep = partial(self.keep, name)
            self.add_button((24, top, 250, 42), "Keep it", keep, "check", key, style=primary)
        self.add_back((wide - 164, top, 140, 42))

    def ask_to_replace(self) -> None:
        name = self.found.pack.name
        words = f"The pack {name} that you have will be replaced by this one."
        replace = partial(self.keep, name, replace=True)
        replies = (Reply("Replace", replace, Style.DANGER), CANCEL)
        self.stack.ask(Dialog(self.frame.theme, "Replace?", words, replies))

    def keep(self, name: str, *, replace: bool = False) -> None:
        """Keep the pack under a name, or show why that fails."""
        try:
            keep_pack(self.found.raw, name, replace=replace)
        except UnusableFile as error:
            self.show_message("Not kept", str(error))
            return
        self.kept_as = name
        self.lay_out()


class FaultyPackScreen(MenuScreen):
    """The faults of a pack that cannot be used."""

    def __init__(self, name: str, error: UnusableFile) -> None:
        self.name, self.number = name, number_of(error.faults)
        self.lines = [str(fault) for fault in first_faults(error.faults)]

    def lay_out(self) -> None:
        wide, tall = 760.0, min(self.frame.units[1] - 2 * MARGIN, 540.0)
        panel = self.new_card(wide, tall, "THIS PACK CANNOT BE USED", (28, 16, wide - 56, 42))
        words = f"{many(self.number, 'fault')}. Nothing of it was kept."
        panel.add(Label((28, 58, wide - 56, 22), words, size=13, colour=MUTED))
        _add_text(panel, wide, tall, [_line(self.name, AMBER), *map(_line, self.lines)])
        self.add_back((wide - 164, tall - 62, 140, 42))


def _line(words: str, colour: str = TEXT) -> LogEntry:
    return LogEntry((TextSpan(words, colour),))


def _add_text(panel: Panel, wide: float, tall: float, entries: Iterable[LogEntry]) -> None:
    """Add a text to a card of a size; it scrolls if it is long, and begins at its start."""
    panel.inlay((24, 88, wide - 48, tall - 88 - 78), WELL)
    text = panel.add(Log((38, 96, wide - 76, tall - 88 - 94), indent=0))
    text.show(entries)
    text.lay_out()
    text.scroll.to(0)


class MakePackScreen(MenuScreen):
    """Makes a pack of files of the user's; what they need goes along."""

    def __init__(self) -> None:
        self.marked = list[str]()
        """Names in the library of the chosen files, in the order of choosing."""
        self.title = self.author = self.licence = ""
        self.files = {
            f"{FOLDERS[folder].known_as}/{word}{FOLDERS[folder].endings[0]}": folder
            for folder in CHOICES
            for word in DISK.own_names(FOLDERS[folder].known_as, FOLDERS[folder].endings[0])
            if "/" not in word
        }
        self.titles = {file: title_of(file) for file in self.files}

    def lay_out(self) -> None:
        wide, tall = _size(self.frame)
        panel = self.new_card(wide, tall, "MAKE A PACK")
        words = "Choose what goes in. What it needs goes along; built-in files stay out."
        if not self.files:
            words = "You have no maps, scenarios or rosters of your own yet."
        panel.add(Label((28, 58, wide - 56, 22), words, size=13, colour=MUTED))
        box = (24, 88, wide - 48, tall - 88 - 132)
        self.list = ListBox(box, on_open=self.toggle, row_height=46, at_once=True)
        panel.add(self.list)
        self._add_fields(panel, wide, tall - 122)
        top = tall - 62
        self.make_button = self.add_button(
            (24, top, 220, 42), "Make it", self.make, "package", style=Style.PRIMARY
        )
        place = (258, top, wide - 258 - 176, 42)
        self.told = panel.add(Label(place, "", size=13, colour=AMBER))
        self.add_back((wide - 164, top, 140, 42))
        self.stack.focus.to(self.list)
        self._show()

    def _add_fields(self, panel: Panel, wide: float, top: float) -> None:
        room = (wide - 48 - 20) / 3
        ghosts = {"title": "title", "author": "author", "licence": "licence: CC0-1.0"}
        for n, (key, ghost) in enumerate(ghosts.items()):
            box = (24 + n * (room + 10), top, room, 40)
            field = TextField(box, getattr(self, key), ghost=ghost)
            field.on_change = partial(self._set, key)
            panel.add(field)

    def _set(self, key: str, text: str) -> None:
        setattr(self, key, text)
        self._show()

    def toggle(self, file: str) -> None:
        """Put a file in, or take it out again."""
        if file in self.marked:
            self.marked.remove(file)
        elif file in self.files:
            self.marked.append(file)
        self._show()

    @property
    def name(self) -> str:
        """Return the name of the pack, which follows from its title."""
        return re.sub("[^a-z0-9]+", "-", self.title.lower()).strip("-")[:40].strip("-")

    def _show(self) -> None:
        """Show which files go in, and why the pack cannot be made yet."""
        along, fault = list[str](), ""
        try:
            along = [*needed(self.marked).values()] if self.marked else []
        except UnusableFile as error:
            fault = str(error.faults[0])
        notes = dict.fromkeys(along, "goes along") | dict.fromkeys(self.marked, "in the pack")
        rows = list[ListRow]()
        for folder in CHOICES:
            files = [file for file, of in self.files.items() if of == folder]
            files.sort(key=lambda file: self.titles[file].casefold())
            if files:
                plural = "Armouries" if folder == "armouries" else folder.capitalize()
                rows.append(ListRow(f"group {folder}", plural, heading=True))
            rows += [
                ListRow(file, self.titles[file], PurePath(file).stem, note=notes.get(file, ""))
                for file in files
            ]
        self.list.rows = tuple(rows)
        more = len(along) - sum(file in along for file in self.files)
        extra = f", with {many(more, 'page, icon or picture', 'pages, icons and pictures')}"
        self.told.text = fault or (
            f"{self.name}{ENDING}: {many(len(along), 'file')}{extra if more > 0 else ''}"
            if self.marked and self.name
            else ""
        )
        missing = "" if self.name else "Give it a title"
        self.make_button.reason = fault or ("" if self.marked else "Choose a file") or missing

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
        return Open(FaultyPackScreen(f"{self.name}{ENDING}", error))

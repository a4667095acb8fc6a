"""The screen of one pack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pygame

from game.content.faults import UnusableFile
from game.content.own_folders import own_packs
from game.content.packs.pack_library import free_name, holder_of, is_kept, keep_pack
from game.rules.pack_checks import contents_in_words
from game.screens.card import Card
from game.screens.menu_screen import MenuScreen
from game.screens.pack_cards import text_card, text_line
from game.screens.pack_opening import CheckedPack
from game.widgets.button import Button, Style
from game.widgets.cells import Child, row, sized, spring
from game.widgets.keys import Key
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import FIELD
from game.widgets.text_view import LogEntry
from game.widgets.theme import AMBER, MUTED


class PackScreen(MenuScreen):
    """The contents of a pack, which may then be kept."""

    def __init__(self, found: CheckedPack) -> None:
        self.found = found
        self.kept_as = ""
        """Name under which it was kept here; empty if it was not."""

    def view(self) -> Card:
        about = self.found.pack.manifest
        by = " · ".join(filter(None, (about.author and f"by {about.author}", about.licence)))
        title, foot = about.title.upper(), self._foot()
        return text_card(title, by or about.name, self._entries(), foot)

    def _entries(self) -> Iterator[LogEntry]:
        if self.kept_as:
            words = "It is yours now: its scenarios are in Play, its campaigns in Campaign, "
            words += f"its maps in Design. They are called {self.kept_as}/…"
            yield from (text_line(words, AMBER), text_line(" "))
        if description := self.found.pack.manifest.description:
            yield from (*map(text_line, description.splitlines()), text_line(" "))
        yield from (text_line(line, MUTED) for line in contents_in_words(self.found.things))
        if self._is_taken:
            words = f"Another pack is called {self.found.pack.name}. Keep both"
            words += ", or replace it." if holder_of(self.found.pack.name) == "own" else "."
            yield from (text_line(" "), text_line(words, AMBER))

    @property
    def _is_kept(self) -> bool:
        """Return whether it is among the packs already."""
        pack = self.found.pack
        is_listed = pack.is_shipped or pack.path.parent == own_packs()
        return is_listed or bool(self.kept_as) or is_kept(self.found.raw, pack.name)

    @property
    def _is_taken(self) -> bool:
        return not self._is_kept and bool(holder_of(self.found.pack.name))

    def _foot(self) -> Child:
        name, back = self.found.pack.name, self.back_button()
        if self._is_kept:
            return row(spring(), back)
        if not self._is_taken:
            return row(self._keep("Keep it", name), spring(), back)
        free, replace = free_name(name), None
        if holder_of(name) == "own":
            replace = Button("Replace…", self.ask_to_replace, icon="ui/save")
        return row(self._keep(f"Keep as {free}", free), replace, spring(), back)

    def _keep(self, label: str, name: str) -> Child:
        """Return the button that keeps the pack under a name."""
        press, key = partial(self.keep, name), Key(pygame.K_RETURN)
        button = Button(label, press, icon="ui/check", shortcut=key, style=Style.PRIMARY)
        return sized(button, least=FIELD)

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

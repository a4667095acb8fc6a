"""Saving, closing, file lock, autosave and recovery of a map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from game.content.faults import UnusableFile
from game.content.maps import MapFile, map_title
from game.content.storage import MAPS, own_maps
from game.editor.autosaves import Autosave, Recovery, recoveries
from game.editor.open_file import OpenFile, OverwriteError
from game.screens.battle.dialogs import Menu, keys_dialog, name_dialog, notice
from game.screens.editor.bars import KEYS
from game.screens.editor.dialogs import Exporting, Generating
from game.screens.editor.host import EditorHost
from game.screens.editor.start_screen import NewMapScreen, StartScreen, recovery_dialog
from game.screens.screen import Begin, Change, Close, Open, Visit
from game.widgets.button import Style
from game.widgets.keys import Key
from game.widgets.panel_stack import CANCEL, Dialog, Reply

ELSEWHERE = "Another editor has this map open. Whoever saves last is asked before overwriting."


class MapSafety:
    """File lock, autosave and recovery of one editor screen."""

    def __init__(
        self,
        host: EditorHost,
        ask_where: Callable[[Callable[[], None]], None],
        autosave: Autosave | None = None,
    ) -> None:
        """*ask_where*: asks for another name to save under; *autosave*: one to continue."""
        self.host, self.ask_where = host, ask_where
        path = host.workspace.path
        self.held = OpenFile(path) if path else None
        self.autosave = autosave or Autosave()
        self._unwanted: MapFile | None = None
        """The map that was deliberately left without saving."""
        self._offered = False
        """True once autosaves of this file were looked for."""
        self._shown = ""
        """The last message about other editors, or about a failed autosave."""

    def update(self, seconds: float) -> None:
        if not self._offered:
            self._offered = True
            self._offer()
        self.autosave.update(seconds, self.host.workspace)
        news = f"Autosave failed: {self.autosave.trouble}" if self.autosave.trouble else ""
        if not self._shown and self.held and self.held.is_shared:
            news = ELSEWHERE
        if news and news != self._shown:
            self._shown = news
            self.host.show_message(news)

    def _offer(self) -> None:
        """Ask about an autosave of this file that another editor left, if there is one."""
        path = self.host.workspace.path
        left = [one for one in recoveries() if path and one.file == path.resolve()]
        if left:
            theme = self.host.frame.theme
            one = left[0]
            self.host.ask(recovery_dialog(theme, one, lambda: self._recover(one), lambda: None))

    def _recover(self, one: Recovery) -> None:
        try:
            self.host.go(Begin(self.host.another(*one.go_on())))
        except UnusableFile as error:
            self.host.ask(notice(self.host.frame.theme, "Cannot be read", str(error)))

    def on_the_way(self, change: Change) -> None:
        """Autosave the map before a play test, which might crash the program."""
        if isinstance(change, Visit):
            self.autosave.keep(self.host.workspace)

    def discard(self) -> None:
        """Remember that the current map is deliberately left without saving."""
        self._unwanted = self.host.workspace.map

    def leave(self) -> None:
        """Release the file. An autosave is kept unless the map is saved or discarded."""
        work = self.host.workspace
        if work.is_saved or work.map is self._unwanted:
            self.autosave.drop()
        else:
            self.autosave.finish()
            self.autosave.keep(work)
            self.autosave.let_go()
        if self.held:
            self.held.close()

    def write(self, path: Path, then: Callable[[], None], *, anyway: bool = False) -> None:
        """Write the map to a file and call *then*; ask before overwriting others' work."""
        work = self.host.workspace
        held = self.held
        if held is None or held.path != path:
            held = OpenFile(path)
        try:
            held.write(work.map, anyway=anyway)
        except OverwriteError as error:
            self._ask(str(error), held, then)
        except UnusableFile as error:
            words = (
                f"{error}\n\n"
                "Nothing is lost: save it elsewhere, or free some space and try again."
            )
            self.host.ask(notice(self.host.frame.theme, "Not saved", words))
        else:
            self._take(held)
            work.path, work.saved = path, work.map
            self.autosave.drop()
            self.host.show_message(f"Saved: {path}")
            then()
            return
        if held is not self.held:
            held.close()

    def _take(self, held: OpenFile) -> None:
        if self.held and self.held is not held:
            self.held.close()
        self.held = held

    def _ask(self, words: str, held: OpenFile, then: Callable[[], None]) -> None:
        path = held.path

        def overwrite() -> None:
            self.write(path, then, anyway=True)

        replies = [Reply("Save as…", lambda: self.ask_where(then), Style.PRIMARY)]
        if held is self.held and held.is_changed and path.exists():
            replies.append(Reply("Load theirs", self.reload))
        replies.append(Reply("Overwrite", overwrite, Style.DANGER))
        theme = self.host.frame.theme
        text = f"{words}. Nothing was written; your version is still here."
        self.host.ask(Dialog(theme, "Overwrite it?", text, (*replies, CANCEL), width=620))

    def reload(self) -> None:
        """Load the file as it is now; undo leads back to the map drawn here."""
        work = self.host.workspace
        assert self.held
        try:
            mapfile = self.held.reread()
        except UnusableFile as error:
            self.host.ask(notice(self.host.frame.theme, "Not loaded", str(error)))
            return
        work.do("Load the other version", mapfile, (), mirrored=False)
        work.saved = mapfile


ENDING = ".tmj"


def _nothing() -> None:
    pass


class FileActions:
    def __init__(self, host: EditorHost, autosave: Autosave | None = None) -> None:
        """*autosave*: the autosave to continue, if any."""
        self.host = host
        self.generating, self.exporting = Generating(host), Exporting(host)
        self.keeping = MapSafety(host, self.ask_where, autosave)

    def update(self, seconds: float) -> None:
        """Collect results of background work, and autosave the map."""
        self.generating.update()
        self.exporting.update()
        self.keeping.update(seconds)

    def menu(self) -> None:
        """Open the menu of the map."""
        theme = self.host.frame.theme
        replies = (
            Reply("Resume", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE)),
            Reply("Save", self.save),
            Reply("Save as…", self.ask_where),
            Reply("New map…", self.ask_new),
            Reply("Open…", self.ask_open),
            Reply("Import…", self.tell_of_imports),
            Reply("Generate…", self.generating.ask),
            Reply("Export a picture…", self.exporting.ask),
            Reply("Keys", lambda: self.host.ask(keys_dialog(theme, KEYS))),
            Reply("Close the editor", self.leave),
        )
        self.host.ask(Menu(theme, "The map", "", replies))

    def tell_of_imports(self) -> None:
        """Explain how to import maps of other programs."""
        words = (
            "Drop a file on this window: a map (.tmj), a picture that contains one (.png), or "
            "a Universal VTT file (.uvtt, .dd2vtt, .df2vtt). It opens as a new map."
        )
        self.host.ask(notice(self.host.frame.theme, "Import a map", words))

    def save(self, then: Callable[[], None] = _nothing) -> None:
        """Write the map to its file, or ask for one; then call *then*."""
        path = self.host.workspace.path
        if path is None:
            self.ask_where(then)
        else:
            self._write(path, then)

    def ask_where(self, then: Callable[[], None] = _nothing) -> None:
        """Ask for a name under which to save the map among the user's own."""
        work, theme = self.host.workspace, self.host.frame.theme
        usual = work.path.stem if work.path else free_name(_slug(work.map.board.title))

        words = "Saved with your own maps. Name of the file:"

        def take(name: str) -> None:
            self._save_as(name, then)

        self.host.ask(name_dialog(theme, "Save as", words, usual, "Save", take, longest=40))

    def _save_as(self, name: str, then: Callable[[], None]) -> None:
        path = own_maps() / f"{_slug(name)}{ENDING}"
        theme = self.host.frame.theme
        if not _slug(name):
            words = "The name needs at least one letter or digit."
            self.host.ask(notice(theme, "Not saved", words))
        elif (MAPS / path.name).exists():
            words = f"A built-in map has the file name {path.name}. Choose another."
            self.host.ask(notice(theme, "Not saved", words))
        elif path.exists() and path != self.host.workspace.path:
            replies = (
                Reply("Replace it", lambda: self._write(path, then), Style.DANGER),
                Reply("Choose another name", lambda: self.ask_where(then)),
            )
            words = f"The file {path.name} already has a map: “{map_title(str(path))}”."
            self.host.ask(Dialog(theme, "Replace it?", words, replies))
        else:
            self._write(path, then)

    def _write(self, path: Path, then: Callable[[], None]) -> None:
        self.keeping.write(path, then)

    def guarded(self, then: Callable[[], None]) -> None:
        """Call *then* once the map is saved, or is to be left unsaved."""
        if self.host.workspace.is_saved:
            then()
            return

        def leave_it() -> None:
            self.keeping.discard()
            then()

        replies = (
            Reply("Save", lambda: self.save(then), Style.PRIMARY),
            Reply("Don't save", leave_it, Style.DANGER),
            CANCEL,
        )
        words = "The map has unsaved changes."
        self.host.ask(Dialog(self.host.frame.theme, "Save it?", words, replies, width=520))

    def leave(self) -> None:
        self.guarded(lambda: self.host.go(Close()))

    def ask_new(self) -> None:
        self.guarded(lambda: self.host.go(Open(NewMapScreen(self.host.another))))

    def ask_open(self) -> None:
        self.guarded(lambda: self.host.go(Open(StartScreen(self.host.another))))


def free_name(wish: str) -> str:
    """Return a file name that no map has yet."""
    taken = {path.stem for folder in (MAPS, own_maps()) for path in folder.glob(f"*{ENDING}")}
    base = wish or "my-map"
    tries = (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3)))
    return next(name for name in tries if name not in taken)


def _slug(name: str) -> str:
    """Return a name in lower case, with words of letters and digits joined by hyphens."""
    plain = "".join(c if c.isalnum() else " " for c in name.casefold())
    return "-".join(plain.split())

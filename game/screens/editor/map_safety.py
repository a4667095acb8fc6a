"""File lock, autosave and recovery of an open map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.content.faults import UnusableFile
from game.content.maps import MapFile
from game.editor.autosaves import Autosave, Recovery, recoveries
from game.editor.open_file import OpenFile, OverwriteError
from game.screens.battle.dialogs import notice
from game.screens.editor.host import EditorHost
from game.screens.screen import Begin, Change, Visit
from game.widgets.button import Style
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.theme import Theme

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


def recovery_dialog(
    theme: Theme, one: Recovery, go_on: Callable[[], None], then: Callable[[], None]
) -> Dialog:
    """Return a dialog that offers to recover an autosave.

    *go_on* is called to recover it; *then* is called if it is left for later or discarded.
    """

    def discard() -> None:
        one.discard()
        then()

    what = ": ".join(filter(None, (one.title, str(one.file or "")))) or "An untitled map"
    at = one.at.astimezone().strftime("%d %B %Y, %H:%M")
    edits = f"{one.edits} edit{'s' * (one.edits != 1)}"
    words = (
        f"An editor ended before this was saved:\n{what}\n{edits}, autosaved on {at}.\n"
        "The file itself is unchanged."
    )
    replies = (
        Reply("Recover it", go_on, Style.PRIMARY),
        Reply("Later", then),
        Reply("Discard it", discard, Style.DANGER),
    )
    return Dialog(theme, "Unsaved work", words, replies, width=560)

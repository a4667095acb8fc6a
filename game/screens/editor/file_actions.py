"""Saving, closing, file lock, autosave and recovery of a map or another file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from game.content.faults import UnusableFile
from game.content.file_lookup import files_with, is_device_name
from game.content.maps.map_library import map_title
from game.content.own_folders import own_maps
from game.content.shipped_folders import MAPS, ROOT
from game.editor.autosaves import Autosave, Recovery, recoveries
from game.editor.edits import EditRefusedError
from game.editor.file_locks import OpenFile, OverwriteError
from game.forms.form_files import FormFile, open_file
from game.forms.form_kinds import FormKind
from game.forms.name_finder import ENDING
from game.forms.own_files import campaigns_with, delete_file, referring_files, rename_file
from game.screens.editor.host import FileHost
from game.screens.screen import Begin, Change, Close, Visit
from game.table.records import many
from game.widgets.button import Style
from game.widgets.dialogs import name_dialog, notice
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.theme import Theme

ELSEWHERE = "Another editor has this map open. Whoever saves last is asked before overwriting."


class FileSafety:
    """File lock, autosave and recovery of one open file."""

    def __init__(
        self,
        host: FileHost,
        ask_where: Callable[[Callable[[], None]], None],
        autosave: Autosave | None = None,
    ) -> None:
        """*ask_where*: asks for another name to save under; *autosave*: one to continue."""
        self.host, self.ask_where = host, ask_where
        path = host.document.path
        self.held = OpenFile(path) if path else None
        self.autosave = autosave or Autosave()
        self.autosave.held = self.held
        if self.held and self.autosave.stamp:
            # Edits that were recovered are based on the file as it was before.
            self.held.stamp = self.autosave.stamp
        self._unwanted: object = None
        """The content that was deliberately left without saving."""
        self._offered = False
        """True once autosaves of this file were looked for."""
        self._shown = ""
        """The last message about other editors, or about a failed autosave."""

    def update(self, seconds: float) -> None:
        if not self._offered:
            self._offered = True
            self._offer()
        self.autosave.update(seconds, self.host.document)
        news = f"Autosave failed: {self.autosave.trouble}" if self.autosave.trouble else ""
        if not self._shown and self.held and self.held.is_shared:
            news = ELSEWHERE
        if news and news != self._shown:
            self._shown = news
            self.host.show_message(news)

    def _offer(self) -> None:
        """Ask about an autosave of this file that another editor left, if there is one."""
        path = self.host.document.path
        left = [one for one in recoveries() if path and one.file == path.resolve()]
        if left:
            theme = self.host.frame.theme
            one = left[0]
            self.host.ask(recovery_dialog(theme, one, lambda: self._recover(one), lambda: None))

    def _recover(self, one: Recovery) -> None:
        try:
            self.host.go(Begin(self.host.recovered(one)))
        except UnusableFile as error:
            self.host.ask(notice(self.host.frame.theme, "Cannot be read", str(error)))

    def on_the_way(self, change: Change) -> None:
        """Autosave before a play test, which might crash the program."""
        if isinstance(change, Visit):
            self.autosave.keep(self.host.document)

    def discard(self) -> None:
        """Remember that the present content is deliberately left without saving."""
        self._unwanted = self.host.document.state

    def leave(self) -> None:
        """Release the file. An autosave is kept unless it is saved or discarded."""
        work = self.host.document
        if work.is_saved or work.state is self._unwanted:
            self.autosave.drop()
        else:
            self.autosave.finish()
            self.autosave.keep(work)
            self.autosave.let_go()
        if self.held:
            self.held.close()

    def write(self, path: Path, then: Callable[[], None], *, anyway: bool = False) -> None:
        """Write the text to a file and call *then*; ask before overwriting others' work."""
        work = self.host.document
        held = self.held
        if held is None or held.path != path:
            held = OpenFile(path)
        try:
            work.bring_files(path)
            held.write(work.text(), anyway=anyway)
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
            work.mark_saved(path)
            self.autosave.drop()
            self.host.show_message(f"Saved: {path}")
            then()
            return
        if held is not self.held:
            held.close()

    def _take(self, held: OpenFile) -> None:
        if self.held and self.held is not held:
            self.held.close()
        self.held = self.autosave.held = held

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
        """Load the file as it is now; undo leads back to what was made here."""
        assert self.held
        stamp = self.held.stamp
        try:
            self.host.document.reload(self.held.reread())
        except UnusableFile as error:
            self.held.stamp = stamp
            self.host.ask(notice(self.host.frame.theme, "Not loaded", str(error)))


class FilePlace(NamedTuple):
    """The folders of one kind of files, and their names."""

    what: str
    """The kind, as in sentences: ``map``."""
    shipped: Path
    own: Callable[[], Path]
    ending: str
    title: Callable[[Path], str]
    """Returns the title of a file, which may be faulty."""

    def free_name(self, wish: str) -> str:
        """Return a file name that no file of the kind has yet."""
        folders = self.shipped, self.own()
        taken = {path.stem for folder in folders for path in files_with(folder, self.ending)}
        base = slug(wish) or f"my-{self.what}"
        tries = (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3)))
        return next(name for name in tries if name not in taken)


MAP_PLACE = FilePlace("map", MAPS, own_maps, ".tmj", lambda path: map_title(str(path)))


def place_of(form: FormKind) -> FilePlace:
    """Return the folders of a kind of files."""
    return FilePlace(form.name, ROOT / form.folder, form.own, ENDING, partial(title_of, form))


def title_of(form: FormKind, path: Path) -> str:
    """Return the title of a file, or its name if it has none."""
    try:
        return open_file(form, path)[0].title or path.stem
    except UnusableFile:
        return path.stem


def _nothing() -> None:
    pass


class DocumentActions:
    """Saving and leaving of one open file."""

    def __init__(
        self, host: FileHost, place: FilePlace, autosave: Autosave | None = None
    ) -> None:
        """*autosave*: the autosave to continue, if any."""
        self.owner, self.place = host, place
        self.keeping = FileSafety(host, self.ask_where, autosave)

    def save(self, then: Callable[[], None] = _nothing) -> None:
        """Write the file, or ask for its name; then call *then*."""
        path = self.owner.document.path
        if path is None:
            self.ask_where(then)
        else:
            self.keeping.write(path, then)

    def ask_where(self, then: Callable[[], None] = _nothing) -> None:
        """Ask for a name under which to save the file among the user's own."""
        work, theme = self.owner.document, self.owner.frame.theme
        usual = work.path.stem if work.path else self.place.free_name(work.title)

        words = f"Saved with your own {plural(self.place.what)}. Name of the file:"

        def take(name: str) -> None:
            self._save_as(name, then)

        self.owner.ask(name_dialog(theme, "Save as", words, usual, "Save", take, longest=40))

    def _save_as(self, name: str, then: Callable[[], None]) -> None:
        what, path = self.place.what, self.place.own() / f"{slug(name)}{self.place.ending}"
        theme = self.owner.frame.theme
        if not slug(name):
            words = "The name needs at least one letter or digit."
            self.owner.ask(notice(theme, "Not saved", words))
        elif (self.place.shipped / path.name).exists():
            words = f"A built-in {what} has the file name {path.name}. Choose another."
            self.owner.ask(notice(theme, "Not saved", words))
        elif path.exists() and path != self.owner.document.path:
            replies = (
                Reply("Replace it", lambda: self.keeping.write(path, then), Style.DANGER),
                Reply("Choose another name", lambda: self.ask_where(then)),
            )
            words = f"The file {path.name} already has a {what}: “{self.place.title(path)}”."
            self.owner.ask(Dialog(theme, "Replace it?", words, replies))
        else:
            self.keeping.write(path, then)

    def guarded(self, then: Callable[[], None]) -> None:
        """Call *then* once the file is saved, or is to be left unsaved."""
        if self.owner.document.is_saved:
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
        words = f"The {self.place.what} has unsaved changes."
        self.owner.ask(Dialog(self.owner.frame.theme, "Save it?", words, replies, width=520))

    def leave(self) -> None:
        self.guarded(lambda: self.owner.go(Close()))


class OwnFileActions:
    """Renaming and deleting of one of the user's own files, which no editor has open."""

    def __init__(
        self,
        theme: Theme,
        place: FilePlace,
        path: Path,
        ask: Callable[[Dialog], None],
        then: Callable[[Path | None], None],
    ) -> None:
        """*then* takes the file's new place, or None if it is gone."""
        self.theme, self.place, self.path = theme, place, path
        self.ask, self.then = ask, then
        self.files = referring_files(place.what, path.stem)
        self.campaigns = campaigns_with(path.stem)

    def _named_by(self) -> str:
        """Return a sentence that names the own files that refer to this one; empty if none."""
        own = [file.path.name for file in self.files if file.path]
        names = ", ".join([*own, *(path.name for path in self.campaigns)])
        return f"{names} of yours {'refers' if names.count(',') == 0 else 'refer'} to it."

    def ask_name(self) -> None:
        """Ask for another name of the file."""
        words = "Name of the file; its title is changed where it is edited:"
        name = self.path.stem
        self.ask(
            name_dialog(self.theme, "Rename", words, name, "Rename", self._take, longest=40)
        )

    def _take(self, name: str) -> None:
        new = self.path.with_name(f"{slug(name)}{self.place.ending}")
        if not slug(name):
            self._refuse("Not renamed", "The name needs at least one letter or digit.")
        elif (self.place.shipped / new.name).exists():
            words = f"A built-in {self.place.what} has the file name {new.name}."
            self._refuse("Not renamed", words)
        elif new != self.path:
            self._ask_about_others(new)

    def _ask_about_others(self, new: Path) -> None:
        """Ask whether other files are to follow the new name, if there are any."""
        if not (self.files or self.campaigns):
            self._rename(new, ())
            return
        words = self._named_by()
        if self.campaigns:
            words += " Campaigns are changed by hand."
        follow = Reply("Change them too", lambda: self._rename(new, self.files), Style.PRIMARY)
        leave = Reply("Leave them", lambda: self._rename(new, ()))
        replies = (follow, leave, CANCEL) if self.files else (leave, CANCEL)
        self.ask(Dialog(self.theme, f"Rename it to {new.stem}?", words, replies, width=560))

    def _rename(self, new: Path, files: Sequence[FormFile]) -> None:
        self._attempt(
            "Not renamed", lambda: rename_file(self.path, new, self.place.what, files), new
        )

    def ask_delete(self) -> None:
        """Ask whether to delete the file."""
        words = f"“{self.place.title(self.path)}” goes to the folder trash of your data."
        if self.files or self.campaigns:
            words += f" {self._named_by()}"
        delete = Reply("Delete it", self._delete, Style.DANGER)
        title = f"Delete the {self.place.what}?"
        self.ask(Dialog(self.theme, title, words, (delete, CANCEL), width=560))

    def _delete(self) -> None:
        self._attempt("Not deleted", lambda: delete_file(self.path), None)

    def _attempt(self, title: str, does: Callable[[], object], then: Path | None) -> None:
        try:
            does()
        except (EditRefusedError, UnusableFile) as error:
            self._refuse(title, str(error))
        self.then(then if then and then.exists() else self.path if self.path.exists() else None)

    def _refuse(self, title: str, words: str) -> None:
        self.ask(notice(self.theme, title, words))


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
    # A repaired or imported map has no file of its own, and need not have been edited.
    saved = f"{many(one.edits, 'edit')}, autosaved" if one.edits else "Autosaved"
    file = "The file itself is unchanged." if one.file else "It has no file yet."
    if one.is_file_changed:
        file = "The file itself was changed elsewhere since; nothing overwrites it unasked."
    words = f"An editor ended before this was saved:\n{what}\n{saved} on {at}.\n{file}"
    replies = (
        Reply("Recover it", go_on, Style.PRIMARY),
        Reply("Later", then),
        Reply("Discard it", discard, Style.DANGER),
    )
    return Dialog(theme, "Unsaved work", words, replies, width=560)


def plural(what: str) -> str:
    """Return the plural of a kind of files."""
    return f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"


def slug(name: str) -> str:
    """Return a name in lower case, with words of letters and digits joined by hyphens.

    One that Windows takes for a device begins with ``my``.
    """
    plain = "".join(c if c.isalnum() else " " for c in name.casefold())
    found = "-".join(plain.split())
    return f"my-{found}" if is_device_name(found) else found

"""File actions of the editor, guarded against the loss of work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from game.content.faults import UnusableFile
from game.content.file_lookup import files_with, is_device_name
from game.content.library_kinds import MAP, LibraryKind
from game.content.maps.map_library import map_title
from game.content.own_folders import own_folder
from game.content.shipped_folders import ROOT
from game.editor.autosaves import Autosave, Recovery, recoveries
from game.editor.documents import Document
from game.editor.edits import EditRefusedError
from game.editor.file_locks import OpenFile, OverwriteError
from game.editor.object_words import plural
from game.forms.form_files import open_file, recovered
from game.forms.form_kinds import FormKind
from game.forms.own_files import ReferringFile, delete_file, referring_files, rename_file
from game.screens.editor.editor_messages import EditorMessages
from game.screens.screen import Begin, Change, Close, Destination, Visit
from game.table.records import many
from game.widgets.button import Style
from game.widgets.dialogs import name_dialog, notice
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import WIDE_DIALOG
from game.widgets.theme import Theme

ELSEWHERE = "Another editor has this map open. Whoever saves last is asked before overwriting."


class FileSafety:
    """File lock, autosave and recovery of one open file."""

    def __init__(
        self,
        document: Document,
        messages: EditorMessages,
        ask_where: Callable[[Callable[[], None]], None],
        recover: Callable[[Recovery], None],
        autosave: Autosave | None = None,
    ) -> None:
        """*ask_where*: asks for another name to save under; *autosave*: one to continue.

        *recover*: opens an autosave instead of the file; it may raise UnusableFile.
        """
        self.document, self.messages = document, messages
        self.ask_where, self._open_autosave = ask_where, recover
        path = document.path
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
        self.autosave.update(seconds, self.document)
        news = f"Autosave failed: {self.autosave.trouble}" if self.autosave.trouble else ""
        if not self._shown and self.held and self.held.is_shared:
            news = ELSEWHERE
        if news and news != self._shown:
            self._shown = news
            self.messages.say(news)

    def _offer(self) -> None:
        """Ask about an autosave of this file that another editor left, if there is one."""
        path = self.document.path
        left = [one for one in recoveries() if path and one.file == path.resolve()]
        if left:
            theme = self.messages.theme
            one = left[0]
            self.messages.ask(
                recovery_dialog(theme, one, lambda: self._recover(one), lambda: None)
            )

    def _recover(self, one: Recovery) -> None:
        try:
            self._open_autosave(one)
        except UnusableFile as error:
            self.messages.notify("Cannot be read", str(error))

    def on_the_way(self, change: Change) -> None:
        """Autosave before a play test, which might crash the program."""
        if isinstance(change, Visit):
            self.autosave.keep(self.document)

    def discard(self) -> None:
        """Remember that the present content is deliberately left without saving."""
        self._unwanted = self.document.state

    def leave(self) -> None:
        """Release the file. An autosave is kept unless it is saved or discarded."""
        work = self.document
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
        work = self.document
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
            self.messages.notify("Not saved", words)
        else:
            self._take(held)
            work.mark_saved(path)
            self.autosave.drop()
            self.messages.say(f"Saved: {path}")
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
        theme = self.messages.theme
        text = f"{words}. Nothing was written; your version is still here."
        self.messages.ask(
            Dialog(theme, "Overwrite it?", text, (*replies, CANCEL), width=WIDE_DIALOG)
        )

    def reload(self) -> None:
        """Load the file as it is now; undo leads back to what was made here."""
        assert self.held
        stamp = self.held.stamp
        try:
            self.document.reload(self.held.reread())
        except UnusableFile as error:
            self.held.stamp = stamp
            self.messages.notify("Not loaded", str(error))


class FilePlace(NamedTuple):
    """The kind of an open file, and the titles of such files."""

    kind: LibraryKind
    title: Callable[[Path], str]
    """Returns the title of a file, which may be faulty."""
    reopened: Callable[[Recovery], Destination]
    """Returns an editor of what was autosaved; it may raise UnusableFile."""

    @property
    def what(self) -> str:
        """Return the kind, as in sentences: ``map``."""
        return self.kind.name

    @property
    def shipped(self) -> Path:
        """Return the folder of the shipped files."""
        return ROOT / self.kind.folder

    def free_name(self, wish: str) -> str:
        """Return a file name that no file of the kind has yet."""
        folders = self.shipped, own_folder(self.kind)
        taken = {
            path.stem for folder in folders for path in files_with(folder, self.kind.ending)
        }
        base = slug(wish) or f"my-{self.what}"
        tries = (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3)))
        return next(name for name in tries if name not in taken)


MAP_PLACE = FilePlace(
    MAP, lambda path: map_title(str(path)), lambda one: Destination("map", *one.go_on())
)


def place_of(form: FormKind) -> FilePlace:
    """Return the folders of a kind of files."""
    return FilePlace(form.kind, partial(title_of, form), reopened_form)


def reopened_form(one: Recovery) -> Destination:
    """Return a form of a file that was autosaved; raise UnusableFile."""
    file, autosave = recovered(one)
    return Destination("form", file, autosave=autosave)


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
        self,
        document: Document,
        place: FilePlace,
        messages: EditorMessages,
        go: Callable[[Change], None],
        autosave: Autosave | None = None,
    ) -> None:
        """*go*: requests a change of screen; *autosave*: the autosave to continue, if any."""
        self.document, self.place, self.messages, self.go = document, place, messages, go
        self.keeping = FileSafety(document, messages, self.ask_where, self._reopen, autosave)

    def _reopen(self, one: Recovery) -> None:
        self.go(Begin(self.place.reopened(one)))

    def save(self, then: Callable[[], None] = _nothing) -> None:
        """Write the file, or ask for its name; then call *then*."""
        path = self.document.path
        if path is None:
            self.ask_where(then)
        else:
            self.keeping.write(path, then)

    def ask_where(self, then: Callable[[], None] = _nothing) -> None:
        """Ask for a name under which to save the file among the user's own."""
        work, theme = self.document, self.messages.theme
        usual = work.path.stem if work.path else self.place.free_name(work.title)

        words = f"Saved with your own {plural(self.place.what)}. Name of the file:"

        def take(name: str) -> None:
            self._save_as(name, then)

        self.messages.ask(name_dialog(theme, "Save as", words, usual, "Save", take, longest=40))

    def _save_as(self, name: str, then: Callable[[], None]) -> None:
        what, path = (
            self.place.what,
            own_folder(self.place.kind) / f"{slug(name)}{self.place.kind.ending}",
        )
        theme = self.messages.theme
        if not slug(name):
            words = "The name needs at least one letter or digit."
            self.messages.notify("Not saved", words)
        elif (self.place.shipped / path.name).exists():
            words = f"A built-in {what} has the file name {path.name}. Choose another."
            self.messages.notify("Not saved", words)
        elif path.exists() and path != self.document.path:
            replies = (
                Reply("Replace it", lambda: self.keeping.write(path, then), Style.DANGER),
                Reply("Choose another name", lambda: self.ask_where(then)),
            )
            words = f"The file {path.name} already has a {what}: “{self.place.title(path)}”."
            self.messages.ask(Dialog(theme, "Replace it?", words, replies))
        else:
            self.keeping.write(path, then)

    def guarded(self, then: Callable[[], None]) -> None:
        """Call *then* once the file is saved, or is to be left unsaved."""
        if self.document.is_saved:
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
        self.messages.ask(Dialog(self.messages.theme, "Save it?", words, replies))

    def leave(self) -> None:
        self.guarded(lambda: self.go(Close()))


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
        self.files = referring_files(place.kind, path.stem)

    def _named_by(self) -> str:
        """Return a sentence that names the own files that refer to this one; empty if none."""
        names = ", ".join(file.path.name for file in self.files)
        return f"{names} of yours {'refers' if len(self.files) == 1 else 'refer'} to it."

    def ask_name(self) -> None:
        """Ask for another name of the file."""
        words = "Name of the file; its title is changed where it is edited:"
        title = slug(self.place.title(self.path))
        name = title if title == self.path.stem else self.place.free_name(title)
        self.ask(
            name_dialog(self.theme, "Rename", words, name, "Rename", self._take, longest=40)
        )

    def _take(self, name: str) -> None:
        new = self.path.with_name(f"{slug(name)}{self.place.kind.ending}")
        if not slug(name):
            self._refuse("Not renamed", "The name needs at least one letter or digit.")
        elif (self.place.shipped / new.name).exists():
            words = f"A built-in {self.place.what} has the file name {new.name}."
            self._refuse("Not renamed", words)
        elif new != self.path:
            self._ask_about_others(new)

    def _ask_about_others(self, new: Path) -> None:
        """Ask whether other files are to follow the new name, if there are any."""
        if not self.files:
            self._rename(new, ())
            return
        follow = Reply("Change them too", lambda: self._rename(new, self.files), Style.PRIMARY)
        leave = Reply("Leave them", lambda: self._rename(new, ()))
        replies = follow, leave, CANCEL
        title = f"Rename it to {new.stem}?"
        self.ask(Dialog(self.theme, title, self._named_by(), replies))

    def _rename(self, new: Path, files: Sequence[ReferringFile]) -> None:
        self._attempt("Not renamed", lambda: rename_file(self.path, new, files), new)

    def ask_delete(self) -> None:
        """Ask whether to delete the file."""
        words = f"“{self.place.title(self.path)}” goes to the folder trash of your data."
        if self.files:
            words += f" {self._named_by()}"
        delete = Reply("Delete it", self._delete, Style.DANGER)
        title = f"Delete the {self.place.what}?"
        self.ask(Dialog(self.theme, title, words, (delete, CANCEL)))

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
    return Dialog(theme, "Unsaved work", words, replies)


def slug(name: str) -> str:
    """Return a name in lower case, with words of letters and digits joined by hyphens.

    One that Windows takes for a device begins with ``my``.
    """
    plain = "".join(c if c.isalnum() else " " for c in name.casefold())
    found = "-".join(plain.split())
    return f"my-{found}" if is_device_name(found) else found

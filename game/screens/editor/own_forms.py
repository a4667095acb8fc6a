"""The opening of the user's files in forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from game.content.faults import UnusableFile, first_faults, number_of
from game.content.file_lookup import files_with
from game.content.file_words import named
from game.content.library_kinds import ROSTER
from game.content.own_folders import own_folder
from game.content.shipped_folders import ROOT
from game.content.user_files import DISK
from game.editor.autosaves import Recovery
from game.forms.form_files import copy_file, new_file, open_file, recovered
from game.forms.form_kinds import FORMS, FormKind
from game.forms.name_finder import ENDING
from game.screens.screen import Destination
from game.widgets.button import Style
from game.widgets.list_box import ListRow
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.theme import Theme


def recovered_form(one: Recovery) -> Destination:
    """Return the form of a file that was autosaved; raise UnusableFile."""
    file, autosave = recovered(one)
    return Destination("form", file, autosave=autosave)


def opened_form(form: FormKind, path: Path) -> Destination:
    """Return the form of a file; raise UnusableFile if nothing of it can be read."""
    return Destination("form", *open_file(form, path))


def rosters_dialog(
    theme: Theme,
    word: str,
    go: Callable[[Destination], None],
    on_saved: Callable[[str], None],
    *,
    is_free: bool,
) -> Dialog:
    """Return a dialog that asks whether to edit the roster *word* or to make another.

    *go* opens a screen, *on_saved* takes the name of the saved roster; *is_free*: whether the
    scenario takes others than those that it lists.
    """
    form = FORMS["roster"]

    def edit() -> None:
        name = named(word, ROSTER)
        own = DISK.own_file(name)
        try:
            file, notes = (
                open_file(form, own) if own else copy_file(form, DISK.read(name), name)
            )
        except UnusableFile as error:
            go(Destination("notice", "Not opened", str(error)))
        else:
            go(Destination("form", file, notes, on_saved=on_saved))

    words = "A roster that is built in, or in a pack, opens as a copy."
    if not is_free:
        words += " This scenario takes only the rosters that it lists."
    make = Reply(
        "New roster", lambda: go(Destination("form", new_file(form), on_saved=on_saved))
    )
    edits = (Reply("Edit this one", edit, Style.PRIMARY),) if word else ()
    return Dialog(theme, "Rosters", words, (*edits, make, CANCEL))


def listed(form: FormKind) -> Iterator[ListRow]:
    """Yield a row for each own file, and then for each built-in one; faulty ones say why."""
    shipped = sorted((ROOT / form.kind.folder).glob(f"*{ENDING}"))
    for path in files_with(own_folder(form.kind), ENDING):
        try:
            file, salvaged = open_file(form, path)
            title, faults = file.title, [*salvaged, *file.faults]
        except UnusableFile as error:
            title, faults = "", error.faults
        number = number_of(faults)
        more = f" (and {number - 1:,} more)" if number > 1 else ""
        why = "\n".join(map(str, first_faults(faults)))
        detail = f"{faults[0]}{more}" if faults else str(path)
        note = "faulty" if faults else "yours"
        yield ListRow(str(path), title or path.stem, detail, note=note, hint=why)
    for path in shipped:
        title = open_file(form, path)[0].title
        yield ListRow(str(path), title, f"{path.name} · built-in, opens as a copy")

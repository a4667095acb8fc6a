"""The user's own files, renamed or deleted."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from game.content.faults import UnusableFile, system_reason
from game.content.file_lookup import files_with
from game.content.file_schemas import SCHEMAS
from game.content.library_kinds import LibraryKind
from game.content.names_in_files import named_at, places_in
from game.content.own_folders import own_folder, to_trash
from game.content.reading import read_text
from game.content.safe_writing import write_whole
from game.content.toml_statements import TomlPath
from game.editor.edits import EditRefusedError
from game.editor.file_locks import OpenFile
from game.forms.toml_salvage import salvaged
from game.forms.toml_text import TomlText


@dataclass(frozen=True, slots=True)
class ReferringFile:
    """One of the user's own files that names another file."""

    path: Path
    text: TomlText
    places: tuple[TomlPath, ...]
    """The places at which it names it."""

    def renamed(self, name: str) -> TomlText:
        """Return its text with another name at these places; raise EditRefusedError."""
        text = self.text
        for place in self.places:
            text = text.put(place, name)
        return text


def referring_files(kind: LibraryKind, word: str) -> list[ReferringFile]:
    """Return the user's own files that name a file of a kind.

    Files that can be read only in part are left out, because they cannot be changed safely.
    """
    found = list[ReferringFile]()
    for own, schema in SCHEMAS.items():
        places = [one.steps for one in places_in(schema) if one.kind is kind]
        for path in files_with(own_folder(own), own.ending) if places else ():
            try:
                text, salvaged_ = salvaged(read_text(path), str(path))
            except UnusableFile:
                continue
            named = [at for s in places for at, name in named_at(text.raw, s) if name == word]
            if named and not salvaged_:
                found.append(ReferringFile(path, text, tuple(named)))
    return found


def rename_file(path: Path, new: Path, files: Sequence[ReferringFile]) -> None:
    """Give a file another name, also in other files that name it.

    Raise EditRefusedError if the name is taken, an editor has the file open, or another file
    is written in a way that cannot be changed; raise UnusableFile if a file cannot be written.
    """
    if new.exists():
        raise EditRefusedError(f"there is a file {new.name} already")
    _refuse_if_open(path)
    texts = {file.path: file.renamed(new.stem).text for file in files}
    try:
        path.rename(new)
    except OSError as error:
        reason = f"cannot rename it: {system_reason(error)}"
        raise UnusableFile(str(path), [("", reason)]) from error
    for other, text in texts.items():
        # A file that names itself has its new name already.
        write_whole(new if other == path else other, text)


def delete_file(path: Path) -> Path:
    """Move a file to the trash, and return its place there.

    Raise EditRefusedError if an editor has it open; raise UnusableFile.
    """
    _refuse_if_open(path)
    return to_trash(path)


def _refuse_if_open(path: Path) -> None:
    with closing(OpenFile(path)) as held:
        if held.is_shared:
            raise EditRefusedError(f"another editor has {path.name} open: close it first")

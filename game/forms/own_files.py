"""The user's own files, renamed or deleted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from game.content.campaign_files import FOLDER as CAMPAIGNS
from game.content.faults import UnusableFile, system_reason
from game.content.file_lookup import files_with
from game.content.file_source import DISK
from game.content.own_folders import own_campaigns, to_trash
from game.content.safe_writing import write_whole
from game.content.strict_toml import parse_toml
from game.editor.edits import EditRefusedError
from game.editor.file_locks import OpenFile
from game.forms.form_files import FormFile, open_file
from game.forms.form_kinds import FORMS
from game.forms.name_finder import ENDING


def referring_files(kind: str, word: str) -> list[FormFile]:
    """Return the user's own files with forms that refer to a file of a kind by its name.

    Files that can be read only in part are left out, because they cannot be changed safely.
    """
    found = list[FormFile]()
    for form in FORMS.values():
        for path in files_with(form.own(), ENDING):
            try:
                file, salvaged = open_file(form, path)
            except UnusableFile:
                continue
            if not salvaged and file.referring(file.state, kind, word, "") != file.state:
                found.append(file)
    return found


def campaigns_with(word: str) -> list[Path]:
    """Return the user's own campaigns in which a name occurs; they have no form."""
    found = list[Path]()
    for path in files_with(own_campaigns(), ENDING):
        try:
            raw = parse_toml(DISK.read(f"{CAMPAIGNS}/{path.name}"), path.name)
        except UnusableFile:
            continue
        if word in _texts(raw):
            found.append(path)
    return found


def _texts(raw: Any) -> Iterator[str]:
    """Yield all texts in parsed data, not its keys."""
    if isinstance(raw, str):
        yield raw
    elif isinstance(raw, list | dict):
        for inner in raw.values() if isinstance(raw, dict) else raw:
            yield from _texts(inner)


def rename_file(path: Path, new: Path, kind: str, files: Sequence[FormFile]) -> None:
    """Give a file another name, also in other files that refer to it.

    Raise EditRefusedError if the name is taken, or an editor has the file open; raise
    UnusableFile if a file cannot be written.
    """
    if new.exists():
        raise EditRefusedError(f"there is a file {new.name} already")
    _refuse_if_open(path)
    try:
        path.rename(new)
    except OSError as error:
        reason = f"cannot rename it: {system_reason(error)}"
        raise UnusableFile(str(path), [("", reason)]) from error
    for file in files:
        if file.path:
            text = file.referring(file.state, kind, path.stem, new.stem).text
            write_whole(file.path, text)


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

"""Copies of any files, kept among the user's own."""

from __future__ import annotations

from pathlib import Path

from game.content.file_names import joined
from game.content.own_folders import own_folder
from game.content.safe_writing import write_whole
from game.editor.workspace import Workspace
from game.forms.form_files import FormFile
from game.screens.editor.file_actions import MAP_PLACE, FilePlace, place_of


def copied_map(work: Workspace) -> Path:
    """Write a copy of an open map with its pictures, and return its file.

    Raise UnusableFile.
    """
    title = _title_of_copy(work.map.board.title or (work.path.stem if work.path else ""))
    path = _free_path(MAP_PLACE, title)
    board = work.map.board.model_copy(update={"title": title})
    work.do("Copy", work.map.model_copy(update={"board": board}), mirrored=False)
    work.bring_files(path)
    return _written(path, work.text())


def copied_file(file: FormFile) -> Path:
    """Write a copy of a file that has a form, and return it.

    Raise UnusableFile, or EditRefusedError if its title cannot be changed.
    """
    title = _title_of_copy(file.title)
    return _written(
        _free_path(place_of(file.form), title), file.state.put(("title",), title).text
    )


def _title_of_copy(title: str) -> str:
    return f"{title} copy".strip()


def _free_path(place: FilePlace, title: str) -> Path:
    return joined(own_folder(place.kind), f"{place.free_name(title)}{place.kind.ending}")


def _written(path: Path, text: str) -> Path:
    write_whole(path, text)
    return path

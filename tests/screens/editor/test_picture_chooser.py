"""The choice of a picture's file: folders, pictures, typed paths, recent folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.content.maps.map_library import map_of
from game.editor import picture_folders
from game.editor.open_file import new_workspace
from game.editor.picture_folders import RecentFolders, listed, offered_folders
from game.screens.editor.picture_chooser import UP, PictureChooser
from game.widgets.theme import Theme


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with two pictures, a folder, and files that are not listed."""
    (tmp_path / "yard").mkdir()
    for name in ("b.PNG", "A.jpg", ".hidden.png", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    return tmp_path


def chooser(folder: Path) -> tuple[PictureChooser, list[Path]]:
    taken = list[Path]()
    return PictureChooser(Theme(), [folder], taken.append), taken


def row_ids(dialog: PictureChooser) -> list[str]:
    return [row.id for row in dialog._rows()]  # noqa: SLF001  what the list shows, without a window


def test_a_folder_lists_folders_and_pictures_by_name(folder: Path) -> None:
    found = listed(folder)

    assert [one.name for one in found.folders] == ["yard"]
    assert [one.name for one in found.pictures] == ["A.jpg", "b.PNG"]


def test_a_folder_that_is_not_there_says_so(folder: Path) -> None:
    assert listed(folder / "gone").fault.startswith("cannot be listed: ")


@pytest.mark.usefixtures("window")
def test_clicks_lead_through_folders_to_a_picture(folder: Path) -> None:
    dialog, taken = chooser(folder)
    dialog._open(str(folder / "yard"))  # noqa: SLF001
    assert row_ids(dialog) == [UP, ""]
    dialog._open(UP)  # noqa: SLF001
    dialog._open(str(folder / "A.jpg"))  # noqa: SLF001

    assert (taken, dialog.closed) == ([folder / "A.jpg"], True)


@pytest.mark.usefixtures("window")
def test_a_path_can_be_typed(folder: Path) -> None:
    dialog, taken = chooser(folder / "yard")
    dialog._take_typed("~nobody-at-all/a.png")  # noqa: SLF001
    assert taken.pop() == folder / "yard" / "~nobody-at-all" / "a.png"
    dialog._take_typed("..")  # noqa: SLF001
    assert dialog.folder == folder.resolve()
    dialog._take_typed(str(folder / "b.PNG"))  # noqa: SLF001

    assert taken == [folder / "b.PNG"]


def test_recent_folders_come_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_folders, "MAX_RECENT", 2)
    recent = RecentFolders()
    for name in ("yard", ".", "yard"):
        recent.add(folder / name)
    offered = offered_folders(new_workspace(map_of(24, 16)), recent.folders)

    assert recent.folders == (folder / "yard", folder)
    assert offered[:2] == recent.folders

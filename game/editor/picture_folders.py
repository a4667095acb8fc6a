"""Folders of pictures to choose one from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from game.content.background_pictures import ENDINGS
from game.content.faults import system_reason
from game.content.own_folders import downloads, pictures
from game.editor.workspace import Workspace

MAX_LISTED = 500
"""Maximum number of folders, and of pictures, that are listed."""
MAX_RECENT = 5


class FolderListing(NamedTuple):
    """The folders and pictures in a folder, by name."""

    folders: tuple[Path, ...] = ()
    pictures: tuple[Path, ...] = ()
    left_out: int = 0
    """Number of folders and pictures beyond those that are listed."""
    fault: str = ""
    """Reason why it cannot be listed; empty if it can."""


def listed(folder: Path, endings: Sequence[str] = ENDINGS) -> FolderListing:
    """Return the folders and pictures with *endings* in a folder, without hidden ones."""
    try:
        found = sorted(folder.iterdir(), key=lambda one: one.name.casefold())
    except OSError as error:
        return FolderListing(fault=f"cannot be listed: {system_reason(error)}")
    shown = [one for one in found if not one.name.startswith(".")]
    folders = [one for one in shown if is_folder(one)]
    files = [one for one in shown if one.suffix.lower() in endings and not is_folder(one)]
    left_out = len(folders[MAX_LISTED:]) + len(files[MAX_LISTED:])
    return FolderListing(tuple(folders[:MAX_LISTED]), tuple(files[:MAX_LISTED]), left_out)


def is_folder(path: Path) -> bool:
    """Return whether a path leads to a folder; False if that cannot be found out."""
    with suppress(OSError):
        return path.is_dir()
    return False


class RecentFolders:
    """The folders of the pictures that were chosen last, the latest first."""

    def __init__(self) -> None:
        self.folders: tuple[Path, ...] = ()

    def add(self, folder: Path) -> None:
        """Put a folder first."""
        others = (one for one in self.folders if one != folder)
        self.folders = (folder, *others)[:MAX_RECENT]


RECENT_FOLDERS = RecentFolders()
"""Those of this run of the program, for all maps."""


def offered_folders(work: Workspace, recent: Iterable[Path]) -> tuple[Path, ...]:
    """Return the folders that a choice begins with: recent ones, and those for pictures."""
    return tuple(dict.fromkeys(one for one in _offered(work, recent) if is_folder(one)))


def _offered(work: Workspace, recent: Iterable[Path]) -> Iterator[Path]:
    yield from recent
    if work.path:
        yield work.folder.absolute()
    own = pictures()
    yield own
    yield own.parent
    yield downloads()
    yield Path.home()

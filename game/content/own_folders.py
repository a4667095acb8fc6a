"""The user's folders, to which Undertow writes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import platformdirs

from game.content.faults import UnusableFile, system_reason
from game.content.file_lookup import free_path
from game.content.library_kinds import OWN, LibraryKind

_NAME = "undertow"


def saves() -> Path:
    """Return the folder of saves."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "saves")


def crashes() -> Path:
    """Return the folder of crash reports."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "crashes")


def own_folder(kind: LibraryKind) -> Path:
    """Return the folder of the user's own files of a kind."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), kind.plural)


def own_stamps() -> Path:
    """Return the folder of stamps, the parts of maps that the user kept."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "stamps")


def trash() -> Path:
    """Return the folder of files that the user deleted."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "trash")


def to_trash(path: Path) -> Path:
    """Move a file of the user's to the trash, and return its place there; raise UnusableFile.

    The name gets a number if it is taken there.
    """
    try:
        trash().mkdir(parents=True, exist_ok=True)
        there = free_path(trash() / path.name)
        shutil.move(path, there)
    except OSError as error:
        reason = f"cannot delete it: {system_reason(error)}"
        raise UnusableFile(str(path), [("", reason)]) from error
    return there


def unsaved() -> Path:
    """Return the folder of the map editor's autosaves."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "unsaved")


def pictures() -> Path:
    """Return the folder of pictures of battles."""
    return _below(platformdirs.user_pictures_path(), "Undertow")


def own_packs() -> Path:
    """Return the folder of the packs that the user keeps."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "packs")


def own_experiments() -> Path:
    """Return the folder of the user's experiments."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "experiments")


def packs_made() -> Path:
    """Return the folder of packs that the user makes for others."""
    return _below(platformdirs.user_documents_path(), "Undertow")


def downloads() -> Path:
    """Return the folder into which browsers put files."""
    return _below(platformdirs.user_downloads_path(), "downloads" if _home() else "")


def ongoing() -> Path:
    """Return the folder of running campaigns."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "ongoing")


def settings() -> Path:
    """Return the path of the settings file."""
    return _below(platformdirs.user_config_path(_NAME, appauthor=False), "settings.json")


def cache() -> Path:
    """Return the folder of the disk cache."""
    return _below(platformdirs.user_cache_path(_NAME, appauthor=False), "cache")


WRITTEN: Sequence[Callable[[], Path]] = (
    saves,
    crashes,
    unsaved,
    trash,
    pictures,
    own_stamps,
    own_packs,
    packs_made,
    own_experiments,
    ongoing,
    cache,
)
"""The makers of the paths of folders of other files that Undertow writes."""


def own() -> Iterator[Path]:
    """Yield all folders that Undertow writes files to."""
    yield from (place() for place in WRITTEN)
    yield from map(own_folder, OWN)
    yield settings().parent


def _below(usual: Path, name: str) -> Path:
    home = _home()
    return (Path(home) if home else usual) / name


def _home() -> str:
    return os.environ.get("UNDERTOW_HOME", "")

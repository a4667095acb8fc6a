"""The user's folders, to which Undertow writes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from game.content.faults import UnusableFile, system_reason
from game.content.file_lookup import free_path

_NAME = "undertow"


def saves() -> Path:
    """Return the folder of saves."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "saves")


def crashes() -> Path:
    """Return the folder of crash reports."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "crashes")


def own_maps() -> Path:
    """Return the folder of maps that the user drew."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "maps")


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


def own_rosters() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "rosters")


def own_armouries() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "armouries")


def own_scenarios() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "scenarios")


def own_campaigns() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "campaigns")


def own_bots() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "bots")


def own_pages() -> Path:
    """Return the folder of how-to-play pages of the user's scenarios."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "pages")


def own_icons() -> Path:
    """Return the folder of the user's icons of units."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "icons")


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


def own() -> Iterator[Path]:
    """Yield all folders that Undertow writes files to."""
    for place in (saves, crashes, own_maps, unsaved, pictures, own_rosters, own_scenarios):
        yield place()
    yield from (
        own_campaigns(),
        own_bots(),
        own_packs(),
        own_experiments(),
        own_stamps(),
        ongoing(),
        settings().parent,
        cache(),
    )


def _below(usual: Path, name: str) -> Path:
    home = _home()
    return (Path(home) if home else usual) / name


def _home() -> str:
    return os.environ.get("UNDERTOW_HOME", "")

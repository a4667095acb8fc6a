"""Where files are: what is shipped, and what belongs to the user.

Nothing is ever written beside the program: saves, settings, caches and crash reports go to the
user's directories, all below ``UNDERTOW_HOME`` if that environment variable is set.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import platformdirs

ROOT = Path(__file__).resolve().parents[2]
MAPS = ROOT / "maps"
ASSETS = ROOT / "assets"
RULEBOOK = ASSETS / "rulebook"
ROSTERS = ASSETS / "rosters"
SCENARIOS = ASSETS / "scenarios"
ICONS = ASSETS / "icons"

_NAME = "undertow"


def saves() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "saves")


def crashes() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "crashes")


def own_maps() -> Path:
    """Return where maps are kept that a user drew."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "maps")


def unsaved() -> Path:
    """Return where an editor keeps what is drawn and not saved yet."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "unsaved")


def pictures() -> Path:
    """Return where pictures of battles go."""
    return _below(platformdirs.user_pictures_path(), "Undertow")


def own_rosters() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "rosters")


def own_scenarios() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "scenarios")


def own_campaigns() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "campaigns")


def ongoing() -> Path:
    """Return where campaigns are kept that were begun."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "ongoing")


def settings() -> Path:
    """Return the file of the user's settings."""
    return _below(platformdirs.user_config_path(_NAME, appauthor=False), "settings.json")


def cache() -> Path:
    return _below(platformdirs.user_cache_path(_NAME, appauthor=False), "cache")


def own() -> Iterator[Path]:
    """Yield all folders of the user's that anything is written into."""
    for place in (saves, crashes, own_maps, unsaved, pictures, own_rosters, own_scenarios):
        yield place()
    yield from (own_campaigns(), ongoing(), settings().parent, cache())


def _below(usual: Path, name: str) -> Path:
    home = os.environ.get("UNDERTOW_HOME")
    return (Path(home) if home else usual) / name

"""The folders of the files that Undertow is shipped with."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parents[2]
_INSTALLED = _HERE / "undertow_data"
ROOT = _INSTALLED if _INSTALLED.is_dir() else _HERE
"""The folder of ``assets`` and ``maps``: beside ``game`` in a copy of the repository, else the
folder into which pip installed them."""
MAPS = ROOT / "maps"
ASSETS = ROOT / "assets"
RULEBOOK = ASSETS / "rulebook"
ICONS = ASSETS / "icons"
STAMPS = ASSETS / "stamps"
PACKS = ASSETS / "packs"

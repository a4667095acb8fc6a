"""The switch for fonts of the operating system, for characters that the game's own lack."""

from __future__ import annotations

import os

SWITCH = "UNDERTOW_SYSTEM_FONTS"
"""Environment variable; ``0`` leaves the system's fonts out, so that pictures are alike."""


def may_use_system_fonts() -> bool:
    """Return whether the system's fonts may be used."""
    return os.environ.get(SWITCH) != "0"

"""The live settings, and UI scaling."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from game.content.faults import Fault, UnusableFile
from game.content.palettes import use_palette
from game.content.settings import OLD, Settings, load_settings, save_settings
from game.widgets.keys import use_keys

QUIET = 0.5
"""Seconds that settings stay as they are before they are written: a slider moves on."""
TOLD = 6
"""So many faults of a file are told."""


class SettingsWarning(NamedTuple):
    title: str
    words: str


class SettingsStore:
    """The settings in use. Palette and keys of the window follow them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.settings, faults = load_settings(path)
        self.complaints = [_unused(faults)] if faults else []
        """What the player has to be told, and was not yet."""
        self._left = 0.0
        """Seconds until the settings are written; 0: they are as in the file."""
        self._complained = False
        self._take_on()

    def change(self, settings: Settings) -> None:
        self.settings, self._left = settings, QUIET
        self._take_on()

    def _take_on(self) -> None:
        use_palette(self.settings.palette)
        use_keys(self.settings.bound)

    def update(self, seconds: float) -> None:
        """Write what has changed, once nothing changes any more."""
        if 0.0 < self._left <= seconds:
            self.save()
        self._left = max(0.0, self._left - seconds)

    def save(self) -> None:
        """Write what has changed; if that cannot be, play goes on, and it is told once."""
        if not self._left:
            return
        self._left = 0.0
        try:
            save_settings(self.path, self.settings)
        except UnusableFile as error:
            if not self._complained:
                self.complaints.append(SettingsWarning("Settings are not saved", str(error)))
            self._complained = True


def _unused(faults: Sequence[Fault]) -> SettingsWarning:
    told = "; ".join(str(fault) for fault in faults[:TOLD])
    more = f"; and {len(faults) - TOLD} more" if len(faults) > TOLD else ""
    words = f"What is valid is kept. {told}{more}. The file as it was is kept as {OLD}."
    return SettingsWarning("Some settings are not used", words)


USUAL = (1920, 1080)
DESIGNED = (1280, 720)
"""The smallest window that is laid out at a scale of 1 of itself."""
LEAST = (1024, 576)
"""Units that every screen can do with."""
SCALES = (0.75, 0.85, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)
"""What larger and smaller step through."""


def natural_scale(size: tuple[int, int]) -> float:
    """Return the UI scale for a window: 1 from 1280 x 720 to 1920 x 1080."""
    small = min(size[0] / DESIGNED[0], size[1] / DESIGNED[1])
    large = min(size[0] / USUAL[0], size[1] / USUAL[1])
    return min(small, max(1.0, large))


def largest_scale(size: tuple[int, int]) -> float:
    """Return the largest UI scale at which everything still fits into a window."""
    return min(size[0] / LEAST[0], size[1] / LEAST[1])
